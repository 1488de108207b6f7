import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { linkNew } from '../audit/index.ts';
import { openSupport } from '../tickets/testing/desk-world.ts';

let api: TestApi;
let operator: Person;
let other: Person;
beforeAll(async () => {
  api = await openTestApi();
  operator = await signUpOperator(api, 'omkar');
  other = await signUpOperator(api, 'anita');
});
afterAll(() => api.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const endSessions = ({ userId }: Person, by: Person) =>
  api.send('opsendsessions', { userId, reason: 'A device was lost.' }, as(by));
const list = async (input: Parameters<typeof api.send<'opsacts'>>[1]) =>
  (await api.send('opsacts', { pageSize: 100, ...input }, as(operator))).data;
const verify = async () => (await api.send('opsverifychain', {}, as(operator))).data.chain;

test('acts are narrowed to who did them, what was done, and whom they were about', async () => {
  const [person, neighbour] = [await api.signUp('acted'), await api.signUp('neighbour')];
  await endSessions(person, operator);
  await endSessions(neighbour, other);
  await api.send('opsblockuser', { userId: person.userId, reason: 'Looked at.' }, as(other));
  const byOther = await list({ operatorId: other.userId });
  expect(byOther.act_list.map(({ what }) => what)).toEqual(['block_user', 'end_sessions']);
  expect((await list({ what: 'block_user' })).total).toBe(1);
  const about = await list({ personId: person.userId });
  expect(about.act_list.map(({ what, subjectId }) => [what, subjectId])).toEqual([
    ['block_user', String(person.userId)],
    ['end_sessions', String(person.userId)],
  ]);
  expect((await list({ personId: person.userId, operatorId: operator.userId })).total).toBe(1);
  expect(about.kinds).toEqual(expect.arrayContaining(['block_user', 'end_sessions']));
  expect(about.operators.map(({ userId }) => userId).toSorted()).toEqual([operator.userId, other.userId].toSorted());
});

test('an act on something of a person is about that person', async () => {
  const support = await openSupport(api);
  const person = await support.person();
  const ticketId = await support.asked(person);
  await support.answer(operator, ticketId);
  expect((await list({ personId: person.userId })).act_list.map(({ what }) => what)).toEqual(['reply_ticket']);
});

test('the chain is verified on request, what was found is kept in it, and a change is found at its entry', async () => {
  await linkNew(api.foundation);
  const sound = await verify();
  expect(sound.verified).toMatchObject({ isSound: true, entries: sound.entries, by: expect.any(String) });
  expect(sound.verified?.head).toMatch(/^[0-9a-f]{64}$/);
  const kept = await list({ what: 'verify_chain' });
  expect(kept.act_list[0]?.after).toMatchObject({ isSound: true, entries: sound.entries });
  await linkNew(api.foundation);
  const { chain } = (await api.send('opschain', {}, as(other))).data;
  expect(chain).toMatchObject({ verified: sound.verified, waiting: 0 });
  expect(chain.entries).toBeGreaterThan(sound.entries);
  // As by somebody who may change the schema.
  await sql`ALTER TABLE operator_act DISABLE TRIGGER USER`.execute(api.database.db.kysely);
  await sql`UPDATE operator_act SET sentence = 'Nothing.' WHERE id = (SELECT min(id) FROM operator_act)`.execute(
    api.database.db.kysely,
  );
  const broken = await verify();
  expect(broken.verified).toMatchObject({ isSound: false, why: 'its row was changed' });
  const { rows } = await sql<{ seq: bigint }>`SELECT seq FROM audit_link WHERE source = 'operator_act'
    ORDER BY row_id LIMIT 1`.execute(api.database.db.kysely);
  expect(broken.verified?.brokenAt).toBe(Number(rows[0]?.seq));
});
