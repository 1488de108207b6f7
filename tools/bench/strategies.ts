import { type BacktestInput, compileStrategy, parseDefinition, type StrategyDefinition } from '@trickdesk/engine';
import { BENCH_CALENDAR, randomBars } from './series.ts';

export type WorkName = 'W1' | 'W2';

/** W1: SMA 20/50 crossover, long only. W2: RSI 14 mean reversion, stop 1 %, target 2 %, flat at the end of the day. */
const DEFINITIONS: Readonly<Record<WorkName, object>> = {
  W1: {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '1m',
    product: 'DELIVERY',
    direction: 'long',
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'sma(close, 20) crosses above sma(close, 50)' },
    exit: { long: 'sma(close, 20) crosses below sma(close, 50)' },
    sizing: { method: 'fixed_quantity', quantity: 10 },
  },
  W2: {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '1m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:15', entryTo: '15:15', squareOff: '15:20', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'rsi(close, 14) < 30' },
    exit: { long: 'rsi(close, 14) > 70' },
    risk: { stopLoss: { kind: 'percent', percent: 1 }, target: { kind: 'percent', percent: 2 } },
    sizing: { method: 'fixed_quantity', quantity: 10 },
  },
};

export function definitionOf(definition: object): StrategyDefinition {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.definition;
}

export function backtestOf(work: WorkName, bars: number, stopFrom: 'entry_bar' | 'next_bar'): BacktestInput {
  return {
    strategy: compileStrategy(definitionOf(DEFINITIONS[work])),
    bases: [{ exchange: 'NSE', symbol: 'SBIN', tickPaise: 5, lotSize: 1, enabled: true }],
    series: [randomBars(bars, 42)],
    interval: '1m',
    settings: { capitalPaise: 10_00_000_00, quantityMultiplier: 1 },
    calendar: BENCH_CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    stopFrom,
  };
}
