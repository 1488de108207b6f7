import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExpression } from '../expression/index.ts';
import { conditionWords } from './condition-words.ts';
import { anyRule, meant, readList, spoken, written } from './testing/any-rule.ts';
import { valueText } from './value-text.ts';

function wordsOf(condition: string, operands: Readonly<Record<string, number>>): string[] {
  const parsed = parseExpression(condition);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return conditionWords(
    parsed.tree,
    Object.entries(operands).map(([text, value]) => ({ text, value })),
  );
}

const rsi = { kind: 'indicator', name: 'rsi', args: [] } as const;
const close = { kind: 'price', source: 'close' } as const;

test('prices read with two decimals and Indian grouping, other values with at most two', () => {
  expect(
    wordsOf('close crosses above vwap() and rsi(close, 14) > 55 and volume > 1000', {
      close: 1_02_002.8,
      'vwap()': 2002.826,
      'rsi(close, 14)': 60,
      volume: 12_34_567,
    }),
  ).toEqual(['close (1,02,002.80) crossed above VWAP (2,002.83)', 'RSI 14 (60) > 55', 'volume (12,34,567) > 1000']);
});

test('whether it holds a position is said in words, with yes or no', () => {
  expect(wordsOf('in_position and close < open', { in_position: 1, close: 90, open: 91 })).toEqual([
    'in a position (yes)',
    'close (90.00) < open (91.00)',
  ]);
  // One of two that is not so: what it asks for is said, and that it is not.
  expect(wordsOf('in_position or close < open', { in_position: 0, close: 90, open: 91 })).toEqual([
    'at least one of these 2: in a position (no)',
    'close (90.00) < open (91.00)',
  ]);
  expect(wordsOf('not in_position', { in_position: 0 })).toEqual(['not in a position (yes)']);
  expect(wordsOf('not in_position or close < open', { in_position: 1 })[0]).toBe(
    'at least one of these 2: not in a position (no)',
  );
  expect(wordsOf('in_position', {})).toEqual(['in a position']);
});

test('a value some bars ago is said in words', () => {
  expect(
    wordsOf('ema(close, 9) > ema(close, 9)[3] and close > close[1]', {
      'ema(close, 9)': 1449.8,
      'ema(close, 9)[3]': 1448.25,
      close: 1450,
      'close[1]': 1449,
    }),
  ).toEqual(['EMA 9 (1,449.80) > EMA 9 three bars ago (1,448.25)', 'close (1,450.00) > close one bar ago (1,449.00)']);
});

test('a sum says what each of its parts was', () => {
  expect(wordsOf('close < vwap() - 2 * atr(14)', { close: 99, 'vwap()': 110, 'atr(14)': 3.125 })).toEqual([
    'close (99.00) < VWAP (110.00) − 2 × ATR 14 (3.13)',
  ]);
  expect(wordsOf('close < 2 * (high - low)', { close: 99, high: 110, low: 100 })).toEqual([
    'close (99.00) < 2 × (high (110.00) − low (100.00))',
  ]);
});

test('what an indicator is made of is named where it is not the close', () => {
  expect(
    wordsOf('close > highest(high, 20)[1] and volume > 1.5 * sma(volume, 20)', {
      close: 100,
      'highest(high, 20)[1]': 99.5,
      volume: 9_000,
      'sma(volume, 20)': 5_500.25,
    }),
  ).toEqual([
    'close (100.00) > HIGHEST 20 of high one bar ago (99.50)',
    'volume (9,000) > 1.5 × SMA 20 of volume (5,500.25)',
  ]);
  expect(wordsOf('adx(14).adx > adx(14).plus_di', { 'adx(14).adx': 25, 'adx(14).plus_di': 20.5 })).toEqual([
    'ADX 14 (25) > ADX 14 plus di (20.5)',
  ]);
});

test('conditions within conditions say by words how they are grouped, whatever their brackets were', () => {
  const had = { close: 2, open: 1, volume: 3, 'rsi(close, 14)': 40 };
  expect(wordsOf('close > open and (volume > 2 or rsi(close, 14) < 30)', had)).toEqual([
    'close (2.00) > open (1.00)',
    'at least one of these 2: volume (3) > 2',
    'RSI 14 (40) < 30',
  ]);
  expect(wordsOf('rsi(close, 14) < 30 or close > open and volume > 2', had)).toEqual([
    'at least one of these 2: RSI 14 (40) < 30',
    'all of these 2: close (2.00) > open (1.00)',
    'volume (3) > 2',
  ]);
  expect(wordsOf('not (close < open or rsi(close, 14) < 30 and volume > 2)', had)).toEqual([
    'not (close (2.00) < open (1.00))',
    'at least one of these 2: not (RSI 14 (40) < 30)',
    'not (volume (3) > 2)',
  ]);
});

test('the words of a decision alone tell what was grouped with what', () => {
  const said = {
    'close > 1': 'close (9.00) > 1',
    'close > 2': 'close (9.00) > 2',
    in_position: 'in a position',
    'volume < 3': 'volume (4) < 3',
  };
  fc.assert(
    fc.property(anyRule, (rule) => {
      const words = wordsOf(written(rule), { close: 9, volume: 4 }).join('; ');
      expect(readList(words, 'and')).toBe(meant(spoken(rule, said)));
    }),
  );
});

test('rounding never makes two different values look equal, nor a value look like nothing', () => {
  expect(wordsOf('close > vwap()', { close: 100.004, 'vwap()': 99.996 })).toEqual(['close (100.004) > VWAP (99.996)']);
  expect(wordsOf('roc(close, 21) > 0', { 'roc(close, 21)': 0.0012 })).toEqual(['ROC 21 (0.001) > 0']);
  expect(wordsOf('roc(close, 21) < -0.4', { 'roc(close, 21)': -0.45 })).toEqual(['ROC 21 (−0.45) < −0.4']);
});

test('a value is within half a unit of its last shown decimal, and a price always shows its paise', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.boolean(), (tenThousandths, isPrice) => {
      const value = tenThousandths / 1e4;
      const text = valueText(isPrice ? close : rsi, value);
      const read = Number(text.replaceAll(',', '').replace('−', '-'));
      expect(Math.abs(read - value)).toBeLessThanOrEqual(0.005 + 1e-9);
      if (isPrice) expect(text).toMatch(/\.\d\d+$/);
      else expect(text).not.toMatch(/\.\d*0$/);
    }),
  );
});
