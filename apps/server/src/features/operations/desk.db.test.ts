import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { LivePeople } from '../deployments/testing/live-people.ts';
import { insertOrder, insertPosition } from '../risk/testing/desk-facts.ts';

let people: LivePeople;
let api: TestApi;
let operator: Person;
let reader: Person;
beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
  operator = await signUpOperator(api, 'omkar');
  reader = await signUpOperator(api, 'anita', 'approver');
});
afterAll(() => api.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const proof = () => ({ reason: 'Prices look wrong', password: operator.password });
const halt = (TricksId: number, by = operator) => api.send('opshalttrick', { TricksId, ...proof() }, as(by));
const account = ({ userId }: Person, on: boolean, by = operator) =>
  api.send('opsaccountswitch', { userId, on, ...proof() }, as(by));
const product = (on: boolean) => api.send('opsproductswitch', { on, ...proof() }, as(operator));
const desk = async (input: Parameters<typeof api.send<'opsdesk'>>[1] = {}) =>
  (await api.send('opsdesk', { pageSize: 100, ...input }, as(reader))).data;
const seen = async ({ userId }: Person) => (await api.send('opsdeskaccount', { userId }, as(reader))).data.account;
const alertsOf = async (person: Person) =>
  (await api.send('usernotificationlist', {}, as(person))).data.notification_list.map(({ title, body }) => [
    title,
    body,
  ]);
const actsOn = async (subject: string) =>
  (await api.send('opsacts', { Search: subject, pageSize: 100 }, as(reader))).data.act_list;
const lastAct = async () => (await actsOn('')).at(0);

interface Trader extends Person {
  readonly TricksId: number;
  readonly brokerId: number;
}

/** Somebody whose live trick runs. */
async function trader(name: string): Promise<Trader> {
  const person = await people.signUp(name);
  const { TricksId, brokerId } = await people.ready(person);
  expect((await people.goLive(TricksId, person)).status).toBe(200);
  return { ...person, TricksId, brokerId };
}

const RESTING = { state: 'open', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, told_value_paise: 0n };

/** An entry and a stop of the trick's, and an order by hand, all at rest at the broker. */
async function rest({ userId, brokerId, TricksId }: Trader) {
  const { db } = api.database;
  const of = { ...RESTING, account_id: userId, broker_link_id: brokerId };
  return {
    entry: await insertOrder(db, { ...of, deployment_id: TricksId }),
    stop: await insertOrder(db, { ...of, deployment_id: TricksId, role: 'protective', side: 'sell' }),
    byHand: await insertOrder(db, { ...of, role: 'own', symbol: 'INFY' }),
  };
}

async function cancelsOf(orders: Awaited<ReturnType<typeof rest>>): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`SELECT DISTINCT broker_order_id AS id FROM broker_order_request
    WHERE verb = 'cancel'`.execute(api.database.db.kysely);
  const asked = new Set(rows.map(({ id }) => id));
  return Object.entries(orders).flatMap(([name, id]) => (asked.has(id) ? [name] : []));
}

const mayGoLive = async (person: Trader) => (await api.send('risksettings', {}, as(person))).data.killSwitch;
const placeByHand = (person: Trader) =>
  api.send(
    'placeorder',
    {
      ...{ symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 1, price: 600 },
      idempotencyKey: people.key(),
    },
    as(person),
  );

describe('a halt', () => {
  test('ends a trick that holds nothing, tells its owner why, and is on the record; its owner may start it again', async () => {
    const person = await trader('halted');
    const answer = await halt(person.TricksId);
    expect(answer.data).toEqual({ TricksId: person.TricksId, trickStatus: 3, phase: 'idle' });
    const [title, body] = (await alertsOf(person))[0] ?? [];
    expect(title).toContain('was halted');
    expect(body).toBe(
      'Trickdesk has halted it: Prices look wrong. Exits go on until nothing is held. You can start it again.',
    );
    expect(await lastAct()).toMatchObject({
      ...{ what: 'halt_trick', subject: 'trick', subjectId: String(person.TricksId) },
      before: { status: 'running', phase: 'running', accountId: person.userId, mode: 'live' },
      after: { status: 'halted', phase: 'idle', reason: 'Prices look wrong' },
    });
    const again = await halt(person.TricksId);
    expect([again.status, again.code]).toEqual([409, 'TRICK_NOT_RUNNING']);
  });

  test('of one that holds something leaves it to its exits, with the runners', async () => {
    const person = await trader('holding');
    await insertPosition(api.database.db, { accountId: person.userId, deploymentId: person.TricksId });
    expect((await halt(person.TricksId)).data).toMatchObject({ trickStatus: 3, phase: 'stopping' });
    const { rows } = await sql<{ verb: string }>`SELECT verb FROM deployment_command
      WHERE deployment_id = ${person.TricksId} AND applied_at IS NULL`.execute(api.database.db.kysely);
    expect(rows).toEqual([{ verb: 'stop_entries' }]);
    expect((await seen(person)).positions).toMatchObject([{ symbol: 'SBIN', quantity: 100, averagePrice: 600 }]);
  });

  test('tells also an owner who wants to hear of no halts', async () => {
    const person = await trader('deaf');
    await sql`UPDATE deployment SET notify = '{"trades": false, "halts": false}' WHERE id = ${person.TricksId}`.execute(
      api.database.db.kysely,
    );
    await halt(person.TricksId);
    expect((await alertsOf(person))[0]?.[0]).toContain('was halted');
  });

  test('is nobody’s on their own trick, nor of one that does not exist', async () => {
    const own = await people.clone(operator);
    expect((await halt(own)).code).toBe('OWN_CASE');
    expect((await halt(2_000_000_000)).code).toBe('NOT_FOUND');
    const mute = await api.send('opshalttrick', { TricksId: own, reason: ' ', password: 'x' }, as(operator));
    expect([mute.status, mute.errors[0]?.path]).toEqual([422, 'reason']);
    const wrong = await api.send(
      'opshalttrick',
      { TricksId: own, reason: 'No.', password: 'not this 1' },
      as(operator),
    );
    expect(wrong.code).toBe('WRONG_PASSWORD');
    expect((await halt(own, reader)).code).toBe('NOT_ALLOWED');
  });
});

describe('the switch on an account', () => {
  test('takes back what would open something, leaves stops alone, and refuses new entries', async () => {
    const [person, other] = [await trader('stopped'), await trader('spared')];
    const [orders, others] = [await rest(person), await rest(other)];
    expect((await seen(person)).resting).toEqual({ entries: 1, byHand: 1 });
    expect((await account(person, true)).data).toEqual({ on: true, withdrawn: 2 });
    expect(await cancelsOf(orders)).toEqual(['entry', 'byHand']);
    expect(await cancelsOf(others)).toEqual([]);
    const refused = await placeByHand(person);
    expect([refused.status, refused.code]).toEqual([409, 'KILL_SWITCH_ON']);
    expect(refused.message).toContain('Trickdesk has stopped the live entries of your account');
    expect((await mayGoLive(person)).byDesk?.reason).toBe('Prices look wrong');
    expect((await mayGoLive(other)).byDesk).toBeUndefined();
    expect((await alertsOf(person))[0]).toEqual([
      'Trickdesk has stopped your live entries',
      'Prices look wrong. Entry orders taken back: 2. Exits and stops go on. Write to support to have it lifted.',
    ]);
    expect(await lastAct()).toMatchObject({
      ...{ what: 'stop_account', before: { isSet: false }, after: { isSet: true, withdrawn: 2 } },
    });
    expect((await account(person, true)).code).toBe('SWITCH_IS_SET');
    expect((await account(person, false)).status).toBe(200);
    expect((await mayGoLive(person)).byDesk).toBeUndefined();
    expect((await alertsOf(person))[0]?.[0]).toBe('Your live entries are possible again');
    expect((await account(person, false)).code).toBe('SWITCH_NOT_SET');
  });

  test('lets its tricks go on deciding, and is not lifted by its owner, nor by a block that ends', async () => {
    const person = await trader('stays');
    await account(person, true);
    expect((await seen(person)).tricks).toMatchObject([{ trickStatus: 1, phase: 'running' }]);
    const lifted = await api.send('killswitchlift', { password: person.password }, as(person));
    expect(lifted.code).toBe('KILL_SWITCH_NOT_SET');
    await api.send('killswitch', { flatten: false, idempotencyKey: people.key() }, as(person));
    await api.send('killswitchlift', { password: person.password }, as(person));
    expect((await seen(person)).deskSwitch?.reason).toBe('Prices look wrong');
    const { userId } = person;
    await api.send('opsblockuser', { userId, reason: 'Looked at.' }, as(operator));
    await account(person, false);
    expect(await seen(person)).toMatchObject({ isBlocked: true, ownSwitch: { reason: 'The account is blocked.' } });
    await account(person, true);
    await api.send('opsunblockuser', { userId, reason: 'Well.' }, as(operator));
    const after = await seen(person);
    expect([after.deskSwitch?.reason, after.ownSwitch]).toEqual(['Prices look wrong', undefined]);
  });

  test('is nobody’s on their own account', async () => {
    expect((await account(operator, true)).code).toBe('OWN_CASE');
    expect((await account({ ...operator, userId: 2_000_000_000 }, true)).code).toBe('NOT_FOUND');
    expect((await account(operator, true, reader)).code).toBe('NOT_ALLOWED');
  });
});

test('the switch of the product refuses every live entry, leaves exits and tells whom it concerns', async () => {
  const [person, quiet] = [await trader('everybody'), await trader('quiet')];
  const orders = await rest(person);
  const [bystander] = [await people.signUp('bystander')];
  expect((await desk()).desk.resting.entries).toBeGreaterThanOrEqual(1);
  const { data } = await product(true);
  expect(data.withdrawn).toBeGreaterThanOrEqual(2);
  expect(await cancelsOf(orders)).toEqual(['entry', 'byHand']);
  expect((await placeByHand(person)).code).toBe('KILL_SWITCH_ON');
  expect((await desk()).desk.productSwitch?.reason).toBe('Prices look wrong.');
  for (const each of [person, quiet]) expect((await alertsOf(each))[0]?.[1]).toContain('have stopped all live entries');
  expect(await alertsOf(bystander)).toEqual([]);
  expect(await lastAct()).toMatchObject({ what: 'stop_product', before: { isSet: false }, after: { isSet: true } });
  expect((await product(true)).data.withdrawn).toBe(0);
  expect((await product(false)).status).toBe(200);
  expect((await alertsOf(quiet))[0]?.[0]).toBe('Live entries are possible again');
  expect((await desk()).desk.productSwitch).toBeUndefined();
  expect((await product(false)).code).toBe('SWITCH_NOT_SET');
});

describe('the desk', () => {
  test('counts what runs, what no runner has, whose session is over and which orders are unclear', async () => {
    const before = (await desk()).desk;
    const person = await trader('counted');
    const { orders: was } = before;
    await insertOrder(api.database.db, {
      ...{ ...RESTING, state: 'unknown', account_id: person.userId, broker_link_id: person.brokerId },
      deployment_id: person.TricksId,
    });
    await sql`UPDATE broker_link SET token_expires_at = ${new Date(api.clock.now() - 1)} WHERE id = ${person.brokerId}`.execute(
      api.database.db.kysely,
    );
    const now = (await desk()).desk;
    expect(now.tricks.live).toBe(before.tricks.live + 1);
    expect([now.runners.awake, now.runners.without]).toEqual([0, now.runners.wanted]);
    expect(now.orders).toEqual({ underWay: was.underWay + 1, unclear: was.unclear + 1 });
    expect([now.brokers.expired, now.brokers.missed]).toEqual([before.brokers.expired + 1, before.brokers.missed + 1]);
    expect(now.feed).toMatchObject({ health: 'live' });
  });

  test('finds tricks by name, person and number, by state and by mode', async () => {
    const person = await trader('findme');
    const listed = async (input: Parameters<typeof desk>[0]) =>
      (await desk(input)).trick_list.map(({ TricksId }) => TricksId);
    for (const Search of ['findme', 'FINDME', String(person.TricksId), String(person.userId)])
      expect(await listed({ Search })).toContain(person.TricksId);
    expect(await listed({ Search: '%' })).toEqual([]);
    expect(await listed({ mode: 'Test' })).not.toContain(person.TricksId);
    await halt(person.TricksId);
    expect(await listed({})).not.toContain(person.TricksId);
    expect(await listed({ state: 'halted', mode: 'Live' })).toContain(person.TricksId);
    const up = await listed({ state: 'all', sort: 'time' });
    expect(up).toEqual((await listed({ state: 'all' })).toReversed());
  });

  test('shows an account with what identifies its owner masked', async () => {
    const person = await trader('masked');
    const orders = await rest(person);
    const found = await seen(person);
    expect(found.orders.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining(Object.values(orders)));
    expect(found.brokers).toMatchObject([{ brokerId: person.brokerId, status: 'linked' }]);
    const { rows } = await sql<{ email: string; mobile: string; client_code: string }>`SELECT email, mobile, client_code
      FROM account JOIN broker_link ON account_id = account.id WHERE account.id = ${person.userId}`.execute(
      api.database.db.kysely,
    );
    const everything = JSON.stringify(found);
    for (const secret of Object.values(rows[0] ?? {})) expect(everything).not.toContain(secret);
    expect((await api.send('opsdeskaccount', { userId: 2_000_000_000 }, as(reader))).code).toBe('NOT_FOUND');
  });
});

test('a live position shows where its stop rests at the broker, or that none does, beside where it is wanted', async () => {
  const person = await trader('stopped');
  const { userId: accountId, TricksId: deploymentId, brokerId } = person;
  await insertPosition(api.database.db, { accountId, deploymentId });
  const { kysely } = api.database.db;
  await kysely.updateTable('position').set({ stop_paise: 594_00 }).where('deployment_id', '=', deploymentId).execute();
  const shown = async () => {
    const [held] = (await seen(person)).positions;
    return [held?.stopLoss, held?.stopAtBroker];
  };
  expect(await shown()).toEqual([594, { state: 'none' }]);
  const of = { ...RESTING, account_id: accountId, broker_link_id: brokerId, deployment_id: deploymentId };
  const stop = { ...of, role: 'protective', side: 'sell', run_number: 1 } as const;
  const id = await insertOrder(api.database.db, { ...stop, state: 'trigger_pending', trigger_paise: 590_00 });
  const change = (values: object) => kysely.updateTable('broker_order').set(values).where('id', '=', id).execute();
  for (const state of ['trigger_pending', 'modify_pending', 'cancel_pending']) {
    await change({ state });
    expect(await shown()).toEqual([594, { state: 'rests', level: 590 }]);
  }
  for (const state of ['sent', 'unknown', 'open']) {
    await change({ state });
    expect(await shown()).toEqual([594, { state: 'on_its_way', level: 590 }]);
  }
  // Another of the same position that rests is the one that guards it.
  await insertOrder(api.database.db, { ...stop, state: 'trigger_pending', trigger_paise: 588_00 });
  expect(await shown()).toEqual([594, { state: 'rests', level: 588 }]);
  await kysely
    .updateTable('broker_order')
    .set({ state: 'cancelled' })
    .where('deployment_id', '=', deploymentId)
    .execute();
  expect(await shown()).toEqual([594, { state: 'none' }]);
  await kysely.updateTable('position').set({ mode: 'paper' }).where('deployment_id', '=', deploymentId).execute();
  expect(await shown()).toEqual([594, undefined]);
});
