import { paiseToRupees } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokerMoment, paiseOf, zNumber, zPrice, zTextList } from './reading.ts';

test('amounts are read exactly, however the wire writes them', () => {
  const cases: readonly [string | number | null, bigint | undefined][] = [
    ['937.00', 93_700n],
    [937, 93_700n],
    ['- 2235.80', -223_580n],
    ['-0.05', -5n],
    ['1,23,45,678.90', 1_234_567_890n],
    ['99999999999999.99', 9_999_999_999_999_999n],
    ['0.005', 1n],
    ['0.0049', 0n],
    ['.5', 50n],
    ['12.', 1200n],
    ['1e2', 10_000n],
    ['', undefined],
    ['NA', undefined],
    [null, undefined],
    ['12abc', undefined],
  ];
  for (const [wire, paise] of cases) expect([wire, paiseOf(wire)]).toEqual([wire, paise]);
});

test('a price in rupees with two decimals survives the way to paise and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (paise) => {
      const rupees = paiseToRupees(paise);
      expect(zPrice.parse(rupees)).toBe(paise);
      expect(zPrice.parse(rupees.toFixed(2))).toBe(paise);
      expect(paiseOf(rupees.toFixed(2))).toBe(BigInt(paise));
    }),
  );
});

test('an absent number is absent and not nought', () => {
  for (const wire of [undefined, null, '', 'NA', '-']) expect(zNumber.parse(wire)).toBeUndefined();
  expect(zNumber.parse('0')).toBe(0);
});

test('a list is read from an array, from a string that holds one, and from nothing', () => {
  expect(zTextList.parse(['NSE', 'BSE'])).toEqual(['NSE', 'BSE']);
  expect(zTextList.parse('[ "NSE", "BSE" ]')).toEqual(['NSE', 'BSE']);
  expect(zTextList.parse('')).toEqual([]);
  expect(zTextList.parse(null)).toEqual([]);
});

test("the broker's date is Indian time, and a broken one is no date", () => {
  expect(brokerMoment('21-Jun-2026 10:46:10')).toBe(Date.parse('2026-06-21T10:46:10+05:30'));
  expect(brokerMoment('21-Foo-2026 10:46:10')).toBeUndefined();
  expect(brokerMoment('')).toBeUndefined();
});
