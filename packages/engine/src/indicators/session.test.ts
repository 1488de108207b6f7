import { describe, expect, test } from 'vitest';
import { type Indicator, type IndicatorInput, indicatorSpec } from './index.ts';

/** Day, time, open, high, low, close, volume. */
type Row = readonly [number, string, number, number, number, number, number?];

function create(name: string, args: readonly number[] = []): Indicator {
  const spec = indicatorSpec(name);
  if (!spec) throw new Error(`no indicator ${name}`);
  return spec.create(args);
}

function inputOf([day, time, open, high, low, close, volume = 100]: Row, barMinutes: number): IndicatorInput {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return { source: close, open, high, low, close, volume, day, minute, barMinutes };
}

/** The outputs after each bar; `undefined` where not defined. */
function table(indicator: Indicator, outputs: readonly string[], rows: readonly Row[], barMinutes = 5) {
  return rows.map((row) => {
    indicator.push(inputOf(row, barMinutes));
    return outputs.map((output) => (Number.isNaN(indicator.value(output)) ? undefined : indicator.value(output)));
  });
}

const NONE = [undefined, undefined];

describe('opening range', () => {
  test('is the high and low of the first 15 minutes, known from the close of the bar that ends them', () => {
    const rows: Row[] = [
      [1, '09:15', 100, 104, 99, 103],
      [1, '09:20', 103, 106, 101, 102],
      [1, '09:25', 102, 105, 98, 104],
      [1, '09:30', 104, 120, 90, 110],
      [1, '09:35', 110, 111, 109, 110],
      [2, '09:15', 50, 51, 49, 50],
      [2, '09:20', 50, 52, 50, 51],
      [2, '09:25', 51, 51, 48, 50],
    ];
    expect(table(create('opening_range', [15]), ['high', 'low'], rows)).toEqual([
      NONE,
      NONE,
      [106, 98],
      [106, 98],
      [106, 98],
      NONE,
      NONE,
      [52, 48],
    ]);
  });

  test('with the bar that ends it missing, it is known from the next bar, which is no part of it', () => {
    const rows: Row[] = [
      [1, '09:15', 100, 104, 99, 103],
      [1, '09:30', 104, 120, 90, 110],
    ];
    expect(table(create('opening_range', [15]), ['high', 'low'], rows)).toEqual([NONE, [104, 99]]);
  });

  test('prints of the pre-open minutes are no part of it', () => {
    const rows: Row[] = [
      [1, '09:08', 100, 200, 50, 100],
      [1, '09:15', 100, 104, 99, 103],
    ];
    expect(table(create('opening_range', [5]), ['high', 'low'], rows)).toEqual([NONE, [104, 99]]);
  });

  test('a session of whose opening no bar exists has none', () => {
    expect(table(create('opening_range', [15]), ['high', 'low'], [[1, '09:30', 104, 120, 90, 110]])).toEqual([NONE]);
  });

  test('bars that do not divide the minutes stretch it to the end of the bar that holds the last minute', () => {
    const rows: Row[] = [
      [1, '09:15', 100, 104, 99, 103],
      [1, '09:20', 103, 106, 101, 102],
      [1, '09:25', 102, 205, 98, 104],
    ];
    expect(table(create('opening_range', [7]), ['high', 'low'], rows)).toEqual([NONE, [106, 99], [106, 99]]);
  });

  test('of a daily bar is the day', () => {
    expect(table(create('opening_range', [15]), ['high', 'low'], [[1, '09:15', 100, 104, 99, 103]], 375)).toEqual([
      [104, 99],
    ]);
  });

  test('begins with the session’s own hours where they are given', () => {
    const range = create('opening_range', [10]);
    for (const row of [
      [1, '13:45', 10, 12, 9, 11],
      [1, '13:50', 11, 13, 10, 12],
      [1, '13:55', 12, 20, 1, 12],
    ] as const) {
      range.push({ ...inputOf(row, 5), sessionOpenMinute: 825 });
    }
    expect([range.value('high'), range.value('low')]).toEqual([13, 9]);
  });
});

describe('previous day', () => {
  const ROWS: Row[] = [
    [1, '09:15', 100, 104, 99, 103],
    [1, '12:00', 103, 110, 97, 105],
    [1, '15:25', 105, 107, 104, 106],
    [2, '09:15', 108, 109, 107, 108],
    [2, '09:20', 108, 140, 60, 130],
    // A weekend and a holiday between.
    [6, '09:15', 131, 132, 130, 131],
  ];

  test('has the open, high, low and close of the last session, not of the calendar’s yesterday', () => {
    const nothing = [undefined, undefined, undefined, undefined];
    expect(table(create('previous_day'), ['open', 'high', 'low', 'close'], ROWS)).toEqual([
      nothing,
      nothing,
      nothing,
      [100, 110, 97, 106],
      [100, 110, 97, 106],
      [108, 140, 60, 130],
    ]);
  });

  test('of daily bars is the bar before', () => {
    const daily: Row[] = [
      [1, '09:15', 1, 4, 1, 3],
      [2, '09:15', 5, 8, 5, 7],
    ];
    expect(table(create('previous_day'), ['open', 'high', 'low', 'close'], daily, 375)[1]).toEqual([1, 4, 1, 3]);
  });
});

describe('pivot levels', () => {
  // Day before: high 110, low 100, close 105. Middle 105, range 10.
  const DAY: Row[] = [
    [1, '09:15', 101, 110, 100, 105],
    [2, '09:15', 105, 300, 1, 200],
  ];
  test.each([
    ['pivots', { pivot: 105, r1: 110, r2: 115, r3: 120, s1: 100, s2: 95, s3: 90 }],
    ['pivots_fibonacci', { pivot: 105, r1: 108.82, r2: 111.18, r3: 115, s1: 101.18, s2: 98.82, s3: 95 }],
    [
      'pivots_camarilla',
      {
        pivot: 105,
        r1: 105.91667,
        r2: 106.83333,
        r3: 107.75,
        r4: 110.5,
        s1: 104.08333,
        s2: 103.16667,
        s3: 102.25,
        s4: 99.5,
      },
    ],
  ])('%s come from the session before and do not move during the day', (name, levels) => {
    const indicator = create(name);
    table(indicator, [], DAY);
    for (const [level, value] of Object.entries(levels)) expect(indicator.value(level), level).toBeCloseTo(value, 5);
    expect(indicatorSpec(name)?.outputs).toEqual(Object.keys(levels));
  });
});

describe('session VWAP', () => {
  test('weights the typical price by volume and begins anew each day', () => {
    const rows: Row[] = [
      [1, '09:15', 100, 102, 98, 100, 300],
      [1, '09:16', 100, 112, 106, 112, 100],
      [2, '09:15', 50, 51, 49, 50, 10],
    ];
    // 100 × 300 and 110 × 100, over 400 shares.
    expect(table(create('vwap'), ['value'], rows)).toEqual([[100], [102.5], [50]]);
  });

  test('is not defined before anything was traded, and goes on over minutes without volume', () => {
    const rows: Row[] = [
      [1, '09:15', 100, 100, 100, 100, 0],
      [1, '09:16', 100, 100, 100, 100, 5],
      [1, '09:17', 100, 200, 100, 200, 0],
    ];
    expect(table(create('vwap'), ['value'], rows)).toEqual([[undefined], [100], [100]]);
  });
});

describe('values of degenerate prices', () => {
  const flat = Array.from({ length: 60 }, (): Row => [1, '10:00', 100.05, 100.05, 100.05, 100.05, 100]);
  test.each([
    ['rsi', [14], { value: 50 }],
    ['stochastic', [14, 3, 3], { k: 50, d: 50 }],
    ['williams_r', [14], { value: -50 }],
    ['cci', [14], { value: 0 }],
    ['mfi', [14], { value: 50 }],
    ['adx', [14], { adx: 0, plus_di: 0, minus_di: 0 }],
    ['atr', [14], { value: 0 }],
    ['bollinger', [20, 2], { upper: 100.05, middle: 100.05, lower: 100.05 }],
    ['sma', [20], { value: 100.05 }],
    ['stddev', [20], { value: 0 }],
    ['linreg', [14], { value: 100.05 }],
  ] as const)('flat prices give %s its middle or nothing, exactly', (name, args, values) => {
    const indicator = create(name, args);
    table(indicator, [], flat);
    for (const [output, value] of Object.entries(values)) expect(indicator.value(output), output).toBe(value);
  });
});
