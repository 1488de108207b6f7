import { describe, expect, test } from 'vitest';
import { createHostedKyc } from './hosted.ts';

const SETTINGS = {
  karza: { baseUrl: 'https://karza.test', key: 'karza-key' },
  cashfree: { baseUrl: 'https://cashfree.test/verification', clientId: 'cf-id', clientSecret: 'cf-secret' },
  returnUrl: 'https://trickdesk.test/profile/kyc',
};
const AADHAAR = '999941057058';
const HOLDER = { name: 'Asha Rao', dateOfBirth: '1990-05-04' };

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A provider that answers what the test says, and what it was asked. */
function hosted(...answers: readonly (unknown | (() => Promise<Response>))[]) {
  const asked: Request[] = [];
  const kyc = createHostedKyc(SETTINGS, {
    fetch: async (url, init = {}) => {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      asked.push({ url: String(url), method: init.method ?? '', headers: new Headers(init.headers), body });
      const answer = answers[asked.length - 1];
      return typeof answer === 'function' ? answer() : Response.json(answer);
    },
  });
  return { kyc, asked };
}

const sendOtp = (answer: unknown) => hosted(answer).kyc.sendAadhaarOtp({ aadhaarNumber: AADHAAR, caseId: 'case-1' });
const checkOtp = (answer: unknown) =>
  hosted(answer).kyc.checkAadhaarOtp({
    aadhaarNumber: AADHAAR,
    providerRequestId: 'req-7',
    otp: '123456',
    holder: HOLDER,
  });
const checkPan = (answer: unknown) => hosted(answer).kyc.checkPan({ pan: 'ABCPE1234F', holder: HOLDER });
const checkBank = (answer: unknown) =>
  hosted(answer).kyc.checkBank({ accountNumber: '123456780000', ifsc: 'HDFC0001234', holder: HOLDER });

describe('a code for Aadhaar', () => {
  test('is asked for with the consent and our own number of the case', async () => {
    const { kyc, asked } = hosted({ requestId: 'req-7', result: { message: 'OTP sent' }, statusCode: 101 });
    expect(await kyc.sendAadhaarOtp({ aadhaarNumber: AADHAAR, caseId: 'case-1' })).toEqual({
      kind: 'sent',
      providerRequestId: 'req-7',
      message: 'OTP sent',
    });
    expect(asked).toMatchObject([{ url: 'https://karza.test/v3/aadhaar-xml/otp', method: 'POST' }]);
    expect(asked[0]?.body).toEqual({ aadhaarNo: AADHAAR, consent: 'Y', clientData: { caseId: 'case-1' } });
    expect(asked[0]?.headers.get('x-karza-key')).toBe('karza-key');
  });

  test('that is not sent says why in our words: theirs may repeat the number', async () => {
    for (const statusCode of [102, 103, 104, 105]) {
      const refused = await sendOtp({ requestId: 'req-7', statusCode, error: `No OTP for ${AADHAAR}` });
      expect(refused).toMatchObject({ kind: 'refused', message: expect.not.stringContaining(AADHAAR) });
    }
    expect(await sendOtp({ statusCode: '102' })).toMatchObject({ message: 'UIDAI does not know this number.' });
  });

  test('that is right tells whose it is; of the number only the end leaves the adapter', async () => {
    const dataFromAadhaar = { name: 'Asha Rao', dob: '04-05-1990', maskedAadhaarNumber: 'xxxxxxxx7058' };
    const checked = await checkOtp({ requestId: 'req-7', result: { dataFromAadhaar }, statusCode: 101 });
    expect(checked).toEqual({
      kind: 'verified',
      person: { name: 'Asha Rao', dateOfBirth: '1990-05-04', last4: '7058' },
    });
  });

  test.each([
    [102, 'wrong_code'],
    [103, 'expired'],
    [104, 'too_many_tries'],
    [105, 'unavailable'],
    [999, 'unavailable'],
  ])('with the status %i is %s', async (statusCode, kind) => {
    expect(await checkOtp({ statusCode })).toMatchObject({ kind });
  });
});

describe('a PAN', () => {
  const ANSWER = { pan: 'ABCPE1234F', valid: true, registered_name: 'ASHA RAO', pan_status: 'VALID' };
  test('that works comes with the name on it', async () => {
    const { kyc, asked } = hosted(ANSWER);
    expect(await kyc.checkPan({ pan: 'ABCPE1234F', holder: HOLDER })).toEqual({
      kind: 'active',
      nameOnPan: 'ASHA RAO',
    });
    expect(asked[0]).toMatchObject({
      url: 'https://cashfree.test/verification/pan',
      body: { pan: 'ABCPE1234F', name: 'Asha Rao' },
    });
    expect(asked[0]?.headers.get('x-client-id')).toBe('cf-id');
    expect(asked[0]?.headers.get('x-client-secret')).toBe('cf-secret');
  });

  test('that does not exist is invalid, one that is switched off inoperative', async () => {
    expect(await checkPan({ ...ANSWER, valid: false })).toEqual({ kind: 'invalid' });
    for (const pan_status of ['INVALID', 'DEACTIVATED', 'DELETED', 'DECEASED']) {
      expect(await checkPan({ ...ANSWER, pan_status })).toEqual({ kind: 'inoperative' });
    }
  });

  test('without a name on it proves nothing', async () => {
    expect(await checkPan({ valid: true })).toMatchObject({ kind: 'unavailable', cause: 'unreadable_reply' });
  });
});

describe('a bank account', () => {
  const ANSWER = { account_status: 'VALID', name_at_bank: 'ASHA RAO', bank_name: 'HDFC BANK' };
  test('that exists comes with the name at the bank', async () => {
    expect(await checkBank(ANSWER)).toEqual({ kind: 'exists', nameAtBank: 'ASHA RAO', bankName: 'HDFC BANK' });
  });

  test.each([
    ['INVALID_BANK_ACCOUNT', 'invalid_account'],
    ['INVALID_IFSC', 'invalid_ifsc'],
    ['ACCOUNT_BLOCKED', 'blocked'],
    ['NRE_ACCOUNT', 'not_allowed'],
    ['FRAUD_ACCOUNT', 'not_allowed'],
  ])('with the code %s is refused as %s', async (account_status_code, reason) => {
    expect(await checkBank({ account_status: 'INVALID', account_status_code })).toEqual({ kind: 'refused', reason });
  });

  test('about which the bank has not answered is neither right nor wrong', async () => {
    for (const account_status of ['RECEIVED', 'PROCESSING', 'FAILED']) {
      expect(await checkBank({ account_status })).toMatchObject({ kind: 'unavailable' });
    }
    expect(await checkBank({ ...ANSWER, name_at_bank: null })).toMatchObject({ kind: 'unavailable' });
  });
});

describe('DigiLocker', () => {
  test('is opened for the Aadhaar document alone, and brings a person back to the product', async () => {
    const { kyc, asked } = hosted({ url: 'https://verification.cashfree.com/dgl/x', status: 'PENDING' });
    expect(await kyc.startDigiLocker({ caseId: 'case-1', holder: HOLDER })).toEqual({
      kind: 'started',
      providerRequestId: 'case-1',
      url: 'https://verification.cashfree.com/dgl/x',
    });
    expect(asked[0]?.body).toEqual({
      verification_id: 'case-1',
      document_requested: ['AADHAAR'],
      redirect_url: SETTINGS.returnUrl,
      user_flow: 'signin',
    });
  });

  test('leads nobody to an address that is not encrypted', async () => {
    const { kyc } = hosted({ url: 'javascript:alert(1)', status: 'PENDING' });
    expect(await kyc.startDigiLocker({ caseId: 'case-1', holder: HOLDER })).toMatchObject({ kind: 'unavailable' });
  });

  test.each([
    ['PENDING', 'waiting'],
    ['EXPIRED', 'expired'],
    ['CONSENT_DENIED', 'denied'],
    ['NOBODY_KNOWS', 'unavailable'],
  ])('at %s is %s', async (status, kind) => {
    expect(await hosted({ status }).kyc.readDigiLocker('case-1')).toMatchObject({ kind });
  });

  test('after the consent gives the document', async () => {
    const document = { status: 'SUCCESS', uid: 'xxxxxxxx7058', name: 'Asha Rao', dob: '04-05-1990' };
    const { kyc, asked } = hosted({ status: 'AUTHENTICATED' }, document);
    expect(await kyc.readDigiLocker('case-1')).toEqual({
      kind: 'verified',
      person: { name: 'Asha Rao', dateOfBirth: '1990-05-04', last4: '7058' },
    });
    expect(asked.map(({ url, method }) => [method, url])).toEqual([
      ['GET', 'https://cashfree.test/verification/digilocker?verification_id=case-1'],
      ['GET', 'https://cashfree.test/verification/digilocker/document/AADHAAR?verification_id=case-1'],
    ]);
    const unreadable = hosted({ status: 'AUTHENTICATED' }, { ...document, uid: 'hidden' });
    expect(await unreadable.kyc.readDigiLocker('case-1')).toMatchObject({ kind: 'unavailable' });
  });
});

describe('a provider that does not answer', () => {
  const failures: readonly [string, () => Promise<Response>, string][] = [
    ['no connection', () => Promise.reject(new TypeError(`fetch failed for ${AADHAAR}`)), 'network'],
    ['a time-out', () => Promise.reject(new DOMException('late', 'TimeoutError')), 'timeout'],
    ['a fault of its own', async () => new Response('{}', { status: 503 }), 'overloaded'],
    ['too many requests', async () => new Response('{}', { status: 429 }), 'overloaded'],
    ['no JSON', async () => new Response('<html>'), 'unreadable_reply'],
    ['another shape', async () => Response.json({ fine: true }), 'unreadable_reply'],
  ];
  test.each(failures)('by %s is said to be unavailable, by every question', async (_, fail, cause) => {
    const answers = await Promise.all([sendOtp(fail), checkOtp(fail), checkPan(fail), checkBank(fail)]);
    const digiLocker = await Promise.all([
      hosted(fail).kyc.startDigiLocker({ caseId: 'case-1', holder: HOLDER }),
      hosted(fail).kyc.readDigiLocker('case-1'),
    ]);
    for (const answer of [...answers, ...digiLocker]) expect(answer).toEqual({ kind: 'unavailable', cause });
  });
});
