import { expect, test } from 'vitest';
import { registerInput } from './register-input.ts';

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
