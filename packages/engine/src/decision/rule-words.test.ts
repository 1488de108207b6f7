import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExpression } from '../expression/index.ts';
import { anyExpression } from '../expression/testing/any-expression.ts';
import { ruleWords } from './rule-words.ts';

function wordsOf(condition: string): string {
  const parsed = parseExpression(condition);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return ruleWords(parsed.tree);
}

test.each([
  ['close crosses above opening_range(15).high', 'the close crosses above the high of the first 15 minutes'],
  ['ema(close, 9) crosses below ema(close, 21)', 'EMA 9 crosses below EMA 21'],
  ['close > highest(high, 20)[1]', 'the close is above the highest high of the 20 bars before'],
  ['close < lowest(low, 10)[3]', 'the close is below the lowest low of 10 bars three bars ago'],
  ['close >= previous_day().close', 'the close is at least the close of the day before'],
  ['volume > 1.5 * sma(volume, 20)', 'the volume is above 1.5 × SMA 20 of volume'],
  ['close <= vwap() - 2 * (high - low)', 'the close is at most VWAP − 2 × (the high − the low)'],
  ['close crosses above bollinger(close, 20, 2).lower', 'the close crosses above the lower Bollinger band 20/2'],
  ['close > bollinger(hl2, 20, 2).upper', 'the close is above BOLLINGER 20 2 upper of hl2'],
  ['close > supertrend(10, 3).value', 'the close is above the supertrend 10/3'],
  ['supertrend(10, 3).direction == 1', 'the direction of supertrend 10/3 is exactly 1'],
  ['adx(14).plus_di != -1', 'ADX 14 plus di is not −1'],
  [
    'close @ NIFTY 1d > ema(close, 20) @ NIFTY 1d',
    'the close of daily bars of NIFTY is above EMA 20 of daily bars of NIFTY',
  ],
  ['abs(close - open) > max(atr(14), 2)', 'the size of (the close − the open) is above the highest of (ATR 14, 2)'],
  ['hlc3 > -(open + low)', '(high + low + close) ÷ 3 is above −(the open + the low)'],
  ['day_change_percent > 0.6', 'the day’s change in % is above 0.6'],
  ['position.profit_percent > 2', 'the result of its position in % is above 2'],
  ['time >= 10:00', 'it is 10:00 or later'],
  ['time < 14:30', 'it is earlier than 14:30'],
  ['weekday == 5', 'it is a Friday'],
  ['weekday != 1', 'it is not a Monday'],
  ['weekday <= 3', 'the day of the week (1 is Monday) is at most 3'],
  ['in_position', 'it holds a position'],
])('%s', (condition, words) => {
  expect(wordsOf(condition)).toBe(words);
});

test('several conditions are a list, and what is nested in one of them stays as it is written', () => {
  expect(wordsOf('close > open and volume > 10 and time < 14:00')).toBe(
    'all of this is true: the close is above the open; the volume is above 10; it is earlier than 14:00',
  );
  expect(wordsOf('close > open or weekday == 2')).toBe(
    'any of this is true: the close is above the open; it is a Tuesday',
  );
  expect(wordsOf('(close > open or close > vwap()) and not (in_position and volume > 1)')).toBe(
    'all of this is true: “close > open or close > vwap()”; “not (in_position and volume > 1)”',
  );
});

test.each([
  ['not close > open', 'close <= open'],
  ['not close <= open', 'close > open'],
  ['not close < open', 'close >= open'],
  ['not close >= open', 'close < open'],
  ['not close == open', 'close != open'],
  ['not close != open', 'close == open'],
  ['not time > 14:00', 'time <= 14:00'],
  ['not weekday == 5', 'weekday != 5'],
])('what %s denies is what %s says: neither comes true without its values', (denied, said) => {
  expect(wordsOf(denied)).toBe(wordsOf(said));
});

test('a crossing that is denied says so, and so does a position', () => {
  expect(wordsOf('not close crosses above vwap()')).toBe('the close does not cross above VWAP');
  expect(wordsOf('not in_position')).toBe('it holds no position');
});

test('every condition has words, and none of them is a hole', () => {
  fc.assert(
    fc.property(anyExpression, (tree) => {
      const words = ruleWords(tree);
      expect(words).not.toMatch(/undefined|\[object|NaN|^\s*$/);
    }),
  );
});
