import { indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { DAY, definitionOf } from '../run/testing/fixtures.ts';
import { compileStrategy } from './index.ts';

/** Feeds closes in rupees and tells on which bars the long entry fired. */
function firings(condition: string, closes: readonly number[]): number[] {
  const program = compileStrategy(definitionOf({ entry: { long: condition } })).createProgram();
  return closes.flatMap((close, i) => {
    const price = Math.round(close * 100);
    const openAt = indiaMoment(DAY, 555) + i * MINUTE_MS;
    program.push(
      { openAt, open: price, high: price, low: price, close: price, volume: 1 },
      {
        ...{ closeMinute: 556 + i, sessionOpenMinute: 555, sessionCloseMinute: 930 },
      },
    );
    return program.entryLong?.fires() === true ? [i] : [];
  });
}

test('a crossing needs the bar before at or under the line, and this one over it', () => {
  expect(firings('close crosses above 100', [99, 100, 101, 102, 100, 100, 101])).toEqual([2, 6]);
  expect(firings('close crosses below 100', [101, 100, 99, 98, 100, 99])).toEqual([2, 5]);
  expect(firings('close crosses above 100', [101, 102])).toEqual([]);
});

test('two lines that cross are told apart by the way they cross, in one condition and in two', () => {
  const closes = [99, 101, 102, 99, 98, 101, 100, 99];
  const [up, down] = ['close crosses above 100', 'close crosses below 100'];
  expect(firings(`${up} or ${down}`, closes)).toEqual([1, 3, 5, 7]);
  expect(firings(`${up} and not ${down}`, closes)).toEqual([1, 5]);
  expect(firings(`${down} and not ${up}`, closes)).toEqual([3, 7]);
  expect(firings('100 crosses above close or 100 crosses below close', closes)).toEqual([1, 3, 5, 7]);
  expect(firings('100 crosses below close and not close crosses below 100', closes)).toEqual([1, 5]);
});

test('a condition with an undefined operand does not fire, under "not" and in a branch of "or" that is not needed too', () => {
  const rising = [1, 2, 3, 4];
  expect(firings('sma(close, 3) > 0', rising)).toEqual([2, 3]);
  expect(firings('not sma(close, 3) > 100', rising)).toEqual([2, 3]);
  expect(firings('close > 0 or sma(close, 3) > 100', rising)).toEqual([2, 3]);
  expect(firings('not (close[2] > 100 and close > 100)', rising)).toEqual([2, 3]);
});

test('dividing by zero is undefined, not infinite', () => {
  expect(firings('close / (close - 2) > 0', [1, 2, 3])).toEqual([2]);
  expect(firings('close / (close - 2) != 5', [2])).toEqual([]);
});

test('values some bars ago, of prices and of indicators', () => {
  expect(firings('close > close[2]', [3, 2, 1, 4, 5])).toEqual([3, 4]);
  expect(firings('sma(close, 2)[1] == 1.5', [1, 2, 9, 9])).toEqual([2]);
});

test('an indicator of an indicator starts when the inner one is warm', () => {
  // SMA 2 of SMA 2: 1.5, 2.5 → 2 on the third bar.
  expect(firings('sma(sma(close, 2), 2) == 2', [1, 2, 3])).toEqual([2]);
});

test('time is the close of the bar', () => {
  expect(firings('time == 09:17', [1, 1, 1])).toEqual([1]);
});

test('the bars to warm up on are those before every operand is defined', () => {
  const strategy = compileStrategy(
    definitionOf({ entry: { long: 'sma(close, 5)[2] > 1 and close crosses above sma(close, 3)' } }),
  );
  expect(strategy.warmupBars).toBe(7);
  expect(firings('sma(close, 5)[2] > 0', [1, 1, 1, 1, 1, 1, 1, 1])).toEqual([6, 7]);
});

test('a parameter outside its range, or of no definition, is refused', () => {
  const definition = definitionOf({
    entry: { long: 'sma(close, fast) > 1' },
    parameters: { fast: { default: 5, min: 2, max: 9, step: 1 } },
  });
  expect(() => compileStrategy(definition, { fast: 10 })).toThrow('expected 2 to 9');
  expect(() => compileStrategy(definition, { slow: 3 })).toThrow('there is no parameter "slow"');
  expect(compileStrategy(definition, { fast: 7 }).createProgram().entryLong?.text).toBe('sma(close, 7) > 1');
});

test('the rules in words name entry, exit, stop, target, session and size', () => {
  const definition = definitionOf({
    entry: { long: 'ema(close, fast) crosses above ema(close, 50)' },
    exit: { long: 'rsi(close, 14) > 70' },
    parameters: { fast: { default: 20, min: 5, max: 30, step: 5 } },
    risk: {
      stopLoss: { kind: 'percent', percent: 1 },
      target: { kind: 'atr', multiple: 2, length: 14 },
      maxTradesPerDay: 3,
    },
    sizing: { method: 'capital_share', percent: 20 },
  });
  expect(compileStrategy(definition, { fast: 10 }).describe()).toEqual([
    'Trades SBIN on NSE intraday, deciding on closed one-minute bars.',
    'Buys when EMA 10 crosses above EMA 50.',
    'Sells what it bought when RSI 14 is above 70.',
    'Stop loss: 1 % against the position from its entry price.',
    'Target: 2 × the average true range of 14 bars in favour of the position from its entry price.',
    'Enters Monday to Friday from 09:15 to 15:00; everything is squared off at 15:05.',
    'At most 3 trades a day.',
    'Size: 20 % of the capital a trade.',
  ]);
});
