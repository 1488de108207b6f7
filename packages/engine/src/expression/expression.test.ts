import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExpression, parseExpression, printExpression } from './index.ts';
import { anyExpression } from './testing/any-expression.ts';

const PARAMETERS = {
  fast: { default: 20, min: 5, max: 50, step: 1 },
  ratio: { default: 1.5, min: 0.5, max: 3, step: 0.5 },
};

/** The first thing wrong, with the text that it points at. */
function wrong(
  text: string,
  scope: { wanted?: 'condition' | 'price'; readsPosition?: boolean } = {},
): readonly [string, string] | undefined {
  const parsed = parseExpression(text);
  const errors = parsed.ok
    ? checkExpression(parsed.tree, parsed.spans, {
        parameters: PARAMETERS,
        wanted: 'condition',
        readsPosition: true,
        interval: '15m',
        ...scope,
      })
    : [parsed.error];
  const first = errors[0];
  return first ? [text.slice(first.offset, first.offset + first.length), first.message] : undefined;
}

test('a tree printed and read again is the same tree', () => {
  fc.assert(
    fc.property(anyExpression, (tree) => {
      const text = printExpression(tree);
      fc.pre(text.length <= 2_000);
      const parsed = parseExpression(text);
      expect(parsed.ok ? parsed.tree : parsed.error).toEqual(tree);
    }),
    { numRuns: 500 },
  );
});

test('canonical text stays as it is', () => {
  for (const text of [
    'ema(close, fast) crosses above ema(close, 50) and rsi(close, 14) < 70 and time >= 09:20',
    'not (close > open or close[1] > open[1]) and -close < 3 * (high - low)',
    'macd(close, 12, 26, 9).signal crosses below 0',
    '(close - open) / (high - low) > 0.5',
    'previous_day().close < close and opening_range(15).high > close',
    'position.bars >= 3 and position.profit_percent > 1.25 or in_position and weekday == 5',
    'max(close, open, high[2]) - (low - 1) > 0',
  ]) {
    const parsed = parseExpression(text);
    expect(parsed.ok && printExpression(parsed.tree)).toBe(text);
    expect(wrong(text)).toBeUndefined();
  }
});

test('loose text becomes canonical', () => {
  const parsed = parseExpression('  (EMA( close,20 )>Ema(close , 50))AND(( close )>1.50)');
  expect(parsed.ok && printExpression(parsed.tree)).toBe('ema(close, 20) > ema(close, 50) and close > 1.5');
});

test.each([
  ['', ['', 'expected a price, an indicator or a number here']],
  ['close >', ['', 'expected a price, an indicator or a number here']],
  ['close > > 3', ['>', 'expected a price, an indicator or a number here']],
  ['close > 3 and', ['', 'expected a price, an indicator or a number here']],
  ['(close > 3', ['(', 'this "(" is never closed; expected ")"']],
  ['close = 3', ['=', '"=" compares nothing here; write "==" for equal']],
  ['close crosses 3', ['3', 'expected "above" or "below" after "crosses"']],
  ['time >= 9:20', ['9:20', '"9:20" is not a time of day; write it like 09:20']],
  ['open < close < high', ['<', 'a comparison cannot follow "<"; join two with "and"']],
  [
    'close > 3 adn open > 2',
    [
      'adn',
      '"adn" cannot follow here; expected an operator such as +, >, "crosses above" or "and"; did you mean "and"?',
    ],
  ],
  ['vwap > close', ['vwap', '"vwap" needs its arguments in parentheses: vwap(…)']],
  ['close[] > 1', [']', 'expected a number of bars or a parameter here, like close[1]']],
  ['close > 1,00,000', ['1,00,000', 'write 100000, without commas']],
  ['(close > 1,500.50) and open > 1', ['1,500.50', 'write 1500.50, without commas']],
  ['close > 1, 5', [',', '"," cannot follow here; expected an operator such as +, >, "crosses above" or "and"']],
  ['close > 1,5', [',', '"," cannot follow here; expected an operator such as +, >, "crosses above" or "and"']],
  ['close > ₹100', ['₹100', 'prices are in rupees: write 100']],
  ['close > ₹ 1,00,000.5 and open > 1', ['₹ 1,00,000.5', 'prices are in rupees: write 100000.5']],
  ['close > 100 ₹', ['₹', 'prices are in rupees: write the plain number']],
])('the text "%s" is refused at the place that is wrong', (text, expected) => {
  expect(wrong(text)).toEqual(expected);
});

test('numbers among the arguments of a function are its arguments, with or without a space', () => {
  expect(wrong('max(1,200) > close')).toBeUndefined();
  expect(wrong('max(close,1,000) > 1')).toBeUndefined();
});

test.each([
  ['emma(close, 20) > close', 'emma(close, 20)', 'did you mean "ema"?'],
  ['clsoe > 3', 'clsoe', 'did you mean "close"?'],
  ['ema(close, fsat) > 3', 'fsat', 'did you mean "fast"?'],
  ['ema(close) > 3', 'close', 'expected a whole number from'],
  ['ema(close, 20, 3) > 3', 'ema(close, 20, 3)', 'is written ema(close, '],
  ['ema(close, 2.5) > 3', '2.5', 'expected a whole number from'],
  ['ema(close, 0) > 3', '0', 'expected a whole number from'],
  ['ema(close, ratio) > 3', 'ratio', 'the parameter "ratio" can leave that'],
  ['ema(close, close) > 3', 'close', 'or a parameter'],
  ['macd(close, 12, 26, 9) > 0', 'macd(close, 12, 26, 9)', 'has several outputs; expected one of'],
  ['macd(close, 12, 26, 9).singal > 0', 'macd(close, 12, 26, 9).singal', 'did you mean "signal"?'],
  ['close', 'close', 'expected a condition (true or false) here, this is a number'],
  ['close and open > 1', 'close', 'expected a condition (true or false) here, this is a number'],
  ['time > 920', '920', 'expected a time of day here, like 09:20, this is a number'],
  ['time + 5 > 3', 'time', 'expected a number here, this is a time of day'],
  ['time crosses above 09:20', 'time', 'expected a number here'],
  ['close[501] > 1', '501', 'from 0 to 500'],
  ['position.profit_percent[1] > 1', 'position.profit_percent', 'has no history'],
  ['abs(close, open) > 1', 'abs(close, open)', 'takes one number'],
])('"%s" is refused with what would be right', (text, place, message) => {
  const [at, said] = wrong(text) ?? ['', ''];
  expect(at).toBe(place);
  expect(said).toContain(message);
});

test('an entry cannot read a position that is not open yet', () => {
  expect(wrong('position.bars > 3', { readsPosition: false })?.[1]).toContain('only an exit can');
});

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'close',
          '(',
          ')',
          '[',
          ']',
          '.',
          ',',
          'and',
          'not',
          '-',
          '<',
          'crosses',
          'above',
          '3',
          '09:20',
          'ema',
          ' ',
          '$',
        ),
      ),
      (parts) => {
        const text = parts.join(' ');
        const parsed = parseExpression(text);
        const { offset, length } = parsed.ok ? { offset: 0, length: 0 } : parsed.error;
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(offset + length).toBeLessThanOrEqual(text.length + 1);
      },
    ),
    { numRuns: 500 },
  );
  expect(parseExpression('('.repeat(1_500)).ok).toBe(false);
});

test('another interval or instrument stands after a value, and reads the same when it is printed', () => {
  for (const text of [
    'ema(close, 20) @ 1h > ema(close, 50) @ 1h',
    'close[1] @ 1d < (close @ 1d)[1]',
    '((high + low) / 2) @ 30m - -close @ 1h > 0',
    'macd(close, 12, 26, 9).line @ 1h crosses above 0',
    'day_change_percent @ 1h > 1',
    'close @ NIFTY > ema(close, 50) @ NIFTY 1d and day_change_percent @ NIFTY > -1',
    'rsi(close, 14) @ "INDIA VIX" 15m < 30 or close @ "M&M" 30m > close @ "BAJAJ-AUTO"',
  ]) {
    expect(wrong(text)).toBeUndefined();
    const parsed = parseExpression(text);
    expect(parsed.ok && printExpression(parsed.tree)).toBe(text);
  }
});

const PLACE =
  'expected an interval (1m, 3m, 5m, 10m, 15m, 30m, 1h, 1d) or an instrument such as NIFTY (in quotes where it begins with a digit) here';

test.each([
  ['close @ 5m > 1', 'close @ 5m', '"@" reads an interval that 15m divides and that is longer: expected 30m, 1h, 1d'],
  ['close @ 15m > 1', 'close @ 15m', '"@" reads an interval that 15m divides and that is longer: expected 30m, 1h, 1d'],
  ['close @ 2h > 1', '2h', PLACE],
  ['close @', '', PLACE],
  ['close @ NIFTY 2h > 1', '2h', 'expected an interval (1m, 3m, 5m, 10m, 15m, 30m, 1h, 1d) here'],
  ['weekday @ 1h > 1', 'weekday', '"weekday" is of the moment: "@" needs prices or indicators before it'],
  [
    'close @ NIFTY 5m > 1',
    'close @ NIFTY 5m',
    '"@" reads bars of another instrument that bars of 15m are parts of: expected 15m, 30m, 1h, 1d',
  ],
  [
    'close @ NIFTY26NOVFUT > 1',
    'close @ NIFTY26NOVFUT',
    'NIFTY26NOVFUT looks like a future or an option: expected an index, a share or an ETF of NSE',
  ],
  [
    'close @ "5 %" > 1',
    'close @ "5 %"',
    '"5 %" is not an NSE symbol: expected an index like NIFTY, or a share like SBIN',
  ],
  [
    '"NIFTY" > 1',
    '"NIFTY"',
    'an instrument stands behind "@", like close @ NIFTY; expected a price, an indicator or a number here',
  ],
  ['sma(close @ 1h, 3) @ 1d > 1', 'close @ 1h', 'one "@" cannot stand inside another'],
  ['3 @ 1h > 1', '3', 'this is the same everywhere: "@" needs prices or indicators before it'],
  ['(close > 1) @ 1h > 1', '(close > 1)', 'expected a number here, this is a condition (true or false)'],
])('%s is refused at its place, with what would be right', (text, at, message) => {
  const [place, said] = wrong(text) ?? [];
  expect(said).toBe(message);
  expect(place?.replace(/[()]/g, '')).toBe(at.replace(/[()]/g, ''));
});
