import type { LedgerHealth } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { type EpochMs, toSafePaise } from '@trickdesk/domain';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordAct } from '../audit/index.ts';
import { checkLedgerNow, type LedgerReport, readChecks, readLedgerReport } from '../ledger/index.ts';
import { isLedgerSound, readUnderWay } from '../withdrawals/index.ts';

interface HealthParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** How many days of checks are shown. */
const DAYS = 14;

/** The whole ledger added up now; nothing is kept. */
export async function readHealth({ database, clock }: HealthParts): Promise<LedgerHealth> {
  return healthOf(database, clock.now(), await readLedgerReport(database));
}

/** Adds it up and keeps the result as the check of the day, on which payouts rest. */
export async function checkHealth(
  { database, clock }: HealthParts,
  operator: Pick<Caller, 'accountId' | 'origin'>,
): Promise<LedgerHealth> {
  const now = clock.now();
  const before = { isSound: await isLedgerSound(database.kysely) };
  const report = await checkLedgerNow(database, now, (tx) =>
    recordAct(tx, {
      ...{ operator, what: 'check_ledger', subject: 'ledger', subjectId: 'all', at: new Date(now) },
      ...{ sentence: 'Had the ledger added up.', before, after: {} },
    }),
  );
  return healthOf(database, now, report);
}

async function healthOf({ kysely }: Database, now: EpochMs, report: LedgerReport): Promise<LedgerHealth> {
  const { postings, faults, balances } = report;
  const held = balances.filter(({ name }) => name.endsWith('_held'));
  const checks = await readChecks(kysely, DAYS);
  return {
    ...{ checkedAt: new Date(now).toISOString(), postings, faults: [...faults] },
    balances: balances.map(({ balancePaise, ...rest }) => ({ ...rest, balancePaise: toSafePaise(balancePaise) })),
    heldPaise: toSafePaise(held.reduce((sum, { balancePaise }) => sum + balancePaise, 0n)),
    underWayPaise: toSafePaise(await readUnderWay(kysely)),
    checks: checks.map(({ day, at, postings: count, faults: found }) => ({
      ...{ day, at: at.toISOString(), isSound: found.length === 0, postings: count, faults: [...found] },
    })),
    payoutsStopped: !(await isLedgerSound(kysely)),
  };
}
