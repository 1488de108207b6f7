import { expect, test } from 'vitest';
import { parseDefinition, parseWritten } from './index.ts';

const VALID = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '5m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close,fast)crosses above ema(close,50)' },
  exit: {},
  risk: { stopLoss: { kind: 'percent', percent: 1 } },
  sizing: { method: 'capital_share', percent: 20 },
  parameters: { fast: { default: 20, min: 5, max: 50, step: 1 } },
};

function errorsOf(changes: Record<string, unknown>): string[] {
  const outcome = parseDefinition({ ...VALID, ...changes });
  return outcome.ok ? [] : outcome.errors.map(({ path, message }) => `${path}: ${message}`);
}

test('a right definition is accepted, its conditions in canonical text', () => {
  const outcome = parseDefinition(VALID);
  expect(outcome.ok && outcome.definition.entry.long).toBe('ema(close, fast) crosses above ema(close, 50)');
});

test('accepting what was accepted changes nothing', () => {
  const first = parseDefinition(VALID);
  const second = parseDefinition(first.ok ? first.definition : undefined);
  expect(second).toEqual(first);
});

test('a condition that is too long in canonical text is refused, however close together it was written', () => {
  const written = (comparisons: number) => Array.from({ length: comparisons }, () => 'low<1').join(' or ');
  const rule = (comparisons: number) => ({ ...VALID, entry: { long: written(comparisons) } });
  const longest = parseDefinition(rule(182));
  expect(longest.ok && longest.definition.entry.long).toHaveLength(1_998);
  expect(parseDefinition(longest.ok ? longest.definition : undefined)).toEqual(longest);
  expect(written(183).length).toBeLessThan(2_000);
  expect(parseDefinition(rule(183))).toEqual({
    ok: false,
    errors: [
      {
        path: 'entry.long',
        message:
          'an expression has at most 2000 characters; with one blank around each sign and word, this one has 2009',
        at: { offset: 0, length: 1_643 },
      },
    ],
  });
});

test('every unknown field is named, with the field that was meant', () => {
  expect(errorsOf({ intervall: '5m', risk: { stoploss: 3, color: 'red' } })).toEqual([
    'risk.stoploss: "stoploss" is not a field here; did you mean "stopLoss"?',
    'risk.color: "color" is not a field here',
    'intervall: "intervall" is not a field here; did you mean "interval"?',
  ]);
});

test('an unknown kind of stop is answered with the kinds that there are', () => {
  expect(errorsOf({ risk: { stopLoss: { kind: 'pct', percent: 1 } } }).join()).toContain(
    'expected a level of kind "percent"',
  );
  expect(errorsOf({ risk: { stopLoss: { kind: 'percent', percent: -1 } } }).join()).toContain('risk.stopLoss.percent');
});

test('an expression error carries its path, its place and what would be right', () => {
  const outcome = parseDefinition({ ...VALID, exit: { long: 'rsi(close, 14) > ' } });
  expect(outcome).toEqual({
    ok: false,
    errors: [
      { path: 'exit.long', message: 'expected a price, an indicator or a number here', at: { offset: 16, length: 1 } },
    ],
  });
});

test('every wrong expression is reported, not only the first', () => {
  const outcome = parseDefinition({
    ...VALID,
    entry: { long: 'clsoe > opne' },
    risk: { stopLoss: { kind: 'price', price: 'close > 3' } },
  });
  expect(outcome.ok ? [] : outcome.errors.map(({ path, at }) => [path, at?.offset])).toEqual([
    ['entry.long', 0],
    ['entry.long', 8],
    ['risk.stopLoss.price', 0],
  ]);
});

test.each([
  [
    'selling short for delivery',
    {
      product: 'DELIVERY',
      direction: 'short',
      entry: { short: 'close > 1' },
      session: { ...VALID.session, squareOff: undefined },
    },
    'direction: shares can be sold short only intraday',
  ],
  [
    'an intraday strategy without square-off',
    { session: { ...VALID.session, squareOff: undefined } },
    'session.squareOff: an intraday strategy needs a time',
  ],
  [
    'a square-off after the session',
    { session: { ...VALID.session, squareOff: '15:45' } },
    'session.squareOff: the session ends at 15:30',
  ],
  [
    'entries that end before they begin',
    { session: { ...VALID.session, entryFrom: '14:40' } },
    'session.entryTo: entries must end after they begin',
  ],
  [
    'entries after square-off',
    { session: { ...VALID.session, entryTo: '15:10' } },
    'session.entryTo: entries must end at or before square-off',
  ],
  [
    'a direction without its entry',
    { direction: 'both' },
    'entry.short: its direction lets it sell short: say when it sells',
  ],
  [
    'an entry that the direction never uses',
    { entry: { long: 'close > 1', short: 'close < 1' } },
    'entry.short: its direction never sells short: leave this out',
  ],
  [
    'a default outside its range',
    { parameters: { fast: { default: 60, min: 5, max: 50, step: 1 } } },
    'parameters.fast.default: expected a default from 5 to 50',
  ],
  [
    'a parameter with a taken name',
    { parameters: { ...VALID.parameters, close: { default: 1, min: 1, max: 2, step: 1 } } },
    'parameters.close: "close" already means something',
  ],
  [
    'a future',
    { instruments: [{ exchange: 'NFO', symbol: 'NIFTY26NOVFUT' }] },
    'instruments.0.exchange: futures and options (NFO) are not traded',
  ],
  [
    'an option in disguise',
    { instruments: [{ exchange: 'NSE', symbol: 'NIFTY26NOV26000CE' }] },
    'instruments.0.symbol: NIFTY26NOV26000CE looks like a future or an option',
  ],
  ['an index', { instruments: [{ exchange: 'NSE', symbol: 'NIFTY' }] }, 'instruments.0.symbol: NIFTY is an index'],
  [
    'the same instrument twice',
    { instruments: [VALID.instruments[0], VALID.instruments[0]] },
    'instruments.1.symbol: SBIN is in the list twice',
  ],
  [
    'risk sizing without a stop',
    { risk: {}, sizing: { method: 'risk_per_trade', percent: 1 } },
    'sizing.method: sizing by risk needs a stop loss',
  ],
  ['daily bars intraday', { interval: '1d' }, 'interval: daily bars close after square-off'],
  [
    'a delivery position without an end',
    { product: 'DELIVERY', risk: {}, session: { ...VALID.session, squareOff: undefined } },
    'exit.long: what it bought would never be sold',
  ],
])('%s is refused', (_what, changes, expected) => {
  expect(errorsOf(changes).join('\n')).toContain(expected);
});

test('an index is one however files name it', () => {
  for (const symbol of ['INDIAVIX', 'INDIA_VIX', 'NIFTY_IT', 'NIFTY-AUTO', 'NIFTYNXT50']) {
    expect(errorsOf({ instruments: [{ exchange: 'NSE', symbol }] }).join()).toContain(`${symbol} is an index`);
  }
});

test('ETFs and shares whose names hold digits are not taken for derivatives', () => {
  for (const symbol of ['NIFTYBEES', 'NIFTYIETF', 'M&M', '3MINDIA', 'BAJAJ-AUTO', 'RELIANCE', 'NAUKRI']) {
    expect(errorsOf({ instruments: [{ exchange: 'NSE', symbol }] })).toEqual([]);
  }
});

test('a value of another kind or beyond its range is answered with what would be right', () => {
  expect(errorsOf({ risk: { stopLoss: { kind: 'percent', percent: 0 } } })).toEqual([
    'risk.stopLoss.percent: expected more than 0',
  ]);
  expect(errorsOf({ risk: { maxTradesPerDay: 1.5 } })).toEqual(['risk.maxTradesPerDay: expected a whole number here']);
  expect(errorsOf({ sizing: { method: 'capital_share', percent: Number.NaN } })).toEqual([
    'sizing.percent: expected a number here',
  ]);
  expect(errorsOf({ product: 'CNC' })).toEqual(['product: expected "INTRADAY" or "DELIVERY" here']);
  expect(errorsOf({ session: { ...VALID.session, weekdays: [] } })).toEqual([
    'session.weekdays: expected at least 1 in this list',
  ]);
});

test('rules that are written now square off before the broker does; stored ones are read as they are', () => {
  const at = (squareOff: string) => ({ ...VALID, session: { ...VALID.session, squareOff } });
  expect(parseWritten(at('15:10')).ok).toBe(true);
  expect(parseDefinition(at('15:25')).ok).toBe(true);
  expect(parseWritten(at('15:11'))).toEqual({
    ok: false,
    errors: [
      {
        path: 'session.squareOff',
        message: 'brokers sell intraday positions by themselves at 15:15: expected 15:10 or earlier',
      },
    ],
  });
});

const hours = (interval: string, entryFrom: string, entryTo: string, squareOff?: string) => ({
  ...VALID,
  interval,
  product: squareOff === undefined ? 'DELIVERY' : 'INTRADAY',
  risk: { stopLoss: { kind: 'percent', percent: 1 } },
  session: { weekdays: [1], entryFrom, entryTo, ...(squareOff === undefined ? {} : { squareOff }) },
});

test.each([
  [hours('5m', '06:00', '09:00', '15:05'), 'entryTo: the session opens at 09:15: entries until 09:00 never come'],
  [
    hours('5m', '08:00', '09:15', '09:15'),
    'squareOff: the first bar of 5m closes at 09:20: expected a square-off after it',
  ],
  [
    hours('1h', '09:20', '10:10', '15:05'),
    'entryTo: no bar of 1h closes from 09:20 to 10:10 and before square-off, so nothing would be entered: expected hours with 10:15',
  ],
  [
    hours('5m', '15:04', '15:05', '15:05'),
    'entryTo: no bar of 5m closes from 15:04 to 15:05 and before square-off, so nothing would be entered: expected hours with 15:00',
  ],
  [
    hours('1h', '15:16', '15:29'),
    'entryTo: no bar of 1h closes from 15:16 to 15:29 in the session, so nothing would be entered: expected hours with 15:30',
  ],
])(
  'hours in which a trick could never enter are refused where they stand, with what would be right: %#',
  (rules, expected) => {
    const [field, ...words] = expected.split(': ');
    expect(parseWritten(rules)).toEqual({
      ok: false,
      errors: [{ path: `session.${field}`, message: words.join(': ') }],
    });
    expect(parseDefinition(rules).ok).toBe(true);
  },
);

test.each([
  hours('5m', '08:00', '09:20', '09:21'),
  hours('1h', '10:15', '10:16', '15:05'),
  hours('1h', '15:20', '15:30'),
  hours('1d', '06:00', '07:00'),
])('hours in which one bar closes, and daily bars, are fine: %#', (rules) => {
  expect(parseWritten(rules).ok).toBe(true);
});

test.each([
  [{ default: 20, min: 5, max: 50, step: 10 }, 'expected 15 or 25: values go from 5 in steps of 10'],
  [{ default: 0.25, min: 0.1, max: 2, step: 0.1 }, 'expected 0.2 or 0.3: values go from 0.1 in steps of 0.1'],
  [{ default: 50, min: 5, max: 50, step: 20 }, 'expected 45: values go from 5 in steps of 20'],
])('a default that could not be chosen is refused, naming the nearest that can: %#', (fast, message) => {
  const rules = { ...VALID, entry: { long: 'close > fast' }, parameters: { fast } };
  expect(parseWritten(rules)).toEqual({ ok: false, errors: [{ path: 'parameters.fast.default', message }] });
  expect(parseDefinition(rules).ok).toBe(true);
});

test('a default that floats only come near to is one of its steps', () => {
  const range = { min: 0.1, max: 2, step: 0.1 };
  for (let count = 0; count < 20; count += 1) {
    const fast = { ...range, default: Number((0.1 + count / 10).toFixed(1)) };
    expect(parseWritten({ ...VALID, entry: { long: 'close > fast' }, parameters: { fast } }).ok).toBe(true);
  }
});
