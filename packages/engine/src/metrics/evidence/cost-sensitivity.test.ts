import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedTrade } from '../testing/closed-trade.ts';
import { costSensitivity } from './cost-sensitivity.ts';

/** Turnover 10 × (₹100 + ₹101) = ₹2,010. */
const trades = [closedTrade({ netPaise: 4_02 })];

test('each basis point costs a ten-thousandth of the turnover, and break-even is where nothing is left', () => {
  // 1 bps is 20.1 paise. ₹4.02 of ₹2,010 are 20 bps, on top of the 5 that are counted.
  const found = costSensitivity({ trades, slippageBps: 5 });
  expect(found.turnoverPaise).toBe(2_010_00);
  expect(found.breakEvenBps).toBeCloseTo(25, 10);
  expect(found.reserveBps).toBeCloseTo(20, 10);
  expect(found.levels).toEqual([
    { slippageBps: 0, netPaise: 5_03 },
    { slippageBps: 5, netPaise: 4_02 },
    { slippageBps: 10, netPaise: 3_02 },
    { slippageBps: 15, netPaise: 2_01 },
    { slippageBps: 25, netPaise: 0 },
  ]);
});

test('what loses without any slippage breaks even below zero', () => {
  const found = costSensitivity({ trades: [closedTrade({ netPaise: -4_02 })], slippageBps: 0, levelsBps: [1] });
  expect(found.breakEvenBps).toBeCloseTo(-20, 10);
  expect(found.levels).toEqual([{ slippageBps: 1, netPaise: -4_22 }]);
});

test('without a trade there is no break-even', () => {
  const found = costSensitivity({ trades: [], slippageBps: 0 });
  expect(found.breakEvenBps).toBeUndefined();
  expect(found.levels.map(({ slippageBps, netPaise }) => [slippageBps, netPaise])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [5, 0],
  ]);
});

test('the net at break-even is nothing, whatever the trades', () => {
  const anyTrade = fc
    .record({ quantity: fc.integer({ min: 1, max: 500 }), netPaise: fc.integer({ min: -9_000, max: 9_000 }) })
    .map((change) => closedTrade(change));
  fc.assert(
    fc.property(fc.array(anyTrade, { minLength: 1 }), fc.integer({ min: 0, max: 50 }), (list, slippageBps) => {
      const { breakEvenBps = -1 } = costSensitivity({ trades: list, slippageBps });
      fc.pre(breakEvenBps >= 0);
      const [level] = costSensitivity({ trades: list, slippageBps, levelsBps: [breakEvenBps] }).levels;
      expect(Math.abs(level?.netPaise ?? 1)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a slippage below zero is refused', () => {
  expect(() => costSensitivity({ trades, slippageBps: -1 })).toThrow(RangeError);
  expect(() => costSensitivity({ trades, slippageBps: 1, levelsBps: [Number.NaN] })).toThrow(RangeError);
});
