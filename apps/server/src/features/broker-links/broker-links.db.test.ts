import { createSmartApi } from '@trickdesk/brokers/smartapi';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { insertDeployment } from '../risk/testing/desk-facts.ts';
import { seedCatalogue } from '../strategies/index.ts';
import { createFundsKeeper, createOrderAccess } from './index.ts';
import { createScriptedBroker, type ScriptedBroker, scriptedFunds } from './testing/scripted-broker.ts';

let api: TestApi;
let broker: ScriptedBroker;
let now = (): number => 0;
beforeAll(async () => {
  broker = createScriptedBroker(() => now());
  api = await openTestApi({}, { smartApi: broker.smartApi });
  now = api.clock.now;
});
afterAll(() => api.close());
beforeEach(() => {
  Object.assign(broker, {
    nextLogIn: undefined,
    funds: scriptedFunds(10_00_000_00n),
    logOutReply: { kind: 'ok', value: null },
    profileOf: undefined,
  });
});

let codes = 100;
function newCode(): string {
  codes += 1;
  return `S100${codes}`;
}
const form = (clientCode: string) => ({ clientCode, apiKey: 'sim-api-key', pin: '4821', totp: '739164' });
const link = (person: Person, clientCode: string) =>
  api.send('linkangelone', form(clientCode), { token: person.accessToken });
const list = (person: Person) => api.send('getangelone', {}, { token: person.accessToken });
const SECRET = 'JBSWY3DPEHPK3PXP';

test('linking signs in at once, and shows name, funds and when the tokens die', async () => {
  const person = await api.signUp('anil');
  const code = newCode();
  const linked = await link(person, code);
  expect([linked.status, linked.message]).toEqual([200, `Angel One ${code} is linked.`]);
  expect(linked.data.broker_angelone_details).toMatchObject({
    clientCode: code,
    name: 'ASHA RAO',
    status: 'linked',
    environment: 'simulator',
  });
  const shown = (await list(person)).data;
  expect(shown.broker_details).toHaveLength(1);
  expect(shown.broker_angelone_details?.funds).toEqual({ availablePaise: 10_00_000_00, usedPaise: 250_00 });
  // 09:30 in India on 5 January: the tokens live until 05:00 of the 6th.
  expect(shown.broker_angelone_details?.tokenExpiresAt).toBe('2026-01-05T23:30:00.000Z');
});

test('PIN and code are nowhere afterwards, and the tokens only sealed', async () => {
  const person = await api.signUp('bina');
  await api.send('linkangelone', { ...form(newCode()), pin: '9753', totp: '864209' }, { token: person.accessToken });
  const dump = await dumpOf('broker_link');
  // Four digits come up by chance in what is sealed, which is long and hexadecimal; there the bytes are looked for.
  const written = dump.replaceAll(/\\x[0-9a-f]{32,}/g, '');
  expect(written).not.toBe(dump);
  const log = api.logged.join('\n');
  for (const secret of ['9753', '864209', 'access-secret', 'refresh-secret', 'feed-secret', 'sim-api-key']) {
    expect(written.includes(secret), `${secret} in the database`).toBe(false);
    expect(dump.includes(Buffer.from(secret).toString('hex')), `bytes of ${secret} in the database`).toBe(false);
    expect(log.includes(secret), `${secret} in the log`).toBe(false);
  }
});

test('sealed secrets do not open in the row of another account', async () => {
  const [first, second] = [await api.signUp('chandra'), await api.signUp('dilip')];
  await link(first, newCode());
  await link(second, newCode());
  const { kysely } = api.database.db;
  await sql`UPDATE broker_link SET sealed_secrets =
    (SELECT sealed_secrets FROM broker_link WHERE account_id = ${first.userId}) WHERE account_id = ${second.userId}`.execute(
    kysely,
  );
  const asked = broker.fundsAsked;
  const answer = await list(second);
  expect(answer.status).toBe(200);
  expect(broker.fundsAsked).toBe(asked);
  expect(api.logged.join('\n')).toContain('funds could not be brought up to date');
});

test('a client code is linked to one account only, also when two link it at once', async () => {
  const [first, second] = [await api.signUp('esther'), await api.signUp('firoz')];
  const code = newCode();
  const answers = await Promise.all([link(first, code), link(second, code)]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  const refused = answers.find((answer) => answer.status === 409);
  expect(refused?.code).toBe('BROKER_LINKED_ELSEWHERE');
  expect(refused?.message).toContain(code);
  expect(refused?.errors[0]?.path).toBe('clientCode');
});

test('linking the same code again by its owner renews the tokens and keeps the id', async () => {
  const person = await api.signUp('gauri');
  const code = newCode();
  const first = await link(person, code);
  await api.clock.advance(24 * 3_600_000);
  const token = (await api.send('login', { email: 'gauri', password: person.password })).data.accessToken;
  const expired = await api.send('getangelone', {}, { token });
  expect(expired.data.broker_details[0]?.status).toBe('expired');
  const again = await api.send('linkangelone', form(code), { token });
  expect(again.data.broker_angelone_details).toMatchObject({
    brokerId: first.data.broker_angelone_details.brokerId,
    status: 'linked',
  });
  expect((await api.send('getangelone', {}, { token })).data.broker_details).toHaveLength(1);
});

test("a refused sign-in carries the broker's own words at the field that it is about", async () => {
  const person = await api.signUp('hema');
  broker.nextLogIn = { kind: 'refused', reason: 'wrong_totp', brokerMessage: 'Invalid totp' };
  const answer = await link(person, newCode());
  expect([answer.status, answer.code, answer.message]).toEqual([409, 'BROKER_REFUSED', 'Invalid totp']);
  expect(answer.errors).toEqual([{ path: 'totp', message: 'Invalid totp' }]);
  expect((await list(person)).data).toEqual({ broker_details: [], mayStoreCredentials: true });
});

test('wrong sign-ins are slowed down before the broker locks the account', async () => {
  const person = await api.signUp('irfan');
  const code = newCode();
  broker.nextLogIn = { kind: 'refused', reason: 'wrong_credentials', brokerMessage: 'Invalid credentials' };
  for (let failure = 0; failure < 4; failure += 1) expect((await link(person, code)).status).toBe(409);
  const asked = broker.logIns.length;
  const answer = await link(person, code);
  expect([answer.status, answer.code]).toEqual([429, 'TOO_MANY_TRIES']);
  expect(broker.logIns).toHaveLength(asked);
});

test('a broker that is down is a 503 that counts against nobody', async () => {
  const person = await api.signUp('jyoti');
  broker.nextLogIn = { kind: 'unavailable', cause: 'timeout' };
  for (let outage = 0; outage < 6; outage += 1) {
    const answer = await link(person, newCode());
    expect([answer.status, answer.code]).toEqual([503, 'BROKER_UNAVAILABLE']);
  }
});

test('tokens of another client than the one named link nothing', async () => {
  const person = await api.signUp('kabir');
  broker.profileOf = 'S100999';
  expect((await link(person, newCode())).code).toBe('BROKER_REFUSED');
  expect((await list(person)).data.broker_details).toEqual([]);
});

test('PIN and secret are stored only where their owner asks for it, and then sealed', async () => {
  const person = await api.signUp('lina');
  const input = { clientCode: newCode(), apiKey: 'sim-api-key', pin: '4321', totpSecret: SECRET };
  const token = person.accessToken;
  const unasked = await api.send('linkangelone', input, { token });
  expect([unasked.status, unasked.errors[0]?.path]).toEqual([422, 'storeCredentials']);
  const answer = await api.send('linkangelone', { ...input, storeCredentials: true }, { token });
  expect(answer.status).toBe(200);
  expect(broker.logIns.at(-1)?.totp).toMatch(/^\d{6}$/);
  expect((await dumpOf('broker_link')).includes(Buffer.from(SECRET).toString('hex'))).toBe(false);
});

test('in compliance mode credentials are never stored', async () => {
  const strict = await openTestApi({ COMPLIANCE: '1' }, { smartApi: broker.smartApi });
  try {
    const person = await strict.signUp('maya');
    const asked = broker.logIns.length;
    const answer = await strict.send(
      'linkangelone',
      { clientCode: newCode(), apiKey: 'sim-api-key', pin: '4321', totpSecret: SECRET, storeCredentials: true },
      { token: person.accessToken },
    );
    expect([answer.status, answer.code]).toEqual([409, 'BROKER_STORE_OFF']);
    expect(broker.logIns).toHaveLength(asked);
  } finally {
    await strict.close();
  }
});

test('funds are asked for once in a while, and an ended session shows as expired', async () => {
  const person = await api.signUp('naina');
  await link(person, newCode());
  const asked = broker.fundsAsked;
  await list(person);
  await list(person);
  expect(broker.fundsAsked).toBe(asked + 1);
  await api.clock.advance(11_000);
  broker.funds = { kind: 'unavailable', cause: 'timeout' };
  expect((await list(person)).data.broker_details[0]).toMatchObject({
    status: 'linked',
    funds: { availablePaise: 10_00_000_00 },
  });
  await api.clock.advance(11_000);
  broker.funds = { kind: 'session_expired' };
  const shown = (await list(person)).data.broker_details[0];
  expect(shown?.status).toBe('expired');
  expect(shown?.statusReason).toContain('Sign in again');
});

test('a statement of funds that the broker refuses leaves the session to those who trade on it, and says so', async () => {
  const person = await api.signUp('omana');
  const brokerId = (await link(person, newCode())).data.broker_angelone_details.brokerId;
  broker.funds = { kind: 'refused', code: 'AB4999', message: 'RMS is not available.' };
  const shown = async () => (await list(person)).data.broker_details[0];
  expect(await shown()).toMatchObject({ status: 'linked', statusReason: 'RMS is not available.' });
  const { accessOf } = createOrderAccess({
    database: api.database.db,
    clock: api.clock,
    secrets: api.foundation.secrets,
  });
  expect(await accessOf(brokerId)).toBeDefined();
  await api.clock.advance(11_000);
  broker.funds = scriptedFunds(9_00_000_00n);
  expect(await shown()).toMatchObject({ status: 'linked', funds: { availablePaise: 9_00_000_00 } });
  expect((await shown())?.statusReason).toBeUndefined();
});

test('funds of an account on which a trick is live are kept as the broker tells them, with no page open', async () => {
  const [trading, idle] = [await api.signUp('parul'), await api.signUp('pia')];
  const brokerId = (await link(trading, newCode())).data.broker_angelone_details.brokerId;
  await link(idle, newCode());
  await seedCatalogue(api.database.db, new Date(api.clock.now()));
  await insertDeployment(api.database.db, { accountId: trading.userId, linkId: brokerId, mode: 'live' });
  const { database, foundation, clock } = api;
  const keepFunds = createFundsKeeper({
    ...{ database: database.db, clock, log: foundation.log, secrets: foundation.secrets },
    ...{ broker: broker.smartApi.sessions, environment: 'simulator' },
  });
  await api.clock.advance(11_000);
  broker.funds = scriptedFunds(7_00_000_00n);
  const asked = broker.fundsAsked;
  await keepFunds();
  expect(broker.fundsAsked).toBe(asked + 1);
  expect((await linkRow(brokerId))?.funds_available_paise).toBe(7_00_000_00n);
  await database.db.kysely
    .updateTable('deployment')
    .set({ status: 'stopped', phase: 'idle' })
    .where('account_id', '=', trading.userId)
    .execute();
  await api.clock.advance(11_000);
  await keepFunds();
  expect(broker.fundsAsked).toBe(asked + 1);
});

test('the end of a session says nothing of the one that its owner has begun since', async () => {
  const person = await api.signUp('onkar');
  const code = newCode();
  const brokerId = (await link(person, code)).data.broker_angelone_details.brokerId;
  const { accessOf, sessionEnded } = createOrderAccess({
    database: api.database.db,
    clock: api.clock,
    secrets: api.foundation.secrets,
  });
  const before = await accessOf(brokerId);
  await link(person, code);
  const after = await accessOf(brokerId);
  if (!before || !after) throw new Error('nobody is signed in');
  await sessionEnded(brokerId, before);
  expect((await linkRow(brokerId))?.status).toBe('linked');
  await sessionEnded(brokerId, after);
  expect((await linkRow(brokerId))?.status).toBe('expired');
});

test('unlinking needs the password, signs out at the broker and forgets the secrets', async () => {
  const person = await api.signUp('omar');
  const code = newCode();
  const brokerId = (await link(person, code)).data.broker_angelone_details.brokerId;
  const token = person.accessToken;
  const wrong = await api.send('unlinkangelone', { brokerId, password: 'not the password' }, { token });
  expect([wrong.status, wrong.code]).toEqual([401, 'WRONG_PASSWORD']);
  const answer = await api.send('unlinkangelone', { brokerId, password: person.password }, { token });
  expect(answer.data).toEqual({ broker_details: [] });
  expect(broker.logOuts).toContain(code);
  expect(await linkRow(brokerId)).toMatchObject({ sealed_secrets: null, status_reason: 'Signed out at the broker.' });
  const again = await api.send('unlinkangelone', { brokerId, password: person.password }, { token });
  expect(again.status).toBe(404);
  const other = await api.signUp('pavan');
  expect((await link(other, code)).status).toBe(200);
});

test('a broker that does not confirm the sign-out does not keep the link, and that is written down', async () => {
  const person = await api.signUp('qamar');
  const brokerId = (await link(person, newCode())).data.broker_angelone_details.brokerId;
  broker.logOutReply = { kind: 'unavailable', cause: 'timeout' };
  const answer = await api.send(
    'unlinkangelone',
    { brokerId, password: person.password },
    { token: person.accessToken },
  );
  expect(answer.status).toBe(200);
  expect((await linkRow(brokerId))?.status_reason).toContain('did not confirm');
});

test("another person's link does not exist", async () => {
  const [owner, stranger] = [await api.signUp('rohan'), await api.signUp('sita')];
  const brokerId = (await link(owner, newCode())).data.broker_angelone_details.brokerId;
  const answer = await api.send(
    'unlinkangelone',
    { brokerId, password: stranger.password },
    { token: stranger.accessToken },
  );
  expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  expect((await list(stranger)).data.broker_details).toEqual([]);
  expect((await list(owner)).data.broker_details).toHaveLength(1);
});

test('several accounts stand side by side, and unlinking one leaves the others and their secrets', async () => {
  const [owner, stranger] = [await api.signUp('vimala'), await api.signUp('wasim')];
  const codes = [newCode(), newCode()];
  const ids: number[] = [];
  for (const code of codes) ids.push((await link(owner, code)).data.broker_angelone_details.brokerId);
  const shown = (await list(owner)).data;
  expect(shown.broker_details.map(({ clientCode }) => clientCode).toSorted()).toEqual(codes);
  expect(shown.broker_details.every(({ status, funds }) => status === 'linked' && funds !== undefined)).toBe(true);
  const [first = 0, second = 0] = ids;
  const unlink = (person: Person, brokerId: number) =>
    api.send('unlinkangelone', { brokerId, password: person.password }, { token: person.accessToken });
  // A stranger with accounts of their own is told the same as about a link that never was.
  await link(stranger, newCode());
  const refusals = [await unlink(stranger, first), await unlink(stranger, 999_999_999)];
  expect(refusals.map(({ status, code, message }) => [status, code, message])).toEqual([
    [404, 'NOT_FOUND', refusals[1]?.message],
    [404, 'NOT_FOUND', refusals[0]?.message],
  ]);
  const left = (await unlink(owner, first)).data.broker_details;
  expect(left.map(({ brokerId }) => brokerId)).toEqual([second]);
  expect((await linkRow(second))?.sealed_secrets).not.toBeNull();
  expect((await list(stranger)).data.broker_details).toHaveLength(1);
});

test('a link on which live tricks run cannot be ended', async () => {
  const person = await api.signUp('tanvi');
  const brokerId = (await link(person, newCode())).data.broker_angelone_details.brokerId;
  const { kysely } = api.database.db;
  await sql`WITH trick AS (
      INSERT INTO strategy (name, summary, description, author, category, segment, risk, min_capital_paise, created_at)
      VALUES ('t', '', '', '', 'trend', 'intraday', 'low', 1, now()) RETURNING id),
    version AS (
      INSERT INTO strategy_version (strategy_id, version, definition, note, created_at)
      SELECT id, 1, '{}', '', now() FROM trick RETURNING id, strategy_id)
    INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise,
      notify, broker_link_id, created_at)
    SELECT ${person.userId}, strategy_id, id, 'live', 'live', 'running', 'running', 1, '{}', ${brokerId}, now()
    FROM version`.execute(kysely);
  const ask = () => api.send('unlinkangelone', { brokerId, password: person.password }, { token: person.accessToken });
  expect((await ask()).code).toBe('BROKER_HAS_LIVE_TRICKS');
  await sql`UPDATE deployment SET status = 'stopped', phase = 'exiting' WHERE broker_link_id = ${brokerId}`.execute(
    kysely,
  );
  expect((await ask()).code).toBe('BROKER_HAS_LIVE_TRICKS');
  await sql`UPDATE deployment SET phase = 'idle' WHERE broker_link_id = ${brokerId}`.execute(kysely);
  expect((await ask()).status).toBe(200);
});

test('where nothing listens at the broker, linking is a 503', async () => {
  const alone = await openTestApi(
    {},
    { smartApi: createSmartApi({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 500, maxQueueWaitMs: 100 }) },
  );
  try {
    const person = await alone.signUp('uma');
    const answer = await alone.send('linkangelone', form(newCode()), { token: person.accessToken });
    expect([answer.status, answer.code]).toEqual([503, 'BROKER_UNAVAILABLE']);
  } finally {
    await alone.close();
  }
});

async function linkRow(id: number) {
  return api.database.db.kysely.selectFrom('broker_link').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every column of every row as text; bytes as hex. */
async function dumpOf(table: string): Promise<string> {
  const rows = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} AS t`.execute(
    api.database.db.kysely,
  );
  return rows.rows.map((row) => row.row).join('\n');
}
