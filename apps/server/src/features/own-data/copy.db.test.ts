import { request as httpRequest } from 'node:http';
import { DATA_COPY_PATH } from '@trickdesk/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, PASSWORD, type Person, type TestApi } from '../../testing/test-api.ts';
import { createScriptedBroker } from '../broker-links/testing/scripted-broker.ts';
import { DATASET, insertInstrument } from '../deployments/testing/world.ts';
import { putClock } from '../market-data/store.ts';
import { seedCatalogue } from '../strategies/index.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';
import { type LivedIn, liveIn, marksOf } from './testing/lived-in.ts';

let api: TestApi;
let asha: LivedIn;
let ravi: LivedIn;
beforeAll(async () => {
  api = await openTestApi({}, { smartApi: createScriptedBroker(() => 0).smartApi });
  const { db } = api.database;
  await seedCatalogue(db, new Date(api.clock.now()));
  await insertInstrument(db, 'SBIN');
  await putClock(db.kysely, DATASET, { exchangeAt: api.clock.now(), seenAt: api.clock.now(), speed: 1, feed: 'live' });
  asha = await liveIn(api, marksOf('zubeda', 4));
  ravi = await liveIn(api, marksOf('yashodhan', 6));
});
afterAll(() => api.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const ask = (person: Person, more: Readonly<Record<string, string>> = {}) =>
  api.send('exportmydata', { password: PASSWORD, ...more }, as(person));
const fetchCopy = (path: string, person?: Person) =>
  api.server.inject({ url: path, headers: person ? { authorization: `Bearer ${person.accessToken}` } : {} });

interface CopyFile {
  readonly format: string;
  readonly version: number;
  readonly accountId: number;
  readonly generatedAt: string;
  readonly rows: number;
  readonly sections: readonly {
    readonly name: string;
    readonly about: string;
    readonly rows: number;
    readonly records: readonly Readonly<Record<string, unknown>>[];
  }[];
}

async function copyOf(person: Person): Promise<{ readonly text: string; readonly file: CopyFile }> {
  const { data, message } = await ask(person);
  if (!data) throw new Error(message);
  const answer = await fetchCopy(data.path, person);
  expect(answer.statusCode).toBe(200);
  return { text: answer.body, file: JSON.parse(answer.body) };
}
const sectionOf = (file: CopyFile, name: string) => file.sections.find((one) => one.name === name)?.records ?? [];
let made = 0;
const somebody = (): Promise<Person> => api.signUp(`copy${++made}`);

describe('a copy of a person’s data', () => {
  test('has every table, every row of the person, and says how many there are', async () => {
    const { file } = await copyOf(asha);
    expect(file).toMatchObject({ format: 'trickdesk-personal-data', version: 1, accountId: asha.userId });
    expect(file.sections.map(({ name }) => name)).toEqual(PERSONAL_TABLES.map(({ table }) => table));
    expect(file.rows).toBe(file.sections.reduce((sum, { records }) => sum + records.length, 0));
    for (const { name, rows, records } of file.sections) expect([name, rows]).toEqual([name, records.length]);
    // Of what the calls and the runners have left, each kind has something.
    const filled = file.sections.filter(({ records }) => records.length > 0).map(({ name }) => name);
    for (const name of [
      'account',
      'kyc',
      'bank_account',
      'session_family',
      'refresh_token',
      'mail',
      'activity',
      'alert',
      'alert_choice',
      'push_subscription',
    ]) {
      expect(filled).toContain(name);
    }
    for (const name of ['invoice', 'ledger_posting', 'ledger_transfer', 'strategy', 'strategy_version', 'deployment']) {
      expect(filled).toContain(name);
    }
    for (const name of ['trade_order', 'order_event', 'position', 'decision', 'broker_order', 'broker_order_event']) {
      expect(filled).toContain(name);
    }
  });

  test('has what was asked of support, with its files whole and no number of who answered', async () => {
    const { file, text } = await copyOf(asha);
    const { ticket } = asha.marks;
    expect(sectionOf(file, 'ticket')).toMatchObject([{ subject: ticket, state: 'open', message_count: 3 }]);
    expect(sectionOf(file, 'ticket_message').map(({ from_support: by, text: said }) => [by, said])).toEqual([
      [false, `${ticket}: why?`],
      [true, `About your ${ticket}: it was time.`],
      [false, `The ${ticket} is settled.`],
    ]);
    const [attachment] = sectionOf(file, 'ticket_attachment');
    expect(attachment).toMatchObject({ name: `${ticket}.png`, kind: 'png' });
    expect(Buffer.from(String(attachment?.['bytes']), 'base64').toString('latin1')).toContain(ticket);
    for (const hidden of ['operator_id', 'assignee_id']) expect(text).not.toContain(`"${hidden}":`);
    expect(text).not.toContain(ravi.marks.ticket);
  });

  test('has rows as the database has them: paise as numbers, moments in ISO 8601, the trades of a back-test unpacked', async () => {
    const { file } = await copyOf(asha);
    const [account] = sectionOf(file, 'account');
    expect(account).toMatchObject({
      full_name: asha.marks.fullName,
      email: asha.marks.email,
      mobile: asha.marks.mobile,
    });
    expect(account?.['address']).toMatchObject({ line1: asha.marks.street });
    expect(account?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    const positions = sectionOf(file, 'position');
    expect(positions.map((row) => [row['mode'], row['entry_paise'], row['net_paise']])).toEqual([
      ['paper', 60_000, 1_500],
      ['live', 60_000, 1_500],
    ]);
    expect(sectionOf(file, 'backtest_trades')).toMatchObject([
      { part: 0, trades: [{ symbol: 'SBIN', quantity: 3, entry_paise: 60_000, net_paise: 275 }] },
    ]);
    expect(sectionOf(file, 'bank_account')[0]?.['number_masked']).toBe('••••0000');
  });

  test.each([
    ['one', () => [asha, ravi] as const],
    ['the other', () => [ravi, asha] as const],
  ])('has nothing of anybody else: of %s', async (_, people) => {
    const [mine, theirs] = people();
    const { text, file } = await copyOf(mine);
    for (const mark of Object.values(theirs.marks)) expect(text, mark).not.toContain(mark);
    const owners = file.sections.flatMap(({ records }) =>
      records.flatMap((record) => [record['account_id'], record['owner_id']].filter((id) => id !== undefined)),
    );
    expect(owners.length).toBeGreaterThan(30);
    expect(new Set(owners)).toEqual(new Set([mine.userId]));
  });

  test('has no secret, sealed or plain', async () => {
    const { text } = await copyOf(asha);
    for (const plain of [asha.marks.pan, asha.marks.bankNumber, PASSWORD, 'sim-api-key', 'access-secret', 'argon2']) {
      expect(text, plain).not.toContain(plain);
    }
    const { rows } = await sql<{ sealed: Buffer }>`
      SELECT pan_sealed AS sealed FROM kyc UNION ALL SELECT pan_fingerprint FROM kyc
      UNION ALL SELECT number_sealed FROM bank_account UNION ALL SELECT number_fingerprint FROM bank_account
      UNION ALL SELECT sealed_secrets FROM broker_link UNION ALL SELECT token_hash FROM refresh_token
      UNION ALL SELECT token_hash FROM password_reset UNION ALL SELECT sealed_body FROM mail`.execute(
      api.database.db.kysely,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { sealed } of rows) {
      for (const encoding of ['hex', 'base64', 'latin1'] as const)
        expect(text).not.toContain(sealed.toString(encoding));
    }
  });

  test('is told in the log and as an alert', async () => {
    const person = await somebody();
    await ask(person);
    const alerts = await api.send('usernotificationlist', {}, as(person));
    expect(alerts.data.notification_list[0]?.title).toBe('A copy of your data was asked for');
    const log = await api.send('userlog', {}, as(person));
    expect(log.data.log_list[0]).toMatchObject({ kind: 'security' });
    expect(log.data.log_list[0]?.sentence).toContain('copy of all data');
  });
});

describe('the way to a copy', () => {
  test('opens once, within ten minutes, for whoever asked', async () => {
    const person = await somebody();
    const { path } = (await ask(person)).data;
    expect((await fetchCopy(path)).statusCode).toBe(401);
    const stranger = await somebody();
    const other = await fetchCopy(path, stranger);
    const none = await fetchCopy(`${DATA_COPY_PATH}/3b241101-e2bb-4255-8caf-4136c566a962`, stranger);
    expect([other.statusCode, other.json().code]).toEqual([404, none.json().code]);
    expect((await fetchCopy(`${DATA_COPY_PATH}/x'--`, person)).statusCode).toBe(404);
    const answers = await Promise.all([fetchCopy(path, person), fetchCopy(path, person)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    const late = (await ask(person)).data.path;
    await api.clock.advance(10 * 60_000);
    expect((await fetchCopy(late, person)).statusCode).toBe(404);
  });

  test('takes the password, and five a day are enough, however many are asked for at once', async () => {
    const person = await somebody();
    const wrong = await ask(person, { password: 'not this one 1' });
    expect([wrong.status, wrong.code, wrong.errors[0]?.path]).toEqual([401, 'WRONG_PASSWORD', 'password']);
    const answers: string[] = [];
    // Four at once: more wrong passwords than that are slowed down, and each is counted before it is checked.
    for (let i = 0; i < 2; i += 1) {
      const some = await Promise.all(Array.from({ length: 4 }, () => ask(person)));
      answers.push(...some.map(({ status, code }) => `${status} ${code ?? ''}`.trim()));
    }
    expect(answers.toSorted()).toEqual([
      '200',
      '200',
      '200',
      '200',
      '200',
      ...Array(3).fill('429 DATA_COPIES_USED_UP'),
    ]);
    await api.clock.advance(24 * 3_600_000);
    const { accessToken } = (
      await api.send('login', { email: person.username, password: PASSWORD, tokenTransport: 'body' })
    ).data;
    expect((await ask({ ...person, accessToken })).status).toBe(200);
  });

  test('takes a code of the second factor where there is one', async () => {
    const person = await somebody();
    const { secret } = (await api.send('enabletwofactor', { password: PASSWORD }, as(person))).data;
    const codeOf = () =>
      new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
        timestamp: api.clock.now(),
      });
    await api.send('confirmtwofactor', { code: codeOf() }, as(person));
    await api.clock.advance(30_000);
    expect((await ask(person)).code).toBe('TOTP_REQUIRED');
    expect((await ask(person, { totp: '000000' })).code).toBe('TOTP_WRONG');
    expect((await ask(person, { totp: codeOf() })).status).toBe(200);
  });
});

describe('a large account', () => {
  const ORDERS = 100_000;

  test('is written as fast as it is read: while nobody takes it, no more of it is made', async () => {
    const person = await somebody();
    const { kysely } = api.database.db;
    await sql`INSERT INTO activity (account_id, kind, sentence, device, address, facts, at)
      SELECT ${person.userId}, 'trick', 'Deed ' || i || repeat(' and so on', 40), '', '', '{}', now()
      FROM generate_series(1, ${ORDERS}) i`.execute(kysely);
    await api.server.listen({ port: 0, host: '127.0.0.1' });
    const address = api.server.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { path } = (await ask(person)).data;
    const before = process.memoryUsage().external;
    const { bytes, lines, rows, held } = await readSlowly(port, path, person.accessToken);
    expect(lines).toBeGreaterThanOrEqual(ORDERS);
    expect(rows).toBeGreaterThanOrEqual(ORDERS);
    expect(bytes).toBeGreaterThan(40_000_000);
    expect(held - before).toBeLessThan(24 * 1024 * 1024);
    const { rows: copies } = await sql<{ n: bigint }>`SELECT row_count AS n FROM data_copy
      WHERE account_id = ${person.userId} AND ended_at IS NOT NULL`.execute(kysely);
    expect(Number(copies[0]?.n)).toBe(rows);
  });

  test('whose reader hangs up leaves nothing open', async () => {
    const person = await somebody();
    await sql`INSERT INTO activity (account_id, kind, sentence, device, address, facts, at)
      SELECT ${person.userId}, 'trick', repeat('Deed ', 100), '', '', '{}', now()
      FROM generate_series(1, 20000) i`.execute(api.database.db.kysely);
    const address = api.server.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    for (let i = 0; i < 3; i += 1) {
      const { path } = (await ask(person)).data;
      await hangUp(port, path, person.accessToken);
    }
    // More than may be under way at once: each has ended.
    await expect.poll(async () => (await fetchCopy((await ask(await somebody())).data.path)).statusCode).toBe(401);
    const other = await somebody();
    await expect
      .poll(async () => (await fetchCopy((await ask(other)).data?.path ?? '', other)).statusCode, { interval: 500 })
      .toBe(200);
    const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM pg_cursors`.execute(api.database.db.kysely);
    expect(rows[0]?.n).toBe(0n);
  });
});

interface SlowReading {
  readonly bytes: number;
  readonly lines: number;
  readonly rows: number;
  /** Bytes outside the heap, where answers wait, after a second in which nobody read. */
  readonly held: number;
}

/** Reads, with a pause of a second at the beginning. */
function readSlowly(port: number, path: string, token: string): Promise<SlowReading> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, host: '127.0.0.1', headers: { authorization: `Bearer ${token}` } });
    request.on('error', reject);
    request.on('response', (response) => {
      let [bytes, lines, held] = [0, 0, 0];
      response.pause();
      setTimeout(() => {
        held = process.memoryUsage().external;
        response.resume();
      }, 1_000);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines += 1;
      });
      response.on('end', () => resolve({ bytes, lines, held, rows: Number(response.headers['x-copy-rows']) }));
      response.on('error', reject);
    });
    request.end();
  });
}

function hangUp(port: number, path: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, host: '127.0.0.1', headers: { authorization: `Bearer ${token}` } });
    request.on('error', reject);
    request.on('response', (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
    });
    request.end();
  });
}
