import type { Queryable } from '@trickdesk/db';
import type { Paise } from '@trickdesk/domain';
import { statementAccounts, type WalletId } from './rules.ts';
import { type EntryRecord, listEntries, sumEntries } from './store.ts';

/** A page of all that has moved free money of a wallet or of both, newest first, and what all of it adds up to. */
export async function readPostings(
  db: Queryable,
  { ownerId, wallet }: { readonly ownerId: number; readonly wallet: WalletId | undefined },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly entries: readonly EntryRecord[]; readonly count: number; readonly sumPaise: Paise }> {
  const filter = { ownerId, accounts: statementAccounts(wallet) };
  const entries = await listEntries(db, filter, { limit, offset, sort: '-time' });
  const { total, creditPaise, debitPaise } = await sumEntries(db, filter);
  return { entries, count: total, sumPaise: creditPaise - debitPaise };
}
