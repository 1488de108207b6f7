import type { Database, Schema } from '@trickdesk/db';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { TestApi } from '../../../testing/test-api.ts';
import { putClock, putLastPrices, upsertInstruments } from '../../market-data/store.ts';
import { seedCatalogue } from '../../strategies/index.ts';

/** Rows as the desk, a live run and the feed leave them, without any of them. */

export const DAY = '2026-01-05';
let numbers = 0;

/** A broker account of an account, signed in until the end of the day. @returns its id */
export async function insertLink({ kysely }: Database, accountId: number): Promise<number> {
  numbers += 1;
  const row = await kysely
    .insertInto('broker_link')
    .values({
      account_id: accountId,
      broker: 'Angel One',
      environment: 'simulator',
      client_code: `R${1000 + numbers}`,
      holder_name: 'ASHA RAO',
      status: 'linked',
      status_reason: null,
      sealed_secrets: null,
      last_login_at: new Date(0),
      token_expires_at: new Date('2026-01-06T00:00:00Z'),
      funds_available_paise: 1_000_000_00n,
      funds_used_paise: 0n,
      unlinked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A copy of a strategy that runs. @returns its id */
export async function insertDeployment(
  { kysely }: Database,
  deployment: { readonly accountId: number; readonly linkId?: number; readonly mode?: 'paper' | 'live' },
): Promise<number> {
  const { accountId, linkId, mode = 'live' } = deployment;
  const version = await kysely.selectFrom('strategy_version').select(['id', 'strategy_id']).executeTakeFirstOrThrow();
  numbers += 1;
  const row = await kysely
    .insertInto('deployment')
    .values({
      account_id: accountId,
      strategy_id: version.strategy_id,
      strategy_version_id: version.id,
      name: `Trick ${numbers}`,
      mode,
      status: 'running',
      phase: 'running',
      status_reason: null,
      capital_paise: 100_000_00n,
      max_loss_per_day_paise: null,
      max_trades_per_day: null,
      square_off_minute: null,
      notify: JSON.stringify({ trades: true, halts: true }),
      broker_link_id: linkId ?? null,
      run_number: 1,
      started_at: new Date(0),
      stopped_at: null,
      last_decision_at: null,
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type OrderColumns = Insertable<Schema['broker_order']>;

/** An order at the broker, or on its way there: a filled entry of 100 SBIN at 600 where nothing else is said. */
export async function insertOrder(
  { kysely }: Database,
  order: Pick<OrderColumns, 'account_id' | 'broker_link_id'> & Partial<OrderColumns>,
): Promise<number> {
  const at = new Date('2026-01-05T03:50:00Z');
  const row = await kysely
    .insertInto('broker_order')
    .values({
      role: 'entry',
      run_number: order.deployment_id ? 1 : null,
      exchange: 'NSE',
      symbol: 'SBIN',
      token: '3045',
      trading_symbol: 'SBIN-EQ',
      side: 'buy',
      product: 'intraday',
      kind: 'limit',
      placed_kind: 'limit',
      quantity: 100,
      price_paise: 600_00,
      state: 'filled',
      filled_quantity: 100,
      filled_value_paise: 60_000_00n,
      told_quantity: 100,
      told_value_paise: 60_000_00n,
      decided_at: at,
      exchange_at: at,
      day: DAY,
      updated_at: at,
      ...order,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The position that a run knows of its orders, and an exit of it where one was decided. */
export async function insertPosition(
  { kysely }: Database,
  position: {
    readonly accountId: number;
    readonly deploymentId: number;
    readonly mode?: 'paper' | 'live';
    readonly stopPaise?: number;
    /** The state of the exit. */
    readonly exit?: 'open' | 'cancelled';
  },
): Promise<void> {
  const { accountId, deploymentId, mode = 'live', stopPaise = null, exit = null } = position;
  await sql`WITH entry AS (
      INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
        quantity, filled_quantity, average_paise, state, reason, at, day)
      VALUES (${accountId}, ${deploymentId}, ${mode}, 1, 1, 'SBIN', 'NSE', 'buy', 'entry', 100, 100, 60000, 'filled', '-',
        '2026-01-05T03:50:00Z', ${DAY}) RETURNING id),
    left_it AS (INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
        purpose, quantity, state, reason, at, day)
      SELECT ${accountId}, ${deploymentId}, ${mode}, 1, 2, 'SBIN', 'NSE', 'sell', 'exit', 100, ${exit}, '-',
        '2026-01-05T03:55:00Z', ${DAY} WHERE ${exit}::text IS NOT NULL),
    told AS (UPDATE broker_order SET trade_order_id = (SELECT id FROM entry)
      WHERE deployment_id = ${deploymentId} AND role = 'entry')
    INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity, status,
      entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise, stop_paise)
    SELECT ${accountId}, ${deploymentId}, ${mode}, 1, 'SBIN', 'NSE', 'long', 100, 'open', '2026-01-05T03:50:00Z', 60000,
      0, id, '-', 0, ${stopPaise}::int FROM entry`.execute(kysely);
}

/** A market in which SBIN trades at a price, a moment ago. @returns the instrument's id */
export async function openMarket(api: TestApi, pricePaise = 600_00): Promise<number> {
  const { db } = api.database;
  const { dataset } = api.services.marketData;
  const now = api.clock.now();
  await seedCatalogue(db, new Date(now));
  const at = new Date(now);
  await db.transaction((tx) =>
    upsertInstruments(
      tx,
      [
        {
          exchange: 'NSE',
          token: '3045',
          symbol: 'SBIN',
          tradingSymbol: 'SBIN-EQ',
          name: 'STATE BANK',
          kind: 'equity',
          tickPaise: 5,
          lotSize: 1,
          expiry: undefined,
          strikePaise: undefined,
          active: true,
        },
      ],
      at,
    ),
  );
  const { id } = await db.kysely
    .selectFrom('instrument')
    .select('id')
    .where('symbol', '=', 'SBIN')
    .executeTakeFirstOrThrow();
  await putClock(db.kysely, dataset, { exchangeAt: now, seenAt: now, speed: 1, feed: 'live' });
  await putPrice(api, id, pricePaise);
  return id;
}

export async function putPrice(api: TestApi, instrumentId: number, pricePaise: number): Promise<void> {
  const { dataset } = api.services.marketData;
  const price = { openPaise: 600_00, highPaise: 700_00, lowPaise: 500_00, previousClosePaise: 600_00, volume: 1 };
  await putLastPrices(api.database.db.kysely, dataset, [{ instrumentId, pricePaise, ...price, at: api.clock.now() }]);
}
