import type { InstrumentTable, Queryable, Tx } from '@trickdesk/db';
import { type EpochMs, type Exchange, type IndiaDate, type InstrumentKind, indiaDateOf } from '@trickdesk/domain';
import { type Selectable, sql } from 'kysely';
import type { FeedHealth, LastPrice, StoredInstrument, SymbolRef } from './types.ts';

const EXCHANGES: readonly Exchange[] = ['NSE', 'BSE', 'NFO', 'BFO', 'MCX', 'CDS'];

function toExchange(text: string): Exchange {
  const exchange = EXCHANGES.find((known) => known === text);
  if (!exchange) throw new Error(`an instrument is on an unknown exchange: ${text}`);
  return exchange;
}

function toInstrument(row: Selectable<InstrumentTable>): StoredInstrument {
  return {
    id: row.id,
    exchange: toExchange(row.exchange),
    token: row.token,
    symbol: row.symbol,
    tradingSymbol: row.trading_symbol,
    name: row.name,
    kind: row.kind,
    tickPaise: row.tick_paise,
    lotSize: row.lot_size,
    active: row.active,
  };
}

/** An active instrument is preferred over one of the same symbol that is gone. */
export async function findInstrument(
  db: Queryable,
  exchange: string,
  symbol: string,
): Promise<StoredInstrument | undefined> {
  const row = await db
    .selectFrom('instrument')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('symbol', '=', symbol)
    .where('kind', 'in', ['equity', 'etf', 'index'])
    .orderBy('active', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return row && toInstrument(row);
}

export async function findInstrumentById(db: Queryable, id: number): Promise<StoredInstrument | undefined> {
  const row = await db.selectFrom('instrument').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toInstrument(row);
}

/** What the market offers to look at: shares, ETFs and indices of NSE. */
export async function listActiveInstruments(db: Queryable): Promise<StoredInstrument[]> {
  const rows = await db
    .selectFrom('instrument')
    .selectAll()
    .where('active', '=', true)
    .where('exchange', '=', 'NSE')
    .where('kind', 'in', ['equity', 'etf', 'index'])
    .orderBy('id')
    .execute();
  return rows.map(toInstrument);
}

/** Those of some symbols that there is a share, an ETF or an index of, offered or not. */
export async function listKnownSymbols(db: Queryable, exchange: string, symbols: readonly string[]): Promise<string[]> {
  if (symbols.length === 0) return [];
  const rows = await db
    .selectFrom('instrument')
    .select('symbol')
    .distinct()
    .where('exchange', '=', exchange)
    .where('symbol', 'in', symbols)
    .where('kind', 'in', ['equity', 'etf', 'index'])
    .execute();
  return rows.map(({ symbol }) => symbol);
}

export interface InstrumentSearch {
  readonly text: string;
  readonly kind?: InstrumentKind | undefined;
  readonly limit: number;
}

/** Best first: the symbol itself, then symbols that begin with the text, then names with a word that does, then the rest. */
export async function searchInstruments(db: Queryable, search: InstrumentSearch): Promise<StoredInstrument[]> {
  const literal = search.text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const rank = sql<number>`CASE
    WHEN upper(symbol) = upper(${search.text}) THEN 0
    WHEN symbol ILIKE ${`${literal}%`} THEN 1
    WHEN name ILIKE ${`${literal}%`} OR name ILIKE ${`% ${literal}%`} THEN 2
    ELSE 3 END`;
  let query = db
    .selectFrom('instrument')
    .selectAll()
    .where('active', '=', true)
    .where('kind', 'in', ['equity', 'etf', 'index'])
    .where(({ eb, or }) => or([eb('symbol', 'ilike', `%${literal}%`), eb('name', 'ilike', `%${literal}%`)]))
    .orderBy(rank)
    .orderBy(sql`length(symbol)`)
    .orderBy('symbol')
    .orderBy('exchange', 'desc')
    .limit(search.limit);
  if (search.kind !== undefined) query = query.where('kind', '=', search.kind);
  return (await query.execute()).map(toInstrument);
}

export interface InstrumentRow {
  readonly exchange: Exchange;
  readonly token: string;
  readonly symbol: string;
  readonly tradingSymbol: string;
  readonly name: string;
  readonly kind: InstrumentKind;
  readonly tickPaise: number;
  readonly lotSize: number;
  readonly expiry: IndiaDate | undefined;
  readonly strikePaise: number | undefined;
  readonly active: boolean;
}

/** Adds instruments and renews those that are known by exchange and trading symbol; their numbers stay. */
export async function upsertInstruments(tx: Tx, rows: readonly InstrumentRow[], at: Date): Promise<void> {
  await writeInstruments(tx, { rows, at, renewActive: true });
}

/** The same, but what is offered stays offered, and what is not stays so. */
export async function addInstruments(tx: Tx, rows: readonly InstrumentRow[], at: Date): Promise<void> {
  await writeInstruments(tx, { rows, at, renewActive: false });
}

interface InstrumentWrite {
  readonly rows: readonly InstrumentRow[];
  readonly at: Date;
  readonly renewActive: boolean;
}

async function writeInstruments(tx: Tx, { rows, at, renewActive }: InstrumentWrite): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('instrument')
    .values(rows.map((row) => instrumentColumns(row, at)))
    .onConflict((conflict) =>
      conflict.columns(['exchange', 'trading_symbol']).doUpdateSet(({ ref }) => ({
        token: ref('excluded.token'),
        symbol: ref('excluded.symbol'),
        name: ref('excluded.name'),
        kind: ref('excluded.kind'),
        tick_paise: ref('excluded.tick_paise'),
        lot_size: ref('excluded.lot_size'),
        expiry: ref('excluded.expiry'),
        strike_paise: ref('excluded.strike_paise'),
        updated_at: ref('excluded.updated_at'),
        ...(renewActive ? { active: ref('excluded.active') } : {}),
      })),
    )
    .execute();
}

function instrumentColumns(row: InstrumentRow, at: Date) {
  return {
    exchange: row.exchange,
    token: row.token,
    symbol: row.symbol,
    trading_symbol: row.tradingSymbol,
    name: row.name,
    kind: row.kind,
    tick_paise: row.tickPaise,
    lot_size: row.lotSize,
    expiry: row.expiry ?? null,
    strike_paise: row.strikePaise === undefined ? null : BigInt(row.strikePaise),
    active: row.active,
    updated_at: at,
  };
}

/** After a whole list was read: what it did not name is no longer offered. */
export async function retireInstruments(tx: Tx, notRenewedSince: Date): Promise<void> {
  await tx.updateTable('instrument').set({ active: false }).where('updated_at', '<', notRenewedSince).execute();
}

/** An instrument that only an imported file knows: readable, not offered. An existing one is left as it is. */
export async function ensureInstrument(tx: Tx, row: InstrumentRow, at: Date): Promise<number> {
  const existing = await findInstrument(tx, row.exchange, row.symbol);
  if (existing) return existing.id;
  await upsertInstruments(tx, [row], at);
  const added = await findInstrument(tx, row.exchange, row.symbol);
  if (!added) throw new Error(`the instrument ${row.exchange}:${row.symbol} was written but is not there`);
  return added.id;
}

export type LastPriceRow = Omit<LastPrice, 'exchange' | 'symbol' | 'unitsOf'>;

export async function putLastPrices(db: Queryable, dataset: string, rows: readonly LastPriceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO last_price (dataset, instrument_id, price_paise, open_paise, high_paise, low_paise,
      previous_close_paise, volume, at)
    SELECT ${dataset}, id, p, o, h, l, c, v, to_timestamp(at / 1000.0)
    FROM unnest(
      ${rows.map((row) => row.instrumentId)}::int[], ${rows.map((row) => row.pricePaise)}::int[],
      ${rows.map((row) => row.openPaise)}::int[], ${rows.map((row) => row.highPaise)}::int[],
      ${rows.map((row) => row.lowPaise)}::int[], ${rows.map((row) => row.previousClosePaise)}::int[],
      ${rows.map((row) => row.volume)}::bigint[], ${rows.map((row) => row.at)}::double precision[])
      AS last(id, p, o, h, l, c, v, at)
    ON CONFLICT (dataset, instrument_id) DO UPDATE SET
      price_paise = excluded.price_paise, open_paise = excluded.open_paise, high_paise = excluded.high_paise,
      low_paise = excluded.low_paise, previous_close_paise = excluded.previous_close_paise,
      volume = excluded.volume, at = excluded.at, units_of = NULL`.execute(db);
}

/** The release before leaves the ex-date beside the prices of a later day. */
function laterOf(day: IndiaDate, exDate: IndiaDate | null): IndiaDate {
  return exDate !== null && exDate > day ? exDate : day;
}

export async function readLastPrices(db: Queryable, dataset: string, refs: readonly SymbolRef[]): Promise<LastPrice[]> {
  if (refs.length === 0) return [];
  const rows = await db
    .selectFrom('last_price')
    .innerJoin('instrument', 'instrument.id', 'last_price.instrument_id')
    .selectAll('last_price')
    .select(['instrument.exchange', 'instrument.symbol'])
    .where('last_price.dataset', '=', dataset)
    .where('instrument.active', '=', true)
    .where(({ eb, or, and }) =>
      or(
        refs.map((ref) =>
          and([eb('instrument.exchange', '=', ref.exchange ?? 'NSE'), eb('instrument.symbol', '=', ref.symbol)]),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    exchange: toExchange(row.exchange),
    symbol: row.symbol,
    pricePaise: row.price_paise,
    openPaise: row.open_paise,
    highPaise: row.high_paise,
    lowPaise: row.low_paise,
    previousClosePaise: row.previous_close_paise,
    volume: Number(row.volume),
    at: row.at.getTime(),
    unitsOf: laterOf(indiaDateOf(row.at.getTime()), row.units_of),
  }));
}

export interface ClockRow {
  readonly exchangeAt: EpochMs;
  /** Wall clock of the feed when it wrote the row. */
  readonly seenAt: EpochMs;
  readonly speed: number;
  readonly feed: FeedHealth;
}

export async function readClock(db: Queryable, dataset: string): Promise<ClockRow | undefined> {
  const row = await db.selectFrom('market_clock').selectAll().where('dataset', '=', dataset).executeTakeFirst();
  return (
    row && {
      exchangeAt: row.exchange_at.getTime(),
      seenAt: row.seen_at.getTime(),
      speed: row.speed,
      feed: row.feed,
    }
  );
}

export async function putClock(db: Queryable, dataset: string, clock: ClockRow): Promise<void> {
  const content = {
    exchange_at: new Date(clock.exchangeAt),
    seen_at: new Date(clock.seenAt),
    speed: clock.speed,
    feed: clock.feed,
  };
  await db
    .insertInto('market_clock')
    .values({ dataset, ...content })
    .onConflict((conflict) => conflict.column('dataset').doUpdateSet(content))
    .execute();
}

/** Days with prices: those in the tail, and those of the instrument with the longest daily history. */
export async function recordedDays(db: Queryable, dataset: string): Promise<IndiaDate[]> {
  const { rows: recent } = await sql<{ day: string }>`
    SELECT DISTINCT (open_at AT TIME ZONE 'Asia/Kolkata')::date AS day FROM candle_tail WHERE dataset = ${dataset}
    UNION SELECT (exchange_at AT TIME ZONE 'Asia/Kolkata')::date FROM market_clock WHERE dataset = ${dataset}`.execute(
    db,
  );
  return recent.map((row) => row.day);
}

/** How many of the market's instruments have their history; the feed writes minutes last. */
export async function countHistory(
  db: Queryable,
  dataset: string,
): Promise<{ readonly done: number; readonly total: number }> {
  const { rows } = await sql<{ done: bigint; total: bigint }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE EXISTS (
      SELECT FROM candle_block AS block
      WHERE block.dataset = ${dataset} AND block.instrument_id = instrument.id AND block.bar_interval = '1m')) AS done
    FROM instrument
    WHERE active AND exchange = 'NSE' AND kind IN ('equity', 'etf', 'index')`.execute(db);
  return { done: Number(rows[0]?.done ?? 0), total: Number(rows[0]?.total ?? 0) };
}

/** The series of one interval with the most bars. */
export async function longestSeries(db: Queryable, dataset: string, interval: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('candle_block')
    .select('instrument_id')
    .where('dataset', '=', dataset)
    .where('bar_interval', '=', interval)
    .groupBy('instrument_id')
    .orderBy(({ fn }) => fn.sum('row_count'), 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.instrument_id;
}

/** The market-data account's session of a dataset, as it was sealed. */
export async function findSealedSession(db: Queryable, dataset: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('feed_session')
    .select('sealed_tokens')
    .where('dataset', '=', dataset)
    .executeTakeFirst();
  return row?.sealed_tokens;
}

export async function putSealedSession(
  db: Queryable,
  session: { readonly dataset: string; readonly sealed: Buffer; readonly at: Date },
): Promise<void> {
  const content = { sealed_tokens: session.sealed, updated_at: session.at };
  await db
    .insertInto('feed_session')
    .values({ dataset: session.dataset, ...content })
    .onConflict((conflict) => conflict.column('dataset').doUpdateSet(content))
    .execute();
}
