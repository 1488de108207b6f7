import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAadhaarNumber, isBankAccountNumber, isIfsc, isPersonalPan, maskedEnd, maskedPan } from './identity.ts';

/** UIDAI's public test numbers. */
const TEST_NUMBERS = ['999941057058', '999971658847', '999933119405', '999955183433', '999990501894'];

describe('an Aadhaar number', () => {
  test.each(TEST_NUMBERS)('%s of UIDAI is one', (number) => {
    expect(isAadhaarNumber(number)).toBe(true);
  });

  test('with any one digit changed is none', () => {
    for (const number of TEST_NUMBERS) {
      for (let place = 0; place < 12; place += 1) {
        for (let digit = 0; digit < 10; digit += 1) {
          if (number[place] === String(digit)) continue;
          const wrong = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`;
          expect(isAadhaarNumber(wrong), wrong).toBe(false);
        }
      }
    }
  });

  test('with two neighbours swapped is none', () => {
    for (const number of TEST_NUMBERS) {
      for (let place = 0; place < 11; place += 1) {
        const [a = '', b = ''] = [number[place], number[place + 1]];
        if (a === b) continue;
        const swapped = `${number.slice(0, place)}${b}${a}${number.slice(place + 2)}`;
        expect(isAadhaarNumber(swapped), swapped).toBe(false);
      }
    }
  });

  test.each(['', '99994105705', '9999410570588', '9999 4105 7058', '099941057058', '199941057058', '99994105705x'])(
    '"%s" is none',
    (text) => expect(isAadhaarNumber(text)).toBe(false),
  );

  test('exists for each eleven digits exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000_000_000, max: 99_999_999_999 }), (front) => {
        const fitting = Array.from({ length: 10 }, (_, digit) => `${front}${digit}`).filter(isAadhaarNumber);
        return fitting.length === 1;
      }),
    );
  });
});

test('a PAN of a person has P in its fourth place; those of firms are not taken', () => {
  expect(
    ['ABCPE1234F', 'abcpe1234f', 'ABCCE1234F', 'ABCPE123F', 'ABCPE12345', ' ABCPE1234F'].map(isPersonalPan),
  ).toEqual([true, false, false, false, false, false]);
});

test('an IFSC has its zero in the fifth place', () => {
  expect(['HDFC0001234', 'SBIN0ABCDEF', 'HDFC1001234', 'HDF00001234', 'HDFC000123'].map(isIfsc)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('an account number has 9 to 18 digits', () => {
  const lengths = [8, 9, 18, 19].map((length) => isBankAccountNumber('0'.repeat(length)));
  expect(lengths).toEqual([false, true, true, false]);
});

test('of a number only its ends are shown', () => {
  expect(maskedEnd('123456780000')).toBe('••••0000');
  expect(maskedPan('ABCPE1234F')).toBe('AB••••••4F');
});
