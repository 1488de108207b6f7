import type { Database } from '@trickdesk/db';
import { freeOf, statementAccounts, type Wallet, type WalletId, walletsOf } from './rules.ts';
import { listEntries, readBalances, type StatementFilter, type StatementPage, sumEntries } from './store.ts';

type StatementAsked = Omit<StatementFilter, 'accounts'> & {
  /** Both where absent. */
  readonly wallet?: WalletId | undefined;
};
export type WalletService = ReturnType<typeof createWalletService>;

/** What the platform owes a person. */
export function createWalletService({ database }: { readonly database: Database }) {
  const db = database.kysely;
  const read = async (ownerId: number): Promise<Wallet[]> => walletsOf(await readBalances(db, ownerId));
  return {
    read,
    /** Free money of both wallets, whole paise. */
    freePaise: async (ownerId: number): Promise<bigint> => freeOf(await read(ownerId)),
    statement: async ({ wallet, ...rest }: StatementAsked, page: StatementPage) => {
      const filter = { ...rest, accounts: statementAccounts(wallet) };
      const [entries, sums] = await Promise.all([listEntries(db, filter, page), sumEntries(db, filter)]);
      return { entries, ...sums };
    },
  };
}
