import { likePattern, lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** Statements about the strategies that accounts made themselves. Each asks for the owner. */

export interface Owned {
  readonly accountId: number;
  readonly strategyId: number;
}

export interface OwnRecord {
  id: number;
  name: string;
  summary: string;
  min_capital_paise: bigint;
  version: number;
  saved_at: Date;
  symbols: string[];
  bar_interval: string;
  product: string;
  retired: boolean;
  copies: number;
  running: number;
}

function ownRecords(accountId: number, conditions: ReturnType<typeof sql>) {
  return sql<OwnRecord>`
    SELECT strategy.id, strategy.name, strategy.summary, strategy.min_capital_paise, newest.version,
      newest.created_at AS saved_at, newest.symbols, newest.bar_interval, newest.product,
      strategy.retired_at IS NOT NULL AS retired, copied.copies, copied.running
    FROM strategy,
      LATERAL (SELECT version, created_at, symbols, bar_interval, product FROM strategy_version
        WHERE strategy_id = strategy.id ORDER BY version DESC LIMIT 1) newest,
      LATERAL (SELECT count(*)::int AS copies, (count(*) FILTER (WHERE status = 'running'))::int AS running
        FROM deployment WHERE strategy_id = strategy.id) copied
    WHERE strategy.owner_id = ${accountId} ${conditions}`;
}

function named(search: string | undefined) {
  return search ? sql`AND strategy.name ILIKE ${likePattern(search)}` : sql``;
}

export async function listOwn(
  db: Queryable,
  { accountId, search }: { readonly accountId: number; readonly search: string | undefined },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: OwnRecord[]; total: number }> {
  const order = sql`${named(search)} ORDER BY retired, saved_at DESC, strategy.id DESC LIMIT ${limit} OFFSET ${offset}`;
  const { rows } = await ownRecords(accountId, order).execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM strategy WHERE owner_id = ${accountId} ${named(search)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findOwn(db: Queryable, { accountId, strategyId }: Owned): Promise<OwnRecord | undefined> {
  const { rows } = await ownRecords(accountId, sql`AND strategy.id = ${strategyId}`).execute(db);
  return rows[0];
}

export interface VersionRecord {
  version: number;
  created_at: Date;
  note: string;
  copies: number;
  backtests: number;
}

/** Newest first, with what rests on each. */
export async function listOwnVersions(db: Queryable, strategyId: number): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    SELECT version.version, version.created_at, version.note,
      (SELECT count(*)::int FROM deployment
        WHERE strategy_id = version.strategy_id AND strategy_version_id = version.id) AS copies,
      (SELECT count(*)::int FROM backtest WHERE strategy_version_id = version.id) AS backtests
    FROM strategy_version version WHERE version.strategy_id = ${strategyId} ORDER BY version.version DESC`.execute(db);
  return rows;
}

export async function readVersion(db: Queryable, strategyId: number, version: number): Promise<unknown> {
  const row = await db
    .selectFrom('strategy_version')
    .select('definition')
    .where('strategy_id', '=', strategyId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.definition ?? undefined;
}

/** Until the transaction ends, nobody else makes a strategy for this account. */
export async function lockOwnStrategies(tx: Tx, accountId: number): Promise<void> {
  await lockInTransaction(tx, `own strategies ${accountId}`);
}

export async function countOwn(tx: Tx, accountId: number): Promise<number> {
  const row = await tx
    .selectFrom('strategy')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export interface LockedOwn {
  id: number;
  name: string;
  retired_at: Date | null;
}

/** Holds the row until the transaction ends; `undefined` where it is nobody's or somebody else's. */
export async function lockOwn(tx: Tx, { accountId, strategyId }: Owned): Promise<LockedOwn | undefined> {
  return tx
    .selectFrom('strategy')
    .select(['id', 'name', 'retired_at'])
    .where('id', '=', strategyId)
    .where('owner_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** As `lockOwn`, its versions too: whatever is to rest on one of them waits, and then finds none. */
export async function lockVersions(tx: Tx, strategyId: number): Promise<void> {
  await tx.selectFrom('strategy_version').select('id').where('strategy_id', '=', strategyId).forUpdate().execute();
}

/** Keeps a version from being deleted until the transaction ends. @returns whether it is still there */
export async function holdVersion(tx: Tx, versionId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('strategy_version')
    .select('id')
    .where('id', '=', versionId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function newestOf(tx: Tx, strategyId: number, definition: string) {
  return tx
    .selectFrom('strategy_version')
    .select(['version', sql<boolean>`definition = ${definition}::jsonb`.as('same')])
    .where('strategy_id', '=', strategyId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface OwnFacts {
  readonly name: string;
  readonly summary: string;
  readonly segment: string;
  readonly minCapitalPaise: bigint;
}

export async function insertOwn(tx: Tx, accountId: number, facts: OwnFacts & { readonly now: Date }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO strategy (owner_id, name, summary, description, author, category, segment, risk, min_capital_paise,
      created_at)
    SELECT id, ${facts.name}, ${facts.summary}, '', full_name, 'trend', ${facts.segment}, 'medium',
      ${facts.minCapitalPaise}, ${facts.now}
    FROM account WHERE id = ${accountId} RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`there is no account ${accountId}`);
  return id;
}

export async function updateOwn(tx: Tx, strategyId: number, facts: OwnFacts): Promise<void> {
  const { name, summary, segment, minCapitalPaise } = facts;
  await tx
    .updateTable('strategy')
    .set({ name, summary, segment, min_capital_paise: minCapitalPaise })
    .where('id', '=', strategyId)
    .execute();
}

export async function insertVersion(
  tx: Tx,
  row: { strategyId: number; version: number; definition: string; note: string; now: Date },
): Promise<void> {
  const { strategyId, version, definition, note, now } = row;
  await tx
    .insertInto('strategy_version')
    .values({ strategy_id: strategyId, version, definition, note, created_at: now })
    .execute();
}

export async function setRetired(tx: Tx, strategyId: number, retiredAt: Date | null): Promise<void> {
  await tx.updateTable('strategy').set({ retired_at: retiredAt }).where('id', '=', strategyId).execute();
}

export interface Dependents {
  readonly copies: number;
  readonly backtests: number;
  readonly published: boolean;
}

/** What rests on a strategy and keeps it from being deleted. */
export async function dependentsOf(db: Queryable, strategyId: number): Promise<Dependents> {
  const { rows } = await sql<Dependents>`
    SELECT (SELECT count(*)::int FROM deployment WHERE strategy_id = strategy.id) AS copies,
      (SELECT count(*)::int FROM backtest JOIN strategy_version version ON version.id = backtest.strategy_version_id
        WHERE version.strategy_id = strategy.id) AS backtests,
      EXISTS (SELECT FROM trick_publication WHERE strategy_id = strategy.id) AS published
    FROM strategy WHERE id = ${strategyId}`.execute(db);
  return rows[0] ?? { copies: 0, backtests: 0, published: false };
}

export async function deleteOwn(tx: Tx, strategyId: number): Promise<void> {
  const versions = tx.selectFrom('strategy_version').select('id').where('strategy_id', '=', strategyId);
  await tx.deleteFrom('strategy_report').where('strategy_version_id', 'in', versions).execute();
  await tx.deleteFrom('strategy_version').where('strategy_id', '=', strategyId).execute();
  await tx.deleteFrom('strategy').where('id', '=', strategyId).execute();
}
