import { indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asFigures,
  clockTime,
  count,
  day,
  directionOf,
  directionOfPercent,
  duration,
  groupNumber,
  moment,
  momentInFull,
  ofBasisPoints,
  parseNumber,
  percent,
  price,
  relative,
  rupees,
  shortAmount,
  signedDecimals,
  signedRupees,
  wholeRupees,
} from './format.ts';

describe('amounts', () => {
  test('are grouped the Indian way, with paise', () => {
    expect(rupees(12_34_567_00)).toBe('₹12,34,567.00');
    expect(rupees(-612_00)).toBe('−₹612.00');
    expect(wholeRupees(2_00_000_00)).toBe('₹2,00,000');
    expect(wholeRupees(100_50)).toBe('₹100.50');
  });

  test('a gain and a loss say which they are without colour', () => {
    expect(signedRupees(1_842_30)).toBe('+₹1,842.30');
    expect(signedRupees(-1)).toBe('−₹0.01');
    expect(signedRupees(0)).toBe('₹0.00');
    expect([directionOf(1), directionOf(-1), directionOf(0)]).toEqual(['gain', 'loss', 'even']);
  });

  test('large ones have a short form in lakh and crore', () => {
    expect(shortAmount(12_35_000_00)).toEqual({ amount: '₹12.35', word: 'lakh' });
    expect(shortAmount(-3_20_00_000_00)).toEqual({ amount: '−₹3.20', word: 'crore' });
    expect(shortAmount(99_999_99)).toBeUndefined();
    expect(shortAmount(99_99_999_00)).toEqual({ amount: '₹1.00', word: 'crore' });
  });

  test('a short form is never off by more than half a hundredth of its unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_00_000_00, max: 9_00_00_00_000_00 }), (paise) => {
        const short = shortAmount(paise);
        const unit = short?.word === 'crore' ? 1_00_00_000_00 : 1_00_000_00;
        const back = Number(short?.amount.replace(/[₹,]/g, '')) * unit;
        return Math.abs(back - paise) <= 0.005 * unit + 1;
      }),
    );
  });
});

test('basis points are percentages, with a third decimal where they are no whole ones', () => {
  expect([25, 25.3, -3.2, 0].map(ofBasisPoints)).toEqual(['0.25%', '0.253%', '−0.032%', '0.00%']);
});

test('prices and counts are grouped, percentages carry a sign where asked', () => {
  expect(price(123456.05)).toBe('1,23,456.05');
  expect(price(-0.001)).toBe('0.00');
  expect(count(1234567)).toBe('12,34,567');
  expect(percent(1.5)).toBe('1.50%');
  expect(percent(0.42, true)).toBe('+0.42%');
  expect(percent(-0.42, true)).toBe('−0.42%');
  expect(percent(-0.001, true)).toBe('0.00%');
  expect([signedDecimals(12.34, 1), signedDecimals(-0.456, 2), signedDecimals(-0.04, 1)]).toEqual([
    '+12.3',
    '−0.46',
    '0.0',
  ]);
});

test('in a sentence a percentage has no space and a minus stays with its amount', () => {
  expect(asFigures('Gained −₹612.00 in 48.3 % of 5 % steps')).toBe('Gained −\u2060₹612.00 in 48.3% of 5% steps');
});

describe('times, in India and by the exchange clock', () => {
  const now = indiaMoment('2026-11-12', 14 * 60 + 32) + 5_000;

  test('today shows seconds, another day its date, another year the year too', () => {
    expect(clockTime(now)).toBe('14:32:05');
    expect(moment(now, now)).toBe('14:32:05');
    expect(moment(now - 86_400_000, now)).toBe('11 Nov, 14:32');
    expect(moment(now - 366 * 86_400_000, now)).toBe('11 Nov 2025, 14:32');
    expect(day(now, now)).toBe('12 Nov');
    expect(momentInFull(now)).toBe('12 Nov 2026, 14:32:05 IST');
  });

  test('midnight belongs to the new day', () => {
    expect(moment(indiaMoment('2026-11-12'), now)).toBe('00:00:00');
    expect(moment(indiaMoment('2026-11-12') - 1, now)).toBe('11 Nov, 23:59');
  });

  test('a distance is told in its largest whole unit', () => {
    expect(relative(now - 3 * 60_000, now)).toBe('3 minutes ago');
    expect(relative(now + 2 * 3_600_000, now)).toBe('in 2 hours');
    expect(relative(now, now)).toBe('now');
  });
});

describe('typed numbers', () => {
  test.each([
    ['1,00,000', 100000],
    ['1e5', 100000],
    ['₹ 2,500.50', 2500.5],
    ['-5', -5],
    ['.5', 0.5],
  ])('%s is taken', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each(['', 'abc', '1.2.3', '--1', '1e', '0x10', 'Infinity', '1e999'])('%s is not a number', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });

  test('what is shown can be typed again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        (paise) => parseNumber(groupNumber(paise / 100)) === paise / 100,
      ),
    );
    expect(groupNumber(1e5)).toBe('1,00,000');
  });

  test('a number is not made another one by being grouped, however small its steps are', () => {
    // A step of a parameter, a stop in percent, a value of a sweep: what stands there is what is sent.
    expect([0.001, 0.125, -0.005, 12_345.678_9].map((each) => groupNumber(each))).toEqual([
      '0.001',
      '0.125',
      '−0.005',
      '12,345.6789',
    ]);
    expect(groupNumber(0.1 + 0.2)).toBe('0.3');
    // Slippage is sent in basis points: so it stands there.
    expect(groupNumber(0.025, 2)).toBe('0.03');
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 10 }),
        (digits, decimals) => parseNumber(groupNumber(digits / 10 ** decimals)) === digits / 10 ** decimals,
      ),
    );
  });
});

test('a percentage that is shown as nothing is neither gain nor loss', () => {
  expect([0.004, -0.004, 0].map(directionOfPercent)).toEqual(['even', 'even', 'even']);
  expect([0.006, -0.006].map(directionOfPercent)).toEqual(['gain', 'loss']);
});

test('what took less than a second is in whole milliseconds, the rest in seconds', () => {
  expect(duration(27)).toEqual({ value: '27', unit: 'milliseconds' });
  expect(duration(999)).toEqual({ value: '999', unit: 'milliseconds' });
  expect(duration(999.7)).toEqual({ value: '1', unit: 'seconds' });
  expect(duration(15_529)).toEqual({ value: '15.5', unit: 'seconds' });
  expect(duration(1_234_500)).toEqual({ value: '1,234.5', unit: 'seconds' });
});
