import type { KycCase } from '@trickdesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { setOperatorRole } from '../accounts/index.ts';
import { linkNew, verifyChain } from '../audit/index.ts';
import { createKnownPeople, type KnownPeople } from './testing/known-people.ts';

let api: TestApi;
let people: KnownPeople;
let operator: Person;
let approver: Person;
beforeAll(async () => {
  api = await openTestApi();
  people = createKnownPeople(api);
  operator = await signUpOperator(api, 'omkar');
  approver = await signUpOperator(api, 'anita', 'approver');
});
afterAll(() => api.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const list = async (input: Parameters<typeof api.send<'opskyccases'>>[1] = {}, by = operator) =>
  (await api.send('opskyccases', { pageSize: 100, ...input }, as(by))).data.case_list;
const caseOf = async ({ userId }: Person, caseKind: KycCase['caseKind'] = 'identity'): Promise<KycCase> => {
  const found = (await list({ state: 'all', caseKind })).find(({ person }) => person.userId === userId);
  if (!found) throw new Error(`${userId} has no case`);
  return found;
};
const decide = (
  { caseKind, caseId, facts }: KycCase,
  verdict: 'verified' | 'rejected',
  more: object = {},
  by = operator,
) => {
  const reason = verdict === 'rejected' ? { reason: 'The birthday on the copy is another one.' } : {};
  return api.send('opsdecidekyc', { caseKind, caseId, facts, verdict, ...reason, ...more }, as(by));
};
/** Said another birthday than the documents say. */
async function doubtful(): Promise<Person> {
  const person = await people.somebody();
  await api.send('updatepersonaldetails', { dateOfBirth: '1990-05-05' }, as(person));
  await people.verifyAadhaar(person);
  await people.verifyPan(person);
  return person;
}
/** Its PAN has one name more than the account at the bank. */
async function doubtfulBank(): Promise<Person> {
  const person = await people.somebody();
  await people.verifyPan(person, { name: 'Asha Ramesh Rao' });
  await people.setBank(person);
  return person;
}
const actsOn = async (subject: string, id: number) => {
  const { rows } = await sql<{ what: string; sentence: string; before: object; after: object }>`
    SELECT what, sentence, before, after FROM operator_act WHERE subject = ${subject} AND subject_id = ${String(id)}
    ORDER BY id`.execute(api.database.db.kysely);
  return rows;
};

describe('an identity in doubt', () => {
  test('is shown with all that a person needs to decide, and no number in full', async () => {
    const person = await doubtful();
    const found = await caseOf(person);
    expect(found).toMatchObject({ status: 'pending', doubts: ['birthdays_differ'], mayDecide: true });
    expect(found.birthdays).toEqual([
      { source: 'account', date: '1990-05-05' },
      { source: 'said', date: '1990-05-04' },
      { source: 'aadhaar', date: '1990-05-05' },
    ]);
    expect(found.names.map(({ source }) => source)).toEqual(['account', 'said', 'aadhaar', 'pan']);
    expect(found.scores).toContainEqual({ one: 'pan', other: 'aadhaar', score: 100 });
    expect(found.becomes).toEqual({ fullName: 'Asha Rao', dateOfBirth: '1990-05-05' });
    expect([found.panMasked, found.aadhaarMasked]).toEqual([expect.stringContaining('••••••'), '••••7058']);
  });

  test('that is verified opens the step to live trading with what the documents say, and its owner is told', async () => {
    const person = await doubtful();
    const answer = await decide(await caseOf(person), 'verified');
    expect([answer.status, answer.data.case.status]).toEqual([200, 'verified']);
    const profile = await people.profileOf(person);
    expect(profile).toMatchObject({ fullName: 'Asha Rao', dateOfBirth: '1990-05-05' });
    expect(profile.kyc).toMatchObject({ status: 'verified', doubts: [], pan: { status: 'verified' } });
    expect((await people.alertsOf(person))[0]?.title).toBe('Your KYC is verified');
    const log = (await api.send('userlog', { kind: 'security' }, as(person))).data.log_list;
    // Not with the operator's device and address.
    expect(Object.keys(log.find(({ sentence }) => sentence === 'KYC verified.') ?? {})).not.toContain('address');
    expect((await people.setBank(person)).status).toBe(200);
  });

  test('that is rejected tells its owner why, takes both steps back, and can be taken anew', async () => {
    const person = await doubtful();
    await decide(await caseOf(person), 'rejected');
    const reason = 'The birthday on the copy is another one.';
    expect((await people.profileOf(person)).kyc).toMatchObject({
      ...{ status: 'rejected', reason, pan: { status: 'none' }, aadhaar: { status: 'none' } },
    });
    const [alert] = await people.alertsOf(person);
    expect([alert?.title, alert?.body]).toEqual([
      'Your KYC was not accepted',
      `${reason} Both steps were taken back, so you can take them again.`,
    ]);
    const pan = (
      await sql<{ pan: unknown }>`SELECT coalesce(pan_sealed, pan_fingerprint) AS pan FROM kyc
      WHERE account_id = ${person.userId}`.execute(api.database.db.kysely)
    ).rows[0]?.pan;
    expect(pan).toBeNull();
    // Said alone, nothing opens it again.
    const said = await api.send('updatekycdetails', { dateOfBirth: '1990-05-04' }, as(person));
    expect(said.data.status).toBe('rejected');
    await api.send('updatepersonaldetails', { dateOfBirth: '1990-05-04' }, as(person));
    await api.clock.advance(60_000);
    await people.verifyAadhaar(person);
    expect((await people.profileOf(person)).kyc).toMatchObject({ status: 'none', aadhaar: { status: 'verified' } });
    await people.verifyPan(person);
    const { kyc } = await people.profileOf(person);
    expect([kyc.status, kyc.reason]).toEqual(['verified', undefined]);
    expect((await list({ state: 'all' })).some((one) => one.person.userId === person.userId)).toBe(false);
  });

  test('that comes into doubt once more after a rejection tells its owner once more', async () => {
    const person = await doubtful();
    await decide(await caseOf(person), 'rejected');
    await api.clock.advance(60_000);
    await people.verifyAadhaar(person);
    await people.verifyPan(person);
    expect((await people.profileOf(person)).kyc.status).toBe('pending');
    const titles = (await people.alertsOf(person)).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Your KYC is being looked at')).toHaveLength(2);
  });

  test('leaves what was done and by whom, masked, in the chain', async () => {
    const person = await doubtful();
    await decide(await caseOf(person), 'rejected');
    const acts = await actsOn('kyc', person.userId);
    expect(acts).toMatchObject([
      {
        what: 'reject_kyc',
        before: { status: 'pending', doubts: ['birthdays_differ'] },
        after: { status: 'rejected' },
      },
    ]);
    await linkNew(api.foundation);
    const chain = await verifyChain(api.database.db);
    expect([chain.unlinked.operator_act, chain.broken]).toEqual([0, undefined]);
  });
});

describe('a bank account in doubt', () => {
  test('shows the names side by side, and is verified for withdrawals', async () => {
    const person = await doubtfulBank();
    const found = await caseOf(person, 'bank');
    expect(found).toMatchObject({ status: 'pending', accountMasked: '••••0000', ifsc: 'HDFC0001234', mayDecide: true });
    expect(found.scores.map(({ one, other }) => `${one} ${other}`)).toEqual([
      ...['bank account', 'bank pan', 'bank holder'],
    ]);
    expect((await decide(found, 'verified')).data.case.status).toBe('verified');
    expect((await people.profileOf(person)).bank.status).toBe('verified');
    expect((await people.alertsOf(person))[0]?.title).toBe('Your bank account is verified');
    expect((await actsOn('bank_account', found.caseId)).map(({ what }) => what)).toEqual(['verify_bank']);
  });

  test('is rejected with a reason that its owner reads, and another one can be set', async () => {
    const person = await doubtfulBank();
    await decide(await caseOf(person, 'bank'), 'rejected', { reason: 'It is in another name.' });
    expect((await people.profileOf(person)).bank).toMatchObject({
      status: 'rejected',
      reason: 'It is in another name.',
    });
    expect((await people.alertsOf(person))[0]?.title).toBe('Your bank account was not accepted');
    const terms = (await api.send('withdrawalterms', {}, as(person))).data;
    expect(terms.obstacles).toContain('bank_missing');
    const { bank } = (await people.setBank(person, { accountNumber: '987654320000' })).data;
    expect([bank.status, bank.reason, bank.accountMasked]).toEqual(['pending', undefined, '••••0000']);
  });

  test('whose owner has set another one meanwhile is decided on no more', async () => {
    const person = await doubtfulBank();
    const found = await caseOf(person, 'bank');
    await people.setBank(person, { accountNumber: '987654320000' });
    const answer = await decide(found, 'verified');
    expect([answer.status, answer.code]).toEqual([409, 'CASE_DECIDED']);
  });
});

describe('a decision', () => {
  test('of two operators at once is one, and the other is told so', async () => {
    const other = await signUpOperator(api, 'second');
    const person = await doubtful();
    const found = await caseOf(person);
    const answers = await Promise.all([decide(found, 'verified'), decide(found, 'rejected', {}, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('CASE_DECIDED');
    expect(await actsOn('kyc', person.userId)).toHaveLength(1);
  });

  test('on what has changed since it was read is refused', async () => {
    const person = await doubtful();
    const found = await caseOf(person);
    await api.send('updatekycdetails', { documents: [{ kind: 'pan', reference: 'Ticket 12' }] }, as(person));
    const answer = await decide(found, 'verified');
    expect([answer.status, answer.code]).toEqual([409, 'CASE_DECIDED']);
    expect(answer.message).toContain('Read it again');
    expect((await caseOf(person)).documents).toEqual([{ kind: 'pan', reference: 'Ticket 12' }]);
    expect((await decide(await caseOf(person), 'verified')).status).toBe(200);
  });

  test('on one’s own case is somebody else’s', async () => {
    const person = await doubtful();
    await setOperatorRole(api.foundation, { name: person.username, role: 'operator' });
    const { data } = await api.send('login', { email: person.username, password: person.password });
    const self = { ...person, accessToken: data.accessToken };
    const own = (await list({}, self)).find((one) => one.person.userId === self.userId);
    expect(own?.mayDecide).toBe(false);
    if (!own) throw new Error('no case');
    const answer = await decide(own, 'verified', {}, self);
    expect([answer.status, answer.code]).toEqual([409, 'OWN_CASE']);
    expect(await actsOn('kyc', self.userId)).toEqual([]);
  });

  test('needs its reason for a no, an id that exists, and the right to decide', async () => {
    const found = await caseOf(await doubtful());
    const mute = await decide(found, 'rejected', { reason: ' ' });
    expect([mute.status, mute.errors[0]?.path]).toEqual([422, 'reason']);
    const without = await decide(found, 'rejected', { reason: undefined });
    expect([without.status, without.errors[0]?.path]).toEqual([422, 'reason']);
    expect((await decide({ ...found, caseId: 2_000_000_000 }, 'verified')).code).toBe('NOT_FOUND');
    expect((await decide({ ...found, caseKind: 'bank', caseId: 2_000_000_000 }, 'verified')).code).toBe('NOT_FOUND');
    expect((await decide(found, 'verified', {}, approver)).code).toBe('NOT_ALLOWED');
    expect((await api.send('opsdecidekyc', { ...found, verdict: 'verified' } as never)).code).toBe('TOKEN_MISSING');
    expect((await caseOf({ ...operator, userId: found.person.userId })).status).toBe('pending');
  });
});

test('the queue is found by name, number and state, in pages that are the whole once, oldest first', async () => {
  await doubtful();
  const waiting = await list();
  expect(waiting.every(({ status }) => status === 'pending')).toBe(true);
  const times = waiting.map(({ since }) => since);
  expect(times).toEqual(times.toSorted());
  const pages: KycCase[] = [];
  for (let pageNumber = 1; pageNumber <= waiting.length; pageNumber += 1)
    pages.push(...(await list({ pageNumber, pageSize: 1 })));
  expect(pages.map(({ caseId }) => caseId)).toEqual(waiting.map(({ caseId }) => caseId));
  const [first] = waiting;
  const byNumber = await list({ Search: String(first?.person.userId) });
  expect(byNumber.map(({ person }) => person.userId)).toContain(first?.person.userId);
  expect(await list({ Search: 'nobody of this name' })).toEqual([]);
  expect((await list({ state: 'rejected' })).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await list({}, approver)).toHaveLength(waiting.length);
});
