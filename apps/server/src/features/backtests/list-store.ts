import { likePattern, type Queryable, type Schema } from '@trickdesk/db';
import { sql } from 'kysely';
import { type BacktestRecord, COLUMNS } from './store.ts';

export type BacktestSort = keyof typeof SORTS;

/** An account has few: they are sorted as they are read. What has no result yet stands last, either way. */
const SORTS = {
  name: sql`lower(name) COLLATE "C" ASC, id ASC`,
  '-name': sql`lower(name) COLLATE "C" DESC, id DESC`,
  time: sql`id ASC`,
  '-time': sql`id DESC`,
  result: sql`net_paise ASC NULLS LAST, id ASC`,
  '-result': sql`net_paise DESC NULLS LAST, id DESC`,
  return: sql`return_percent ASC NULLS LAST, id ASC`,
  '-return': sql`return_percent DESC NULLS LAST, id DESC`,
  trades: sql`trades ASC NULLS LAST, id ASC`,
  '-trades': sql`trades DESC NULLS LAST, id DESC`,
} as const;

export interface BacktestFilter {
  readonly search?: string | undefined;
  readonly status?: Schema['backtest']['status'] | undefined;
  readonly tricksId?: number | undefined;
}

interface ListAsked extends BacktestFilter {
  readonly accountId: number;
  /** Newest first where absent. */
  readonly sort?: BacktestSort | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of an account's back-tests; a search finds names and symbols. */
export async function listBacktests(
  db: Queryable,
  asked: ListAsked,
): Promise<{ readonly rows: BacktestRecord[]; readonly total: number }> {
  const found = filtered(db, asked);
  const [rows, { total }] = await Promise.all([
    found
      .select(COLUMNS)
      .orderBy(SORTS[asked.sort ?? '-time'])
      .limit(asked.limit)
      .offset(asked.offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

function filtered(db: Queryable, { accountId, search = '', status, tricksId }: ListAsked) {
  const pattern = likePattern(search);
  return db
    .selectFrom('backtest')
    .where('account_id', '=', accountId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'done'))
    .$if(tricksId !== undefined, (query) => query.where('tricks_id', '=', tricksId ?? 0))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('name', 'ilike', pattern),
          sql<boolean>`EXISTS (SELECT FROM jsonb_array_elements_text(symbols) symbol WHERE symbol ILIKE ${pattern})`,
        ]),
      ),
    );
}

/** As many as a choice can show. */
const MOST_TRICKS = 200;

interface TestedTricks {
  readonly tricks: readonly { readonly id: number; readonly name: string }[];
  /** Of how many tricks there are back-tests. */
  readonly total: number;
}

/**
 * The tricks that an account has tested, by name: each as its newest back-test calls it. Of more than a choice can show
 * those whose names a search finds come first, and the one that is asked for is always among them where it was tested.
 */
export async function listTestedTricks(
  db: Queryable,
  accountId: number,
  { search = '', tricksId }: Pick<BacktestFilter, 'search' | 'tricksId'>,
): Promise<TestedTricks> {
  const isFound = search === '' ? sql`false` : sql`name ILIKE ${likePattern(search)}`;
  const { rows } = await sql<{ id: number; name: string; total: number }>`
    SELECT id, name, total FROM (
      SELECT id, name, (count(*) OVER ())::int AS total,
        row_number() OVER (ORDER BY ${isFound} DESC, lower(name) COLLATE "C", id) AS place
      FROM (
        SELECT DISTINCT ON (tricks_id) tricks_id AS id, name FROM backtest
        WHERE account_id = ${accountId} AND tricks_id IS NOT NULL
        ORDER BY tricks_id, backtest.id DESC) tested) placed
    WHERE place <= ${MOST_TRICKS} OR id = ${tricksId ?? null}
    ORDER BY lower(name) COLLATE "C", id`.execute(db);
  return { tricks: rows.map(({ id, name }) => ({ id, name })), total: rows[0]?.total ?? 0 };
}
