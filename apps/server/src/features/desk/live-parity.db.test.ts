import { indiaMoment } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { scaledCount } from '@trickdesk/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { decisionBodies } from '../deployments/testing/world.ts';
import { ParityDays } from './testing/parity-day.ts';
import { backtestOf, closedTrades, deploymentOf } from './testing/same-backtest.ts';

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

describe('on a market without frictions', () => {
  test.for(Object.keys(TRICKS))('a live trick decides, byte for byte, what its back-test decides: %s', async (name) => {
    const { decisions, trades } = await backtestOf(days, name, TRICKS[name]);
    const stored = await decisionBodies(days.world, deploymentOf(days, name));
    expect(stored).toEqual(decisions);
    console.log(`live parity, ${name}: ${stored.length} decisions, ${trades.length} trades`);
    expect(trades.length).toBeGreaterThan(0);
  });

  test.for(Object.keys(TRICKS))(
    'and every trade costs and brings to the paisa what the back-test says: %s',
    async (name) => {
      const { trades } = await backtestOf(days, name, TRICKS[name]);
      const done = await closedTrades(days, name);
      expect(done.toSorted()).toEqual(trades.toSorted());
    },
  );
});

test('the days are the exchange’s', () => {
  for (const date of LAST_DAYS) expect(CALENDAR.sessionAt(indiaMoment(date, 600))).toBeDefined();
});
