import type { Queryable, Tx } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaMoment, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';
import type { PricedOrder } from './lines.ts';

/** Every SQL statement about the risk of accounts. Live trading alone. */

const ENDED_STATES = ORDER_STATES.filter(isTerminal);
const MINUTE_MS = 60_000;
/** The space of our lock's keys: "risk" in letters. */
const LOCK_SPACE = 1919513451;
/** The switch of the whole product. */
const PRODUCT = 0;

/** Entries of one account are decided one after another, in all processes: each sees what the one before has taken. */
export async function lockRisk(tx: Tx, accountId: number): Promise<void> {
  await sql`/* prepared */ SELECT pg_advisory_xact_lock(${LOCK_SPACE}::int, ${accountId}::int)`.execute(tx);
}

export interface Moment {
  readonly accountId: number;
  /** Whose session an entry goes through; the account's newest where nobody asks for an entry. */
  readonly brokerLinkId?: number;
  readonly dataset: string;
  /** The exchange's day. */
  readonly day: IndiaDate;
  readonly wallNow: EpochMs;
}

export interface LimitColumns {
  readonly max_loss_per_day_paise: bigint | null;
  readonly max_trades_per_day: number | null;
  readonly max_gross_exposure_paise: bigint | null;
  readonly max_net_exposure_paise: bigint | null;
  readonly max_margin_percent: number | null;
  readonly max_orders_per_minute: number | null;
  readonly next_limits: unknown;
  readonly next_from: string | null;
}

export interface AccountColumns extends LimitColumns {
  readonly locked_until: Date | null;
  readonly lock_reason: string | null;
  readonly stopped_day: string | null;
  readonly is_killed: boolean;
  readonly desk_killed: boolean;
  readonly product_killed: boolean;
  readonly link_status: string | null;
  readonly token_expires_at: Date | null;
  readonly funds_available_paise: bigint | null;
  readonly funds_used_paise: bigint | null;
  readonly realised_paise: bigint;
  readonly trick_trades: bigint;
  readonly last_minute: bigint;
  readonly version: bigint | null;
}

/** Limits, switches and what can be counted without looking at single orders. */
export async function selectAccount(db: Queryable, moment: Moment): Promise<AccountColumns> {
  const { accountId, brokerLinkId, dataset, day, wallNow } = moment;
  const chosen = brokerLinkId === undefined ? sql`` : sql`AND id = ${brokerLinkId}`;
  const { rows } = await sql<AccountColumns>`/* prepared */
    SELECT limits.max_loss_per_day_paise, limits.max_trades_per_day, limits.max_gross_exposure_paise,
      limits.max_net_exposure_paise, limits.max_margin_percent, limits.max_orders_per_minute, limits.next_limits,
      limits.next_from, limits.locked_until, limits.lock_reason, limits.stopped_day,
      EXISTS (SELECT FROM kill_switch WHERE account_id = ${accountId}) AS is_killed,
      EXISTS (SELECT FROM desk_switch WHERE account_id = ${accountId}) AS desk_killed,
      EXISTS (SELECT FROM kill_switch WHERE account_id = ${PRODUCT}) AS product_killed,
      link.status AS link_status, link.token_expires_at, link.funds_available_paise, link.funds_used_paise,
      (SELECT coalesce(sum(net_paise), 0)::bigint FROM daily_result
        WHERE account_id = ${accountId} AND mode = 'live' AND day = ${day}::date)
        + ${broughtIn({ accountId, dataset, day })} AS realised_paise,
      counts.trick_trades, counts.last_minute,
      (SELECT version FROM risk_version WHERE account_id = ${accountId}) AS version
    FROM (SELECT
        count(DISTINCT coalesce(trade_order_id, -id)) FILTER (WHERE role = 'entry' AND day = ${day}::date
          AND (filled_quantity > 0 OR state <> ALL (${ENDED_STATES}::text[]))) AS trick_trades,
        count(*) FILTER (WHERE decided_at > ${new Date(wallNow - MINUTE_MS)}) AS last_minute
      FROM broker_order WHERE account_id = ${accountId} AND exchange_at >= ${new Date(indiaMoment(day))}) counts
    LEFT JOIN risk_limit limits ON limits.account_id = ${accountId}
    LEFT JOIN LATERAL (SELECT status, token_expires_at, funds_available_paise, funds_used_paise FROM broker_link
      WHERE account_id = ${accountId} AND unlinked_at IS NULL ${chosen}
      ORDER BY last_login_at DESC, id DESC LIMIT 1) link ON true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement that always answers a row answered none');
  return row;
}

/**
 * What is to be added to the day's results so that a position of an earlier day counts by what it moved today, as it did
 * while it was held: what it had gained or lost by the last close is neither a loss of today nor room for one.
 */
function broughtIn({ accountId, dataset, day }: Pick<Moment, 'accountId' | 'dataset' | 'day'>): RawBuilder<bigint> {
  const begins = new Date(indiaMoment(day));
  return sql<bigint>`(SELECT coalesce(sum(moved.paise - held.net_paise), 0)::bigint
    FROM position held
    CROSS JOIN LATERAL (SELECT CASE WHEN last.at < ${begins} THEN last.price_paise ELSE last.previous_close_paise END
        AS close_paise
      FROM instrument JOIN last_price last ON last.dataset = ${dataset} AND last.instrument_id = instrument.id
      WHERE instrument.exchange = held.exchange AND instrument.symbol = held.symbol AND instrument.active
      ORDER BY instrument.id LIMIT 1) before
    CROSS JOIN LATERAL (SELECT coalesce(sum(sold.filled_quantity::bigint * (sold.average_paise - before.close_paise)
        * CASE held.direction WHEN 'long' THEN 1 ELSE -1 END - sold.charges_paise), 0) AS paise
      FROM trade_order sold
      WHERE sold.deployment_id = held.deployment_id AND sold.run_number = held.run_number
        AND sold.symbol = held.symbol AND sold.purpose = 'exit' AND sold.filled_quantity > 0
        AND sold.at <= held.exit_at AND (sold.day = ${day}::date OR sold.id = held.exit_order_id)) moved
    WHERE held.account_id = ${accountId} AND held.mode = 'live' AND held.status = 'closed'
      AND held.exit_day = ${day}::date AND held.entry_at < ${begins})`;
}

/**
 * Orders behind what the account holds or may come to hold: of tricks, those whose position is not closed for the desk;
 * by hand, those of the day, also one that the broker has kept for it since the evening before. What was closed by hand of a trick's position is the trick's, so that it is taken out of
 * what was done by hand. A position that its owner took over on the day is theirs, as one purchase or sale: no run knows
 * of it any more, and its stop that stayed closes it. Of live baskets those of the days before, in the units of this one: a
 * basket holds for years. With the changes that owners asked for and no broker has answered.
 * A share without a price of the day closed at its last one: what its row calls the close before is that of a day
 * earlier. In the order in which they were made.
 */
export async function listLineOrders(
  db: Queryable,
  { accountId, dataset, day }: Pick<Moment, 'accountId' | 'dataset' | 'day'>,
): Promise<PricedOrder[]> {
  const alive = sql`(o.filled_quantity > 0 OR o.state <> ALL (${ENDED_STATES}::text[]))`;
  const { rows } = await sql<StoredLineOrder>`/* prepared */
    SELECT o.id, o.deployment_id, o.run_number, o.broker_link_id, o.role, o.trade_order_id, o.symbol, o.product, o.side, o.quantity,
      o.price_paise, o.trigger_paise, o.state, o.filled_quantity, o.filled_value_paise, o.told_quantity, o.settled_quantity, o.is_before,
      o.since IS NOT NULL OR (o.role = 'own' AND EXISTS (SELECT FROM basket_order WHERE broker_order_id = o.id)) AS is_of_basket,
      CASE WHEN o.since IS NULL THEN NULL ELSE (SELECT json_agg(json_build_array(old_units, new_units) ORDER BY ex_date)
        FROM corporate_action WHERE dataset = ${dataset} AND instrument_id = instrument.id AND kind <> 'demerger'
          AND ex_date > o.since AND ex_date <= ${day}::date) END AS unit_changes,
      instrument.kind, instrument.id AS instrument_id, last.price_paise AS last_paise, last.at AS last_at,
      CASE WHEN last.at < ${new Date(indiaMoment(day))} THEN last.price_paise ELSE last.previous_close_paise END
        AS previous_close_paise, held.entry_order_id,
      o.asked_quantity, o.asked_low_paise, o.asked_high_paise,
      EXISTS (SELECT FROM order_news news WHERE news.deployment_id = o.deployment_id
        AND news.run_number = o.run_number AND news.applied_at IS NULL) AS has_news
    FROM (
      SELECT o.id, deployment_id, run_number, o.broker_link_id, role, trade_order_id, o.exchange, o.symbol, o.product, o.side, o.quantity,
        o.price_paise, o.trigger_paise, o.state, o.filled_quantity, o.filled_value_paise, o.told_quantity,
        o.settled_quantity, o.day < ${day}::date AS is_before,
        NULL::int AS asked_quantity, NULL::int AS asked_low_paise, NULL::int AS asked_high_paise, NULL::date AS since
      FROM broker_order o
      WHERE o.broker_link_id = ANY (ARRAY(SELECT id FROM broker_link WHERE account_id = ${accountId}))
        AND NOT o.settled AND o.account_id = ${accountId} AND o.role IN ('entry', 'exit', 'protective') AND ${alive}
      UNION ALL
      SELECT o.id, NULL, NULL, o.broker_link_id, role, trade_order_id, o.exchange, o.symbol, o.product,
        CASE WHEN o.placed_kind <> 'elsewhere' THEN o.side WHEN o.side = 'buy' THEN 'sell' ELSE 'buy' END, o.quantity,
        o.price_paise, o.trigger_paise, o.state, o.filled_quantity, o.filled_value_paise, o.told_quantity,
        o.settled_quantity, false, asked.quantity, asked.low_paise, asked.high_paise, NULL
      FROM broker_order o
      LEFT JOIN LATERAL (SELECT max((body->>'quantity')::int) AS quantity, min((body->>'pricePaise')::int) AS low_paise,
          max((body->>'pricePaise')::int) AS high_paise FROM broker_order_request
        WHERE broker_order_id = o.id AND applied_at IS NULL AND verb = 'modify') asked ON o.role = 'own'
      WHERE o.account_id = ${accountId} AND o.day = ${day}::date AND (o.role IN ('own', 'foreign') OR o.placed_kind = 'elsewhere') AND ${alive}
      UNION ALL
      SELECT opened.id, NULL, NULL, opened.broker_link_id, 'entry', held.entry_order_id, held.exchange, held.symbol,
        opened.product, CASE held.direction WHEN 'long' THEN 'buy' ELSE 'sell' END, held.quantity, held.entry_paise, NULL,
        'filled', held.quantity, held.quantity::bigint * held.entry_paise, held.quantity, 0,
        held.entry_at < ${new Date(indiaMoment(day))}, NULL, NULL, NULL, NULL
      FROM position held
      CROSS JOIN LATERAL (SELECT id, broker_link_id, product FROM broker_order
        WHERE trade_order_id = held.entry_order_id AND role = 'entry' ORDER BY id LIMIT 1) opened
      WHERE held.account_id = ${accountId} AND held.mode = 'live' AND held.status = 'closed'
        AND held.exit_day = ${day}::date AND held.exit_paise IS NULL
      UNION ALL
      SELECT done.broker_order_id, NULL, NULL, kept.broker_link_id, 'own', NULL, 'NSE', done.symbol, 'delivery', done.side,
        done.filled_quantity, done.limit_paise::int, NULL, 'filled', done.filled_quantity, done.filled_value_paise,
        done.filled_quantity, 0, true, NULL, NULL, NULL, done.day
      FROM owned_basket kept JOIN basket_order done ON done.owned_basket_id = kept.id
      WHERE kept.account_id = ${accountId} AND kept.mode = 'live' AND kept.dataset = ${dataset} AND kept.status <> 'closed'
        AND done.day < ${day}::date AND done.filled_quantity > 0) o
    LEFT JOIN LATERAL (SELECT id, kind FROM instrument
      WHERE exchange = o.exchange AND symbol = o.symbol AND active ORDER BY id LIMIT 1) instrument ON true
    LEFT JOIN last_price last ON last.dataset = ${dataset} AND last.instrument_id = instrument.id
    LEFT JOIN position held ON held.deployment_id = o.deployment_id AND held.run_number = o.run_number
      AND held.symbol = o.symbol AND held.status = 'open'
    ORDER BY o.id`.execute(db);
  return rows.map(inUnitsOfDay);
}

/** Of a basket's order: what units have become since, each step as old ones to those that came of them. */
type StoredLineOrder = PricedOrder & { readonly unit_changes: readonly (readonly [number, number])[] | null };

/** Whole units of each order: fractions were paid out. */
function inUnitsOfDay({ unit_changes: changes, ...order }: StoredLineOrder): PricedOrder {
  if (changes === null) return order;
  const quantity = changes.reduce((units, [old, now]) => Math.floor((units * now) / old), order.filled_quantity);
  return { ...order, quantity, filled_quantity: quantity, told_quantity: quantity };
}

export interface MarketRow {
  readonly exchange_at: Date | null;
  readonly seen_at: Date | null;
  readonly speed: number | null;
  readonly feed: 'live' | 'stale' | 'down' | null;
  readonly price_paise: number | null;
  readonly previous_close_paise: number | null;
  readonly at: Date | null;
  readonly minute_close_paise: number | null;
  readonly minute_at: Date | null;
}

/** The market's clock, and an instrument's last price and last whole minute of the session. */
export async function readMarket(
  db: Queryable,
  asked: { readonly dataset: string; readonly instrumentId: number; readonly sessionOpenAt: EpochMs },
): Promise<MarketRow> {
  const { dataset, instrumentId } = asked;
  const { rows } = await sql<MarketRow>`/* prepared */
    SELECT clock.exchange_at, clock.seen_at, clock.speed, clock.feed,
      last.price_paise, last.previous_close_paise, last.at, minute.close_paise AS minute_close_paise,
      minute.open_at AS minute_at
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (SELECT open_at, close_paise FROM candle_tail WHERE dataset = ${dataset}
      AND instrument_id = ${instrumentId} AND open_at >= ${new Date(asked.sessionOpenAt)}
      ORDER BY open_at DESC LIMIT 1) minute ON true
    LEFT JOIN market_clock clock ON clock.dataset = ${dataset}
    LEFT JOIN last_price last ON last.dataset = ${dataset} AND last.instrument_id = ${instrumentId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement that always answers a row answered none');
  return row;
}

type FeedWord = NonNullable<MarketRow['feed']>;

/** The market's clock as the feed keeps it. */
export async function readClock(
  db: Queryable,
  dataset: string,
): Promise<{ exchange_at: Date; seen_at: Date; speed: number; feed: FeedWord } | undefined> {
  const { rows } = await sql<{ exchange_at: Date; seen_at: Date; speed: number; feed: FeedWord }>`/* prepared */
    SELECT exchange_at, seen_at, speed, feed FROM market_clock WHERE dataset = ${dataset}`.execute(db);
  return rows[0];
}

export interface StoredPrice {
  readonly instrument_id: number;
  readonly price_paise: number;
  readonly previous_close_paise: number;
  readonly at: Date;
}

/** The market's clock as the feed keeps it, and the last prices of instruments. */
export async function readClockAndPrices(
  db: Queryable,
  dataset: string,
  instrumentIds: readonly number[] | 'all',
): Promise<{
  readonly row: { exchange_at: Date; seen_at: Date; speed: number; feed: FeedWord } | undefined;
  readonly prices: readonly StoredPrice[];
}> {
  const row = await db
    .selectFrom('market_clock')
    .select(['exchange_at', 'seen_at', 'speed', 'feed'])
    .where('dataset', '=', dataset)
    .executeTakeFirst();
  const all = db
    .selectFrom('last_price')
    .select(['instrument_id', 'price_paise', 'previous_close_paise', 'at'])
    .where('dataset', '=', dataset);
  if (instrumentIds === 'all') return { row, prices: await all.execute() };
  if (instrumentIds.length === 0) return { row, prices: [] };
  return { row, prices: await all.where('instrument_id', 'in', [...instrumentIds]).execute() };
}
