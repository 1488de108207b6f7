import type { Database } from '@trickdesk/db';
import { addDays, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { RenderPdf } from '../../platform/pdf/document.ts';
import { freeOf, statementAccounts, type Wallet, type WalletId, walletsOf } from './rules.ts';
import { statementPaper } from './statement-paper.ts';
import {
  findHolder,
  listEntries,
  readBalances,
  readBalancesBefore,
  type StatementFilter,
  type StatementPage,
  sumEntries,
} from './store.ts';

type StatementAsked = Omit<StatementFilter, 'accounts'> & {
  /** Both where absent. */
  readonly wallet?: WalletId | undefined;
};
export type WalletService = ReturnType<typeof createWalletService>;

/** Rows of a paper: more would keep the server busy for one person. */
const LONGEST_PAPER = 1_000;

export interface WalletParts {
  readonly database: Database;
  readonly renderPdf: RenderPdf;
  /** Payments go to a sandbox: papers say so. */
  readonly sandbox: boolean;
}

/** What the platform owes a person. */
export function createWalletService({ database, renderPdf, sandbox }: WalletParts) {
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
    /**
     * The statement of some days, both included, as a PDF file.
     *
     * @throws Refusal `STATEMENT_TOO_LONG`
     */
    statementPdf: async (ownerId: number, { from, to }: { readonly from: IndiaDate; readonly to: IndiaDate }) => {
      const first = new Date(indiaMoment(from));
      const filter = { ownerId, accounts: statementAccounts(undefined), from: first };
      const days = { ...filter, before: new Date(indiaMoment(addDays(to, 1))) };
      // One moment for all of it: money moves meanwhile.
      const facts = await database.transaction(
        async (tx) => ({
          holder: await findHolder(tx, ownerId),
          opening: await readBalancesBefore(tx, ownerId, first),
          entries: await listEntries(tx, days, { limit: LONGEST_PAPER + 1, offset: 0, sort: 'time' }),
        }),
        { isolation: 'repeatable read' },
      );
      if (facts.entries.length > LONGEST_PAPER) throw new Refusal('STATEMENT_TOO_LONG');
      return renderPdf(statementPaper({ ...facts, from, to, sandbox }));
    },
  };
}
