import {
  type Icon,
  IconArrowsExchange,
  IconBasket,
  IconBell,
  IconBriefcase,
  IconBuildingBank,
  IconCash,
  IconChartPie,
  IconChecklist,
  IconCompass,
  IconCreditCard,
  IconDatabaseExport,
  IconFlask,
  IconGavel,
  IconGift,
  IconHammer,
  IconHistory,
  IconHome,
  IconId,
  IconLifebuoy,
  IconListDetails,
  IconLock,
  IconPlayerPlay,
  IconReceipt,
  IconReportMoney,
  IconScale,
  IconShieldHalf,
  IconStack2,
  IconTarget,
  IconTicket,
  IconTimeline,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import type { OperatorSubject } from '@trickdesk/domain';

export interface ShellPage {
  readonly path: string;
  readonly name:
    | 'home'
    | 'tricks'
    | 'myTricks'
    | 'builder'
    | 'backtests'
    | 'baskets'
    | 'roboPro'
    | 'holdings'
    | 'held'
    | 'overview'
    | 'tax'
    | 'research'
    | 'portfolios'
    | 'positions'
    | 'orders'
    | 'trades'
    | 'tradeLog'
    | 'alerts'
    | 'wallet'
    | 'walletStatement'
    | 'walletBank'
    | 'operations'
    | 'opsWithdrawals'
    | 'opsLedger'
    | 'opsKyc'
    | 'opsUsers'
    | 'opsActs'
    | 'opsDesk'
    | 'opsRewards'
    | 'opsPayments'
    | 'opsInvoices'
    | 'opsPlans'
    | 'subscription'
    | 'plans'
    | 'activate'
    | 'invoices'
    | 'team'
    | 'teamTree'
    | 'directs'
    | 'rewards'
    | 'broker'
    | 'security'
    | 'profile'
    | 'personal'
    | 'kyc'
    | 'bank'
    | 'ownData'
    | 'preferences'
    | 'tickets'
    | 'opsTickets'
    | 'opsResearch'
    | 'opsTricks'
    | 'opsReconciliation'
    | 'opsBaskets'
    | 'log'
    | 'readiness'
    | 'risk'
    | 'reconciliation';
  readonly icon: Icon;
  /** After `g`. */
  readonly key?: string;
  /** Pages that stand behind one entry of the menu, as tabs; the entry leads to the first. */
  readonly tabs?: readonly ShellPage[];
  /** Only for operators who may look at it. */
  readonly subject?: OperatorSubject;
}

export interface PageGroup {
  readonly name?: 'groupDesk' | 'groupRecord' | 'groupAccount' | 'groupOperations';
  readonly pages: readonly ShellPage[];
}

/** What a person sets about themselves: one entry of the menu. */
export const PROFILE_PAGES: readonly ShellPage[] = [
  { path: '/profile/personal', name: 'personal', icon: IconUser },
  { path: '/profile/kyc', name: 'kyc', icon: IconId },
  { path: '/profile/bank', name: 'bank', icon: IconCreditCard },
  { path: '/profile/security', name: 'security', icon: IconLock },
  { path: '/profile/preferences', name: 'preferences', icon: IconUser },
  { path: '/profile/data', name: 'ownData', icon: IconDatabaseExport },
];

/** What is held at the broker, how all of it is spread, and what was sold: one entry of the menu. */
export const HOLDING_PAGES: readonly ShellPage[] = [
  { path: '/holdings', name: 'held', icon: IconChartPie },
  { path: '/holdings/overview', name: 'overview', icon: IconChartPie },
  { path: '/holdings/tax', name: 'tax', icon: IconReceipt },
];

/** What was bought and can be: one entry of the menu. */
export const BILLING_PAGES: readonly ShellPage[] = [
  { path: '/subscription', name: 'plans', icon: IconTicket },
  { path: '/activate', name: 'activate', icon: IconPlayerPlay },
  { path: '/subscription/transactions', name: 'invoices', icon: IconReceipt },
];

/** What the wallet holds, and what has gone to the bank: one entry of the menu. */
export const WALLET_PAGES: readonly ShellPage[] = [
  { path: '/wallet', name: 'walletStatement', icon: IconWallet, key: 'w' },
  { path: '/wallet/bank', name: 'walletBank', icon: IconBuildingBank },
];

/** What operators decide on: one entry of the menu. */
export const OPERATION_PAGES: readonly ShellPage[] = [
  { path: '/ops/withdrawals', name: 'opsWithdrawals', icon: IconCash, subject: 'Withdrawal' },
  { path: '/ops/tickets', name: 'opsTickets', icon: IconLifebuoy, subject: 'Ticket' },
  { path: '/ops/research', name: 'opsResearch', icon: IconTarget, subject: 'Research' },
  { path: '/ops/tricks', name: 'opsTricks', icon: IconListDetails, subject: 'Trick' },
  { path: '/ops/baskets', name: 'opsBaskets', icon: IconBasket, subject: 'Basket' },
  { path: '/ops/rewards', name: 'opsRewards', icon: IconGift, subject: 'Payment' },
  { path: '/ops/payments', name: 'opsPayments', icon: IconCreditCard, subject: 'Payment' },
  { path: '/ops/invoices', name: 'opsInvoices', icon: IconReceipt, subject: 'Payment' },
  { path: '/ops/plans', name: 'opsPlans', icon: IconTicket, subject: 'Plan' },
  { path: '/ops/ledger', name: 'opsLedger', icon: IconScale, subject: 'Ledger' },
  { path: '/ops/kyc', name: 'opsKyc', icon: IconId, subject: 'Kyc' },
  { path: '/ops/users', name: 'opsUsers', icon: IconUsers, subject: 'User' },
  { path: '/ops/desk', name: 'opsDesk', icon: IconShieldHalf, subject: 'Desk' },
  { path: '/ops/reconciliation', name: 'opsReconciliation', icon: IconArrowsExchange, subject: 'Reconciliation' },
  { path: '/ops/acts', name: 'opsActs', icon: IconHistory, subject: 'Audit' },
];

/** Whom one invited and what it brought: one entry of the menu. */
export const TEAM_PAGES: readonly ShellPage[] = [
  { path: '/team', name: 'teamTree', icon: IconUsersGroup },
  { path: '/team/direct', name: 'directs', icon: IconUserPlus },
  { path: '/team/rewards', name: 'rewards', icon: IconGift },
];

/** The menu: only pages that exist. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  { pages: [{ path: '/', name: 'home', icon: IconHome, key: 'h' }] },
  {
    name: 'groupDesk',
    pages: [
      { path: '/tricks', name: 'tricks', icon: IconListDetails, key: 't' },
      { path: '/my-tricks', name: 'myTricks', icon: IconPlayerPlay, key: 'm' },
      { path: '/builder', name: 'builder', icon: IconHammer },
      { path: '/backtests', name: 'backtests', icon: IconFlask },
      { path: '/baskets', name: 'baskets', icon: IconBasket, key: 'b' },
      { path: '/research', name: 'research', icon: IconTarget },
      { path: '/portfolios', name: 'portfolios', icon: IconStack2 },
      { path: '/robo-pro', name: 'roboPro', icon: IconCompass },
      { path: '/readiness', name: 'readiness', icon: IconChecklist, key: 'r' },
      { path: '/risk', name: 'risk', icon: IconShieldHalf, key: 'k' },
    ],
  },
  {
    name: 'groupRecord',
    pages: [
      { path: '/positions', name: 'positions', icon: IconBriefcase, key: 'p' },
      { path: '/holdings', name: 'holdings', icon: IconChartPie, tabs: HOLDING_PAGES },
      { path: '/orders', name: 'orders', icon: IconArrowsExchange },
      { path: '/trades', name: 'trades', icon: IconReportMoney },
      { path: '/logs/trades', name: 'tradeLog', icon: IconTimeline },
      { path: '/reconciliation', name: 'reconciliation', icon: IconScale },
    ],
  },
  {
    name: 'groupAccount',
    pages: [
      { path: '/alerts', name: 'alerts', icon: IconBell },
      { path: '/wallet', name: 'wallet', icon: IconWallet, tabs: WALLET_PAGES },
      { path: '/subscription', name: 'subscription', icon: IconTicket, tabs: BILLING_PAGES },
      { path: '/team', name: 'team', icon: IconUsersGroup, tabs: TEAM_PAGES },
      { path: '/profile/broker', name: 'broker', icon: IconBuildingBank },
      { path: '/profile/personal', name: 'profile', icon: IconUser, tabs: PROFILE_PAGES },
      { path: '/tickets', name: 'tickets', icon: IconLifebuoy },
      { path: '/logs', name: 'log', icon: IconHistory },
    ],
  },
  {
    name: 'groupOperations',
    pages: [{ path: '/ops/withdrawals', name: 'operations', icon: IconGavel, tabs: OPERATION_PAGES }],
  },
];

/** The pages of a list that somebody may open: those of operators by what they may look at. */
export function pagesFor(pages: readonly ShellPage[], mayRead: (subject: OperatorSubject) => boolean): ShellPage[] {
  return pages.flatMap((page) => {
    if (page.subject !== undefined && !mayRead(page.subject)) return [];
    if (page.tabs === undefined) return [page];
    const [first, ...others] = pagesFor(page.tabs, mayRead);
    return first ? [{ ...page, path: first.path, tabs: [first, ...others] }] : [];
  });
}

/** The menu of somebody; a group with nothing in it is none. */
export function groupsFor(mayRead: (subject: OperatorSubject) => boolean): PageGroup[] {
  return PAGE_GROUPS.map((group) => ({ ...group, pages: pagesFor(group.pages, mayRead) })).filter(
    ({ pages }) => pages.length > 0,
  );
}

export const ALL_PAGES: readonly ShellPage[] = PAGE_GROUPS.flatMap((group) =>
  group.pages.flatMap((page) => page.tabs ?? [page]),
);

/** The pages that a letter after `g` opens: what the keyboard does and what its help tells. */
export const PAGE_KEYS: readonly (ShellPage & { readonly key: string })[] = ALL_PAGES.flatMap((page) =>
  page.key === undefined ? [] : [{ ...page, key: page.key }],
);
