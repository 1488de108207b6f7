import type { Queryable } from '@trickdesk/db';
import { readPostings } from '../wallet/index.ts';
import { type Opened, openedOf, type Page, type Part } from './part.ts';
import { listHolding } from './store.ts';

export interface WalletAsked {
  readonly accountId: number;
  /** Both where absent. */
  readonly wallet: 1 | 2 | undefined;
  readonly page: Page;
}

/** Where the cause of a movement has a page of its own. */
const LINKS: Readonly<Record<string, string>> = {
  payment: '/subscription/transactions',
  invoice: '/subscription/transactions',
  reversal: '/subscription/transactions',
  reward: '/team/rewards',
  withdrawal: '/wallet/bank',
};

/** Free money: every movement of the wallet since it is there. */
export async function openFree(db: Queryable, { accountId, wallet, page }: WalletAsked): Promise<Opened> {
  const { entries, count, sumPaise } = await readPostings(db, { ownerId: accountId, wallet }, page);
  const parts = entries.map((entry): Part => {
    const link = LINKS[entry.cause];
    const { sentence, amount_paise: amount, at } = entry;
    return { kind: 'posting', label: sentence, at, amount, ...(link === undefined ? {} : { link }) };
  });
  return { parts, count, total: sumPaise };
}

/** Held money: the withdrawals that are under way. */
export async function openHeld(db: Queryable, { accountId, wallet, page }: WalletAsked): Promise<Opened> {
  const name = wallet === undefined ? undefined : wallet === 1 ? 'main' : 'rewards';
  const rows = await listHolding(db, accountId, name);
  const parts = rows.map(({ id, amount_paise: amount, requested_at: at }): Part => {
    return { kind: 'withdrawal', label: '', at, amount, link: `/wallet/bank?withdrawal=${id}` };
  });
  return openedOf(parts, page);
}
