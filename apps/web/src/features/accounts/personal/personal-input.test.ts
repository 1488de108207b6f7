import { GENDERS, updatepersonaldetails } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import {
  changeOf,
  fieldOf,
  GENDER_CHOICES,
  type PersonalValues,
  type Profile,
  personalProblems,
  valuesOf,
} from './personal-input.ts';

const ADDRESS = { line1: '14 Lake View', line2: '', city: 'Mysuru', state: 'Karnataka' as const, pincode: '570001' };
const PROFILE = { fullName: 'Asha Rao', mobile: '9876543210' } as Profile;
const typed = (changes: Partial<PersonalValues>): PersonalValues => ({ ...valuesOf(PROFILE), ...changes });

test('the form begins with what is known, and then there is nothing to send', () => {
  expect(valuesOf(PROFILE)).toMatchObject({ fullName: 'Asha Rao', dateOfBirth: '', gender: '', state: '' });
  const whole = { ...PROFILE, dateOfBirth: '1990-05-04', gender: 'female' as const, address: ADDRESS };
  for (const profile of [PROFILE, whole]) {
    expect(changeOf(valuesOf(profile), profile)).toEqual({});
    expect(personalProblems(valuesOf(profile))).toEqual({});
  }
});

test('what differs is sent, trimmed, an address as a whole', () => {
  const values = typed({ fullName: ' Asha R Rao ', mobile: '+91 98765 43211', gender: 'female', ...ADDRESS });
  const change = changeOf({ ...values, city: ' Mysuru ' }, PROFILE);
  expect(change).toEqual({ fullName: 'Asha R Rao', mobile: '9876543211', gender: 'female', address: ADDRESS });
  expect(updatepersonaldetails.input.safeParse(change).success).toBe(true);
  const moved = { ...PROFILE, address: ADDRESS };
  const next = { ...valuesOf(moved), pincode: '570002' };
  expect(changeOf(next, moved)).toEqual({ address: { ...ADDRESS, pincode: '570002' } });
});

test('all that is wrong is found at once, at its field', () => {
  expect(
    personalProblems(typed({ fullName: ' ', mobile: '12', line2: 'Behind the school', pincode: '012345' })),
  ).toEqual({
    fullName: 'fullNameMissing',
    mobile: 'mobileWrong',
    line1: 'line1Missing',
    city: 'cityMissing',
    state: 'stateMissing',
    pincode: 'pincodeWrong',
  });
});

test('the words of the server find their field', () => {
  expect(['address.pincode', 'dateOfBirth'].map(fieldOf)).toEqual(['pincode', 'dateOfBirth']);
});

test('the choices are those of the contract', () => {
  expect(GENDER_CHOICES).toEqual(GENDERS);
});
