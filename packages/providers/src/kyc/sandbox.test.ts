import { isAadhaarNumber } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createKycSandbox, SANDBOX_AADHAAR, type SandboxConsent } from './sandbox.ts';
import { indiaDateIn, last4In } from './wire-words.ts';

const HOLDER = { name: 'Asha Rao', dateOfBirth: '1990-05-04' };

function sandbox() {
  const consents = new Map<string, SandboxConsent>();
  const kyc = createKycSandbox(
    {
      open: async (id, holder) => void consents.set(id, { holder, answer: 'waiting' }),
      read: async (id) => consents.get(id),
    },
    (id) => `http://localhost/sandbox/digilocker/${id}`,
  );
  return { kyc, consents };
}

test('codes go to the test numbers of UIDAI alone', async () => {
  const { kyc } = sandbox();
  for (const aadhaarNumber of SANDBOX_AADHAAR) {
    expect(isAadhaarNumber(aadhaarNumber)).toBe(true);
    const sent = await kyc.sendAadhaarOtp({ aadhaarNumber, caseId: 'c' });
    expect(sent).toMatchObject({ kind: 'sent', message: expect.stringContaining('123456') });
  }
  const other = await kyc.sendAadhaarOtp({ aadhaarNumber: '234123412346', caseId: 'c' });
  expect(other).toMatchObject({ kind: 'refused', message: expect.stringContaining('test numbers') });
});

test.each([
  ['123456', 'verified'],
  ['999999', 'expired'],
  ['123457', 'wrong_code'],
])('the code %s is %s', async (otp, kind) => {
  const request = { aadhaarNumber: '999971658847', providerRequestId: 'p', otp, holder: HOLDER };
  expect(await sandbox().kyc.checkAadhaarOtp(request)).toMatchObject({ kind });
});

test('who is verified has the name that they gave, and the end of the number', async () => {
  const request = { aadhaarNumber: '999971658847', providerRequestId: 'p', otp: '123456', holder: HOLDER };
  expect(await sandbox().kyc.checkAadhaarOtp(request)).toMatchObject({ person: { ...HOLDER, last4: '8847' } });
});

test.each([
  ['ABCPE1234F', { kind: 'active', nameOnPan: 'Asha Rao' }],
  ['ABCPE0001F', { kind: 'active', nameOnPan: expect.not.stringContaining('Rao') }],
  ['ABCPE0002F', { kind: 'invalid' }],
  ['ABCPE0003F', { kind: 'inoperative' }],
  ['ABCPE5678F', { kind: 'invalid' }],
])('the PAN %s', async (pan, answer) => {
  expect(await sandbox().kyc.checkPan({ pan, holder: HOLDER })).toEqual(answer);
});

test.each([
  ['123450000', { kind: 'exists', nameAtBank: 'Asha Rao' }],
  ['123450001', { kind: 'exists', nameAtBank: expect.not.stringContaining('Rao') }],
  ['123450002', { kind: 'refused', reason: 'blocked' }],
  ['123451234', { kind: 'refused', reason: 'invalid_account' }],
])('the bank account %s', async (accountNumber, answer) => {
  expect(await sandbox().kyc.checkBank({ accountNumber, ifsc: 'HDFC0001234', holder: HOLDER })).toMatchObject(answer);
});

test('DigiLocker waits for the page on which a person agrees or does not', async () => {
  const { kyc, consents } = sandbox();
  const started = await kyc.startDigiLocker({ caseId: 'c', holder: HOLDER });
  if (started.kind !== 'started') throw new Error('not started');
  const { providerRequestId: id, url } = started;
  expect(url).toBe(`http://localhost/sandbox/digilocker/${id}`);
  expect(await kyc.readDigiLocker(id)).toEqual({ kind: 'waiting' });
  consents.set(id, { holder: HOLDER, answer: 'denied' });
  expect(await kyc.readDigiLocker(id)).toEqual({ kind: 'denied' });
  consents.set(id, { holder: HOLDER, answer: 'given' });
  expect(await kyc.readDigiLocker(id)).toMatchObject({ kind: 'verified', person: { ...HOLDER, last4: '7058' } });
  expect(await kyc.readDigiLocker('another')).toEqual({ kind: 'expired' });
});

test('birthdays are read as providers write them; a year alone is none', () => {
  expect(['04-05-1990', '04/05/1990', '1990-05-04', ' 04-05-1990 '].map(indiaDateIn)).toEqual(
    Array.from({ length: 4 }, () => '1990-05-04'),
  );
  expect(['1990', '31-02-1990', '', undefined].map(indiaDateIn)).toEqual(Array.from({ length: 4 }, () => undefined));
  expect(['xxxxxxxx5647', 'hidden'].map(last4In)).toEqual(['5647', undefined]);
});
