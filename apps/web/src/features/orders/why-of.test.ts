import { expect, test } from 'vitest';
import { whyOf } from './why-of.ts';

test('a narrow column tells why, not what the row says already', () => {
  expect(whyOf('Sold 30 SBIN at 800.00: the stop loss was reached.')).toBe('The stop loss was reached.');
  expect(whyOf('Bought back 2 ICICIBANK at 1,443.40: EMA 9 (1,440.02): falling.')).toBe('EMA 9 (1,440.02): falling.');
  expect(whyOf('You sold it.')).toBe('You sold it.');
  expect(whyOf('Sold: ')).toBe('Sold: ');
});
