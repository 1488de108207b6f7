import { addDays } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthdayFault, contradicted, LEAST_AGE } from './rules.ts';

describe('a day of birth', () => {
  test.each([
    ['2008-11-23', '2026-11-23', undefined],
    ['2008-11-24', '2026-11-23', 'You must be 18 or older.'],
    ['2008-02-29', '2026-02-28', 'You must be 18 or older.'],
    ['2008-02-29', '2026-03-01', undefined],
    ['2026-11-24', '2026-11-23', 'Choose the day on which you were born.'],
    ['1899-12-31', '2026-11-23', 'Choose the day on which you were born.'],
    ['1900-01-01', '2026-11-23', undefined],
  ])('%s, looked at on %s', (born, today, fault) => {
    expect(birthdayFault(born, today)).toBe(fault);
  });

  test('makes somebody of age on one day and keeps them so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }), (born, later) => {
        const birthday = addDays('1950-01-01', born);
        const year = Number(birthday.slice(0, 4)) + LEAST_AGE;
        const ofAge = addDays(`${year}-${birthday.slice(5)}`, 0);
        expect(birthdayFault(birthday, addDays(ofAge, -1))).toBe('You must be 18 or older.');
        expect(birthdayFault(birthday, addDays(ofAge, later))).toBeUndefined();
      }),
    );
  });
});

describe('what KYC has verified', () => {
  const facts = { isKycVerified: true, fullName: 'Asha Rao', dateOfBirth: '1990-05-04' };

  test('may be said again, and not otherwise', () => {
    expect(contradicted(facts, { fullName: 'Asha Rao', dateOfBirth: '1990-05-04' })).toEqual([]);
    expect(contradicted(facts, {})).toEqual([]);
    const other = { fullName: 'Asha Roy', dateOfBirth: '1990-05-05' };
    expect(contradicted(facts, other)).toEqual(['fullName', 'dateOfBirth']);
    expect(contradicted({ ...facts, isKycVerified: false }, other)).toEqual([]);
  });

  test('does not keep from saying what was not known then', () => {
    expect(contradicted({ ...facts, dateOfBirth: null }, { dateOfBirth: '1990-05-05' })).toEqual([]);
  });
});
