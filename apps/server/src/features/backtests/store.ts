import { lockInTransaction, type Queryable, type Schema, type Tx } from '@trickdesk/db';
import { type Selectable, sql } from 'kysely';
import type { SweptValues } from './sweep-rules.ts';

/** Every statement about a person's back-tests but their list, `list-store.ts`; the queue's own are in `queue-store.ts`. */

type BacktestRow = Selectable<Schema['backtest']>;
export type BacktestRecord = Omit<BacktestRow, 'report' | 'definition'>;

export const COLUMNS = [
  'id',
  'account_id',
  'tricks_id',
  'name',
  'strategy_version_id',
  'symbols',
  'bar_interval',
  'version_hash',
  'dataset',
  'from_date',
  'to_date',
  'capital_paise',
  'costs',
  'slippage_bps',
  'sweep',
  'status',
  'progress_percent',
  'attempts',
  'holder',
  'leased_until',
  'given_back',
  'failure',
  'net_paise',
  'return_percent',
  'trades',
  'created_at',
  'started_at',
  'ended_at',
] as const;

/** What can be tested: the rules of a trick, whoever made it, as far as the account may see it. */
export interface Testable {
  name: string;
  owner_id: number | null;
  min_capital_paise: bigint;
  version_id: number;
  definition: unknown;
  /** An own one that its owner has retired; another's that is retired is not there at all. */
  retired: boolean;
}

/** The newest version of a published strategy or of an own one, or the version that an own copy runs. */
export async function findTestable(db: Queryable, tricksId: number, accountId: number): Promise<Testable | undefined> {
  const { rows } = await sql<Testable>`
    SELECT strategy.name, strategy.owner_id, strategy.min_capital_paise, version.id AS version_id, version.definition,
      strategy.retired_at IS NOT NULL AS retired
    FROM strategy, LATERAL (
      SELECT id, definition FROM strategy_version WHERE strategy_id = strategy.id ORDER BY version DESC LIMIT 1) version
    WHERE strategy.id = ${tricksId}
      AND (strategy.owner_id = ${accountId} OR (strategy.published_at IS NOT NULL AND strategy.retired_at IS NULL))
    UNION ALL
    SELECT deployment.name, strategy.owner_id, strategy.min_capital_paise, version.id, version.definition, false
    FROM deployment
    JOIN strategy ON strategy.id = deployment.strategy_id
    JOIN strategy_version version ON version.id = deployment.strategy_version_id
    WHERE deployment.id = ${tricksId} AND deployment.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Until the transaction ends, nobody else starts a back-test for the account. */
export async function lockPlan(tx: Tx, accountId: number): Promise<void> {
  await lockInTransaction(tx, `backtest plan ${accountId}`);
}

/** Back-tests of an account since a moment that count against its plan. */
export async function countUsed(db: Queryable, accountId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom('backtest')
    .select((eb) => eb.fn.countAll<bigint>().as('used'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('given_back', '=', false)
    .executeTakeFirstOrThrow();
  return Number(row.used);
}

export interface BacktestToInsert {
  readonly accountId: number;
  readonly name: string;
  /** Nothing of rules that nobody saved. */
  readonly trick: { readonly tricksId: number; readonly versionId: number } | undefined;
  readonly definition: string;
  readonly versionHash: string;
  readonly dataset: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly capitalPaise: bigint;
  readonly costs: boolean;
  readonly slippageBps: number;
  readonly sweep: SweptValues | undefined;
  readonly now: Date;
}

export async function insertBacktest(tx: Tx, row: BacktestToInsert): Promise<number> {
  const { id } = await tx
    .insertInto('backtest')
    .values({
      account_id: row.accountId,
      tricks_id: row.trick?.tricksId ?? null,
      name: row.name,
      strategy_version_id: row.trick?.versionId ?? null,
      definition: row.definition,
      version_hash: row.versionHash,
      dataset: row.dataset,
      from_date: row.fromDate,
      to_date: row.toDate,
      capital_paise: row.capitalPaise,
      costs: row.costs,
      slippage_bps: row.slippageBps,
      sweep: row.sweep ? JSON.stringify(row.sweep) : null,
      status: 'queued',
      created_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How many wait, by account: of the account itself those before a back-test, of the others all. */
export async function countWaiting(
  db: Queryable,
  before: { readonly accountId: number; readonly id: number },
): Promise<{ readonly own: number; readonly others: readonly number[] }> {
  const rows = await db
    .selectFrom('backtest')
    .select((eb) => ['account_id', eb.fn.countAll<bigint>().as('waiting')])
    .where('status', '=', 'queued')
    .where((eb) => eb.or([eb('account_id', '<>', before.accountId), eb('id', '<', before.id)]))
    .groupBy('account_id')
    .execute();
  const own = rows.find((row) => row.account_id === before.accountId);
  return {
    own: Number(own?.waiting ?? 0),
    others: rows.filter((row) => row !== own).map((row) => Number(row.waiting)),
  };
}

/** `undefined` for somebody else's. */
export async function findBacktest(db: Queryable, id: number, accountId: number): Promise<BacktestRow | undefined> {
  return db
    .selectFrom('backtest')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** As many as a person can choose from. */
const MOST_TO_CHOOSE = 100;

/** An account's back-tests of one trick that are done, newest first. */
export function listDoneOf(
  db: Queryable,
  { accountId, tricksId }: { readonly accountId: number; readonly tricksId: number },
): Promise<BacktestRecord[]> {
  return db
    .selectFrom('backtest')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('tricks_id', '=', tricksId)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .limit(MOST_TO_CHOOSE)
    .execute();
}

/** An account's newest back-test of rules that is done, paid charges and ran with the values that the rules have. */
export function findNewestDone(
  db: Queryable,
  { accountId, versionHash }: { readonly accountId: number; readonly versionHash: string },
): Promise<BacktestRow | undefined> {
  return db
    .selectFrom('backtest')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('version_hash', '=', versionHash)
    .where('status', '=', 'done')
    .where('costs', '=', true)
    .where('sweep', 'is', null)
    .where('trades', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whosever they are, each with the word of its verdict. */
export async function listWithEvidence(db: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('backtest')
    .select(COLUMNS)
    .select(sql<string | null>`report -> 'evidence' ->> 'evidence'`.as('evidence'))
    .where('id', 'in', ids)
    .execute();
}

/** Ends one that waits or runs; one that had not begun is given back. `undefined` where it has ended already. */
export async function cancelBacktest(
  tx: Tx,
  { id, accountId, now }: { readonly id: number; readonly accountId: number; readonly now: Date },
): Promise<BacktestRecord | undefined> {
  return tx
    .updateTable('backtest')
    .set({ given_back: sql`status = 'queued' AND attempts = 0`, status: 'cancelled', holder: null, ended_at: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Parts of the stored trades, in order. */
export async function readTradeParts(
  db: Queryable,
  backtestId: number,
  parts: { readonly from: number; readonly to: number },
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('backtest_trades')
    .select('bytes')
    .where('backtest_id', '=', backtestId)
    .where('part', '>=', parts.from)
    .where('part', '<=', parts.to)
    .orderBy('part')
    .execute();
  return rows.map(({ bytes }) => bytes);
}
