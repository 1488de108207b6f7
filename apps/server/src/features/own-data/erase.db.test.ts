import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletePast } from '../../compose/maintenance.ts';
import { readLocalOutbox } from '../../platform/mail/index.ts';
import { PASSWORD, type TestApi } from '../../testing/test-api.ts';
import { linkNew, verifyChain } from '../audit/index.ts';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';
import { rewardReferrer } from '../rewards/index.ts';
import { openSupport } from '../tickets/testing/desk-world.ts';
import { continueErasures } from './index.ts';
import { deleteNextPart } from './leftovers-store.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';
import { type Leaving, openLeaving } from './testing/leaving.ts';
import { giveMoney, type LivedIn, liveIn, marksOf } from './testing/lived-in.ts';

let leaving: Leaving;
let api: TestApi;
let kysely: Leaving['kysely'];
let as: Leaving['as'];
let somebody: Leaving['somebody'];
let signIn: Leaving['signIn'];
let erase: Leaving['erase'];
let invite: Leaving['invite'];
let waiting: Leaving['waiting'];
beforeAll(async () => {
  leaving = await openLeaving();
  ({ api, kysely, as, somebody, signIn, erase, invite, waiting } = leaving);
});
afterAll(() => api.close());

const finish = () => continueErasures({ database: api.database.db, clock: api.clock });

/** The columns of the whole database in which a text stands: of texts, JSON and bytes. */
async function placesOf(needle: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; bytes: boolean }>`
    SELECT table_name AS "table", column_name AS "column", data_type = 'bytea' AS bytes FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY 1, 2`.execute(kysely);
  const found: string[] = [];
  for (const { table, column, bytes } of columns) {
    const text = bytes ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${text} ILIKE ${`%${needle}%`} LIMIT 1`.execute(
      kysely,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

describe('after the erasure of an account that was lived in', () => {
  let gone: LivedIn;
  let other: LivedIn;
  let othersBefore: string[];
  const textOf = async (person: LivedIn): Promise<string[]> => {
    const texts: string[] = [];
    for (const { table } of PERSONAL_TABLES) {
      const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.table(table)} t`.execute(kysely);
      const own = rows.filter(({ text }) => Object.values(person.marks).some((mark) => text.includes(mark)));
      texts.push(...own.map(({ text }) => `${table} ${text}`));
    }
    return texts.toSorted();
  };

  beforeAll(async () => {
    gone = await liveIn(api, marksOf('zubeda', 4));
    other = await liveIn(api, marksOf('yashodhan', 6));
    await linkNew({ database: api.database.db, clock: api.clock });
    othersBefore = await textOf(other);
    leaving.broker.logOuts.length = 0;
    const answer = await erase(gone);
    expect([answer.status, answer.message, answer.code]).toEqual([200, 'Your account is deleted.', undefined]);
    expect(answer.data.kept_list.map(({ what, years }) => [what, years])).toEqual([
      ['invoices', 8],
      ['orders', 5],
      ['identity', 5],
      ['log', 5],
    ]);
    for (const { count } of answer.data.kept_list) expect(count).toBeGreaterThan(0);
    expect(await finish()).toBe(1);
    expect(await finish()).toBe(0);
  });

  test('nothing in the database names the person, but what law makes us keep', async () => {
    const { marks } = gone;
    // An invoice is never changed; the mail that confirms it must go to the address, and goes itself within a month.
    expect(await placesOf(marks.email)).toEqual(['invoice.customer', 'mail.to_address']);
    expect(await placesOf(marks.username)).toEqual([]);
    expect(await placesOf(marks.mobile)).toEqual([]);
    // The log of what was done is in the audit chain, with what things were called.
    expect(await placesOf(marks.trickName)).toEqual(['activity.sentence']);
    expect(await placesOf(marks.pan)).toEqual([]);
    expect(await placesOf(marks.bankNumber)).toEqual([]);
    expect(await placesOf(marks.ticket)).toEqual([]);
    // The verified identity, and the customer of an invoice.
    expect(await placesOf(marks.fullName)).toEqual([
      'bank_account.holder_name',
      'bank_account.name_at_bank',
      'invoice.customer',
      'kyc.aadhaar_name',
      'kyc.pan_name',
      'kyc.said_name',
    ]);
    expect(await placesOf(marks.street)).toEqual(['invoice.customer']);
    // The log of what was done, and the broker account at which real orders were placed.
    expect(await placesOf(marks.device)).toEqual(['activity.device']);
    expect((await placesOf(marks.clientCode)).toSorted()).toEqual(['activity.sentence', 'broker_link.client_code']);
    await api.clock.advance(31 * 24 * 3_600_000);
    await deletePast({ database: api.database.db, clock: api.clock });
    expect(await placesOf(marks.email)).toEqual(['invoice.customer']);
  });

  test('of the tables of which nothing is kept, nothing is left', async () => {
    for (const { table, belongs, atErasure } of PERSONAL_TABLES) {
      if (atErasure !== 'deleted' || belongs.of !== 'account') continue;
      const { rows } =
        await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(belongs.column)} = ${gone.userId}`.execute(kysely);
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const tricks = await sql<{ id: number; name: string }>`SELECT id, name FROM deployment
      WHERE account_id = ${gone.userId}`.execute(kysely);
    expect(tricks.rows).toEqual([{ id: gone.liveTrick, name: 'Deleted trick' }]);
    const own = await sql`SELECT 1 FROM strategy WHERE owner_id = ${gone.userId}`.execute(kysely);
    expect(own.rows).toEqual([]);
    const modes = await sql<{ mode: string; n: bigint }>`SELECT mode, count(*) AS n FROM trade_order
      WHERE account_id = ${gone.userId} GROUP BY mode`.execute(kysely);
    expect(modes.rows).toEqual([{ mode: 'live', n: 2n }]);
    const [{ rows: decisions }, { rows: placed }] = [
      await sql`SELECT 1 FROM decision WHERE deployment_id = ${gone.liveTrick}`.execute(kysely),
      await sql`SELECT 1 FROM broker_order WHERE account_id = ${gone.userId}`.execute(kysely),
    ];
    expect([decisions.length, placed.length]).toEqual([1, 1]);
  });

  test('somebody else has everything as it was', async () => {
    const withoutSessions = (texts: readonly string[]) =>
      texts.filter((text) => !/^(session_family|mail|password_reset|idempotent_call) /.test(text));
    expect(withoutSessions(await textOf(other))).toEqual(withoutSessions(othersBefore));
    const { accessToken } = (await signIn(other.marks.email)).data;
    expect((await api.send('myprofile', {}, { token: accessToken })).data.profile.fullName).toBe(other.marks.fullName);
  });

  test('the audit chain is whole, and the ledger adds up', async () => {
    await linkNew({ database: api.database.db, clock: api.clock });
    expect((await verifyChain(api.database.db)).broken).toBeUndefined();
    expect(faultsOf(await readTrialBalance(kysely))).toEqual([]);
  });

  test('no session, no password, no link opens it, and the broker has signed it out', async () => {
    expect((await api.send('myprofile', {}, as(gone))).code).toBe('TOKEN_EXPIRED');
    expect((await api.send('refresh-token', { refreshToken: gone.refreshToken })).code).toBe('INVALID_REFRESH_TOKEN');
    for (const name of [
      gone.marks.email,
      gone.marks.username,
      `erased-${gone.userId}@account.invalid`,
      `erased-${gone.userId}`,
    ]) {
      expect((await signIn(name)).code, name).toBe('BAD_CREDENTIALS');
    }
    expect(leaving.broker.logOuts.length).toBe(1);
    const { rows } = await sql<{ sealed: Buffer | null }>`SELECT sealed_secrets AS sealed FROM broker_link
      WHERE account_id = ${gone.userId}`.execute(kysely);
    expect(rows).toEqual([{ sealed: null }]);
    expect((await erase(gone)).code).toBe('TOKEN_EXPIRED');
  });

  test('the address and the username are free; the PAN is not', async () => {
    const { fullName, email, username, mobile, pan } = gone.marks;
    const again = await api.send('register', {
      ...{ fullName, email, username, mobile, password: PASSWORD, acceptTerms: true, tokenTransport: 'body' },
    });
    expect(again.status).toBe(200);
    const token = again.data.accessToken;
    expect((await api.send('mywallet', {}, { token })).data.wallets.map(({ balancePaise }) => balancePaise)).toEqual([
      0, 0,
    ]);
    const taken = await api.send('verifyPan', { pan, name: fullName, dateOfBirth: '1990-05-04' }, { token });
    expect([taken.status, taken.code]).toEqual([409, 'PAN_IN_USE']);
  });

  test('nothing is begun for it, whoever still means to', async () => {
    const begin = (text: string) => sql.raw(text.replaceAll('$who', String(gone.userId))).execute(kysely);
    await expect(
      begin(`INSERT INTO session_family (id, account_id, device, address, created_at, last_used_at)
        VALUES (gen_random_uuid(), $who, '', '', now(), now())`),
    ).rejects.toThrow('is erased');
    await expect(begin(`UPDATE deployment SET status = 'running' WHERE account_id = $who`)).rejects.toThrow(
      'is erased',
    );
    await expect(
      begin(`INSERT INTO strategy (owner_id, name, summary, description, author, category, segment, risk, min_capital_paise, created_at)
        VALUES ($who, '', '', '', '', 'trend', 'intraday', 'low', 1, now())`),
    ).rejects.toThrow('is erased');
  });

  test('a call that was admitted just before is told that its session is gone', async () => {
    const person = await somebody();
    await sql`UPDATE account SET erased_at = now() WHERE id = ${person.userId}`.execute(kysely);
    const late = await api.send('enabletwofactor', { password: person.password }, as(person));
    expect([late.status, late.code]).toEqual([401, 'TOKEN_MISSING']);
  });

  test('nobody writes a name into it again, however late they come', async () => {
    const late = (change: string) => sql.raw(`UPDATE account SET ${change} WHERE id = ${gone.userId}`).execute(kysely);
    for (const change of ["full_name = 'Zubeda'", 'erased_at = NULL', "address = '{}'"]) {
      await expect(late(change)).rejects.toThrow('stays as it is');
    }
    await late('erasure_done_at = now()');
  });

  test('five years later the identity goes as well, unless law asks for it', async () => {
    const identities = async () =>
      (
        await sql`SELECT 1 FROM kyc WHERE account_id = ${gone.userId}
        UNION ALL SELECT 1 FROM bank_account WHERE account_id = ${gone.userId}`.execute(kysely)
      ).rows.length;
    const parts = { database: api.database.db, clock: { now: () => api.clock.now() + 1_790 * 24 * 3_600_000 } };
    const later = { ...parts, clock: { now: () => api.clock.now() + 5 * 366 * 24 * 3_600_000 + 1 } };
    await deletePast(parts as never);
    expect(await identities()).toBe(2);
    await sql`INSERT INTO legal_hold VALUES (${gone.userId}, 'A court asks.', now(), NULL)`.execute(kysely);
    await deletePast(later as never);
    expect(await identities()).toBe(2);
    await sql`UPDATE legal_hold SET lifted_at = now()`.execute(kysely);
    await deletePast(later as never);
    expect(await identities()).toBe(0);
    expect((await sql`SELECT 1 FROM kyc WHERE account_id = ${other.userId}`.execute(kysely)).rows).toHaveLength(1);
  });
});

describe('an erasure', () => {
  test('takes the password', async () => {
    const person = await somebody();
    const wrong = await erase(person, { password: 'not this one 1' });
    expect([wrong.status, wrong.code, wrong.errors[0]?.path]).toEqual([401, 'WRONG_PASSWORD', 'password']);
    expect((await api.send('deleteaccount', { password: PASSWORD })).code).toBe('TOKEN_MISSING');
    const stranger = await somebody();
    await api.send('deleteaccount', { password: PASSWORD, accountId: person.userId } as never, as(stranger));
    expect((await signIn(`${person.username}@mail.test`)).status).toBe(200);
  });

  test('takes a code of the second factor where there is one, and uses it up with the deed alone', async () => {
    const person = await somebody();
    const { secret } = (await api.send('enabletwofactor', { password: PASSWORD }, as(person))).data;
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
        timestamp: api.clock.now(),
      });
    await api.send('confirmtwofactor', { code: code() }, as(person));
    await api.clock.advance(30_000);
    expect((await erase(person)).code).toBe('TOTP_REQUIRED');
    expect((await erase(person, { totp: '000000' })).code).toBe('TOTP_WRONG');
    await giveMoney(api, person.userId, 100n);
    const totp = code();
    expect((await erase(person, { totp })).code).toBe('ERASURE_BLOCKED');
    // The code is still good: nothing was done with it.
    await giveMoney(api, person.userId, -100n);
    expect((await erase(person, { totp })).status).toBe(200);
  });

  test('ends every session at once, and is confirmed by a mail to the old address', async () => {
    const person = await somebody();
    const elsewhere = (await signIn(`${person.username}@mail.test`)).data.accessToken;
    await erase(person);
    for (const token of [person.accessToken, elsewhere])
      expect((await api.send('home', {}, { token })).status).toBe(401);
    const [mail] = await readLocalOutbox(api.database.db, api.foundation.secrets);
    expect(mail).toMatchObject({ to: `${person.username}@mail.test`, subject: 'Your Trickdesk account is deleted' });
    expect(mail?.body).toContain('Hello Asha Rao');
  });

  test('that is under way holds a change of personal details up, which then comes too late', async () => {
    const person = await somebody();
    let both: Promise<unknown> | undefined;
    await api.database.db.transaction(async (tx) => {
      // Where the erasure comes late, with the account in its hands.
      await sql`LOCK TABLE risk_limit IN EXCLUSIVE MODE`.execute(tx);
      const erasing = erase(person);
      await expect.poll(waiting).toBe(1);
      both = Promise.all([erasing, api.send('updatepersonaldetails', { fullName: 'Latecomer' }, as(person))]);
      await expect.poll(waiting).toBe(2);
    });
    await both;
    expect(await placesOf('Latecomer')).toEqual([]);
  });

  test('of somebody of support gives back the tickets that they had taken on', async () => {
    const world = await openSupport(api);
    const operator = await world.operator();
    const ticketId = await world.asked(await somebody());
    await api.send('opstaketicket', { ticketId, take: true }, as(operator));
    await world.answer(operator, ticketId);
    expect((await erase(operator)).status).toBe(200);
    const colleague = await world.operator();
    const { data } = await api.send('opsticket', { ticketId }, as(colleague));
    expect([data.ticket.assignee, data.writers.map(({ name }) => name)]).toEqual([undefined, ['Former member']]);
  });

  test('of two at once is done once', async () => {
    const person = await somebody();
    const answers = await Promise.all([erase(person), erase(person), erase(person)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql`SELECT 1 FROM mail WHERE dedupe_key = ${`account-deleted:${person.userId}`}`.execute(
      kysely,
    );
    expect(rows).toHaveLength(1);
  });

  test('that broke off after any part is finished by the next turn', async () => {
    const leaver = await liveIn(api, marksOf('kesarbai', 7));
    await erase(leaver);
    // A process that ends after each part, as by `kill -9`: every part is a statement of its own.
    let parts = 0;
    while (await deleteNextPart(kysely, leaver.userId)) parts += 1;
    expect(parts).toBeGreaterThan(10);
    const doneAt = async () =>
      (await kysely.selectFrom('account').select('erasure_done_at').where('id', '=', leaver.userId).executeTakeFirst())
        ?.erasure_done_at;
    expect(await doneAt()).toBeNull();
    await Promise.all([finish(), finish()]);
    expect(await doneAt()).not.toBeNull();
  });

  test('leaves whom the person had invited in their place, under “Former member”, and pays no reward for them', async () => {
    const [referrer, invited] = [await somebody(), await somebody()];
    await invite(referrer, invited);
    await erase(referrer);
    const { rows } = await sql<{ name: string }>`SELECT referrer.full_name AS name FROM account
      JOIN account referrer ON referrer.id = account.referred_by WHERE account.id = ${invited.userId}`.execute(kysely);
    expect(rows).toEqual([{ name: 'Former member' }]);
    const paid = { invoiceId: 1, accountId: invited.userId, planName: 'Plus', taxYear: '2526', at: new Date() };
    await api.database.db.transaction((tx) => rewardReferrer(tx, { ...paid, rewardPaise: 5_000n }));
    expect((await sql`SELECT 1 FROM reward WHERE account_id = ${referrer.userId}`.execute(kysely)).rows).toEqual([]);
  });
});
