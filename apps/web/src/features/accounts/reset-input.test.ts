import { forgotPassword, resetPassword } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { forgotProblems, resetProblems, tokenIn } from './reset-input.ts';

test.each(['asha@mail.test', ' asha@mail.test ', '', 'asha', 'asha@', '@mail.test', 'asha@mail'])(
  'the form and the server agree about the address "%s"',
  (email) => {
    const isRight = Object.keys(forgotProblems({ email })).length === 0;
    expect(forgotPassword.input.safeParse({ email: email.trim() }).success).toBe(isRight);
  },
);

test('a password that is too short is held back', () => {
  for (const password of ['short', 'long enough 1']) {
    const isRight = Object.keys(resetProblems({ password })).length === 0;
    expect(resetPassword.input.safeParse({ token: 't', password }).success).toBe(isRight);
  }
});

test('the token is read from behind the #', () => {
  expect(['#token=abc-_1', '#token=', '#', '', '#other=1'].map(tokenIn)).toEqual([
    'abc-_1',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
