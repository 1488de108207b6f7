import { login } from '@trickdesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginProblems } from './login-input.ts';

test('signing in with nothing typed names both fields at once', () => {
  expect(loginProblems({ email: ' ', password: '' })).toEqual({ email: 'nameMissing', password: 'passwordMissing' });
});

test('the form finds exactly the fields that the server would refuse', () => {
  const values = fc.record({ email: fc.string({ maxLength: 12 }), password: fc.string({ maxLength: 12 }) });
  fc.assert(
    fc.property(values, (typed) => {
      const refused = login.input.safeParse(typed).error?.issues.map((issue) => issue.path[0]) ?? [];
      expect(Object.keys(loginProblems(typed)).toSorted()).toEqual([...new Set(refused)].toSorted());
    }),
  );
});
