import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOfDatabase } from '../../testing/database-print.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const HALF_MINUTE = 30_000;
let made = 0;
const somebody = (): Promise<Person> => api.signUp(`factor${++made}`);
const codeOf = (secret: string, at = api.clock.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at });
const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');

const begin = (person: Person, password = person.password) =>
  api.send('enabletwofactor', { password }, { token: person.accessToken });
const confirm = (person: Person, code: string) => api.send('confirmtwofactor', { code }, { token: person.accessToken });
const login = (person: Person, totp?: string) =>
  api.send('login', {
    email: person.username,
    password: person.password,
    tokenTransport: 'body',
    ...(totp === undefined ? {} : { totp }),
  });
const profileOf = async (person: Person) =>
  (await api.send('myprofile', {}, { token: person.accessToken })).data.profile;

interface Protected {
  readonly person: Person;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** With the second factor on; the code of this half minute is used up. */
async function protectedPerson(): Promise<Protected> {
  const person = await somebody();
  const { secret } = (await begin(person)).data;
  const { recoveryCodes } = (await confirm(person, codeOf(secret))).data;
  return { person, secret, recoveryCodes };
}

/** A code that was not used yet. */
async function nextCode(secret: string): Promise<string> {
  await api.clock.advance(HALF_MINUTE);
  return codeOf(secret);
}

describe('switching the second factor on', () => {
  test('takes the password and a first code; then it is on, and ten recovery codes are shown', async () => {
    const person = await somebody();
    const begun = await begin(person);
    const { secret, otpauthUri } = begun.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauthUri).toContain(`secret=${secret}`);
    expect(otpauthUri).toMatch(/^otpauth:\/\/totp\/Trickdesk:/);
    expect((await profileOf(person)).twoFactor).toBe(false);
    expect((await login(person)).status).toBe(200);
    const on = await confirm(person, codeOf(secret));
    expect(on.message).toBe('Your second factor is on.');
    expect(on.data.recoveryCodes).toHaveLength(10);
    expect(new Set(on.data.recoveryCodes).size).toBe(10);
    for (const code of on.data.recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    expect((await profileOf(person)).twoFactor).toBe(true);
    expect([(await begin(person)).code, (await confirm(person, '123456')).code]).toEqual([
      'SECOND_FACTOR_ON',
      'SECOND_FACTOR_ON',
    ]);
  });

  test('ends every other session, and is told', async () => {
    const person = await somebody();
    const other = (await login(person)).data.accessToken;
    const { secret } = (await begin(person)).data;
    await confirm(person, codeOf(secret));
    expect((await api.send('myprofile', {}, { token: other })).status).toBe(401);
    const alerts = await api.send('usernotificationlist', {}, { token: person.accessToken });
    expect(alerts.data.notification_list.map(({ title }) => title)).toEqual(['Your second factor is on']);
    const log = await api.send('userlog', { kind: 'security' }, { token: person.accessToken });
    expect(log.data.log_list[0]?.sentence).toBe('Switched the second factor on.');
  });

  test('begins anew where it was left; the secret of before is void', async () => {
    const person = await somebody();
    const first = (await begin(person)).data.secret;
    const second = (await begin(person)).data.secret;
    expect(second).not.toBe(first);
    const old = await confirm(person, codeOf(first));
    expect([old.status, old.code, old.errors[0]?.path]).toEqual([401, 'TOTP_WRONG', 'code']);
    expect((await confirm(person, codeOf(second))).status).toBe(200);
  });

  test('is refused without the password, and without a beginning', async () => {
    const person = await somebody();
    const wrong = await begin(person, 'not this one 1');
    expect([wrong.status, wrong.code, wrong.errors[0]?.path]).toEqual([401, 'WRONG_PASSWORD', 'password']);
    expect((await confirm(person, '123456')).code).toBe('SECOND_FACTOR_OFF');
  });
});

describe('signing in with a second factor', () => {
  test('asks for a code once the password is right, and for a wrong password says what it always says', async () => {
    const { person, secret } = await protectedPerson();
    const asked = await login(person);
    expect([asked.status, asked.code, asked.errors[0]?.path]).toEqual([401, 'TOTP_REQUIRED', 'totp']);
    const guessed = await login({ ...person, password: 'not this one 1' }, codeOf(secret));
    expect([guessed.status, guessed.code]).toEqual([401, 'BAD_CREDENTIALS']);
    const code = await nextCode(secret);
    expect((await login(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
  });

  test('takes each code once, of many at once, too', async () => {
    const { person, secret } = await protectedPerson();
    expect((await login(person, codeOf(secret))).code).toBe('TOTP_WRONG');
    const code = await nextCode(secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(person, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('bears a clock that is half a minute off, and no more; an older code is none after a newer one', async () => {
    const { person, secret } = await protectedPerson();
    await api.clock.advance(10 * HALF_MINUTE);
    const now = api.clock.now();
    expect((await login(person, codeOf(secret, now - 2 * HALF_MINUTE))).code).toBe('TOTP_WRONG');
    expect((await login(person, codeOf(secret, now + HALF_MINUTE))).status).toBe(200);
    expect((await login(person, codeOf(secret, now)))?.code).toBe('TOTP_WRONG');
  });

  test('slows down whoever guesses', async () => {
    const { person, secret } = await protectedPerson();
    const wrong = wrongCode(secret);
    for (let i = 0; i < 5; i += 1) expect((await login(person, wrong)).code).toBe('TOTP_WRONG');
    const blocked = await login(person, await nextCode(secret));
    // The half minute has passed; the wait was shorter.
    expect(blocked.status).toBe(200);
    for (let i = 0; i < 5; i += 1) await login(person, wrong);
    expect((await login(person, wrong)).code).toBe('TOO_MANY_TRIES');
  });

  test('of more codes at once than there are connections, none waits for ever', async () => {
    const { person, secret } = await protectedPerson();
    const who = { accountId: person.userId, origin: { requestId: 'r', address: '127.0.0.1', device: 'd' } };
    const checks = Array.from({ length: 30 }, () => api.accounts.secondFactor.assert(who, wrongCode(secret)));
    const ends = await Promise.allSettled(checks);
    const reasons = new Set(ends.map((end) => end.status === 'rejected' && end.reason.code));
    expect([...reasons].toSorted()).toEqual(['TOO_MANY_TRIES', 'TOTP_WRONG']);
  });

  test('takes a recovery code once, however it is written, of two at once one; its owner is told', async () => {
    const { person, recoveryCodes } = await protectedPerson();
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(person, first.toLowerCase().replace('-', ' '))).status).toBe(200);
    expect((await login(person, first)).code).toBe('TOTP_WRONG');
    const both = await Promise.all([login(person, second), login(person, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const alerts = await api.send('usernotificationlist', {}, { token: person.accessToken });
    const used = alerts.data.notification_list.filter(({ title }) => title === 'A recovery code was used');
    expect(used.map(({ body }) => body.slice(0, 11))).toEqual(['8 are left.', '9 are left.']);
  });

  test('opens with no code of somebody else', async () => {
    const [one, other] = [await protectedPerson(), await protectedPerson()];
    expect((await login(one.person, other.recoveryCodes[0])).code).toBe('TOTP_WRONG');
    expect((await login(one.person, await nextCode(other.secret))).code).toBe('TOTP_WRONG');
  });
});

describe('the second factor', () => {
  test('is switched off with password and code, and what was kept of it is gone', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson();
    const off = (input: { code: string; password: string }) =>
      api.send('disabletwofactor', input, { token: person.accessToken });
    const { password } = person;
    const wrong = await off({ password, code: codeOf(secret) });
    expect([wrong.status, wrong.code, wrong.errors[0]?.path]).toEqual([401, 'TOTP_WRONG', 'code']);
    expect((await off({ password: 'not this one 1', code: await nextCode(secret) })).code).toBe('WRONG_PASSWORD');
    expect((await off({ password, code: recoveryCodes[3] ?? '' })).message).toBe('Your second factor is off.');
    expect((await off({ password, code: recoveryCodes[4] ?? '' })).code).toBe('SECOND_FACTOR_OFF');
    expect((await profileOf(person)).twoFactor).toBe(false);
    expect((await login(person)).status).toBe(200);
  });

  test('gets ten new recovery codes, and those of before are void', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson();
    const { password } = person;
    const input = { password, code: await nextCode(secret) };
    const fresh = await api.send('newrecoverycodes', input, { token: person.accessToken });
    expect(fresh.data.recoveryCodes).toHaveLength(10);
    expect((await login(person, recoveryCodes[0])).code).toBe('TOTP_WRONG');
    expect((await login(person, fresh.data.recoveryCodes[0])).status).toBe(200);
    const without = await somebody();
    const refused = await api.send('newrecoverycodes', { ...input }, { token: without.accessToken });
    expect(refused.code).toBe('SECOND_FACTOR_OFF');
  });

  test('is asked for before a bank account is changed', async () => {
    const { person, secret } = await protectedPerson();
    const setBank = (totp?: string) =>
      api.send(
        'updatebankdetails',
        {
          ...{ accountNumber: '123456780000', confirmAccountNumber: '123456780000', ifsc: 'HDFC0001234' },
          ...{ holderName: 'Asha Rao', password: person.password },
          ...(totp === undefined ? {} : { totp }),
        },
        { token: person.accessToken },
      );
    const asked = await setBank();
    expect([asked.status, asked.code, asked.errors[0]?.path]).toEqual([401, 'TOTP_REQUIRED', 'totp']);
    expect((await setBank(wrongCode(secret))).code).toBe('TOTP_WRONG');
    expect((await setBank(await nextCode(secret))).code).toBe('PAN_NOT_VERIFIED');
  });
});

test('neither secret nor recovery codes are to be found in plain, in the database or the log', async () => {
  const { person, secret, recoveryCodes } = await protectedPerson();
  await login(person, recoveryCodes[0]);
  const everything = `${await textOfDatabase(api.database.db)}\n${api.logged.join('\n')}`;
  expect(everything).toContain('Used a recovery code; 9 are left.');
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(everything).not.toContain(text);
    expect(everything).not.toContain(Buffer.from(text).toString('hex'));
  }
});
