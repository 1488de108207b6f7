import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import {
  type BrokerOrderValues,
  checkDesk,
  DeskLost,
  detachRows,
  findAlgo,
  insertNews,
  insertOrderRow,
  insertTimeline,
  listNewOwn,
  listOpenIntents,
  listOwnRequests,
  listPastChanges,
  listPositions,
  listUnsettled,
  listUntaken,
  markRequests,
  nextFence,
  noteWithdrawn,
  retakeDesk,
  takeDesk,
  updateOrderRow,
} from './store.ts';
import { insertRun, type RunRows } from './testing/sim-run-rows.ts';

const TODAY = '2025-07-07';
const YESTERDAY = '2025-07-04';
const AT = new Date('2025-07-07T06:30:00Z');
const LATER = new Date('2025-07-07T06:30:01Z');
let testDb: TestDatabase;
let names = 0;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

const kysely = () => testDb.db.kysely;

/** Two live runs of one owner, each at a broker account of its own: what is of one must not be told of the other. */
async function twoRuns(): Promise<readonly [RunRows, RunRows]> {
  names += 1;
  const accountId = await insertAccount(testDb.db, `rows${names}`);
  const first = await insertRun(testDb.db, accountId, `P${names}`);
  return [first, await insertRun(testDb.db, accountId, `Q${names}`)];
}

/** An entry of ten SBIN at the broker, where nothing else is said. */
function order({ accountId, linkId, deploymentId }: RunRows, more: Partial<BrokerOrderValues> = {}): Promise<number> {
  names += 1;
  return testDb.db.transaction((tx) =>
    insertOrderRow(tx, {
      ...{ account_id: accountId, broker_link_id: linkId, deployment_id: deploymentId, run_number: 1, base: 0 },
      ...{ role: 'entry', tag: `r${names}`, exchange: 'NSE', symbol: 'SBIN', token: 't', trading_symbol: 'SBIN-EQ' },
      ...{ side: 'buy', product: 'intraday', kind: 'limit', placed_kind: 'limit', quantity: 10, price_paise: 600_00 },
      ...{ state: 'open', decided_at: AT, exchange_at: AT, day: TODAY, updated_at: AT },
      ...more,
    }),
  );
}

async function intent(
  { accountId, deploymentId }: RunRows,
  more: { id?: number; run?: number; mode?: string; state?: string; purpose?: string } = {},
): Promise<number> {
  const { id = 1, run = 1, mode = 'live', state = 'intended', purpose = 'entry' } = more;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
      quantity, state, reason, at, day)
    VALUES (${accountId}, ${deploymentId}, ${mode}, ${run}, ${id}, 'SBIN', 'NSE', 'buy', ${purpose}, 10, ${state}, '',
      ${AT}, ${TODAY}) RETURNING id`.execute(kysely());
  return rows[0]?.id ?? 0;
}

async function request(
  orderId: number,
  more: { verb?: string; appliedAt?: Date; body?: object } = {},
): Promise<bigint> {
  const { verb = 'modify', appliedAt = null, body = { quantity: 5 } } = more;
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO broker_order_request (broker_order_id, verb, body, requested_at, applied_at)
    VALUES (${orderId}, ${verb}, ${JSON.stringify(body)}::jsonb, ${AT}, ${appliedAt}) RETURNING id`.execute(kysely());
  return rows[0]?.id ?? 0n;
}

const idsOf = (rows: readonly { readonly id: unknown }[]) => rows.map(({ id }) => id);

describe('the one desk of an account', () => {
  const fenceOf = async ({ linkId }: RunRows) =>
    (await kysely().selectFrom('broker_link').select('desk_fence').where('id', '=', linkId).executeTakeFirstOrThrow())
      .desk_fence;
  const unlink = ({ linkId }: RunRows) =>
    kysely().updateTable('broker_link').set({ unlinked_at: AT }).where('id', '=', linkId).execute();
  const check = ({ linkId }: RunRows, fence: bigint) => testDb.db.transaction((tx) => checkDesk(tx, linkId, fence));

  test('is the one that has taken it last, and no other account has to do with it', async () => {
    const [run, other] = await twoRuns();
    const before = await fenceOf(other);
    const first = await takeDesk(kysely(), run.linkId);
    const second = await takeDesk(kysely(), run.linkId);
    expect(second?.link).toMatchObject({ account_id: run.accountId, status: 'linked' });
    expect(second?.fence).toBeGreaterThan(first?.fence ?? 0n);
    await check(run, second?.fence ?? 0n);
    await expect(check(run, first?.fence ?? 0n)).rejects.toThrow(DeskLost);
    await expect(check({ ...run, linkId: 0 }, second?.fence ?? 0n)).rejects.toThrow(DeskLost);
    expect(await fenceOf(other)).toBe(before);
  });

  test('voids what it has under way by another number, from any that it knows, and not where another has the account', async () => {
    const [run, other] = await twoRuns();
    const before = await fenceOf(other);
    const taken = (await takeDesk(kysely(), run.linkId))?.fence ?? 0n;
    const [fence, next] = [await nextFence(kysely()), await nextFence(kysely())];
    expect(next).toBeGreaterThan(fence);
    expect(await retakeDesk(kysely(), run.linkId, { fence, known: [1n, taken] })).toBe(true);
    expect([await fenceOf(run), await fenceOf(other)]).toEqual([fence, before]);
    expect(await retakeDesk(kysely(), run.linkId, { fence: next, known: [taken] })).toBe(false);
    expect(await fenceOf(run)).toBe(fence);
  });

  test('is nobody’s once its owner has unlinked the account', async () => {
    const [run] = await twoRuns();
    const known = [(await takeDesk(kysely(), run.linkId))?.fence ?? 0n];
    await unlink(run);
    expect(await takeDesk(kysely(), run.linkId)).toBeUndefined();
    expect(await retakeDesk(kysely(), run.linkId, { fence: 9n, known })).toBe(false);
  });
});

describe('what the last desk left', () => {
  test('are orders of the account that are not settled, of whatever day, and those of the day; none from elsewhere', async () => {
    const [run, other] = await twoRuns();
    const settled = { settled: true, state: 'filled', filled_quantity: 10 } as const;
    const left = [await order(run, { day: YESTERDAY }), await order(run, settled), await order(run, { role: 'own' })];
    await order(run, { ...settled, day: YESTERDAY });
    await order(run, { role: 'foreign' });
    await order(other);
    expect(idsOf(await listUnsettled(kysely(), run.linkId, TODAY))).toEqual(left);
    // In the order in which they were made, wherever a change of one has put its row.
    await sql`UPDATE broker_order SET updated_at = now() WHERE id = ${left[0]}`.execute(kysely());
    expect(idsOf(await listUnsettled(kysely(), run.linkId, TODAY))).toEqual(left);
  });

  test('are intents of live runs that go on, until they have ended', async () => {
    const [run, other] = await twoRuns();
    const open = [await intent(run), await intent(run, { id: 2, state: 'partially_filled' })];
    for (const [n, state] of ['filled', 'cancelled', 'rejected', 'expired'].entries()) {
      await intent(run, { id: 3 + n, state });
    }
    await intent(run, { id: 7, mode: 'paper' });
    await intent(run, { id: 8, run: 2 });
    await intent(other);
    expect(idsOf(await listOpenIntents(kysely(), run.linkId))).toEqual(open);
  });

  test('is the decision that an intent follows, of its own run', async () => {
    const [run, other] = await twoRuns();
    await intent(run, { id: 4, purpose: 'exit' });
    const decide = (of: RunRows, number: number, sequence: number, body: string) =>
      sql`INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id, body)
        SELECT ${of.deploymentId}, ${number}, ${sequence}, ${AT}, 'SBIN', 'exit', '', strategy_version_id, ${body}
        FROM deployment WHERE id = ${of.deploymentId}`.execute(kysely());
    await decide(other, 1, 4, 'of another trick');
    await decide(run, 2, 4, 'of another run');
    await decide(run, 1, 3, 'another');
    expect(await listOpenIntents(kysely(), run.linkId)).toMatchObject([{ purpose: 'exit', decision: null }]);
    await decide(run, 1, 4, 'its own');
    expect(await listOpenIntents(kysely(), run.linkId)).toMatchObject([{ decision: 'its own' }]);
  });

  test('are positions of live tricks that are open', async () => {
    const [run, other] = await twoRuns();
    const hold = async (of: RunRows, more: { symbol: string; mode?: string; status?: string }) => {
      const { symbol, mode = 'live', status = 'open' } = more;
      const entry = await intent(of, { id: 90 + symbol.length, state: 'filled' });
      await sql`INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity,
          status, entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise, stop_paise)
        VALUES (${of.accountId}, ${of.deploymentId}, ${mode}, 1, ${symbol}, 'NSE', 'long', 10, ${status}, ${AT}, 1, 0,
          ${entry}, '', 0, 59000)`.execute(kysely());
    };
    await hold(run, { symbol: 'SBIN' });
    await hold(run, { symbol: 'TCS', mode: 'paper' });
    await hold(run, { symbol: 'WIPRO', status: 'closed' });
    await hold(other, { symbol: 'INFY' });
    expect(await listPositions(kysely(), run.linkId)).toEqual([
      {
        deployment_id: run.deploymentId,
        run_number: 1,
        symbol: 'SBIN',
        direction: 'long',
        quantity: 10,
        stop_paise: 590_00,
      },
    ]);
  });

  test('is what a run was told of executions and has not taken in', async () => {
    const [run, other] = await twoRuns();
    const news = (of: RunRows, body: object) => ({
      ...{ deploymentId: of.deploymentId, runNumber: 1, at: AT, body: JSON.stringify(body) },
    });
    await testDb.db.transaction((tx) =>
      insertNews(tx, [
        news(run, { kind: 'fill', intentId: 1, quantity: 9 }),
        news(run, { kind: 'fill', intentId: 2, quantity: 10 }),
        news(run, { kind: 'broker_exit', base: 0, quantity: 4 }),
        news(run, { kind: 'ended', intentId: 3, quantity: 1 }),
        news(run, { kind: 'halt' }),
        news(other, { kind: 'fill', intentId: 1, quantity: 7 }),
      ]),
    );
    await testDb.db.transaction((tx) => insertNews(tx, []));
    await sql`UPDATE order_news SET applied_at = now() WHERE (body->>'quantity')::int = 9`.execute(kysely());
    const place = { deployment_id: run.deploymentId, run_number: 1 };
    expect(await listUntaken(kysely(), run.linkId)).toEqual([
      { ...place, quantity: 10, intent_id: 2, base: null },
      { ...place, quantity: 4, intent_id: null, base: 0 },
    ]);
  });
});

describe('an entry that its run has withdrawn', () => {
  const withdraw = ({ deploymentId }: RunRows, more: { runNumber?: number; intentId?: number } = {}) =>
    testDb.db.transaction((tx) =>
      noteWithdrawn(tx, { deploymentId, runNumber: 1, intentId: 1, ...more }, { at: AT, wall: LATER }),
    );
  const withdrawnIn = async ({ linkId }: RunRows) =>
    (await listOpenIntents(kysely(), linkId)).map(({ withdrawn }) => withdrawn);

  test('is known as that to the next desk, by a line in the history of each of its orders as it stood', async () => {
    const [run, other] = await twoRuns();
    const [first, second, elsewhere] = [await intent(run), await intent(run, { id: 2 }), await intent(other)];
    const filled = { filled_quantity: 4, state: 'partially_filled' };
    const orders = [
      await order(run, { trade_order_id: first, ...filled }),
      await order(run, { trade_order_id: first }),
    ];
    await order(run, { trade_order_id: first, role: 'protective' });
    await order(run, { trade_order_id: second });
    await order(other, { trade_order_id: elsewhere });
    await withdraw(run, { runNumber: 2 });
    expect(await withdrawnIn(run)).toEqual([false, false]);
    await withdraw(run);
    expect([await withdrawnIn(run), await withdrawnIn(other)]).toEqual([[true, false], [false]]);
    const told = await kysely().selectFrom('broker_order_event').selectAll().orderBy('id').execute();
    const line = { what: 'dropped', exchange_at: AT, at: LATER };
    expect(told.filter(({ broker_order_id: id }) => orders.includes(id))).toMatchObject([
      { ...line, broker_order_id: orders[0], state: 'partially_filled', filled_quantity: 4 },
      { ...line, broker_order_id: orders[1], state: 'open', filled_quantity: 0 },
    ]);
    expect(told.filter(({ note }) => note?.startsWith('No longer wanted')).length).toBe(2);
  });

  test('is none that was dropped for another reason, or of which something else was said', async () => {
    const [run] = await twoRuns();
    const id = await order(run, { trade_order_id: await intent(run) });
    const note = 'No longer wanted: what is not filled is taken back.';
    const said = { broker_order_id: id, state: 'open', exchange_at: AT, at: AT };
    await testDb.db.transaction((tx) =>
      insertTimeline(tx, [
        { ...said, what: 'dropped', note: 'No longer wanted, and never sent.' },
        { ...said, what: 'reported', note },
      ]),
    );
    await testDb.db.transaction((tx) => insertTimeline(tx, []));
    expect(await withdrawnIn(run)).toEqual([false]);
    await testDb.db.transaction((tx) => insertTimeline(tx, [{ ...said, what: 'dropped', note }]));
    expect(await withdrawnIn(run)).toEqual([true]);
  });
});

describe('what owners ask by hand', () => {
  test('are new orders that nobody has taken up, in the order of their making', async () => {
    const [run, other] = await twoRuns();
    const wish = { role: 'own', state: 'intended', deployment_id: null, run_number: null, base: null } as const;
    const asked = [await order(run, wish), await order(run, { ...wish, day: YESTERDAY })];
    await order(run, { ...wish, sent_at: AT });
    await order(run, { ...wish, state: 'open' });
    await order(run, { ...wish, settled: true });
    await order(run, { ...wish, role: 'entry' });
    await order(other, wish);
    await sql`UPDATE broker_order SET updated_at = now() WHERE id = ${asked[0]}`.execute(kysely());
    expect(idsOf(await listNewOwn(kysely(), run.linkId))).toEqual(asked);
  });

  test('are requests that are not carried out, with the order that each is about; marked, they are, and reopened they stand', async () => {
    const [run, other] = await twoRuns();
    const [own, entry] = [await order(run, { role: 'own' }), await order(run)];
    const asked = [await request(own), await request(entry, { verb: 'cancel' }), await request(own)];
    await request(own, { appliedAt: AT });
    await request(await order(other, { role: 'own' }));
    await sql`UPDATE broker_order_request SET requested_at = now() WHERE id = ${asked[0]}`.execute(kysely());
    const open = () => listOwnRequests(kysely(), run.linkId);
    expect(idsOf(await open())).toEqual(asked);
    expect((await open())[1]).toMatchObject({ broker_order_id: entry, verb: 'cancel', role: 'entry', state: 'open' });
    await testDb.db.transaction((tx) => markRequests(tx, [], AT));
    await testDb.db.transaction((tx) => markRequests(tx, asked.slice(0, 2), AT));
    expect(idsOf(await open())).toEqual(asked.slice(2));
    await testDb.db.transaction((tx) => markRequests(tx, asked.slice(0, 1), null));
    expect(idsOf(await open())).toEqual([asked[0], asked[2]]);
  });

  test('and was carried out a moment ago may still come of orders that live, a change at least', async () => {
    const [run, other] = await twoRuns();
    const done = { appliedAt: AT };
    const own = await order(run, { role: 'own' });
    const changes = [await request(own, done), await request(own, { appliedAt: LATER })];
    await request(own, { appliedAt: new Date(AT.getTime() - 1) });
    await request(own, { ...done, verb: 'cancel' });
    await request(own);
    await request(await order(run, { role: 'own', settled: true }), done);
    await request(await order(run), done);
    await request(await order(other, { role: 'own' }), done);
    await sql`UPDATE broker_order_request SET requested_at = now() WHERE id = ${changes[0]}`.execute(kysely());
    expect(idsOf(await listPastChanges(kysely(), run.linkId, AT))).toEqual(changes);
  });
});

describe('a position that its owner takes over', () => {
  const rowOf = (id: number) =>
    kysely()
      .selectFrom('broker_order')
      .select(['role', 'settled', 'settled_quantity'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const detach = (keepIds: number[], otherIds: number[]) =>
    testDb.db.transaction((tx) => detachRows(tx, { keepIds, otherIds }));

  test('leaves what its orders did to the run: the stop that stays is the owner’s, what has ended is settled', async () => {
    const [run] = await twoRuns();
    const bought = await order(run, { state: 'filled', filled_quantity: 10 });
    const stop = await order(run, { role: 'protective', state: 'trigger_pending' });
    const sale = await order(run, { role: 'exit', state: 'partially_filled', filled_quantity: 4 });
    const untouched = await order(run, { filled_quantity: 3 });
    await detach([], []);
    await detach([stop], [bought, sale]);
    expect([await rowOf(bought), await rowOf(stop), await rowOf(sale), await rowOf(untouched)]).toEqual([
      { role: 'entry', settled: true, settled_quantity: 10 },
      { role: 'own', settled: false, settled_quantity: 0 },
      { role: 'exit', settled: false, settled_quantity: 4 },
      { role: 'entry', settled: false, settled_quantity: 0 },
    ]);
  });

  test.each(['filled', 'cancelled', 'rejected', 'expired'])('settles an order that was %s', async (state) => {
    const [run] = await twoRuns();
    const id = await order(run, { state });
    await detach([], [id]);
    expect(await rowOf(id)).toMatchObject({ settled: true });
  });

  test('stays theirs whatever else is stored of its orders, and of no other order', async () => {
    const [run] = await twoRuns();
    const [stop, other] = [await order(run, { role: 'protective' }), await order(run, { role: 'protective' })];
    await detach([stop], []);
    const before = { role: 'protective', settled_quantity: 0, price_paise: 590_00 } as const;
    await testDb.db.transaction((tx) => updateOrderRow(tx, stop, before));
    const { price_paise } = await kysely()
      .selectFrom('broker_order')
      .select('price_paise')
      .where('id', '=', stop)
      .executeTakeFirstOrThrow();
    expect([await rowOf(stop), price_paise]).toEqual([{ role: 'own', settled: false, settled_quantity: 0 }, 590_00]);
    const untouched = () =>
      kysely().selectFrom('broker_order').select('price_paise').where('id', '=', other).executeTakeFirstOrThrow();
    expect(await untouched()).toEqual({ price_paise: 600_00 });
    await testDb.db.transaction((tx) => updateOrderRow(tx, other, { ...before, role: 'own', settled_quantity: 2 }));
    await testDb.db.transaction((tx) => updateOrderRow(tx, other, { ...before, settled_quantity: 1 }));
    expect(await rowOf(other)).toMatchObject({ role: 'own', settled_quantity: 2 });
  });
});

test('orders of a trick bear the algorithm that its owner acknowledged last for it', async () => {
  const [run, other] = await twoRuns();
  const acknowledge = (of: RunRows, algo: string) =>
    sql`INSERT INTO live_acknowledgement (account_id, deployment_id, broker_link_id, strategy_version_id, version_hash,
        algo_id, contract, at)
      SELECT ${of.accountId}, id, ${of.linkId}, strategy_version_id, ${`hash of ${algo}`}, ${algo}, '{}', ${AT}
      FROM deployment WHERE id = ${of.deploymentId}`.execute(kysely());
  expect(await findAlgo(kysely(), run.deploymentId)).toBeUndefined();
  for (const algo of ['a1', 'a2']) await acknowledge(run, algo);
  await acknowledge(other, 'b1');
  expect(await findAlgo(kysely(), run.deploymentId)).toEqual({ algo_id: 'a2', version_hash: 'hash of a2' });
});
