import { expect, test } from 'vitest';
import { estimatedPnlPaise, movedPaise } from './live-pnl.ts';

const held = { side: 'buy', quantity: 40, lastPrice: 612.35, pnlPaise: -50_00 } as const;

test('a long position gains with the price since the last figure, a short one loses', () => {
  expect(estimatedPnlPaise(held, 613.35)).toBe(-50_00 + 40_00);
  expect(estimatedPnlPaise({ ...held, side: 'sell' }, 613.35)).toBe(-50_00 - 40_00);
  expect(estimatedPnlPaise(held, 612.3)).toBe(-50_00 - 40 * 5);
});

test('at the price that the server used, the figure is the server’s', () => {
  expect(estimatedPnlPaise(held, 612.35)).toBe(-50_00);
  expect(estimatedPnlPaise(held, undefined)).toBe(-50_00);
});

test('before the server has told a result there is none', () => {
  expect(estimatedPnlPaise({ side: 'buy', quantity: 1 }, 600)).toBeUndefined();
});

test('a total moves by what its rows have moved, so it stays their sum', () => {
  const rows = [
    { ...held, symbol: 'SBIN' },
    { ...held, side: 'sell' as const, symbol: 'INFY' },
    { side: 'buy' as const, quantity: 5, symbol: 'TCS' },
  ];
  const prices: Readonly<Record<string, number>> = { SBIN: 613.35, INFY: 612.85, TCS: 4_000 };
  const priceOf = (symbol: string) => prices[symbol];
  const sum = rows.reduce((total, row) => total + (estimatedPnlPaise(row, priceOf(row.symbol)) ?? 0), 0);
  expect(-100_00 + movedPaise(rows, priceOf)).toBe(sum);
  expect(movedPaise(rows, () => undefined)).toBe(0);
});
