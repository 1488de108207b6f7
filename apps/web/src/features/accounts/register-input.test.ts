import { register } from '@trickdesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerInput, registerProblems } from './register-input.ts';

const VALUES = {
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  username: 'asha',
  mobile: '9876543210',
  password: 'a long sentence',
  referralCode: '',
  acceptTerms: true,
};

test.each(['9876543210', '+91 98765 43210', '09876543210', '98765-43210'])(
  '%s is one and the same number',
  (mobile) => {
    expect(registerInput({ ...VALUES, mobile }).mobile).toBe('9876543210');
  },
);

test('a number that is not Indian is left for the server to refuse', () => {
  expect(registerInput({ ...VALUES, mobile: '+1 555 0100' }).mobile).toBe('+15550100');
});

test('an empty referral code is not sent, one from a link is', () => {
  expect(registerInput(VALUES)).not.toHaveProperty('referralCode');
  expect(registerInput({ ...VALUES, referralCode: ' AB12 ' }).referralCode).toBe('AB12');
});

test('an empty form names every field that must be filled, not only the box that must be ticked', () => {
  const empty = {
    fullName: ' ',
    email: '',
    username: '',
    mobile: '',
    password: '',
    referralCode: '',
    acceptTerms: false,
  };
  expect(registerProblems(empty)).toEqual({
    fullName: 'fullNameMissing',
    email: 'emailWrong',
    username: 'usernameWrong',
    mobile: 'mobileWrong',
    password: 'passwordShort',
    acceptTerms: 'acceptTermsMissing',
  });
  expect(registerProblems(VALUES)).toEqual({});
});

test('the form finds exactly the fields that the server would refuse', () => {
  const nearly = (...good: string[]) => fc.oneof(fc.constantFrom(...good), fc.string({ maxLength: 20 }));
  const anyValues = fc.record({
    fullName: nearly('Asha Rao', ' '),
    email: nearly('asha@example.com', 'a..b@example.com', '.a@example.com', 'a@b', "o'neil+1@x-y.co.in", 'a@-b.in'),
    username: nearly('asha', 'ASHA.R_1 ', 'as', 'a'.repeat(31)),
    mobile: nearly('9876543210', '+91 98765 43210', '5876543210', '98765'),
    password: nearly('a long sentence', 'a'.repeat(128), 'a'.repeat(129), '123456789'),
    referralCode: nearly('', ' ab12 ', 'AB-12', 'ABC', 'A'.repeat(17)),
    acceptTerms: fc.constant(true),
  });
  fc.assert(
    fc.property(anyValues, (values) => {
      const refused = register.input.safeParse(registerInput(values)).error?.issues.map((issue) => issue.path[0]) ?? [];
      expect(Object.keys(registerProblems(values)).toSorted()).toEqual([...new Set(refused)].toSorted());
    }),
    { numRuns: 500 },
  );
});
