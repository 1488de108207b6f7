import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containedTax, taxOf } from './tax.ts';

test.each([
  [99_900n, 84_661n, 15_239n],
  [49_900n, 42_288n, 7_612n],
  [100n, 85n, 15n],
  [118n, 100n, 18n],
])('of %d paise %d are the value and %d the tax', (total, taxable, tax) => {
  expect(containedTax(total, false)).toEqual({ taxablePaise: taxable, cgstPaise: 0n, sgstPaise: 0n, igstPaise: tax });
});

test('within a state an odd paisa is the centre’s', () => {
  expect(containedTax(99_900n, true)).toEqual({
    ...{ taxablePaise: 84_661n, cgstPaise: 7_620n, sgstPaise: 7_619n, igstPaise: 0n },
  });
});

test('value and tax are the price, the same wherever it is supplied, at most half a paisa from 18 %', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000n }), fc.boolean(), (total, isSameState) => {
      const tax = containedTax(total, isSameState);
      expect(tax.taxablePaise + taxOf(tax)).toBe(total);
      expect(taxOf(tax)).toBe(taxOf(containedTax(total, !isSameState)));
      const off = taxOf(tax) * 118n - total * 18n;
      expect(off >= -59n && off <= 59n).toBe(true);
      if (isSameState) expect(tax.cgstPaise - tax.sgstPaise).toBeOneOf([0n, 1n]);
    }),
  );
});
