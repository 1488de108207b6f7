import { type Database, likePattern, pageWindow, type Queryable, type Tx } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';

/** Every SQL statement about alerts, their tallies and their outbox. */

export interface AlertRow {
  id: number;
  category: number;
  title: string;
  body: string;
  link: string | null;
  severity: 'info' | 'warning' | 'urgent';
  read_at: Date | null;
  created_at: Date;
}

export interface AlertToInsert {
  readonly accountId: number;
  readonly category: number;
  readonly dedupeKey: string;
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
  readonly severity: AlertRow['severity'];
  readonly at: Date;
  /** Whether its account may have decided not to see it in the product. */
  readonly mayBeSilent: boolean;
}

export interface AlertFilter {
  readonly accountId: number;
  readonly category?: number | undefined;
  readonly search?: string | undefined;
  /** Only what is unread, or only what is read; both where absent. */
  readonly isUnread?: boolean | undefined;
}

export interface UnreadRow {
  category: number;
  unread: number;
}

/** Alert, outbox and tally in one statement. @returns whether it is new: its account had no such key */
export async function insertAlert(tx: Tx, alert: AlertToInsert): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO alert (account_id, category, dedupe_key, title, body, link, severity, created_at, read_at)
      VALUES (${alert.accountId}, ${alert.category}, ${alert.dedupeKey}, ${alert.title}, ${alert.body}, ${alert.link},
        ${alert.severity}, ${alert.at}, ${readAtOnce(alert)})
      ON CONFLICT (account_id, dedupe_key) DO NOTHING
      RETURNING id, account_id, category, created_at, read_at),
    queued AS (
      INSERT INTO alert_outbox (account_id, alert_id, at) SELECT account_id, id, created_at FROM made),
    counted AS (
      INSERT INTO alert_tally (account_id, category, total, unread) 
        SELECT account_id, category, 1, (read_at IS NULL)::int FROM made
      ON CONFLICT (account_id, category)
      DO UPDATE SET total = alert_tally.total + 1, unread = alert_tally.unread + excluded.unread)
    SELECT id FROM made`.execute(tx);
  return rows.length > 0;
}

/** What is not to be shown in the product stands in its list, and is not counted as unread. */
function readAtOnce({ accountId, category, at, mayBeSilent }: AlertToInsert): RawBuilder<unknown> {
  if (!mayBeSilent) return sql`NULL::timestamptz`;
  return sql`(SELECT ${at}::timestamptz FROM alert_choice
    WHERE account_id = ${accountId} AND category = ${category} AND channel = 'in_app' AND NOT is_on)`;
}

export type AlertSort = keyof typeof SORTS;

/** Each has an index that begins with the owner. */
const SORTS = {
  time: sql`page.created_at ASC, page.id ASC`,
  '-time': sql`page.created_at DESC, page.id DESC`,
} as const;

/** A page, and how many there are in all, in one statement. */
export async function pageAlerts(
  database: Database,
  filter: AlertFilter,
  page: { readonly limit: number; readonly offset: number; readonly sort: AlertSort },
): Promise<{ readonly rows: AlertRow[]; readonly total: number }> {
  const found = await database.prepared(sql<AlertRow & { total: number }>`
    SELECT counted.total, page.* FROM (${totalQuery(filter)}) counted
    LEFT JOIN LATERAL (
      SELECT id, category, title, body, link, severity, read_at, created_at FROM alert page WHERE ${whereOf(filter)}
      ORDER BY ${SORTS[page.sort]} ${pageWindow(page)}) page ON true
    ORDER BY ${SORTS[page.sort]}`);
  return { rows: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 };
}

/** From the tallies; only a search is counted row by row, over one account's own. */
function totalQuery(filter: AlertFilter): RawBuilder<unknown> {
  if (filter.search) return sql`SELECT count(*)::int AS total FROM alert WHERE ${whereOf(filter)}`;
  const { isUnread } = filter;
  const counted = isUnread === undefined ? sql`total` : isUnread ? sql`unread` : sql`total - unread`;
  return sql`SELECT coalesce(sum(${counted}), 0)::int AS total FROM alert_tally WHERE ${ofOwner(filter)}`;
}

function ofOwner({ accountId, category }: AlertFilter): RawBuilder<unknown> {
  if (category === undefined) return sql`account_id = ${accountId}`;
  return sql`account_id = ${accountId} AND category = ${category}`;
}

function whereOf(filter: AlertFilter): RawBuilder<unknown> {
  const asked = sql`${ofOwner(filter)} ${ofReading(filter)}`;
  if (!filter.search) return asked;
  const pattern = likePattern(filter.search);
  return sql`${asked} AND (title ILIKE ${pattern} OR body ILIKE ${pattern})`;
}

function ofReading({ isUnread }: AlertFilter): RawBuilder<unknown> {
  if (isUnread === undefined) return sql``;
  return isUnread ? sql`AND read_at IS NULL` : sql`AND read_at IS NOT NULL`;
}

/** Unread alerts, by category; a category without one is left out. */
export function unreadOf(database: Database, accountId: number): Promise<UnreadRow[]> {
  return database.prepared(unreadQuery(accountId));
}

export async function unreadIn(tx: Tx, accountId: number): Promise<UnreadRow[]> {
  return (await unreadQuery(accountId).execute(tx)).rows;
}

function unreadQuery(accountId: number): RawBuilder<UnreadRow> {
  return sql<UnreadRow>`SELECT category, unread FROM alert_tally WHERE account_id = ${accountId} AND unread > 0
    ORDER BY category`;
}

/** The category of an alert; `undefined` where it does not exist or is somebody else's. */
export async function categoryOf(db: Queryable, accountId: number, alertId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('alert')
    .select('category')
    .where('id', '=', alertId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.category;
}

/** One alert, those of one category, or all of an account. */
export interface AlertsToMark {
  readonly accountId: number;
  readonly alertId?: number;
  readonly category?: number | undefined;
}

/** Marks what is unread of them. @returns how many were marked */
export async function markRead(tx: Tx, which: AlertsToMark, at: Date): Promise<number> {
  const one = which.alertId === undefined ? sql`` : sql`AND id = ${which.alertId}`;
  const { rows } = await sql<{ marked: number }>`
    WITH marked AS (
      UPDATE alert SET read_at = ${at} WHERE ${ofOwner(which)} ${one} AND read_at IS NULL RETURNING category),
    counted AS (
      UPDATE alert_tally SET unread = alert_tally.unread - part.marked
      FROM (SELECT category, count(*)::int AS marked FROM marked GROUP BY category) part
      WHERE alert_tally.account_id = ${which.accountId} AND alert_tally.category = part.category)
    SELECT count(*)::int AS marked FROM marked`.execute(tx);
  return rows[0]?.marked ?? 0;
}

/** Accounts for which something waits to be delivered, who waits longest first. */
export async function accountsWaiting(db: Queryable, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alert_outbox')
    .select('account_id')
    .groupBy('account_id')
    .orderBy((eb) => eb.fn.min('id'))
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Takes what waits for an account out of the outbox, oldest first; another delivery at the same time gets none of it. */
export async function takeWaiting(tx: Tx, accountId: number, limit: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    WITH taken AS (
      DELETE FROM alert_outbox WHERE id IN (
        SELECT id FROM alert_outbox WHERE account_id = ${accountId} ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, alert_id)
    SELECT alert.id, category, title, body, link, severity, read_at, created_at
    FROM taken JOIN alert ON alert.id = taken.alert_id ORDER BY taken.id`.execute(tx);
  return rows;
}
