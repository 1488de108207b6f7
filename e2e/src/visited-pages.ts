import type { PreparedPerson } from './prepared-person.ts';

/** What the addresses of single things are filled with. */
export interface Samples extends Pick<PreparedPerson, 'strategyId' | 'tradedId' | 'idleId'> {
  /** An order of the trick that has traded. */
  readonly orderId: number;
  /** An order that was placed by hand. */
  readonly ownOrderId: number;
  /** One that is done. */
  readonly backtestId: number;
  /** Another one that is done, of other values. */
  readonly otherBacktestId: number;
  /** Money that the person has asked for. */
  readonly withdrawalId: number;
  /** One that the person has opened. */
  readonly ticketId: number;
  /** One of the catalogue, and what the person holds of it. */
  readonly basketId: number;
  readonly myBasketId: number;
  /** One that the person has built. */
  readonly ownTrickId: number;
  /** Of it, waiting for an operator; absent where no page of operators is looked at. */
  readonly publicationId?: number;
}

type PagesAt = (samples: Samples) => readonly [string, ...string[]];

/** For each address of the app's router the pages that are looked at; `tools/visited-pages.test.ts` compares the two. */
export const VISITS = {
  '/': () => ['/'],
  '/$': () => ['/no-such-page'],
  '/activate': () => ['/activate'],
  '/alerts': () => ['/alerts', '/alerts?category=wallet'],
  '/backtests': () => ['/backtests'],
  '/backtests/$BacktestId': ({ backtestId }) => [`/backtests/${backtestId}`],
  '/backtests/$BacktestId/replay': ({ backtestId }) => [`/backtests/${backtestId}/replay`],
  '/backtests/compare': ({ backtestId, otherBacktestId }) => [
    `/backtests/compare?runs=${backtestId},${otherBacktestId}`,
    '/backtests/compare',
  ],
  '/backtests/new': ({ strategyId }) => ['/backtests/new', `/backtests/new?trick=${strategyId}`],
  '/backtests/plans': () => ['/backtests/plans'],
  '/baskets': () => ['/baskets', '/baskets?view=table', '/baskets?tab=mine&type=Test'],
  '/baskets/$basketId': ({ basketId }) => [`/baskets/${basketId}`],
  '/baskets/new': ({ basketId }) => ['/baskets/new', `/baskets/new?from=${basketId}`],
  '/builder': () => ['/builder'],
  '/builder/$TricksId': ({ ownTrickId }) => [`/builder/${ownTrickId}`],
  '/forgot-password': () => ['/forgot-password'],
  '/holdings': () => ['/holdings'],
  '/holdings/overview': () => [
    '/holdings/overview',
    '/holdings/overview?type=Test',
    '/holdings/overview?type=Test&of=value',
  ],
  '/holdings/tax': () => ['/holdings/tax', '/holdings/tax?year=2024-25'],
  '/login': () => ['/login', '/login?done=erased'],
  '/logs': () => ['/logs'],
  '/logs/trades': () => ['/logs/trades'],
  '/my-baskets/$myBasketId': ({ myBasketId }) => [`/my-baskets/${myBasketId}`],
  '/my-tricks': () => ['/my-tricks', '/my-tricks?type=Test'],
  '/my-tricks/$TricksId': ({ tradedId, idleId }) => [`/my-tricks/${tradedId}`, `/my-tricks/${idleId}`],
  '/my-tricks/$TricksId/replay': ({ tradedId }) => [`/my-tricks/${tradedId}/replay`],
  '/orders': () => ['/orders', '/orders?type=Test'],
  '/orders/$orderId': ({ orderId }) => [`/orders/${orderId}`],
  '/orders/own/$orderId': ({ ownOrderId }) => [`/orders/own/${ownOrderId}`],
  '/portfolios': () => ['/portfolios'],
  '/positions': () => ['/positions', '/positions?type=Test'],
  '/profile/broker': () => ['/profile/broker'],
  '/profile/bank': () => ['/profile/bank'],
  '/profile/data': () => ['/profile/data'],
  '/profile/kyc': () => ['/profile/kyc'],
  '/profile/personal': () => ['/profile/personal'],
  '/profile/preferences': () => ['/profile/preferences'],
  '/profile/security': () => ['/profile/security'],
  '/readiness': () => ['/readiness'],
  '/reconciliation': () => ['/reconciliation'],
  '/register': () => ['/register'],
  '/research': () => ['/research', '/research?state=withdrawn', '/research?call=1'],
  '/reset-password': () => ['/reset-password', '/reset-password#token=of-a-mail'],
  '/risk': () => ['/risk'],
  '/robo-pro': () => ['/robo-pro'],
  '/subscription': () => ['/subscription'],
  '/subscription/transactions': () => ['/subscription/transactions'],
  '/team': () => ['/team', '/team?level=2'],
  '/team/direct': () => ['/team/direct', '/team/direct?trade=yes'],
  '/team/rewards': () => ['/team/rewards'],
  '/tickets': () => ['/tickets', '/tickets?status=closed'],
  '/tickets/new': ({ orderId }) => ['/tickets/new', `/tickets/new?about=order&id=${orderId}&subject=Why`],
  '/tickets/$ticketId': ({ ticketId }) => [`/tickets/${ticketId}`],
  '/trades': () => ['/trades', '/trades?type=Test'],
  '/tricks': () => ['/tricks'],
  '/tricks/$TricksId': ({ strategyId }) => [`/tricks/${strategyId}`],
  '/ops': () => ['/ops'],
  '/ops/payments': () => ['/ops/payments', '/ops/payments?state=all'],
  '/ops/invoices': () => ['/ops/invoices', '/ops/invoices?state=refunded'],
  '/ops/plans': () => ['/ops/plans'],
  '/ops/reconciliation': () => ['/ops/reconciliation', '/ops/reconciliation?state=all&search=nothing'],
  '/ops/desk': () => ['/ops/desk', '/ops/desk?state=all&search=nothing'],
  '/ops/desk/$userId': () => ['/ops/desk/1'],
  '/ops/acts': () => ['/ops/acts', '/ops/acts?search=nothing'],
  '/ops/kyc': () => ['/ops/kyc', '/ops/kyc?state=all'],
  '/ops/ledger': () => ['/ops/ledger'],
  '/ops/users': () => ['/ops/users', '/ops/users?state=blocked'],
  '/ops/users/$userId': () => ['/ops/users/1'],
  '/ops/tickets': () => ['/ops/tickets', '/ops/tickets?state=all'],
  '/ops/tickets/$ticketId': ({ ticketId }) => [`/ops/tickets/${ticketId}`],
  '/ops/research': () => ['/ops/research', '/ops/research?call=5'],
  '/ops/tricks': () => ['/ops/tricks', '/ops/tricks?state=all'],
  '/ops/tricks/$publicationId': ({ publicationId }) => [`/ops/tricks/${publicationId}`],
  '/ops/baskets': () => ['/ops/baskets', '/ops/baskets?state=late'],
  '/ops/baskets/$basketId': () => ['/ops/baskets/1'],
  '/ops/rewards': () => ['/ops/rewards', '/ops/rewards?state=refused'],
  '/ops/withdrawals': ({ withdrawalId }) => [
    '/ops/withdrawals',
    `/ops/withdrawals?state=all&withdrawal=${withdrawalId}`,
  ],
  '/wallet': () => ['/wallet', '/wallet?type=D'],
  '/wallet/bank': ({ withdrawalId }) => ['/wallet/bank', `/wallet/bank?withdrawal=${withdrawalId}`],
} as const satisfies Readonly<Record<string, PagesAt>>;
export type Address = keyof typeof VISITS;
// The keys of the table are the addresses.
export const ADDRESSES = Object.keys(VISITS) as readonly Address[];

/** Whether a page lies at an address: every parameter is a number that something has. */
export function liesAt(page: string, address: Address): boolean {
  if (address === '/$') return true;
  const pattern = address.replace(/\$[A-Za-z]+/g, String.raw`[1-9]\d*`);
  return new RegExp(`^${pattern}$`).test(page.split(/[?#]/)[0] ?? '');
}
