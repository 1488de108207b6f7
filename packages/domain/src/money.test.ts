import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, formatPaise, mulDiv, paiseToRupees, rupeesToPaise, toSafePaise } from './money.ts';

const anyAmount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

describe('mulDiv', () => {
  test.each([
    [5n, 1n, 2n, 'half_up', 3n],
    [-5n, 1n, 2n, 'half_up', -3n],
    [4n, 1n, 3n, 'half_up', 1n],
    [5n, 1n, 3n, 'half_up', 2n],
    [5n, 1n, 2n, 'down', 2n],
    [-5n, 1n, 2n, 'down', -2n],
    [4n, 1n, 3n, 'up', 2n],
    [-4n, 1n, 3n, 'up', -2n],
    [6n, 1n, 3n, 'up', 2n],
    [5n, -1n, 2n, 'half_up', -3n],
  ] as const)('%d × %d ÷ %d %s is %d', (value, numerator, denominator, rounding, expected) => {
    expect(mulDiv(value, numerator, denominator, rounding)).toBe(expected);
  });

  test('half-up is off by at most half a unit, and the mirror of an amount rounds to the mirror', () => {
    fc.assert(
      fc.property(
        anyAmount,
        fc.bigInt({ min: 0n, max: 10_000n }),
        fc.bigInt({ min: 1n, max: 10_000n }),
        (value, numerator, denominator) => {
          const rounded = mulDiv(value, numerator, denominator, 'half_up');
          const error = rounded * denominator - value * numerator;
          expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(denominator);
          expect(mulDiv(-value, numerator, denominator, 'half_up')).toBe(-rounded);
        },
      ),
    );
  });

  test('down, half-up and up lie in this order around the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 999n }), (value, denominator) => {
        const [down, half, up] = (['down', 'half_up', 'up'] as const).map((rounding) =>
          mulDiv(value, 1n, denominator, rounding),
        );
        expect(down).toBe(value / denominator);
        expect(half === down || half === up).toBe(true);
        expect(up).toBe(value % denominator === 0n ? down : value / denominator + 1n);
      }),
    );
  });

  test('a denominator that is not positive is refused', () => {
    expect(() => mulDiv(1n, 1n, 0n, 'down')).toThrow(RangeError);
    expect(() => mulDiv(1n, 1n, -2n, 'down')).toThrow(RangeError);
  });
});

describe('allocate', () => {
  const anyWeights = fc
    .array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 12 })
    .filter((weights) => weights.some((weight) => weight > 0n));

  test('parts add up to the amount, differ from the exact share by at most a paisa, and give nothing to weight zero', () => {
    fc.assert(
      fc.property(anyAmount, anyWeights, (amount, weights) => {
        const parts = allocate(amount, weights);
        const total = weights.reduce((sum, weight) => sum + weight, 0n);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
        parts.forEach((part, i) => {
          const weight = weights[i] ?? 0n;
          const error = part * total - amount * weight;
          expect(error < 0n ? -error : error).toBeLessThanOrEqual(total);
          if (weight === 0n) expect(part).toBe(0n);
        });
      }),
    );
  });

  test('the leftover paisa goes to the first part', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n]);
  });

  test('weights that add up to nothing are refused', () => {
    expect(() => allocate(1n, [0n])).toThrow(RangeError);
    expect(() => allocate(1n, [])).toThrow(RangeError);
  });
});

describe('rupees and paise', () => {
  test('every amount of whole paise survives the way to rupees and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 13), max: 10 ** 13 }),
        (paise) => rupeesToPaise(paiseToRupees(paise)) === paise + 0,
      ),
    );
  });

  test('a float’s noise is rounded away, halves go away from zero', () => {
    expect(rupeesToPaise(0.1 + 0.2)).toBe(30);
    expect(rupeesToPaise(1.005)).toBe(101);
    expect(rupeesToPaise(-1.005)).toBe(-101);
    expect(rupeesToPaise(1938.1)).toBe(193810);
  });

  test('an amount that JSON cannot carry exactly is refused', () => {
    expect(toSafePaise(9007199254740991n)).toBe(9007199254740991);
    expect(() => toSafePaise(9007199254740992n)).toThrow(RangeError);
  });
});

describe('formatPaise', () => {
  test.each([
    [0n, '₹0.00'],
    [5n, '₹0.05'],
    [999_00n, '₹999.00'],
    [1000_00n, '₹1,000.00'],
    [99_999_00n, '₹99,999.00'],
    [1_00_000_00n, '₹1,00,000.00'],
    [123456750n, '₹12,34,567.50'],
    [12_34_56_78_901_23n, '₹12,34,56,78,901.23'],
    [-5n, '−₹0.05'],
  ])('%d paise read %s', (paise, text) => {
    expect(formatPaise(paise)).toBe(text);
  });

  test('grouping never changes the digits', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const digits = formatPaise(amount).replaceAll(/[₹,.]/g, '').replace('−', '-');
        expect(BigInt(digits)).toBe(amount);
      }),
    );
  });
});
