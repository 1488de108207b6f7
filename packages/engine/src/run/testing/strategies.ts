import type { StrategyDefinition } from '../../definition/index.ts';
import { definitionOf } from './fixtures.ts';

const share = { method: 'capital_share', percent: 50 };

/** One definition of each family that the catalogue has, each with another set of risk rules. */
export const FAMILIES: Readonly<Record<string, StrategyDefinition>> = {
  trend: definitionOf({
    direction: 'both',
    entry: {
      long: 'ema(close, fast) crosses above ema(close, slow)',
      short: 'ema(close, fast) crosses below ema(close, slow)',
    },
    exit: {
      long: 'ema(close, fast) crosses below ema(close, slow)',
      short: 'ema(close, fast) crosses above ema(close, slow)',
    },
    parameters: { fast: { default: 5, min: 2, max: 20, step: 1 }, slow: { default: 13, min: 5, max: 50, step: 1 } },
    risk: { trailing: { kind: 'atr', multiple: 3, length: 14 } },
    sizing: share,
  }),
  'mean reversion': definitionOf({
    interval: '3m',
    entry: { long: 'rsi(close, 7) < 35 and not close > sma(close, 10)' },
    exit: { long: 'rsi(close, 7) > 60 or position.bars >= 20' },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.5 },
      target: { kind: 'percent', percent: 0.8 },
      cooldownBars: 3,
      maxTradesPerDay: 8,
    },
    sizing: { method: 'risk_per_trade', percent: 0.2 },
  }),
  breakout: definitionOf({
    interval: '5m',
    entry: { long: 'close > highest(high, 10)[1] and volume > sma(volume, 10) / 2' },
    exit: { long: 'close < lowest(low, 5)[1]' },
    risk: {
      stopLoss: { kind: 'price', price: 'lowest(low, 3)' },
      trailing: { kind: 'percent', percent: 0.6 },
      maxHoldBars: 15,
    },
    sizing: share,
  }),
  // Openings jump a few ticks from the close before them: often beyond one of these.
  'levels as prices': definitionOf({
    entry: { long: 'close > open' },
    exit: { long: 'close < lowest(low, 8)[1]' },
    risk: {
      stopLoss: { kind: 'price', price: 'close - 0.05' },
      target: { kind: 'price', price: 'close + 0.1' },
      trailing: { kind: 'points', points: 1 },
    },
    sizing: share,
  }),
  'levels as prices, short': definitionOf({
    direction: 'short',
    interval: '3m',
    entry: { short: 'close < open' },
    risk: {
      stopLoss: { kind: 'price', price: 'close + 0.1' },
      target: { kind: 'price', price: 'close - 0.05' },
    },
    sizing: { method: 'risk_per_trade', percent: 0.01 },
  }),
  'opening range': definitionOf({
    direction: 'both',
    entry: {
      long: 'close crosses above opening_range(15).high and time >= 09:30',
      short: 'close crosses below opening_range(15).low and time >= 09:30',
    },
    risk: {
      stopLoss: { kind: 'points', points: 3 },
      target: { kind: 'points', points: 5 },
      maxLossPerDayPaise: 50_000,
      maxTradesPerDay: 4,
    },
    sizing: { method: 'fixed_quantity', quantity: 25 },
  }),
  VWAP: definitionOf({
    direction: 'both',
    entry: {
      long: 'close crosses above vwap() and day_change_percent > -5',
      short: 'close crosses below vwap() and weekday != 5',
    },
    exit: { long: 'close < vwap()', short: 'position.profit_percent > 0.3 or close > vwap()' },
    risk: { stopLoss: { kind: 'atr', multiple: 2, length: 10 } },
    sizing: share,
  }),
  'swing for delivery': definitionOf({
    interval: '15m',
    product: 'DELIVERY',
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4] },
    entry: { long: 'close > sma(close, 4) and close > open' },
    exit: { long: 'close < sma(close, 4)' },
    risk: { maxTradesPerDay: 2, stopLoss: { kind: 'percent', percent: 2 }, cooldownBars: 1 },
    sizing: { method: 'capital_share', percent: 100 },
  }),
  'daily bars for delivery': definitionOf({
    interval: '1d',
    product: 'DELIVERY',
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open or day_change_percent > 0' },
    risk: { maxHoldBars: 1, target: { kind: 'percent', percent: 1.5 } },
    sizing: { method: 'capital_share', percent: 100 },
  }),
};

/** On the days of these seeds each family trades, so that whatever counts trades does not leave them to chance. */
export const BUSY_SEEDS: [number][] = [[8], [28], [63], [67], [91]];
