import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileStrategy } from '../compile/index.ts';
import { parseDefinition } from '../definition/index.ts';
import { anyDefinitionJson } from '../definition/testing/any-definition.ts';
import { parseExpression } from '../expression/index.ts';
import { anyExpression } from '../expression/testing/any-expression.ts';
import { ruleWords } from './rule-words.ts';
import { anyRule, meant, readList, spoken, written } from './testing/any-rule.ts';

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

test('several conditions are a list', () => {
  expect(wordsOf('close > open and volume > 10 and time < 14:00')).toBe(
    'all of this is true: the close is above the open; the volume is above 10; it is earlier than 14:00',
  );
  expect(wordsOf('close > open or weekday == 2')).toBe(
    'any of this is true: the close is above the open; it is a Tuesday',
  );
});

test('a list within a list is in words as well: it comes last, and says how many conditions are its own', () => {
  expect(wordsOf('(close > open or close > vwap()) and time < 14:00')).toBe(
    'all of this is true: it is earlier than 14:00; at least one of these 2: the close is above the open; the close is above VWAP',
  );
  expect(wordsOf('in_position or close > open and (volume > 1 or volume < 9 and weekday == 2)')).toBe(
    'any of this is true: it holds a position; all of these 2: the close is above the open; at least one of these 2: the volume is above 1; all of these 2: the volume is below 9; it is a Tuesday',
  );
});

test('a denial of several conditions is one of each', () => {
  expect(wordsOf('not (in_position and volume > 1)')).toBe(
    'any of this is true: it holds no position; the volume is at most 1',
  );
  expect(wordsOf('close > open and not (close > 1 and not (volume > 2 or time < 14:00))')).toBe(
    'all of this is true: the close is above the open; at least one of these 3: the close is at most 1; the volume is above 2; it is earlier than 14:00',
  );
});

test.each([
  ['close - 2 * atr(14)', 'the close − 2 × ATR 14'],
  ['(close - open)[1] > 0', '(the close − the open) one bar ago is above 0'],
  ['close - open[1] > 0', 'the close − the open one bar ago is above 0'],
  ['(high - low) @ 1d > 2', '(the high − the low) of daily bars is above 2'],
  ['close / hl2 > 1', 'the close ÷ ((high + low) ÷ 2) is above 1'],
  ['ema(rsi(close, 14), 9) > 50', 'EMA 9 of (RSI 14) is above 50'],
  ['ema(close - open, 9) > 0', 'EMA 9 of (the close − the open) is above 0'],
  ['highest(-close, 20) > 0', 'HIGHEST 20 of (−the close) is above 0'],
])('a value of several parts keeps together what belongs together: %s', (condition, words) => {
  expect(wordsOf(condition)).toBe(words);
});

function readBack(words: string): string {
  const whole = /^(all|any) of this is true: /.exec(words);
  return whole ? readList(words.slice(whole[0].length), whole[1] === 'all' ? 'and' : 'or') : words;
}

test('the words alone tell what is grouped with what', () => {
  const said = {
    'close > 1': 'the close is above 1',
    'close > 2': 'the close is above 2',
    in_position: 'it holds a position',
    'volume < 3': 'the volume is below 3',
  };
  fc.assert(
    fc.property(anyRule, (rule) => {
      expect(readBack(wordsOf(written(rule)))).toBe(meant(spoken(rule, said)));
    }),
  );
});

/** What is left of a condition as it is written; arithmetic has its brackets, which hold no comparison. */
const CODE = /[[\]@_<>=*“”"]|\w\(|\.[a-z]|\b(?:and|or)\b|\([^()]*\bis (?:above|below|at)\b/;

test('whatever a definition asks for, its rules have no code among their words', () => {
  fc.assert(
    fc.property(anyDefinitionJson, (json) => {
      const parsed = parseDefinition(json);
      fc.pre(parsed.ok);
      if (!parsed.ok) return;
      const words = compileStrategy(parsed.definition).describe().join('\n');
      const prose = words.replaceAll(/\d\d:\d\d or (?:later|earlier)|INDIA VIX|^Trades.*|^Reads.*/gm, '');
      expect(prose).not.toMatch(CODE);
    }),
    { numRuns: 300 },
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
