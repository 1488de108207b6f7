import { expect, test } from 'vitest';
import { CallFailure } from '../../lib/call-failure.ts';
import { errorsThatStand, fieldErrorsOf } from './use-form.ts';

const refused = (errors: readonly { path: string; message: string }[]) =>
  new CallFailure({ code: 'INVALID_INPUT', status: 422, message: 'Some fields need another look.', errors });

test('each refused field gets the first of its texts, and nothing is left over', () => {
  const failure = refused([
    { path: 'pin', message: 'The PIN has four digits.' },
    { path: 'pin', message: 'Digits only.' },
  ]);
  expect(fieldErrorsOf(failure, ['pin', 'totp'])).toEqual({
    errors: { pin: 'The PIN has four digits.' },
    rest: undefined,
  });
});

test('a text for a field that the form does not have is shown for the whole form', () => {
  const failure = refused([{ path: 'storeCredentials', message: 'Not here.' }]);
  expect(fieldErrorsOf(failure, ['pin'])).toEqual({ errors: {}, rest: failure });
});

test("the server's name of a field may differ from the form's", () => {
  const failure = refused([{ path: 'capitalPaise', message: 'Too small.' }]);
  expect(fieldErrorsOf(failure, ['capital'], (path) => path.replace('Paise', '')).errors).toEqual({
    capital: 'Too small.',
  });
});

test('a refusal without fields stays whole', () => {
  const failure = new CallFailure({ code: 'BAD_CREDENTIALS', status: 401, message: 'Email or Password is Invalid' });
  expect(fieldErrorsOf(failure, ['email'])).toEqual({ errors: {}, rest: failure });
});

test('what is said of a field goes with what it held, and what is said of others stays', () => {
  const errors = { pin: 'Login id or password is invalid', totp: 'The code has six digits.' };
  expect(errorsThatStand(errors, ['pin', 'clientCode'])).toEqual({ totp: 'The code has six digits.' });
  expect(errorsThatStand(errors, [])).toEqual(errors);
});
