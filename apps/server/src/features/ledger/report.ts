import type { Database, Queryable, Tx } from '@trickdesk/db';
import { type EpochMs, formatPaise, indiaDateOf, type Paise } from '@trickdesk/domain';
import { faultsOf } from './rules.ts';
import { type LedgerCheck, listChecks, readTrialBalance, replaceCheck, sumByName } from './store.ts';

/** The whole ledger at one moment. */
export interface LedgerReport {
  readonly postings: number;
  /** What is wrong, in words; nothing where it adds up. */
  readonly faults: readonly string[];
  /** Over all accounts of a name, whole paise; people's first. */
  readonly balances: readonly {
    readonly name: string;
    readonly ofPeople: boolean;
    readonly balancePaise: Paise;
    readonly accounts: number;
  }[];
}

/** Adds all postings up, now. */
export function readLedgerReport(database: Database): Promise<LedgerReport> {
  return database.transaction(
    async (tx) => {
      const balance = await readTrialBalance(tx);
      return { postings: balance.postings, faults: faultsOf(balance), balances: await sumByName(tx) };
    },
    { isolation: 'repeatable read' },
  );
}

/** Adds all postings up, now, and keeps what was found as the check of the day: an operator wants it known. */
export function checkLedgerNow(
  database: Database,
  now: EpochMs,
  keep: (tx: Tx) => Promise<void>,
): Promise<LedgerReport> {
  return database.transaction(
    async (tx) => {
      const balance = await readTrialBalance(tx);
      const { postings } = balance;
      const faults = faultsOf(balance);
      await replaceCheck(tx, { day: indiaDateOf(now), at: new Date(now), postings, faults });
      await keep(tx);
      return { postings, faults, balances: await sumByName(tx) };
    },
    { isolation: 'repeatable read' },
  );
}

/** The checks of the last days, the newest first. */
export const readChecks = (db: Queryable, days: number): Promise<LedgerCheck[]> => listChecks(db, days);

/** For an operator's terminal. */
export function reportWords({ postings, faults, balances }: LedgerReport): string {
  const verdict =
    faults.length === 0
      ? `The ledger adds up: ${postings} postings, together ${formatPaise(0n)}.`
      : `The ledger does NOT add up (${postings} postings). Nothing is paid out while that is so.`;
  const lines = balances.map(({ name, ofPeople, balancePaise }) => {
    const whose = ofPeople ? 'of people' : 'of the platform';
    return `  ${name.padEnd(18)}${formatPaise(balancePaise).padStart(20)}  ${whose}`;
  });
  return [verdict, ...faults.map((fault) => `  ${fault}`), ...lines].join('\n');
}
