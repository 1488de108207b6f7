import {
  type BacktestInput,
  type Candidate,
  compileStrategy,
  parseDefinition,
  type StrategyDefinition,
} from '@trickdesk/engine';
import { BENCH_CALENDAR, randomBars } from './series.ts';

export type WorkName = 'W1' | 'W2';

/** W1: SMA 20/50 crossover, long only. W2: RSI 14 mean reversion, stop 1 %, target 2 %, flat at the end of the day. */
export const DEFINITIONS: Readonly<Record<WorkName, Readonly<Record<string, unknown>>>> = {
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

const LENGTH = { default: 20, min: 2, max: 200, step: 1 };
const CROSSING = {
  ...DEFINITIONS.W1,
  entry: { long: 'sma(close, fast) crosses above sma(close, slow)' },
  exit: { long: 'sma(close, fast) crosses below sma(close, slow)' },
  parameters: { fast: LENGTH, slow: LENGTH },
};

/** W3: two hundred pairs of lengths for W1, twenty fast ones and ten slow ones. */
export function gridOf(): Candidate[] {
  const definition = definitionOf(CROSSING);
  return Array.from({ length: 200 }, (_, i) => {
    const [fast, slow] = [5 + (i % 20), 30 + 10 * Math.floor(i / 20)];
    return { strategy: compileStrategy(definition, { fast, slow }), values: [fast, slow] };
  });
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
    // As the product runs it.
    tells: 'reasons',
  };
}

/** As many instruments as there are series, bought with shares of one capital after a deep fall of an hour. */
export function wideBacktestOf(series: BacktestInput['series']): BacktestInput {
  const symbols = series.map((_, i) => `S${i}`);
  const definition = {
    ...DEFINITIONS.W2,
    instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
    entry: { long: 'rsi(close, 30) < 30' },
    exit: { long: 'rsi(close, 30) > 55' },
    sizing: { method: 'capital_share', percent: 10 },
  };
  return {
    ...backtestOf('W2', 1, 'entry_bar'),
    strategy: compileStrategy(definitionOf(definition)),
    bases: symbols.map((symbol) => ({ exchange: 'NSE', symbol, tickPaise: 5, lotSize: 1, enabled: true })),
    series,
  };
}
