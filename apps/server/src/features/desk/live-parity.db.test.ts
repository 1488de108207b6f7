import { indiaMoment } from '@trickdesk/domain';
import { compileStrategy, parseDefinition, runBacktest, type StrategyDefinitionInput } from '@trickdesk/engine';
import { scaledCount } from '@trickdesk/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { decisionBodies } from '../deployments/testing/world.ts';
import { baseFactsOf } from '../strategies/index.ts';
import { ParityDays } from './testing/parity-day.ts';

const intraday = { format: 1, product: 'INTRADAY' } as const;
const session = { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] };
const on = (...symbols: string[]) => symbols.map((symbol) => ({ exchange: 'NSE' as const, symbol }));
const share = (percent: number) => ({ method: 'capital_share' as const, percent });

/** Each with other rules for entries, exits, levels and sizes. */
const TRICKS: Readonly<Record<string, StrategyDefinitionInput>> = {
  'both ways with stop, target and trailing': {
    ...intraday,
    ...{ instruments: on('SBIN'), interval: '1m', direction: 'both', session, sizing: share(60) },
    entry: { long: 'ema(close, 3) crosses above ema(close, 8)', short: 'ema(close, 3) crosses below ema(close, 8)' },
    exit: { long: 'ema(close, 3) crosses below ema(close, 8)', short: 'ema(close, 3) crosses above ema(close, 8)' },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.2 },
      target: { kind: 'percent', percent: 0.3 },
      trailing: { kind: 'percent', percent: 0.15 },
      maxTradesPerDay: 8,
    },
  },
  'two shares that share the cash': {
    ...intraday,
    ...{ instruments: on('SBIN', 'INFY'), interval: '3m', direction: 'long', session, sizing: share(90) },
    entry: { long: 'close > open' },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.2 },
      target: { kind: 'percent', percent: 0.2 },
      maxTradesPerDay: 9,
    },
  },
  'breakout with a stop as a price and a trailing ATR': {
    ...intraday,
    ...{ instruments: on('INFY'), interval: '5m', direction: 'long', session, sizing: share(50) },
    entry: { long: 'close > highest(high, 5)[1]' },
    exit: { long: 'close < lowest(low, 5)[1]' },
    risk: {
      stopLoss: { kind: 'price', price: 'lowest(low, 4) - 1' },
      trailing: { kind: 'atr', multiple: 2, length: 10 },
      maxHoldBars: 8,
    },
  },
  'a target as a price, which the next opening has often passed': {
    ...intraday,
    ...{ instruments: on('SBIN'), interval: '1m', direction: 'long', session, sizing: share(50) },
    entry: { long: 'close > open' },
    risk: {
      stopLoss: { kind: 'price', price: 'low - 2' },
      target: { kind: 'price', price: 'close + 0.05' },
      maxTradesPerDay: 60,
    },
  },
  'sold short, sized by risk, without a target': {
    ...intraday,
    ...{ instruments: on('TCS'), interval: '5m', direction: 'short', session },
    entry: { short: 'close < sma(close, 5)' },
    exit: { short: 'rsi(close, 7) < 30' },
    risk: { stopLoss: { kind: 'points', points: 8 }, maxLossPerDayPaise: 3_000_00, maxTradesPerDay: 6 },
    sizing: { method: 'risk_per_trade', percent: 0.5 },
  },
  'no stop at all, out at square-off': {
    ...intraday,
    ...{ instruments: on('TCS'), interval: '15m', direction: 'long', session },
    entry: { long: 'close > sma(close, 3)' },
    sizing: { method: 'fixed_quantity', quantity: 7 },
  },
  'delivery that swings within the day': {
    ...{ format: 1, product: 'DELIVERY', instruments: on('INFY'), interval: '15m', direction: 'long' },
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > sma(close, 4)' },
    exit: { long: 'close < sma(close, 4)' },
    risk: { stopLoss: { kind: 'percent', percent: 1 } },
    sizing: share(80),
  },
};

const LAST_DAYS = ['2026-07-27', '2026-07-28', '2026-07-29', '2026-07-30', '2026-07-31'];

let days: ParityDays;
beforeAll(async () => {
  const count = Math.min(LAST_DAYS.length, scaledCount('days of live parity', 1));
  days = await ParityDays.open(['SBIN', 'INFY', 'TCS'], [LAST_DAYS.at(-count) ?? '', LAST_DAYS.at(-1) ?? ''], 3);
  for (const [name, definition] of Object.entries(TRICKS)) await days.goLive(name, definition);
  await days.start();
  await days.play();
}, 300_000);
afterAll(() => days.close());

/** The back-test of the same bars, from where the run's own warm-up began. */
async function backtest(name: string) {
  const definition = parseDefinition(TRICKS[name]);
  if (!definition.ok) throw new Error(definition.errors[0]?.message);
  const { warmup_from: warmupFrom } = await days.world.testDb.db.kysely
    .selectFrom('deployment_run')
    .select('warmup_from')
    .where('deployment_id', '=', days.tricks.get(name)?.deploymentId ?? 0)
    .executeTakeFirstOrThrow();
  const shares = definition.definition.instruments.map(({ symbol }) => {
    const traded = days.traded.get(symbol);
    if (!traded) throw new Error(`${symbol} was not played`);
    return traded;
  });
  return runBacktest({
    strategy: compileStrategy(definition.definition, {}, 'v1'),
    bases: shares.map(({ symbol, tickPaise }) => baseFactsOf({ symbol, tickPaise, lotSize: 1, kind: 'equity' }, true)),
    series: shares.map(({ bars }) => bars.filter((bar) => bar.openAt >= warmupFrom.getTime())),
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    tradeFrom: days.startAt,
    closeAtEnd: false,
  });
}

describe('on a market without frictions', () => {
  test.for(Object.keys(TRICKS))('a live trick decides, byte for byte, what its back-test decides: %s', async (name) => {
    const { decisions, trades } = await backtest(name);
    const stored = await decisionBodies(days.world, days.tricks.get(name)?.deploymentId ?? 0);
    expect(stored).toEqual(decisions.map((decision) => JSON.stringify(decision)));
    console.log(`live parity, ${name}: ${stored.length} decisions, ${trades.length} trades`);
    expect(trades.length).toBeGreaterThan(0);
  });

  test.for(Object.keys(TRICKS))(
    'and every trade costs and brings to the paisa what the back-test says: %s',
    async (name) => {
      const { trades } = await backtest(name);
      const rows = await days.world.testDb.db.kysely
        .selectFrom('position')
        .select(['symbol', 'quantity', 'gross_paise', 'charges_paise'])
        .where('deployment_id', '=', days.tricks.get(name)?.deploymentId ?? 0)
        .where('status', '=', 'closed')
        .execute();
      const told = trades.map((trade) => `${trade.symbol} ${trade.quantity} ${trade.grossPaise} ${trade.chargesPaise}`);
      const done = rows.map((row) => `${row.symbol} ${row.quantity} ${row.gross_paise} ${row.charges_paise}`);
      expect(done.toSorted()).toEqual(told.toSorted());
    },
  );
});

test('the days are the exchange’s', () => {
  for (const date of LAST_DAYS) expect(CALENDAR.sessionAt(indiaMoment(date, 600))).toBeDefined();
});
