import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOf, profitOf } from './rules.ts';

const anyPaise = fc.bigInt({ min: -1_000_000_00n, max: 1_000_000_00n });
const anyDays = fc
  .array(fc.record({ realisedPaise: anyPaise, chargesPaise: anyPaise }), { maxLength: 28 })
  .map((rows) => rows.map((row, i) => ({ ...row, date: `2026-01-${String(i + 1).padStart(2, '0')}` })));

test('totals are the sums of the days, and the drawdown is the deepest fall of their running sum', () => {
  fc.assert(
    fc.property(anyDays, anyPaise, (rows, unrealisedPaise) => {
      const profit = profitOf(rows, { date: '2026-02-01', unrealisedPaise });
      expect(profit.realisedPaise).toBe(rows.reduce((sum, row) => sum + row.realisedPaise, 0n));
      expect(profit.unrealisedPaise).toBe(unrealisedPaise);
      expect(profit.chargesPaise).toBe(rows.reduce((sum, row) => sum + row.chargesPaise, 0n));
      expect(profit.days.reduce((sum, day) => sum + day.realisedPaise, 0n)).toBe(profit.realisedPaise);
      expect(profit.days.reduce((sum, day) => sum + day.chargesPaise, 0n)).toBe(profit.chargesPaise);
      const sums = [0n];
      for (const day of profit.days) sums.push((sums.at(-1) ?? 0n) + day.realisedPaise + day.unrealisedPaise);
      const falls = sums.flatMap((high, i) => sums.slice(i).map((low) => low - high));
      expect(Number(profit.drawdownPaise)).toBe(Math.min(0, ...falls.map(Number)));
    }),
  );
});

test('what is open stands on the exchange’s day alone, and on no day when that was not asked for', () => {
  const rows = [
    { date: '2026-01-05', realisedPaise: 5_00n, chargesPaise: 1_00n },
    { date: '2026-01-06', realisedPaise: -2_00n, chargesPaise: 1_00n },
  ];
  const today = profitOf(rows, { date: '2026-01-06', unrealisedPaise: 7_00n });
  expect(today.days.map((day) => day.unrealisedPaise)).toEqual([0n, 7_00n]);
  expect(profitOf(rows, { date: '2026-01-07', unrealisedPaise: 7_00n }).days).toHaveLength(3);
  expect(profitOf(rows, undefined).unrealisedPaise).toBe(0n);
  expect(percentOf(-2_50n, 100_00n)).toBe(-2.5);
  expect(percentOf(-1_014_17n, 3_00_000_00n)).toBe(-0.34);
  expect(percentOf(1_014_17n, 3_00_000_00n)).toBe(0.34);
  expect(percentOf(-2_50n, 0n)).toBe(0);
});
