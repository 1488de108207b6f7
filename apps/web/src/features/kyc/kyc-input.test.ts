import { sendAdharOTP, updatebankdetails, updatekycdetails, validateAdharOTP, verifyPan } from '@trickdesk/contract';
import { describe, expect, test } from 'vitest';
import {
  aadhaarProblems,
  bankInput,
  bankProblems,
  clockText,
  codeProblems,
  digitsOf,
  helpInput,
  helpProblems,
  panProblems,
} from './kyc-input.ts';

const BANK = {
  accountNumber: '1234 5678 0000',
  confirmAccountNumber: '123456780000',
  ifsc: ' hdfc0001234',
  holderName: ' Asha Rao ',
  password: 'secret',
  totp: '',
};
const PAN = { pan: 'abcpe1234f ', name: 'Asha Rao', dateOfBirth: '1990-05-04' };

describe('what the forms let pass, the contract takes; what they hold back, it refuses', () => {
  test.each([
    ['9999 4105 7058', true],
    ['9999-4105-7058', true],
    ['999941057059', false],
    ['', false],
  ])('the Aadhaar number "%s"', (aadhaarNumber, isRight) => {
    expect(Object.keys(aadhaarProblems({ aadhaarNumber, consent: true })).length === 0).toBe(isRight);
    expect(sendAdharOTP.input.safeParse({ aadhaarNumber, consent: true }).success).toBe(isRight);
  });

  test.each([
    ['123456', true],
    ['123 456', true],
    ['12345', false],
    ['12345a', false],
  ])('the code "%s"', (otp, isRight) => {
    expect(Object.keys(codeProblems({ otp })).length === 0).toBe(isRight);
    expect(validateAdharOTP.input.safeParse({ requestId: 'r', otp: digitsOf(otp) }).success).toBe(isRight);
  });

  test.each([
    [{}, true],
    [{ pan: 'ABCCE1234F' }, false],
    [{ name: ' ' }, false],
    [{ dateOfBirth: '' }, false],
  ])('the PAN with %j', (changes, isRight) => {
    const values = { ...PAN, ...changes };
    expect(Object.keys(panProblems(values)).length === 0).toBe(isRight);
    expect(verifyPan.input.safeParse(values).success).toBe(isRight);
  });

  test.each([
    [{}, true],
    [{ accountNumber: '12345678', confirmAccountNumber: '12345678' }, false],
    [{ confirmAccountNumber: '123456780001' }, false],
    [{ ifsc: 'HDFC1001234' }, false],
    [{ holderName: ' ' }, false],
    [{ password: '' }, false],
  ])('the bank account with %j', (changes, isRight) => {
    const values = { ...BANK, ...changes };
    expect(Object.keys(bankProblems(values, false)).length === 0).toBe(isRight);
    expect(updatebankdetails.input.safeParse(bankInput(values)).success).toBe(isRight);
  });
});

test('a code is asked for where there is a second factor, and is sent', () => {
  expect(bankProblems(BANK, true)).toEqual({ totp: 'totpMissing' });
  expect(bankProblems({ ...BANK, totp: '123456' }, true)).toEqual({});
  expect(bankInput({ ...BANK, totp: ' 123456 ' }).totp).toBe('123456');
  expect(bankInput(BANK)).not.toHaveProperty('totp');
});

test('a consent is asked for', () => {
  expect(aadhaarProblems({ aadhaarNumber: '999941057058', consent: false })).toEqual({ consent: 'consentMissing' });
});

test('of what may help, what is empty is not sent; all of it empty is held back', () => {
  const EMPTY = { panName: ' ', dateOfBirth: '', reference: '' };
  expect(helpProblems(EMPTY)).toEqual({ reference: 'nothingAdded' });
  const input = helpInput({ ...EMPTY, reference: ' Ticket 12 ' });
  expect(input).toEqual({ documents: [{ kind: 'other', reference: 'Ticket 12' }] });
  expect(updatekycdetails.input.safeParse(input).success).toBe(true);
  expect(helpProblems({ ...EMPTY, reference: 'Ticket 12' })).toEqual({});
});

test('a time that is left is told in minutes and seconds', () => {
  expect([600_000, 545_000, 9_001, 0, -5].map(clockText)).toEqual(['10:00', '9:05', '0:10', '0:00', '0:00']);
});
