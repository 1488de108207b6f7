import { type IndiaDate, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { ParityDays } from '../desk/testing/parity-day.ts';
import type { DayParity } from './rules.ts';
import { makeReport } from './service.ts';

const DAY: IndiaDate = '2026-07-31';
const on = (symbol: string) => [{ exchange: 'NSE' as const, symbol }];
const session = { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] };

/** With stops that rest at the broker, targets, exits by a condition, and orders larger than the best level shows. */
const TRICKS: Readonly<Record<string, StrategyDefinitionInput>> = {
  'both ways': {
    ...{ format: 1, product: 'INTRADAY', instruments: on('SBIN'), interval: '1m', direction: 'both', session },
    sizing: { method: 'capital_share', percent: 90 },
    entry: { long: 'ema(close, 3) crosses above ema(close, 8)', short: 'ema(close, 3) crosses below ema(close, 8)' },
    exit: { long: 'ema(close, 3) crosses below ema(close, 8)', short: 'ema(close, 3) crosses above ema(close, 8)' },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.2 },
      target: { kind: 'percent', percent: 0.3 },
      maxTradesPerDay: 12,
    },
  },
  'large orders': {
    ...{ format: 1, product: 'INTRADAY', instruments: on('INFY'), interval: '3m', direction: 'long', session },
    sizing: { method: 'fixed_quantity', quantity: 109 },
    entry: { long: 'close > open' },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.2 },
      target: { kind: 'percent', percent: 0.2 },
      maxTradesPerDay: 12,
    },
  },
};

let days: ParityDays;
const reports = new Map<string, DayParity>();
beforeAll(async () => {
  days = await ParityDays.open(['SBIN', 'INFY'], [DAY, DAY], 3, 'real');
  for (const [name, definition] of Object.entries(TRICKS)) await days.goLive(name, definition);
  await days.start();
  await days.play();
  const closed = CALENDAR.sessionOn(DAY);
  if (!closed) throw new Error('the day has no session');
  days.market.exchange.runTo(closed.closeAt);
  await days.world.setClock(closed.closeAt + MINUTE_MS);
  const { testDb, clock, marketData } = days.world;
  for (const [name, { deploymentId }] of days.tricks) {
    const parts = { database: testDb.db, clock, marketData, paperSlippageBps: 0 };
    const report = await makeReport(parts, deploymentId, closed);
    if (report) reports.set(name, report);
  }
}, 300_000);
afterAll(() => days.close());

test.for(Object.keys(TRICKS))(
  'on a market with spread and depth, each difference of a live day has a cause: %s',
  (name) => {
    const report = reports.get(name);
    console.log(`live day, ${name}: ${report?.trades.length} trades, ${JSON.stringify(report?.parts)}`);
    expect(report?.trades.length).toBeGreaterThan(5);
    expect(report?.parts.map(({ cause }) => cause)).toContain('spread');
    expect(report).toMatchObject({ unexplained: 0, unquoted: 0 });
  },
);

const sentOrders = () =>
  days.world.testDb.db.kysely.selectFrom('broker_order').selectAll().where('sent_at', 'is not', null).execute();

/** What an order met by the exchange's own book: when it was sent, or when its stop was turned into the exit. */
function metBy({ tag, broker_order_id: id, placed_kind: placed }: Awaited<ReturnType<typeof sentOrders>>[number]) {
  return days.met.get((placed === 'limit' ? tag : id) ?? '');
}

test('the quote kept with an order is the exchange’s own book when it left, at a bar’s end too', async () => {
  const left = (await sentOrders()).filter((row) => row.kind === 'limit' && row.filled_quantity > 0);
  expect(left.length).toBeGreaterThan(30);
  for (const row of left) {
    const kept = { bidPaise: row.quote_bid_paise, askPaise: row.quote_ask_paise };
    expect({ tag: row.tag, ...kept }).toEqual({ tag: row.tag, ...metBy(row) });
  }
});

test('where nothing moves between an order and its fill, slippage is what it took beyond the best price, to the paisa', async () => {
  const { linkId } = days.tricks.get('both ways') ?? {};
  const filled = (await sentOrders()).filter((row) => row.broker_link_id === linkId && row.filled_quantity > 0);
  expect(filled.map(({ kind }) => kind)).not.toContain('stop_limit');
  const beyond = filled.map((row) => {
    const { bidPaise = 0, askPaise = 0 } = metBy(row) ?? {};
    const value = Number(row.filled_value_paise);
    return row.side === 'buy' ? value - askPaise * row.filled_quantity : bidPaise * row.filled_quantity - value;
  });
  const paid = new Map(reports.get('both ways')?.parts.map(({ cause, paise }) => [cause, paise]));
  expect(Math.min(...beyond)).toBe(0);
  // Averages are made of whole paise: what is lost by that stands beside it.
  expect((paid.get('slippage') ?? 0) + (paid.get('rounding') ?? 0)).toBe(
    -beyond.reduce((sum, paise) => sum + paise, 0),
  );
});

test('an order at the broker keeps what the market showed when it left; a stop that never acted left into nothing', async () => {
  const rows = await sentOrders();
  const filled = rows.filter((row) => row.filled_quantity > 0);
  expect(filled.length).toBeGreaterThan(10);
  for (const { quote_bid_paise: bid, quote_ask_paise: ask, quote_at: at, day } of filled) {
    expect(bid).toBeLessThan(ask ?? 0);
    expect(at?.toISOString().slice(0, 10)).toBe(day);
  }
  const idle = rows.filter((row) => row.kind === 'stop_limit' && row.filled_quantity === 0);
  for (const row of idle) expect(row.quote_at).toBeNull();
});
