import type { InputOf, setrisksettings } from '@trickdesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, PASSWORD, type Person, type TestApi } from '../../testing/test-api.ts';
import { createRiskGate } from './index.ts';
import { DAY, insertDeployment, insertLink, insertOrder, insertPosition, openMarket } from './testing/desk-facts.ts';

let api: TestApi;
let sbin: number;
beforeAll(async () => {
  api = await openTestApi();
  sbin = await openMarket(api);
});
afterAll(() => api.close());

const MINUTE = 60_000;
const inMinutes = (minutes: number): string => new Date(api.clock.now() + minutes * MINUTE).toISOString();
const read = (person: Person) => api.send('risksettings', {}, { token: person.accessToken });
const change = (person: Person, limits: Partial<InputOf<typeof setrisksettings>>) =>
  api.send('setrisksettings', limits, { token: person.accessToken });
const lock = (person: Person, until: string) =>
  api.send('risklock', { until, reason: 'A bad morning.' }, { token: person.accessToken });
const kill = (person: Person, flatten: boolean, idempotencyKey = 'k') =>
  api.send('killswitch', { flatten, idempotencyKey }, { token: person.accessToken });
const lift = (person: Person, password = PASSWORD) =>
  api.send('killswitchlift', { password }, { token: person.accessToken });

test('an account begins without limits, lock or kill switch, and with nothing at stake', async () => {
  const { status, data } = await read(await api.signUp('risknew'));
  expect(status).toBe(200);
  expect(data).toMatchObject({ badge: 'live_simulated', day: '2026-01-05', stoppedForDay: false });
  expect(data.limits.maxLossPerDayPaise).toBeNull();
  expect(data.today).toMatchObject({ resultPaise: 0, trades: 0, grossPaise: 0 });
  expect([data.lock, data.next, data.killSwitch.isSet]).toEqual([undefined, undefined, false]);
});

test('a tighter limit holds at once; a looser one is shown with the exchange day from which it holds', async () => {
  const person = await api.signUp('risklimits');
  const tight = await change(person, { maxTradesPerDay: 4, maxLossPerDayPaise: 5_000_00 });
  expect(tight.data.limits).toMatchObject({ maxTradesPerDay: 4, maxLossPerDayPaise: 5_000_00 });
  const loose = await change(person, { maxTradesPerDay: 9 });
  expect(loose.data.limits.maxTradesPerDay).toBe(4);
  expect(loose.data.next).toMatchObject({ from: '2026-01-06', limits: { maxTradesPerDay: 9 } });
  expect(loose.message).toContain('2026-01-06');
});

test('before the exchange has said which day it is nothing is loosened, and tightening works', async () => {
  const early = await openTestApi();
  try {
    const { accessToken: token } = await early.signUp('riskearly');
    expect((await early.send('setrisksettings', { maxTradesPerDay: 4 }, { token })).status).toBe(200);
    const loose = await early.send('setrisksettings', { maxTradesPerDay: 9 }, { token });
    expect([loose.status, loose.code]).toEqual([503, 'MARKET_DATA_UNAVAILABLE']);
  } finally {
    await early.close();
  }
});

test('while a lock holds nothing can be loosened, not even for tomorrow, and what waited is dropped; tightening works', async () => {
  const person = await api.signUp('risklock');
  await change(person, { maxTradesPerDay: 4 });
  await change(person, { maxTradesPerDay: 9 });
  const locked = await lock(person, inMinutes(60));
  expect(locked.data.lock?.reason).toBe('A bad morning.');
  expect(locked.data.next).toBeUndefined();
  const loose = await change(person, { maxTradesPerDay: 5 });
  expect([loose.status, loose.code]).toEqual([409, 'RISK_LOCKED']);
  expect((await change(person, { maxTradesPerDay: null })).code).toBe('RISK_LOCKED');
  expect((await change(person, { maxTradesPerDay: 3 })).data.limits.maxTradesPerDay).toBe(3);
});

test('a lock cannot be made shorter by its owner, nor set in the past; it can be made longer', async () => {
  const person = await api.signUp('risklonger');
  await lock(person, inMinutes(60));
  const shorter = await lock(person, inMinutes(30));
  expect([shorter.status, shorter.code]).toEqual([409, 'RISK_LOCK_SHORTER']);
  expect((await lock(person, inMinutes(-1))).code).toBe('RISK_LOCK_MOMENT');
  expect((await lock(person, inMinutes(90))).status).toBe(200);
  expect((await read(person)).data.lock?.until).toBe((await lock(person, inMinutes(90))).data.lock?.until);
});

test('the kill switch stops every trick in both modes, cancels own resting orders and says what it did', async () => {
  const person = await api.signUp('riskkill');
  const { live, own, idle } = await busy(person);
  const before = (await read(person)).data.killSwitch.plan;
  expect(before).toMatchObject({
    liveTricks: 1,
    testTricks: 2,
    restingOrders: 1,
    foreignOrders: 1,
    livePositions: 1,
    testPositions: 1,
  });
  expect(before.positionValuePaise).toBe(60_000_00);
  expect(before.chargesPaise).toBeGreaterThan(0);
  // What was opened by hand is told apart.
  expect(before).toMatchObject({ handPositions: 1, handValuePaise: 60_000_00 });
  expect(before.handChargesPaise).toBeGreaterThan(0);
  const { data } = await kill(person, false);
  expect(data).toMatchObject({ tricks: 3, ended: 1, exits: 0, handExits: 0, kept: 2, cancelled: 1, foreignOrders: 1 });
  expect(data).toMatchObject({ withoutStop: 2, handedOver: 0 });
  expect(await wishesOf(person)).toEqual([]);
  expect(await commandsOf(live)).toEqual(['stop_entries']);
  expect(await phaseOf(idle)).toEqual(['stopped', 'idle']);
  expect(await requestsOf(own)).toEqual(['cancel']);
  expect((await read(person)).data.killSwitch.isSet).toBe(true);
});

test('with flatten, the kill switch sells every position of the tricks, and asks for what was opened by hand', async () => {
  const person = await api.signUp('riskflatten');
  const { live, paper } = await busy(person);
  const { data } = await kill(person, true);
  expect(data).toMatchObject({ tricks: 3, ended: 1, exits: 2, handExits: 1, kept: 0, cancelled: 1 });
  expect(await wishesOf(person)).toEqual([{ day: DAY, outcome: null }]);
  expect((await read(person)).data.killSwitch.closingByHand).toBe(true);
  expect(await commandsOf(live)).toEqual(['sell']);
  expect(await commandsOf(paper)).toEqual(['sell']);
  expect(await phaseOf(live)).toEqual(['running', 'exiting']);
});

test('what closes by hand is not taken back by the switch thrown again, and is when the switch is lifted', async () => {
  const person = await api.signUp('riskhand');
  const { linkId } = await busy(person);
  await kill(person, true);
  const wish = await api.database.db.kysely
    .selectFrom('hand_exit')
    .select('id')
    .where('broker_link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  const closing = await insertOrder(api.database.db, {
    ...{ account_id: person.userId, broker_link_id: linkId, role: 'own', side: 'sell', hand_exit_id: wish.id },
    ...{ state: 'open', filled_quantity: 40, filled_value_paise: 24_000_00n },
  });
  const { plan } = (await read(person)).data.killSwitch;
  expect(plan).toMatchObject({ restingOrders: 1, handPositions: 1, handValuePaise: 36_000_00 });
  await kill(person, true, 'again');
  expect(await requestsOf(closing)).toEqual([]);
  expect(await wishesOf(person)).toHaveLength(1);
  expect((await read(person)).data.killSwitch.closedByHand).toBeUndefined();
  const lifted = await lift(person);
  expect(lifted.data.killSwitch.closingByHand).toBe(false);
  expect(await handEventsOf(person)).toEqual([{ outcome: 'lifted' }]);
  expect(await requestsOf(closing)).toEqual(['cancel']);
  expect(await wishesOf(person)).toEqual([{ day: DAY, outcome: 'lifted' }]);
});

test('what was opened elsewhere, or closed again by hand, is no position opened by hand', async () => {
  const person = await api.signUp('riskelsewhere');
  const linkId = await insertLink(api.database.db, person.userId);
  const order = { account_id: person.userId, broker_link_id: linkId, settled: true } as const;
  const add = (more: Partial<Parameters<typeof insertOrder>[1]>) => insertOrder(api.database.db, { ...order, ...more });
  await add({ role: 'foreign' });
  await add({ role: 'own' });
  await add({ role: 'own', side: 'sell' });
  await add({ role: 'own', side: 'sell', product: 'delivery' });
  await add({ role: 'own', day: '2026-01-02' });
  const { plan } = (await read(person)).data.killSwitch;
  expect(plan).toMatchObject({ handPositions: 0, handValuePaise: 0, handChargesPaise: 0 });
});

test('a kill switch thrown twice with one key acts once, and with another body is refused', async () => {
  const person = await api.signUp('risktwice');
  const { live } = await busy(person);
  const first = await kill(person, false);
  expect((await kill(person, false)).data).toEqual(first.data);
  expect(await commandsOf(live)).toEqual(['stop_entries']);
  expect((await kill(person, true)).code).toBe('IDEMPOTENCY_KEY_REUSED');
});

const stop = (person: Person, TricksId: number) => api.send('stoptrick', { TricksId }, { token: person.accessToken });

const idleTricks = ({ userId: accountId }: Person, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => insertDeployment(api.database.db, { accountId, mode: 'paper' })));

test.each([false, true])(
  'a trick that ends while the kill switch is thrown does not keep it from being set (flatten: %s)',
  async (flatten) => {
    const person = await api.signUp(`riskends${flatten}`);
    const [ends = 0, stays = 0] = await idleTricks(person, 2);
    const killed = await api.database.db.transaction(async (tx) => {
      await tx.updateTable('deployment').set({ status: 'stopped', phase: 'idle' }).where('id', '=', ends).execute();
      // It has listed the trick as one that runs when the row is let go.
      const killing = kill(person, flatten);
      while (!(await isWaited())) await new Promise((resolve) => setTimeout(resolve, 5));
      return { killing };
    });
    const { status, data } = await killed.killing;
    expect([status, data]).toMatchObject([200, { tricks: 1, ended: 1 }]);
    expect((await read(person)).data.killSwitch.isSet).toBe(true);
    expect(await phaseOf(stays)).toEqual([flatten ? 'exited' : 'stopped', 'idle']);
  },
);

async function isWaited(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`.execute(api.database.db.kysely);
  return rows[0]?.waits ?? false;
}

test('kill switches thrown at once beside stops of every trick all succeed', async () => {
  const person = await api.signUp('riskatonce');
  const tricks = await idleTricks(person, 5);
  const [kills, stops] = await Promise.all([
    Promise.all(['a', 'b', 'c'].map((key) => kill(person, false, key))),
    Promise.all(tricks.map((id) => stop(person, id))),
  ]);
  expect(kills.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(kills.reduce((sum, { data }) => sum + data.ended, 0)).toBe(
    stops.filter(({ status }) => status === 409).length,
  );
  expect((await read(person)).data.killSwitch.isSet).toBe(true);
  for (const id of tricks) expect(await phaseOf(id)).toEqual(['stopped', 'idle']);
});

test('after the kill switch nothing enters until its owner lifts it with the password', async () => {
  const person = await api.signUp('risklift');
  const { live, linkId } = await busy(person);
  await kill(person, false);
  expect((await ask(person, linkId, live))?.rule).toBe('kill_switch');
  expect((await lift(person, 'not my password')).code).toBe('WRONG_PASSWORD');
  expect((await ask(person, linkId, live))?.rule).toBe('kill_switch');
  const lifted = await lift(person);
  expect([lifted.status, lifted.data.killSwitch.isSet]).toEqual([200, false]);
  expect((await ask(person, linkId, live))?.rule).toBeUndefined();
  expect((await lift(person)).code).toBe('KILL_SWITCH_NOT_SET');
});

test('a kill switch cannot be lifted while a risk lock holds', async () => {
  const person = await api.signUp('riskboth');
  await kill(person, false);
  await lock(person, inMinutes(1));
  expect((await lift(person)).code).toBe('RISK_LOCKED');
  expect((await read(person)).data.killSwitch.isSet).toBe(true);
});

test('nobody’s switch, limits or vetoes touch or show another account', async () => {
  const [first, second] = [await api.signUp('riskone'), await api.signUp('risktwo')];
  const { live, linkId } = await busy(second);
  await change(second, { maxTradesPerDay: 1 });
  await ask(second, linkId, live);
  await kill(first, true);
  await lock(first, inMinutes(5));
  expect(await commandsOf(live)).toEqual([]);
  expect((await read(second)).data).toMatchObject({ killSwitch: { isSet: false }, limits: { maxTradesPerDay: 1 } });
  expect((await vetoes(first)).total).toBe(0);
});

test('vetoes are listed newest first, by pages, and can be searched by sentence, trick and symbol', async () => {
  const person = await api.signUp('riskvetoes');
  const { live, linkId } = await busy(person);
  await change(person, { maxTradesPerDay: 1 });
  await ask(person, linkId, live);
  await change(person, { maxGrossExposurePaise: 1_00, maxTradesPerDay: 1 });
  await ask(person, linkId, live);
  const all = await vetoes(person);
  expect(all).toMatchObject({ total: 2, veto_list: [{ symbol: 'SBIN', TricksId: live }, {}] });
  expect((await vetoes(person, { pageSize: 1, pageNumber: 2 })).veto_list).toEqual([all.veto_list[1]]);
  expect((await vetoes(person, { Search: 'sbin' })).total).toBe(2);
  expect((await vetoes(person, { Search: 'nothing of the kind' })).total).toBe(0);
});

async function vetoes(person: Person, page = {}) {
  return (await api.send('riskvetoes', page, { token: person.accessToken })).data;
}

/** A live trick and one on paper that hold SBIN, one on paper that holds nothing, an own order and a foreign one. */
async function busy({ userId: accountId }: Person) {
  const { db } = api.database;
  const linkId = await insertLink(db, accountId);
  const live = await insertDeployment(db, { accountId, linkId });
  const paper = await insertDeployment(db, { accountId, mode: 'paper' });
  const idle = await insertDeployment(db, { accountId, mode: 'paper' });
  const order = { account_id: accountId, broker_link_id: linkId };
  await insertOrder(db, { ...order, deployment_id: live });
  await insertPosition(db, { accountId, deploymentId: live });
  await insertPosition(db, { accountId, deploymentId: paper, mode: 'paper' });
  const resting = { ...order, state: 'open', filled_quantity: 0, filled_value_paise: 0n, quantity: 1 };
  const own = await insertOrder(db, { ...resting, role: 'own' });
  await insertOrder(db, { ...resting, role: 'foreign' });
  await insertOrder(db, { ...order, role: 'own', settled: true });
  return { linkId, live, paper, idle, own };
}

function ask({ userId: accountId }: Person, brokerLinkId: number, deploymentId: number) {
  const gate = createRiskGate({ clock: api.clock, marketData: api.services.marketData });
  const instrument = {
    id: sbin,
    exchange: 'NSE',
    symbol: 'SBIN',
    token: '3045',
    tradingSymbol: 'SBIN-EQ',
    kind: 'equity',
    tickPaise: 5,
    lotSize: 1,
  } as const;
  const entry = { side: 'buy', product: 'intraday', quantity: 1, pricePaise: 600_00, at: api.clock.now() } as const;
  return api.database.db.transaction((tx) => gate(tx, { accountId, brokerLinkId, deploymentId, instrument, ...entry }));
}

async function commandsOf(deploymentId: number): Promise<string[]> {
  const rows = await api.database.db.kysely
    .selectFrom('deployment_command')
    .select('verb')
    .where('deployment_id', '=', deploymentId)
    .execute();
  return rows.map((row) => row.verb);
}

async function phaseOf(deploymentId: number): Promise<string[]> {
  const row = await api.database.db.kysely
    .selectFrom('deployment')
    .select(['status', 'phase'])
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  return [row.status, row.phase];
}

function wishesOf({ userId }: Person): Promise<{ day: string; outcome: string | null }[]> {
  return api.database.db.kysely
    .selectFrom('hand_exit')
    .select(['day', 'outcome'])
    .where('account_id', '=', userId)
    .execute();
}

async function requestsOf(orderId: number): Promise<string[]> {
  const rows = await api.database.db.kysely
    .selectFrom('broker_order_request')
    .select('verb')
    .where('broker_order_id', '=', orderId)
    .execute();
  return rows.map((row) => row.verb);
}

test('how closing by hand ended is told while the switch is set: what the session left open weighs most', async () => {
  const person = await api.signUp('riskhandend');
  await busy(person);
  await insertLink(api.database.db, person.userId);
  await kill(person, true);
  const end = (outcome: string, link: 'min' | 'max') =>
    sql`UPDATE hand_exit SET ended_at = ${new Date(api.clock.now() + 5_000)}, outcome = ${outcome}
      WHERE id = (SELECT ${sql.raw(link)}(id) FROM hand_exit WHERE account_id = ${person.userId})`.execute(
      api.database.db.kysely,
    );
  const closed = async () => (await read(person)).data.killSwitch.closedByHand?.outcome;
  await end('closed', 'min');
  expect(await closed()).toBeUndefined();
  await end('nothing', 'max');
  expect(await closed()).toBe('closed');
  await end('session_over', 'max');
  expect(await closed()).toBe('session_over');
  await lift(person);
  expect(await closed()).toBeUndefined();
});

async function handEventsOf(person: Person): Promise<unknown[]> {
  const { kysely } = api.database.db;
  const rows = kysely.selectFrom('user_event').select('payload').where('account_id', '=', person.userId);
  return (await rows.where('name', '=', 'handexit').execute()).map(({ payload }) => payload);
}
