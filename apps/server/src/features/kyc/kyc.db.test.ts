import type { KycProvider } from '@trickdesk/providers/kyc';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAttempts } from '../../platform/attempts.ts';
import { createFingerprints } from '../../platform/fingerprints.ts';
import { textOfDatabase } from '../../testing/database-print.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { createKycService } from './index.ts';
import { AADHAAR, createKnownPeople, type KnownPeople } from './testing/known-people.ts';

const PAN = { pan: 'ABCPE1234F', name: 'Asha Rao', dateOfBirth: '1990-05-04' };
const MINUTE_MS = 60_000;

let api: TestApi;
let people: KnownPeople;
beforeAll(async () => {
  api = await openTestApi();
  people = createKnownPeople(api);
});
afterAll(() => api.close());

describe('a code for Aadhaar', () => {
  test('is sent and, when it is right, proves who somebody is; the last four digits are kept', async () => {
    const person = await people.somebody();
    const sent = await people.sendCode(person, '9999 4105 7058');
    expect(sent.message).toContain('123456');
    const { requestId, expiresAt, resendAfterSeconds } = sent.data.response;
    expect([Date.parse(expiresAt) - api.clock.now(), resendAfterSeconds]).toEqual([10 * MINUTE_MS, 45]);
    const checked = await people.checkCode(person, requestId, '123456');
    expect([checked.message, checked.data.status.statusCode]).toEqual(['Aadhar Verification is Done', 101]);
    const { kyc } = await people.profileOf(person);
    expect(kyc).toMatchObject({ status: 'none', aadhaar: { status: 'verified', masked: '••••7058' } });
    expect(kyc).toMatchObject({ pan: { status: 'none' }, sandbox: true, otpRoute: true });
    const again = await people.sendCode(person);
    expect([again.status, again.code]).toEqual([409, 'KYC_STEP_DONE']);
    // The answer that was lost on the way is given again.
    expect((await people.checkCode(person, requestId, '123456')).data.status.statusCode).toBe(101);
  });

  test('has five tries, whoever makes them at once', async () => {
    const person = await people.somebody();
    const { requestId } = (await people.sendCode(person)).data.response;
    const first = await people.checkCode(person, requestId, '000000');
    expect(first.data.status).toEqual({ statusCode: 102, triesLeft: 4 });
    const rest = await Promise.all(Array.from({ length: 10 }, () => people.checkCode(person, requestId, '111111')));
    const codes = rest.map(({ data }) => data.status.statusCode);
    expect(codes.filter((code) => code === 102)).toHaveLength(3);
    expect(codes.filter((code) => code === 104)).toHaveLength(7);
    expect((await people.checkCode(person, requestId, '123456')).data.status).toEqual({
      statusCode: 104,
      triesLeft: 0,
    });
    expect((await people.profileOf(person)).kyc.aadhaar.status).toBe('none');
  });

  test('expires: when the provider says so, after ten minutes, and when another one was sent', async () => {
    const person = await people.somebody();
    const first = (await people.sendCode(person)).data.response.requestId;
    expect((await people.checkCode(person, first, '999999')).data.status.statusCode).toBe(103);
    expect((await people.checkCode(person, first, '123456')).data.status.statusCode).toBe(103);
    await api.clock.advance(MINUTE_MS);
    const second = (await people.sendCode(person)).data.response.requestId;
    await api.clock.advance(MINUTE_MS);
    const third = (await people.sendCode(person)).data.response.requestId;
    expect((await people.checkCode(person, second, '123456')).data.status.statusCode).toBe(103);
    await api.clock.advance(10 * MINUTE_MS + 1);
    expect((await people.checkCode(person, third, '123456')).data.status.statusCode).toBe(103);
  });

  test('is not asked for again within 45 seconds, and three times in ten minutes at most', async () => {
    const person = await people.somebody();
    await people.sendCode(person);
    const soon = await people.sendCode(person);
    expect([soon.status, soon.code, soon.http.headers['retry-after']]).toEqual([429, 'OTP_TOO_SOON', '45']);
    for (let i = 0; i < 2; i += 1) {
      await api.clock.advance(46_000);
      expect((await people.sendCode(person)).status).toBe(200);
    }
    await api.clock.advance(46_000);
    const often = await people.sendCode(person);
    expect([often.status, often.code]).toEqual([429, 'OTP_TOO_OFTEN']);
    await api.clock.advance(10 * MINUTE_MS);
    expect((await people.sendCode(person)).status).toBe(200);
  });

  test('needs a number with a right check digit that UIDAI knows, and a consent', async () => {
    const person = await people.somebody();
    const wrong = await people.sendCode(person, '999941057059');
    expect([wrong.status, wrong.errors[0]?.path]).toEqual([422, 'aadhaarNumber']);
    const unasked = await api.send('sendAdharOTP', { aadhaarNumber: AADHAAR, consent: false } as never, {
      token: person.accessToken,
    });
    expect([unasked.status, unasked.errors[0]?.path]).toEqual([422, 'consent']);
    const unknown = await people.sendCode(person, '234123412346');
    expect([unknown.status, unknown.code, unknown.errors[0]?.path]).toEqual([422, 'AADHAAR_REFUSED', 'aadhaarNumber']);
    // Corrected, it is sent at once.
    expect((await people.sendCode(person)).status).toBe(200);
  });

  test('is checked for whoever asked for it alone; what is forged is not found', async () => {
    const [person, stranger] = [await people.somebody(), await people.somebody()];
    const { requestId } = (await people.sendCode(person)).data.response;
    const [id = '', sealed = ''] = requestId.split('.');
    const other = (await people.sendCode(stranger)).data.response.requestId.split('.')[0] ?? '';
    for (const forged of [id, `${id}.`, `${id}.AAAA`, `${other}.${sealed}`, 'x', `${id}.${sealed.slice(0, -4)}`]) {
      const answer = await people.checkCode(person, forged, '123456');
      expect([answer.status, answer.code], forged).toEqual([404, 'NOT_FOUND']);
    }
    expect((await people.checkCode(stranger, requestId, '123456')).status).toBe(404);
    expect((await api.send('validateAdharOTP', { requestId, otp: '123456' })).code).toBe('TOKEN_MISSING');
    expect((await people.checkCode(person, requestId, '123456')).data.status.statusCode).toBe(101);
  });
});

describe('DigiLocker', () => {
  const start = (person: Person) => api.send('startdigilocker', { consent: true }, { token: person.accessToken });
  const stateOf = async (person: Person, requestId: string) =>
    (await api.send('digilockerstatus', { requestId }, { token: person.accessToken })).data.state;

  test('waits for the consent page, and then knows who somebody is', async () => {
    const person = await people.somebody();
    const { url, requestId } = (await start(person)).data;
    expect(await stateOf(person, requestId)).toBe('waiting');
    const page = await api.server.inject({ url });
    expect(page.body).toContain('Asha Rao');
    expect(page.body).not.toContain('<script');
    const agreed = await api.server.inject({ method: 'POST', url: `${url}/share` });
    expect([agreed.statusCode, agreed.headers.location]).toEqual([303, url]);
    expect((await api.server.inject({ url })).body).toContain('Your answer is kept');
    expect(await stateOf(person, requestId)).toBe('verified');
    expect(await stateOf(person, requestId)).toBe('verified');
    expect((await people.profileOf(person)).kyc.aadhaar).toEqual({ status: 'verified', masked: '••••7058' });
    expect((await start(person)).code).toBe('KYC_STEP_DONE');
  });

  test('tells of a consent that was refused, and of one that came to nothing', async () => {
    const person = await people.somebody();
    const refused = (await start(person)).data;
    await api.server.inject({ method: 'POST', url: `${refused.url}/refuse` });
    await api.server.inject({ method: 'POST', url: `${refused.url}/share` });
    expect(await stateOf(person, refused.requestId)).toBe('denied');
    const late = (await start(person)).data;
    await api.clock.advance(10 * MINUTE_MS + 1);
    expect(await stateOf(person, late.requestId)).toBe('expired');
    expect((await people.profileOf(person)).kyc.aadhaar.status).toBe('none');
  });

  test('is asked three times in ten minutes at most, and answers its own person alone', async () => {
    const [person, stranger] = [await people.somebody(), await people.somebody()];
    const started = [await start(person), await start(person), await start(person)];
    expect((await start(person)).code).toBe('OTP_TOO_OFTEN');
    const requestId = started[2]?.data.requestId ?? '';
    for (const id of [requestId, '00000000-0000-4000-8000-000000000000', 'no-id']) {
      const answer = await api.send('digilockerstatus', { requestId: id }, { token: stranger.accessToken });
      expect(answer.status).toBe(404);
    }
  });

  test('has a page for its requests alone, which writes names as text', async () => {
    expect((await api.server.inject({ url: '/sandbox/digilocker/nobody' })).statusCode).toBe(404);
    expect((await api.server.inject({ method: 'POST', url: '/sandbox/digilocker/nobody/share' })).statusCode).toBe(404);
    const person = await people.somebody();
    const name = `<img src=x onerror="alert('&')">`;
    await api.send('updatepersonaldetails', { fullName: name }, { token: person.accessToken });
    const page = await api.server.inject({ url: (await start(person)).data.url });
    expect(page.body).not.toContain('<img');
    expect(page.body).toContain('&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'nonce-[^']+'/);
  });
});

describe('a PAN', () => {
  test('in one’s own name is verified, kept sealed and shown masked', async () => {
    const person = await people.somebody();
    const pan = people.freshPan();
    const answer = await people.verifyPan(person, { pan: ` ${pan.toLowerCase()} ` });
    expect([answer.message, answer.data.status]).toEqual(['Pan Verification is Done', 'verified']);
    const { kyc } = await people.profileOf(person);
    expect(kyc.pan).toEqual({
      status: 'verified',
      masked: `${pan.slice(0, 2)}••••••${pan.slice(-2)}`,
      name: 'Asha Rao',
    });
    expect((await people.verifyPan(person)).code).toBe('KYC_STEP_DONE');
    const { rows } = await sql<{ sealed: Buffer }>`SELECT pan_sealed AS sealed FROM kyc
      WHERE account_id = ${person.userId}`.execute(api.database.db.kysely);
    const opened = api.foundation.secrets.open(rows[0]?.sealed ?? Buffer.alloc(0), `kyc:${person.userId}`);
    expect(opened).toBe(pan);
  });

  test.each([
    ['0001', 'name_mismatch'],
    ['0002', 'invalid'],
    ['0003', 'inoperative'],
  ])('with the digits %s is %s, and nothing of it is kept', async (digits, status) => {
    const person = await people.somebody();
    expect((await people.verifyPan(person, { pan: people.freshPan(digits) })).data.status).toBe(status);
    expect((await people.profileOf(person)).kyc.pan).toEqual({ status: 'none' });
  });

  test('belongs to one account, of many that ask at once, too', async () => {
    const pan = people.freshPan();
    const claimants = await Promise.all(Array.from({ length: 4 }, people.somebody));
    const answers = await Promise.all(claimants.map((person) => people.verifyPan(person, { pan })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, code, errors } of refused) {
      expect([status, code, errors[0]?.path]).toEqual([409, 'PAN_IN_USE', 'pan']);
    }
  });

  test('is asked about five times in an hour at most', async () => {
    const person = await people.somebody();
    for (let i = 0; i < 5; i += 1)
      expect((await people.verifyPan(person, { pan: people.freshPan('0002') })).status).toBe(200);
    expect((await people.verifyPan(person)).code).toBe('TOO_MANY_REQUESTS');
    await api.clock.advance(60 * MINUTE_MS);
    const { username: email, password } = person;
    const { data } = await api.send('login', { email, password });
    expect((await people.verifyPan({ ...person, accessToken: data.accessToken })).data.status).toBe('verified');
  });

  test.each([
    ['of a firm', { pan: 'ABCCE1234F' }, 'pan'],
    ['of somebody under age', { dateOfBirth: '2015-01-01' }, 'dateOfBirth'],
    ['without a name', { name: ' ' }, 'name'],
  ])('%s is refused at its field', async (_, claim, path) => {
    const answer = await people.verifyPan(await people.somebody(), claim);
    expect([answer.status, answer.errors[0]?.path]).toEqual([422, path]);
  });
});

describe('both together', () => {
  test('make a verified client: it is told once, opens the step to live trading and fixes name and birthday', async () => {
    const person = await people.somebody();
    await people.verifyPan(person, { name: 'Asha R Rao' });
    await people.verifyAadhaar(person);
    const profile = await people.profileOf(person);
    expect(profile.kyc).toMatchObject({ status: 'verified', doubts: [] });
    expect(profile).toMatchObject({ fullName: 'Asha R Rao', dateOfBirth: '1990-05-04', grantedForDemo: false });
    const alerts = await people.alertsOf(person);
    expect(alerts.filter(({ title }) => title === 'Your KYC is verified')).toHaveLength(1);
    const rename = await api.send('updatepersonaldetails', { fullName: 'X' }, { token: person.accessToken });
    expect(rename.code).toBe('FIELD_VERIFIED');
    const log = await api.send('userlog', { kind: 'security' }, { token: person.accessToken });
    const said = log.data.log_list.map(({ sentence }) => sentence).join(' ');
    expect(said).toContain('KYC verified.');
    expect(said).toContain('Aadhaar ending in 7058 verified by a code of UIDAI.');
  });

  test('that do not fit are looked at by a person; what helps may be added and is decided on again', async () => {
    const person = await people.somebody();
    await api.send('updatepersonaldetails', { dateOfBirth: '1990-05-05' }, { token: person.accessToken });
    // The sandbox gives UIDAI's birthday as it was said; the PAN then says another one.
    await people.verifyAadhaar(person);
    await people.verifyPan(person);
    const profile = await people.profileOf(person);
    expect(profile.kyc).toMatchObject({ status: 'pending', doubts: ['birthdays_differ'], pan: { status: 'pending' } });
    expect((await people.alertsOf(person)).map(({ title }) => title)).toEqual(['Your KYC is being looked at']);
    const add = (input: Parameters<typeof api.send<'updatekycdetails'>>[1]) =>
      api.send('updatekycdetails', input, { token: person.accessToken });
    const documents = [{ kind: 'pan' as const, reference: 'Ticket 12' }];
    expect((await add({ documents })).data.status).toBe('pending');
    const mended = await add({ dateOfBirth: '1990-05-05' });
    expect(mended.data.status).toBe('verified');
    expect((await people.profileOf(person)).dateOfBirth).toBe('1990-05-05');
    const late = await add({ panName: 'Somebody Else' });
    expect([late.status, late.code, late.errors[0]?.path]).toEqual([409, 'FIELD_VERIFIED', 'panName']);
  });

  test('details are refused where they cannot be', async () => {
    const person = await people.somebody();
    const young = await api.send('updatekycdetails', { dateOfBirth: '2020-01-01' }, { token: person.accessToken });
    expect([young.status, young.errors[0]?.path]).toEqual([422, 'dateOfBirth']);
    const empty = await api.send('updatekycdetails', {}, { token: person.accessToken });
    expect(empty.data.status).toBe('pending');
  });
});

test('of all that was asked nothing is to be found in plain, in the database or the log', async () => {
  const person = await people.somebody();
  const pan = people.freshPan();
  await people.verifyAadhaar(person);
  await people.verifyPan(person, { pan });
  await people.setBank(person, { accountNumber: '556677880000', confirmAccountNumber: '556677880000' });
  const everything = `${await textOfDatabase(api.database.db)}\n${api.logged.join('\n')}`;
  expect(everything).toContain(`${pan.slice(0, 2)}••••••${pan.slice(-2)}`);
  for (const secret of [AADHAAR, pan, '556677880000']) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

describe('a provider that does not answer', () => {
  const silent = async (): Promise<{ kind: 'unavailable'; cause: 'timeout' }> => ({
    kind: 'unavailable',
    cause: 'timeout',
  });
  const SILENT: KycProvider = {
    sendAadhaarOtp: silent,
    checkAadhaarOtp: silent,
    startDigiLocker: silent,
    readDigiLocker: silent,
    checkPan: silent,
    checkBank: silent,
  };
  test('is said so, and no try is counted against the person', async () => {
    const person = await people.verified();
    const newcomer = await people.somebody();
    const { database, clock, foundation } = api;
    const service = createKycService({
      ...foundation,
      attempts: createAttempts(database.db, clock),
      fingerprints: createFingerprints({ ...foundation, purpose: 'identity numbers' }),
      accounts: api.accounts,
      provider: SILENT,
      otpRoute: true,
    });
    const origin = { requestId: 'r', address: '127.0.0.1', device: 'd' };
    const [known, fresh] = [person, newcomer].map(({ userId }) => ({ accountId: userId, origin }));
    if (!known || !fresh) throw new Error('nobody');
    const bank = { accountNumber: '123456780000', ifsc: 'HDFC0001234', holderName: 'Asha Rao' };
    await expect(service.sendCode(fresh, AADHAAR)).rejects.toMatchObject({ code: 'KYC_UNAVAILABLE', status: 503 });
    await expect(service.startDigiLocker(fresh)).rejects.toMatchObject({ code: 'KYC_UNAVAILABLE' });
    for (let i = 0; i < 6; i += 1) {
      await expect(service.verifyPan(fresh, PAN)).rejects.toMatchObject({ code: 'KYC_UNAVAILABLE' });
      const asked = service.setBank(known, { ...bank, password: person.password });
      await expect(asked).rejects.toMatchObject({ code: 'KYC_UNAVAILABLE' });
    }
    await api.clock.advance(MINUTE_MS);
    const { requestId } = (await people.sendCode(newcomer)).data.response;
    for (let i = 0; i < 6; i += 1) {
      await expect(service.checkCode(fresh, { requestId, otp: '123456' })).rejects.toMatchObject({
        code: 'KYC_UNAVAILABLE',
      });
    }
    expect((await people.checkCode(newcomer, requestId, '123456')).data.status.statusCode).toBe(101);
  });
});

test('codes can be switched off; DigiLocker stays', async () => {
  const strict = await openTestApi({ KYC_AADHAAR_OTP: '0' });
  try {
    const { accessToken: token } = await strict.signUp('strict');
    const answer = await strict.send('sendAdharOTP', { aadhaarNumber: AADHAAR, consent: true }, { token });
    expect([answer.status, answer.code]).toEqual([409, 'AADHAAR_OTP_OFF']);
    expect((await strict.send('startdigilocker', { consent: true }, { token })).status).toBe(200);
    expect((await strict.send('myprofile', {}, { token })).data.profile.kyc.otpRoute).toBe(false);
  } finally {
    await strict.close();
  }
});
