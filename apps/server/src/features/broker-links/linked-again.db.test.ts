import { totpAt } from '@trickdesk/brokers/smartapi';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAttempts } from '../../platform/attempts.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import type { AccountDesk } from '../desk/account-desk.ts';
import { bookRow, openDesk, ScriptedBroker } from '../desk/testing/scripted-desk.ts';
import { handTrades, linesOf } from '../risk/lines.ts';
import { listLineOrders } from '../risk/store.ts';
import { insertOrder } from '../risk/testing/desk-facts.ts';
import { createBrokerLinksService } from './index.ts';
import { createScriptedBroker, type ScriptedBroker as SignInBroker } from './testing/scripted-broker.ts';

const TODAY = '2025-07-07';
let api: TestApi;
let signIns: SignInBroker;
let now = (): number => 0;
const open: AccountDesk[] = [];
beforeAll(async () => {
  signIns = createScriptedBroker(() => now());
  api = await openTestApi({}, { smartApi: signIns.smartApi });
  now = api.clock.now;
});
afterEach(async () => {
  signIns.beforeLogOut = undefined;
  for (const desk of open.splice(0)) await desk.close();
});
afterAll(() => api.close());

let codes = 200;
function nextCode(): string {
  codes += 1;
  return `S100${codes}`;
}

async function link({ accessToken: token }: Person, clientCode: string): Promise<number> {
  const form = { clientCode, apiKey: 'sim-api-key', pin: '4821', totp: '739164' };
  return (await api.send('linkangelone', form, { token })).data.broker_angelone_details.brokerId;
}

const unlink = ({ accessToken: token, password }: Person, brokerId: number) =>
  api.send('unlinkangelone', { brokerId, password }, { token });

async function lookAs(linkId: number, broker: ScriptedBroker): Promise<void> {
  const desk = await openDesk({ database: api.database.db, linkId, broker });
  open.push(desk);
  await desk.settled();
}

/** What the account's limits see: trades begun by hand, and signed units of each line. */
async function weighed(accountId: number) {
  const rows = await listLineOrders(api.database.db.kysely, { accountId, dataset: 'any', day: TODAY });
  const held = linesOf(rows).map(({ isByHand, symbol, fills }) => ({
    ...{ isByHand, symbol },
    units: fills.reduce((sum, { side, quantity }) => sum + (side === 'buy' ? quantity : -quantity), 0),
  }));
  return { trades: handTrades(rows), held };
}

const bookOf = (brokerOrderId: string) =>
  bookRow({ ...{ brokerOrderId, tag: `tag${brokerOrderId}`, state: 'filled' }, quantity: 100, filledQuantity: 100 });

async function ownOrder(person: Person, brokerId: number, changes: Partial<Parameters<typeof insertOrder>[1]>) {
  const whose = { account_id: person.userId, broker_link_id: brokerId };
  return insertOrder(api.database.db, { ...whose, role: 'own', day: TODAY, product: 'intraday', ...changes });
}

test('a client code that is linked again is the link that it was, and its orders of the day count once', async () => {
  const person = await api.signUp('again');
  const code = nextCode();
  const brokerId = await link(person, code);
  await ownOrder(person, brokerId, { broker_order_id: 'x1', tag: 'tagx1' });
  expect((await unlink(person, brokerId)).status).toBe(200);
  const before = await weighed(person.userId);
  expect(before).toEqual({ trades: 1, held: [{ isByHand: true, symbol: 'SBIN', units: 100 }] });
  const again = await link(person, code);
  const broker = new ScriptedBroker();
  broker.book = [bookOf('x1'), bookOf('x2')];
  await lookAs(again, broker);
  // What was bought in the broker's own app meanwhile is new.
  expect(await weighed(person.userId)).toEqual({
    trades: 2,
    held: [{ isByHand: true, symbol: 'SBIN', units: 200 }],
  });
  expect(again).toBe(brokerId);
  const { rows } = await sql<object>`SELECT unlinked_at, funds_available_paise, status, status_reason FROM broker_link
    WHERE account_id = ${person.userId}`.execute(api.database.db.kysely);
  expect(rows).toEqual([{ unlinked_at: null, funds_available_paise: null, status: 'linked', status_reason: null }]);
});

test('what somebody else has linked before is a link of its own, and who has it now keeps it', async () => {
  const [first, second] = [await api.signUp('lent'), await api.signUp('borrowed')];
  const code = nextCode();
  const firstId = await link(first, code);
  await unlink(first, firstId);
  const secondId = await link(second, code);
  expect(secondId).not.toBe(firstId);
  const form = { clientCode: code, apiKey: 'sim-api-key', pin: '4821', totp: '739164' };
  const refused = await api.send('linkangelone', form, { token: first.accessToken });
  expect([refused.status, refused.code]).toEqual([409, 'BROKER_LINKED_ELSEWHERE']);
  await unlink(second, secondId);
  const both = await Promise.all(
    [first, second].map(({ accessToken: token }) => api.send('linkangelone', form, { token })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const won = both.find(({ status }) => status === 200);
  expect([firstId, secondId]).toContain(won?.data.broker_angelone_details.brokerId);
});

test('an order by hand that waits is not sent by a later link, and a change that waits is not made', async () => {
  const person = await api.signUp('waiting');
  const code = nextCode();
  const brokerId = await link(person, code);
  const none = { filled_quantity: 0, filled_value_paise: 0n, settled: false, ended_at: null };
  const waiting = await ownOrder(person, brokerId, { ...none, state: 'intended', tag: 'tagw', broker_order_id: null });
  const resting = await ownOrder(person, brokerId, { ...none, state: 'open', tag: 'tagr', broker_order_id: 'r1' });
  const { kysely } = api.database.db;
  const body = JSON.stringify({ kind: 'limit', quantity: 50, pricePaise: 599_00 });
  await sql`INSERT INTO broker_order_request (broker_order_id, verb, body, requested_at)
    VALUES (${resting}, 'modify', ${body}::jsonb, now())`.execute(kysely);
  await unlink(person, brokerId);
  const broker = new ScriptedBroker();
  broker.book = [bookRow({ brokerOrderId: 'r1', tag: 'tagr', quantity: 100 })];
  await lookAs(await link(person, code), broker);
  expect([broker.placed, broker.modified, broker.cancelled]).toEqual([[], [], []]);
  const { rows } = await sql<object>`SELECT id, state FROM broker_order WHERE broker_link_id = ${brokerId}
    ORDER BY id`.execute(kysely);
  expect(rows).toEqual([
    { id: waiting, state: 'cancelled' },
    { id: resting, state: 'open' },
  ]);
});

test('a sign-out that the broker confirms late says nothing of the link that stands again', async () => {
  const person = await api.signUp('late');
  const code = nextCode();
  const brokerId = await link(person, code);
  let confirm = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    signIns.beforeLogOut = () => {
      resolve();
      return new Promise((done) => {
        confirm = () => done();
      });
    };
  });
  const unlinking = unlink(person, brokerId);
  await asked;
  await link(person, code);
  confirm();
  await unlinking;
  const { rows } = await sql<object>`SELECT status, status_reason FROM broker_link WHERE id = ${brokerId}`.execute(
    api.database.db.kysely,
  );
  expect(rows).toEqual([{ status: 'linked', status_reason: null }]);
});

test('whoever trades on a link hears at once that it has ended, whatever the broker says of the sign-out', async () => {
  const person = await api.signUp('heard');
  const brokerId = await link(person, nextCode());
  const told: number[] = [];
  const service = createBrokerLinksService({
    ...{ database: api.database.db, clock: api.clock, log: api.foundation.log, secrets: api.foundation.secrets },
    ...{ broker: signIns.smartApi.sessions, environment: 'simulator', mayStoreCredentials: true, totpAt },
    ...{ accounts: { assertPassword: async () => undefined }, pause: async () => undefined },
    attempts: createAttempts(api.database.db, api.clock),
    onSession: (linkId) => told.push(linkId),
  });
  const heardBefore = new Promise<number[]>((resolve) => {
    signIns.beforeLogOut = async () => resolve([...told]);
  });
  const origin = { requestId: 'ended', device: 'a test', address: '127.0.0.1' };
  const caller = { accountId: person.userId, sessionId: 'none', ability: [], origin };
  await service.unlink(caller, { brokerId, password: person.password });
  expect(await heardBefore).toEqual([brokerId]);
});

test('an account is not unlinked while an order of a trick that has ended may still trade there', async () => {
  const person = await api.signUp('resting');
  const brokerId = await link(person, nextCode());
  const whose = { account_id: person.userId, broker_link_id: brokerId, day: TODAY };
  const { db } = api.database;
  const stop = await insertOrder(db, {
    ...{ ...whose, role: 'protective', side: 'sell', kind: 'stop_limit', placed_kind: 'stop_limit' },
    ...{ trigger_paise: 590_00, state: 'trigger_pending', filled_quantity: 0, filled_value_paise: 0n },
    decided_at: new Date(api.clock.now()),
  });
  const refused = await unlink(person, brokerId);
  expect([refused.status, refused.code]).toEqual([409, 'BROKER_HAS_LIVE_TRICKS']);
  expect(refused.message).toContain('An order of a trick');
  await sql`UPDATE broker_order SET state = 'cancelled', ended_at = now() WHERE id = ${stop}`.execute(db.kysely);
  expect((await unlink(person, brokerId)).status).toBe(200);
});

test('what no desk has heard the end of keeps nobody from unlinking once its day is over', async () => {
  const person = await api.signUp('longago');
  const brokerId = await link(person, nextCode());
  const decided_at = new Date(api.clock.now() - 25 * 3_600_000);
  const whose = { account_id: person.userId, broker_link_id: brokerId, day: TODAY };
  await insertOrder(api.database.db, { ...whose, role: 'protective', state: 'trigger_pending', decided_at });
  expect((await unlink(person, brokerId)).status).toBe(200);
});

test('a link whose tokens cannot be opened is unlinked all the same, and that nobody signed out is written down', async () => {
  const person = await api.signUp('sealed');
  const brokerId = await link(person, nextCode());
  const { kysely } = api.database.db;
  await sql`UPDATE broker_link SET sealed_secrets = '\x0101'::bytea WHERE id = ${brokerId}`.execute(kysely);
  const answer = await unlink(person, brokerId);
  expect([answer.status, answer.data?.broker_details]).toEqual([200, []]);
  const { rows } = await sql<{ said: string }>`SELECT status_reason AS said FROM broker_link
    WHERE id = ${brokerId}`.execute(kysely);
  expect(rows[0]?.said).toContain('did not confirm');
});
