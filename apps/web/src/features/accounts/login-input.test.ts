import { login } from '@trickdesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginInput, loginProblems } from './login-input.ts';

const NOTHING = { email: ' ', password: '', totp: '' };

test('signing in with nothing typed names both fields at once', () => {
  expect(loginProblems(NOTHING, false)).toEqual({ email: 'nameMissing', password: 'passwordMissing' });
});

test('the form finds exactly the fields that the server would refuse', () => {
  const values = fc.record({
    email: fc.string({ maxLength: 12 }),
    password: fc.string({ maxLength: 12 }),
    totp: fc.constant(''),
  });
  fc.assert(
    fc.property(values, (typed) => {
      const refused = login.input.safeParse(loginInput(typed)).error?.issues.map((issue) => issue.path[0]) ?? [];
      expect(Object.keys(loginProblems(typed, false)).toSorted()).toEqual([...new Set(refused)].toSorted());
    }),
  );
});

test('a code is missing only once it was asked for, and is sent as it was typed', () => {
  const typed = { email: 'asha', password: 'secret', totp: '' };
  expect(loginProblems(typed, true)).toEqual({ totp: 'codeMissing' });
  for (const totp of ['123456', '123 456', 'ABCDE-FGHIJ', 'abcde fghij']) {
    expect(loginProblems({ ...typed, totp }, true)).toEqual({});
    expect(login.input.safeParse(loginInput({ ...typed, totp: ` ${totp} ` })).success).toBe(true);
  }
  expect(loginInput(typed)).toEqual({ email: 'asha', password: 'secret' });
});
