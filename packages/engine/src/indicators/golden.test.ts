import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { INDICATOR_NAMES, type IndicatorInput, indicatorSpec } from './index.ts';

/** Numbers of independent implementations; they lie outside the repository. */
const FOLDER = new URL('../../../../../shared/golden/', import.meta.url);
const SERIES = ['RELIANCE_D', 'SBIN_D', 'INFY_D', 'NIFTY50_D', 'RELIANCE_1M_20210413', 'RELIANCE_5M_202003'];
const EDGES = ['EDGE_FLAT', 'EDGE_RISING', 'EDGE_FALLING', 'EDGE_STEPS'];
const present = existsSync(FOLDER);
if (!present) console.warn(`skipped: no golden vectors at ${FOLDER.pathname}`);

interface Vector {
  readonly id: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly oracle: string;
  readonly first_index: number;
  readonly outputs: Readonly<Record<string, readonly (number | null)[]>>;
}

interface Series {
  readonly bars: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>> & {
    readonly date: readonly string[];
  };
  readonly indicators: readonly Vector[];
}

interface Match {
  readonly id: string;
  readonly oracles: readonly string[];
  readonly name: string;
  readonly args: readonly string[];
  /** Their output → ours. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly source?: 'close' | 'high' | 'low';
  readonly tolerance?: number;
  /** Bars after the oracle's first that are not compared: its seed differs and converges. */
  readonly settle?: number;
  /** Bars on which the oracles' own float noise decides. */
  readonly noise?: (bars: Series['bars'], index: number) => boolean;
  /** Their unit or sign → ours, by their output. */
  readonly convert?: Readonly<Record<string, (value: number) => number>>;
}

const VALUE = { value: 'value' };
const BANDS = { upper: 'upper', middle: 'middle', lower: 'lower' };

const MATCHES: readonly Match[] = [
  { id: 'SMA', oracles: ['talib', 'tulip', 'pine'], name: 'sma', args: ['period'], outputs: VALUE },
  { id: 'EMA', oracles: ['talib', 'pine'], name: 'ema', args: ['period'], outputs: VALUE },
  { id: 'WMA', oracles: ['talib', 'tulip', 'pine'], name: 'wma', args: ['period'], outputs: VALUE },
  { id: 'RMA', oracles: ['pine'], name: 'rma', args: ['period'], outputs: VALUE },
  { id: 'WILDERS', oracles: ['tulip'], name: 'rma', args: ['period'], outputs: VALUE },
  { id: 'DEMA', oracles: ['talib'], name: 'dema', args: ['period'], outputs: VALUE },
  { id: 'TEMA', oracles: ['talib'], name: 'tema', args: ['period'], outputs: VALUE },
  { id: 'HMA', oracles: ['tulip', 'pine'], name: 'hma', args: ['period'], outputs: VALUE },
  { id: 'VWMA', oracles: ['tulip', 'pine'], name: 'vwma', args: ['period'], outputs: VALUE },
  { id: 'KAMA', oracles: ['talib'], name: 'kama', args: ['period'], outputs: VALUE },
  { id: 'RSI', oracles: ['talib', 'tulip', 'pine', 'trading-signals'], name: 'rsi', args: ['period'], outputs: VALUE },
  { id: 'ROC', oracles: ['talib', 'pine'], name: 'roc', args: ['period'], outputs: VALUE },
  {
    id: 'ROC',
    oracles: ['tulip'],
    name: 'roc',
    args: ['period'],
    outputs: VALUE,
    convert: { value: (value) => value * 100 },
  },
  { id: 'MOM', oracles: ['talib'], name: 'momentum', args: ['period'], outputs: VALUE },
  {
    id: 'MACD',
    oracles: ['pine'],
    name: 'macd',
    args: ['fast', 'slow', 'signal'],
    outputs: { macd: 'line', signal: 'signal', hist: 'histogram' },
  },
  {
    id: 'MACD',
    oracles: ['talib'],
    name: 'macd',
    args: ['fast', 'slow', 'signal'],
    outputs: { macd: 'line', signal: 'signal', hist: 'histogram' },
    settle: 260,
  },
  { id: 'BBANDS', oracles: ['talib', 'tulip', 'pine'], name: 'bollinger', args: ['period', 'mult'], outputs: BANDS },
  { id: 'STDDEV', oracles: ['talib', 'tulip'], name: 'stddev', args: ['period'], outputs: VALUE },
  { id: 'TRANGE', oracles: ['talib'], name: 'true_range', args: [], outputs: VALUE },
  { id: 'ATR', oracles: ['talib', 'technicalindicators'], name: 'atr', args: ['period'], outputs: VALUE },
  { id: 'ADX', oracles: ['talib'], name: 'adx', args: ['period'], outputs: { value: 'adx' } },
  { id: 'PLUS_DI', oracles: ['talib'], name: 'adx', args: ['period'], outputs: { value: 'plus_di' } },
  { id: 'MINUS_DI', oracles: ['talib'], name: 'adx', args: ['period'], outputs: { value: 'minus_di' } },
  {
    id: 'STOCH',
    oracles: ['talib', 'tulip'],
    name: 'stochastic',
    args: ['k', 'smoothK', 'd'],
    outputs: { k: 'k', d: 'd' },
  },
  { id: 'STOCHRSI', oracles: ['talib'], name: 'stoch_rsi', args: ['rsi', 'k', 'd'], outputs: { k: 'k', d: 'd' } },
  { id: 'CCI', oracles: ['talib', 'pine', 'trading-signals'], name: 'cci', args: ['period'], outputs: VALUE },
  { id: 'WILLR', oracles: ['talib', 'tulip', 'pine'], name: 'williams_r', args: ['period'], outputs: VALUE },
  {
    id: 'MFI',
    oracles: ['talib', 'tulip', 'pine'],
    name: 'mfi',
    args: ['period'],
    outputs: VALUE,
    noise: hasTypicalPriceTie,
  },
  { id: 'OBV', oracles: ['talib'], name: 'obv', args: [], outputs: VALUE },
  { id: 'AROON', oracles: ['talib', 'tulip'], name: 'aroon', args: ['period'], outputs: { up: 'up', down: 'down' } },
  { id: 'LINEARREG', oracles: ['talib', 'tulip'], name: 'linreg', args: ['period'], outputs: VALUE },
  { id: 'MAX', oracles: ['talib'], name: 'highest', args: ['period'], outputs: VALUE, source: 'high' },
  { id: 'MIN', oracles: ['talib'], name: 'lowest', args: ['period'], outputs: VALUE, source: 'low' },
  { id: 'DONCHIAN_UPPER', oracles: ['tulip'], name: 'donchian', args: ['period'], outputs: { value: 'upper' } },
  { id: 'DONCHIAN_LOWER', oracles: ['tulip'], name: 'donchian', args: ['period'], outputs: { value: 'lower' } },
  {
    id: 'ATR',
    oracles: ['tulip', 'pine', 'trading-signals'],
    name: 'atr',
    args: ['period'],
    outputs: VALUE,
    settle: 330,
  },
  { id: 'TRANGE', oracles: ['tulip'], name: 'true_range', args: [], outputs: VALUE, settle: 1 },
  { id: 'CCI', oracles: ['tulip'], name: 'cci', args: ['period'], outputs: VALUE },
  {
    id: 'DMI',
    oracles: ['pine'],
    name: 'adx',
    args: ['di'],
    outputs: { plus: 'plus_di', minus: 'minus_di', adx: 'adx' },
    settle: 330,
    tolerance: 1e-6,
  },
  {
    id: 'ADX',
    oracles: ['technicalindicators'],
    name: 'adx',
    args: ['period'],
    outputs: { value: 'adx', plus: 'plus_di', minus: 'minus_di' },
    settle: 330,
    tolerance: 1e-6,
  },
  {
    id: 'ICHIMOKU',
    oracles: ['technicalindicators'],
    name: 'ichimoku',
    args: ['conversion', 'base', 'span'],
    outputs: { conversion: 'conversion', base: 'base', spanA: 'span_a', spanB: 'span_b' },
  },
  { id: 'DONCHIAN', oracles: ['trading-signals'], name: 'donchian', args: ['period'], outputs: BANDS },
  {
    id: 'KELTNER',
    oracles: ['trading-signals'],
    name: 'keltner',
    args: ['ema', 'atr', 'mult'],
    outputs: BANDS,
    settle: 300,
  },
  { id: 'KELTNER', oracles: ['technicalindicators'], name: 'keltner', args: ['ma', 'atr', 'mult'], outputs: BANDS },
  {
    id: 'SUPERTREND',
    oracles: ['trading-signals'],
    name: 'supertrend',
    args: ['period', 'factor'],
    outputs: { value: 'value', up: 'direction' },
    tolerance: 1e-6,
    convert: { up: (value) => 2 * value - 1 },
  },
  {
    id: 'SUPERTREND',
    oracles: ['pine'],
    name: 'supertrend',
    args: ['period', 'factor'],
    outputs: { value: 'value', direction: 'direction' },
    settle: 9,
    tolerance: 1e-6,
    convert: { direction: (value) => -value },
  },
  { id: 'PSAR', oracles: ['talib'], name: 'psar', args: ['step', 'max'], outputs: VALUE, tolerance: 1e-6 },
  {
    id: 'ICHIMOKU',
    oracles: ['trading-signals'],
    name: 'ichimoku',
    args: ['conversion', 'base', 'spanB'],
    outputs: { conversion: 'conversion', base: 'base', spanA: 'span_a', spanB: 'span_b' },
  },
  { id: 'VWAP_CUM', oracles: ['technicalindicators'], name: 'vwap_cumulative', args: [], outputs: VALUE },
  { id: 'VWAP_SESSION', oracles: ['technicalindicators'], name: 'vwap', args: [], outputs: VALUE },
];

function load(name: string): Series {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, FOLDER))).toString());
}

/** `2021-04-13 09:15` → a day number and minutes; a daily bar counts as the whole session. */
function momentOf(date: string): { day: number; minute: number; barMinutes: number } {
  const day = Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000);
  const time = /(\d\d):(\d\d)$/.exec(date);
  if (!time) return { day, minute: 555, barMinutes: 375 };
  return { day, minute: Number(time[1]) * 60 + Number(time[2]), barMinutes: 1 };
}

function inputsOf({ bars }: Series, source: 'close' | 'high' | 'low'): IndicatorInput[] {
  const at = (values: readonly number[], i: number) => values[i] ?? Number.NaN;
  return bars.date.map((date, i) => ({
    source: at(bars[source], i),
    open: at(bars.open, i),
    high: at(bars.high, i),
    low: at(bars.low, i),
    close: at(bars.close, i),
    volume: at(bars.volume, i),
    ...momentOf(date),
  }));
}

function run(name: string, args: readonly number[], inputs: readonly IndicatorInput[]): Record<string, number[]> {
  const spec = indicatorSpec(name);
  if (!spec) throw new Error(`no indicator ${name}`);
  const indicator = spec.create(args);
  const columns: Record<string, number[]> = Object.fromEntries(spec.outputs.map((output) => [output, []]));
  for (const input of inputs) {
    indicator.push({ ...input });
    for (const output of spec.outputs) columns[output]?.push(indicator.value(output));
  }
  return columns;
}

/**
 * Two bars whose exact typical prices are equal: we say that no money flowed, the oracles let the noise of a float sum
 * call it a rise or a fall.
 */
function hasTypicalPriceTie(bars: Series['bars'], index: number): boolean {
  const typical = (i: number) =>
    [bars.high[i], bars.low[i], bars.close[i]].reduce<number>((sum, price) => sum + Math.round((price ?? 0) * 100), 0);
  for (let i = Math.max(1, index - 13); i <= index; i += 1) if (typical(i) === typical(i - 1)) return true;
  return false;
}

/** Largest difference, absolute or relative, whichever is smaller; infinite where ours is missing. */
function worstDifference(
  match: Match,
  vector: Vector,
  ours: Record<string, number[]>,
  bars: Series['bars'],
): { worst: number; compared: number } {
  let worst = 0;
  let compared = 0;
  for (const [their, our] of Object.entries(match.outputs)) {
    const convert = match.convert?.[their] ?? ((value: number) => value);
    vector.outputs[their]?.forEach((raw, i) => {
      if (raw === null || i < vector.first_index + (match.settle ?? 0) || match.noise?.(bars, i)) return;
      const expected = convert(raw);
      const difference = Math.abs((ours[our]?.[i] ?? Number.NaN) - expected);
      const error = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference / Math.max(1, Math.abs(expected));
      worst = Math.max(worst, error);
      compared += 1;
    });
  }
  return { worst, compared };
}

// The reference vectors are not part of the repository: they are read where they are at hand.
describe.skipIf(!present)('indicators against independent implementations', () => {
  const loaded = present ? SERIES.map((name) => ({ name, series: load(name) })) : [];
  const found = new Map<string, { worst: number; compared: number }>();

  afterAll(() => {
    const lines = [...found].map(([name, { worst, compared }]) => `${name} ${worst.toExponential(1)} of ${compared}`);
    process.stdout.write(`worst difference from the golden vectors, of so many values: ${lines.join(', ')}\n`);
  });

  test.each(MATCHES)('$name agrees with $id of $oracles on real prices', (match) => {
    let [worst, compared] = [0, 0];
    for (const { name, series } of loaded) {
      const inputs = inputsOf(series, match.source ?? 'close');
      for (const vector of series.indicators) {
        if (vector.id !== match.id || !match.oracles.includes(vector.oracle)) continue;
        const args = match.args.map((parameter) => Number(vector.params[parameter]));
        if (args.some(Number.isNaN)) continue;
        const result = worstDifference(match, vector, run(match.name, args, inputs), series.bars);
        expect(result.worst, `${name} ${JSON.stringify(vector.params)} ${vector.oracle}`).toBeLessThan(
          match.tolerance ?? 1e-8,
        );
        compared += result.compared;
        worst = Math.max(worst, result.worst);
      }
    }
    expect(compared).toBeGreaterThan(300);
    const before = found.get(match.name) ?? { worst: 0, compared: 0 };
    found.set(match.name, { worst: Math.max(before.worst, worst), compared: before.compared + compared });
  });

  test('a wrong period is noticed', () => {
    const series = load('RELIANCE_D');
    const vector = series.indicators.find(
      ({ id, oracle, params }) => id === 'RSI' && oracle === 'talib' && params['period'] === 14,
    );
    const match = MATCHES.find(({ name }) => name === 'rsi');
    if (!vector || !match) throw new Error('the RSI vector is missing');
    expect(
      worstDifference(match, vector, run('rsi', [15], inputsOf(series, 'close')), series.bars).worst,
    ).toBeGreaterThan(1e-3);
  });
});

const ARGS: Readonly<Record<string, readonly number[]>> = {
  macd: [12, 26, 9],
  bollinger: [20, 2],
  keltner: [20, 10, 2],
  supertrend: [10, 3],
  psar: [0.02, 0.2],
  ichimoku: [9, 26, 52],
  stochastic: [14, 3, 3],
  stoch_rsi: [14, 14, 3],
};

function argsOf(name: string): readonly number[] {
  return ARGS[name] ?? (indicatorSpec(name)?.parameters ?? []).map(() => 14);
}

// The reference vectors are not part of the repository: they are read where they are at hand.
describe.skipIf(!present)('degenerate prices', () => {
  const VOLUME_MAY_BE_ZERO = new Set(['vwap', 'vwap_cumulative', 'vwma']);

  test.each(INDICATOR_NAMES)('%s stays finite on flat, rising, falling and stepping prices', (name) => {
    for (const edge of EDGES) {
      const inputs = inputsOf(load(edge), 'close').map((input, i) => ({
        ...input,
        day: Math.floor(i / 20),
        minute: 555 + (i % 20),
        barMinutes: 1,
      }));
      const warm = (indicatorSpec(name)?.warmup(argsOf(name)) ?? 0) - 1;
      for (const [output, values] of Object.entries(run(name, argsOf(name), inputs))) {
        for (const [i, value] of values.entries()) {
          expect(Math.abs(value), `${edge} ${output} ${i}`).not.toBe(Number.POSITIVE_INFINITY);
          if (i >= warm && !VOLUME_MAY_BE_ZERO.has(name)) expect(value, `${edge} ${output} ${i}`).not.toBeNaN();
        }
      }
    }
  });
});
