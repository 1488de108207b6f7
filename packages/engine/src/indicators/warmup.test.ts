import { mustEqual } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INDICATOR_NAMES, type IndicatorInput, type IndicatorSpec, indicatorSpec } from './index.ts';

/** Restart with the day; their tables are in `session.test.ts`. */
const OF_SESSIONS = ['vwap', 'opening_range', 'previous_day', 'pivots', 'pivots_fibonacci', 'pivots_camarilla'];
const OF_THEIR_WINDOW = [
  'sma',
  'wma',
  'hma',
  'vwma',
  'linreg',
  'roc',
  'momentum',
  'highest',
  'lowest',
  'true_range',
  'stddev',
  'bollinger',
  'donchian',
  'aroon',
  'ichimoku',
  'stochastic',
  'williams_r',
  'cci',
  'mfi',
];

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

function specOf(name: string): IndicatorSpec {
  const spec = indicatorSpec(name);
  if (!spec) throw new Error(`no indicator ${name}`);
  return spec;
}

function argsOf(name: string): readonly number[] {
  return ARGS[name] ?? specOf(name).parameters.map(() => 14);
}

const ONE: IndicatorInput = {
  source: 1,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
  day: 1,
  minute: 555,
  barMinutes: 1,
};

/** A walk in whole paise, the same for the same seed. */
function walk(seed: number, length: number, startPaise = 1_000_00): IndicatorInput[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let paise = startPaise;
  return Array.from({ length }, (_, i) => {
    const open = paise;
    paise = Math.max(5, paise + next(401) - 200);
    const high = Math.max(open, paise) + next(100);
    const low = Math.max(1, Math.min(open, paise) - next(100));
    const prices = { open: open / 100, high: high / 100, low: low / 100, close: paise / 100 };
    return {
      ...prices,
      source: prices.close,
      volume: 1 + next(1_000_000),
      day: Math.floor(i / 375),
      minute: 555 + (i % 375),
      barMinutes: 1,
    };
  });
}

function run(name: string, inputs: readonly IndicatorInput[]): number[][] {
  const spec = specOf(name);
  const indicator = spec.create(argsOf(name));
  return inputs.map((input) => {
    indicator.push(input);
    return spec.outputs.map((output) => indicator.value(output));
  });
}

describe('warm-up', () => {
  test.each(INDICATOR_NAMES.filter((name) => !OF_SESSIONS.includes(name)))(
    '%s has all its values after exactly the bars that it asks for',
    (name) => {
      const rows = run(name, walk(7, 400));
      const first = rows.findIndex((row) => row.every((value) => !Number.isNaN(value)));
      expect(first + 1).toBe(specOf(name).warmup(argsOf(name)));
      expect(rows.slice(first).flat().every(Number.isFinite)).toBe(true);
    },
  );

  test.each(OF_THEIR_WINDOW)('%s agrees bit for bit with a run that began later, once both are warm', (name) => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(1_00, 1_000_00, 80_000_00),
        (seed, cut, start) => {
          const inputs = walk(seed, 480, start);
          const whole = run(name, inputs);
          const late = run(name, inputs.slice(cut));
          for (let i = specOf(name).warmup(argsOf(name)) - 1; i < late.length; i += 1)
            mustEqual(late[i], whole[cut + i]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test.each(['sma', 'wma', 'hma', 'stddev', 'bollinger', 'linreg'])(
    '%s does so for a source that is no price as well',
    (name) => {
      const inputs = walk(3, 480).map((input, i) => ({
        ...input,
        source: i % 60 < 30 ? Math.sin(i) * 50 + 50 : input.close,
      }));
      const whole = run(name, inputs);
      for (const cut of [1, 17, 111]) {
        const late = run(name, inputs.slice(cut));
        for (let i = specOf(name).warmup(argsOf(name)) - 1; i < late.length; i += 1) mustEqual(late[i], whole[cut + i]);
      }
    },
  );

  test('what remembers everything is the same only when it is fed everything', () => {
    const inputs = walk(5, 200);
    expect(run('ema', inputs).at(-1)).toEqual(run('ema', inputs).at(-1));
    expect(run('ema', inputs.slice(50)).at(-1)).not.toEqual(run('ema', inputs).at(-1));
  });

  test('a bar whose source is not defined has no value and is no part of the series', () => {
    const inputs = walk(5, 40);
    const gap = [...inputs.slice(0, 30), { ...ONE, source: Number.NaN }, ...inputs.slice(30)];
    const values = run('sma', gap);
    expect(values[30]).toEqual([Number.NaN]);
    expect(values.at(-1)).toEqual(run('sma', inputs).at(-1));
  });
});

describe('a million bars', () => {
  const BARS = 1_000_000;
  const inputs = walk(11, 5_000, 5_00);
  const at = (i: number): IndicatorInput => {
    const input = inputs[i % inputs.length];
    if (!input) throw new Error('no bar');
    return input;
  };
  /** Prices jump by a factor of 5000 and back, the worst for a running sum. */
  const source = (i: number): number =>
    Math.floor(i / 997) % 2 === 0 ? at(i).close : Math.round(at(i).close * 500_000) / 100;

  test.each([
    ['sma', (window: number[]) => window.reduce((sum, value) => sum + value, 0) / 14],
    ['wma', (window: number[]) => window.reduce((sum, value, i) => sum + value * (i + 1), 0) / 105],
    [
      'stddev',
      (window: number[]) => {
        const mean = window.reduce((sum, value) => sum + value, 0) / 14;
        return Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 14);
      },
    ],
  ] as const)('%s is still within 1e-12 of a fresh sum', (name, fresh) => {
    const indicator = specOf(name).create([14]);
    const input = { ...at(0) };
    for (let i = 0; i < BARS; i += 1) {
      input.source = source(i);
      indicator.push(input);
      if (i % 49_999 !== 0 || i < 14) continue;
      const expected = fresh(Array.from({ length: 14 }, (_, k) => source(i - 13 + k)));
      expect(Math.abs(indicator.value('value') / expected - 1)).toBeLessThan(1e-12);
    }
  });

  test('the running VWAP is still within 1e-12 of exact arithmetic', () => {
    const indicator = specOf('vwap_cumulative').create([]);
    let value = 0n;
    let volume = 0n;
    for (let i = 0; i < 200_000; i += 1) {
      const input = at(i);
      indicator.push(input);
      value += BigInt(Math.round((input.high + input.low + input.close) * 100)) * BigInt(input.volume);
      volume += BigInt(input.volume);
    }
    const exact = Number((value * 10_000_000_000_000n) / (volume * 300n)) / 1e13;
    expect(Math.abs(indicator.value('value') / exact - 1)).toBeLessThan(1e-12);
  });
});

describe('highest and lowest', () => {
  test('agree with a look at every bar of the window, and so does Aroon’s age', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (closes, length) => {
          const highest = specOf('highest').create([length]);
          const lowest = specOf('lowest').create([length]);
          const aroon = specOf('aroon').create([length]);
          closes.forEach((close, i) => {
            const input = { ...ONE, source: close, high: close, low: close };
            for (const indicator of [highest, lowest, aroon]) indicator.push(input);
            const window = closes.slice(Math.max(0, i - length + 1), i + 1);
            const warm = window.length === length;
            expect(highest.value('value')).toBe(warm ? Math.max(...window) : Number.NaN);
            expect(lowest.value('value')).toBe(warm ? Math.min(...window) : Number.NaN);
            if (i < length) return;
            const longer = closes.slice(i - length, i + 1);
            expect(aroon.value('up')).toBe((100 * longer.lastIndexOf(Math.max(...longer))) / length);
          });
        },
      ),
    );
  });
});
