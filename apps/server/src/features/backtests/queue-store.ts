import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { WaitingAccount } from './rules.ts';
import type { SweptValues } from './sweep-rules.ts';

/** Every statement about the queue of back-tests. Leases go by the database's clock: all processes agree on it. */

export interface QueuedJob {
  readonly id: number;
  readonly account_id: number;
  readonly definition: unknown;
  readonly version_hash: string;
  readonly dataset: string;
  readonly from_date: string;
  readonly to_date: string;
  readonly capital_paise: bigint;
  readonly costs: boolean;
  readonly slippage_bps: number;
  readonly sweep: SweptValues | null;
  readonly attempts: number;
}

const LEASE = sql<Date>`now() + interval '10 seconds'`;

/** One process at a time takes from the queue. */
export async function lockQueue(tx: Tx): Promise<void> {
  await lockInTransaction(tx, 'backtest queue');
}

/** The oldest waiting back-test of each account, with how the account has been served. */
export async function listWaiting(tx: Tx): Promise<WaitingAccount[]> {
  const { rows } = await sql<{ account_id: number; id: number; running: bigint; last: Date | null }>`
    SELECT waiting.account_id, waiting.id,
      (SELECT count(*) FROM backtest WHERE account_id = waiting.account_id AND status = 'running') AS running,
      (SELECT max(started_at) FROM backtest WHERE account_id = waiting.account_id) AS last
    FROM (SELECT account_id, min(id) AS id FROM backtest WHERE status = 'queued' GROUP BY account_id) waiting`.execute(
    tx,
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    backtestId: row.id,
    running: Number(row.running),
    lastStartedAt: row.last?.getTime(),
  }));
}

/** @returns `undefined` where it waits no more: it was cancelled after the queue had been read */
export async function claim(
  tx: Tx,
  { id, holder }: { readonly id: number; readonly holder: string },
): Promise<QueuedJob | undefined> {
  return tx
    .updateTable('backtest')
    .set({
      status: 'running',
      holder,
      leased_until: LEASE,
      progress_percent: 0,
      attempts: sql`attempts + 1`,
      started_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning([
      'id',
      'account_id',
      'definition',
      'version_hash',
      'dataset',
      'from_date',
      'to_date',
      'capital_paise',
      'costs',
      'slippage_bps',
      'sweep',
      'attempts',
    ])
    .executeTakeFirst();
}

/** Whoever works on it. What it writes counts only while it still holds it. */
export interface Held {
  readonly id: number;
  readonly holder: string;
}

/** @returns whether it is still the holder's: not cancelled, not taken over */
export async function keep(tx: Tx, held: Held, progressPercent: number): Promise<boolean> {
  const rows = await tx
    .updateTable('backtest')
    .set({ leased_until: LEASE, progress_percent: progressPercent })
    .where('id', '=', held.id)
    .where('holder', '=', held.holder)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  return rows.length > 0;
}

export interface Result {
  readonly netPaise: bigint;
  readonly returnPercent: number;
  readonly trades: number;
  readonly report: string;
  readonly tradeParts: readonly Uint8Array[];
}

/** @returns whether it counted */
export async function finish(tx: Tx, held: Held, result: Result, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('backtest')
    .set({
      status: 'done',
      progress_percent: 100,
      holder: null,
      net_paise: result.netPaise,
      return_percent: result.returnPercent,
      trades: result.trades,
      report: result.report,
      ended_at: now,
    })
    .where('id', '=', held.id)
    .where('holder', '=', held.holder)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  if (rows.length === 0) return false;
  for (const [part, bytes] of result.tradeParts.entries()) {
    await tx
      .insertInto('backtest_trades')
      .values({ backtest_id: held.id, part, bytes: Buffer.from(bytes) })
      .execute();
  }
  return true;
}

/** Back to the queue. A try that was not used up does not count as one. */
export async function putBack(
  tx: Tx,
  held: Held,
  { countsAsTry }: { readonly countsAsTry: boolean },
): Promise<boolean> {
  const rows = await tx
    .updateTable('backtest')
    .set({
      status: 'queued',
      holder: null,
      progress_percent: 0,
      ...(countsAsTry ? {} : { attempts: sql`attempts - 1` }),
    })
    .where('id', '=', held.id)
    .where('holder', '=', held.holder)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Ended through our fault, so it is given back. */
export async function fail(tx: Tx, held: Held, failure: string, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('backtest')
    .set({ status: 'failed', holder: null, given_back: true, failure, ended_at: now })
    .where('id', '=', held.id)
    .where('holder', '=', held.holder)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  return rows.length > 0;
}

export interface Lost extends Held {
  readonly accountId: number;
  readonly attempts: number;
}

/** Those whose holder has not been heard of for the time of a lease. */
export async function listLost(db: Queryable): Promise<Lost[]> {
  const rows = await db
    .selectFrom('backtest')
    .select(['id', 'holder', 'account_id', 'attempts'])
    .where('status', '=', 'running')
    .where('leased_until', '<', sql<Date>`now()`)
    .orderBy('id')
    .execute();
  return rows.flatMap((row) =>
    row.holder === null ? [] : [{ id: row.id, holder: row.holder, accountId: row.account_id, attempts: row.attempts }],
  );
}
