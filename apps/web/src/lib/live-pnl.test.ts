import { expect, test } from 'vitest';
import { estimatedPnlPaise } from './live-pnl.ts';

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
