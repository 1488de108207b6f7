import { type Bar, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApi } from '../../testing/test-api.ts';
import type { BacktestThread, OpenThread } from './index.ts';
import { lockQueue } from './queue-store.ts';
import { cancelBacktest } from './store.ts';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
let api: TestApi;
let asha: Person;
let ravi: Person;
let TricksId: number;
let bars: readonly Bar[];
let from_date: string;
let to_date: string;

beforeAll(async () => {
  world = await openBacktestWorld();
  ({ api, asha, ravi, TricksId, bars, from_date, to_date } = world);
});
afterAll(() => world.close());
afterEach(() => world.clear());

const realThread: OpenThread = (job, onProgress) => world.threads.open(job, onProgress);
const startQueue = (openThread?: OpenThread) => world.startQueue(openThread);
const as = (person: Person) => world.as(person);
const input = () => world.input();
const start = (person: Person, more?: object) => world.start(person, more);
const read = (person: Person, BacktestId: number) => world.read(person, BacktestId);
const statusOf = async (BacktestId: number, person = asha) => (await read(person, BacktestId)).status;
const used = async (person: Person) => (await api.send('getBacktestPlans', {}, as(person))).data.current.used;

function eventsOf(person: Person) {
  return api.database.db.kysely
    .selectFrom('user_event')
    .select(['payload', 'at'])
    .where('account_id', '=', person.userId)
    .where('name', '=', 'backtest')
    .orderBy('id')
    .execute();
}

/** Whether anybody in this database does. */
async function waitsForALock(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT count(*) > 0 AS waits FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(api.database.db.kysely);
  return rows[0]?.waits ?? false;
}

/** A thread that goes on until it is stopped or the test ends it. */
function endlessThread() {
  const opened: number[] = [];
  const stopped: number[] = [];
  const fail = new Map<number, (error: Error) => void>();
  const open: OpenThread = (job): BacktestThread => {
    opened.push(job.id);
    return {
      done: new Promise((_, reject) => fail.set(job.id, reject)),
      stop: async () => void stopped.push(job.id),
    };
  };
  return { open, opened, stopped, fail };
}

describe('a back-test from the start to its report', () => {
  test('runs on a thread over stored bars, tells its progress and keeps its report and trades', async () => {
    const BacktestId = await start(asha);
    expect(await read(asha, BacktestId)).toMatchObject({ status: 'queued', queuedAhead: 0, progressPercent: 0 });
    await startQueue();
    await expect.poll(() => statusOf(BacktestId), { timeout: 20_000 }).toBe('done');
    const done = await read(asha, BacktestId);
    const { report } = done;
    expect(report).toBeDefined();
    if (!report) return;
    expect(report.basis).toMatchObject({
      ...{ from_date, to_date, simulated: true, afterCharges: true, data: 'Simulated market, seed 1' },
      days: new Set(bars.map(({ openAt }) => indiaDateOf(openAt)).filter((day) => day >= from_date)).size,
      bars: bars.filter(({ openAt }) => openAt >= indiaMoment(from_date)).length,
    });
    expect(report.trades).toBeGreaterThan(5);
    expect(report.netPnlPaise).toBe(report.grossPnlPaise - report.chargesPaise);
    expect(report.charges.reduce((sum, { paise }) => sum + paise, 0)).toBe(report.chargesPaise);
    expect(report.monthly.reduce((sum, { profitPaise }) => sum + profitPaise, 0)).toBe(report.netPnlPaise);
    expect(done).toMatchObject({
      netPnlPaise: report.netPnlPaise,
      trades: report.trades,
      versionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });

    const pages = await Promise.all(
      [1, 2].map((pageNumber) => api.send('backtestTradeHistory', { BacktestId, pageNumber, pageSize: 3 }, as(asha))),
    );
    const trades = pages.flatMap(({ data }) => data.trade_list);
    expect(pages[0]?.data.total).toBe(report.trades);
    expect(trades.length).toBe(6);
    expect(trades.map(({ exitAt }) => exitAt)).toEqual(
      trades
        .map(({ exitAt }) => exitAt)
        .toSorted()
        .toReversed(),
    );
    for (const { reason, symbol } of trades) expect(reason).toContain(symbol);
    const none = await api.send('backtestTradeHistory', { BacktestId, Search: 'INFY' }, as(asha));
    expect(none.data).toMatchObject({ trade_list: [], total: 0 });

    const told = await eventsOf(asha);
    const last = told.at(-1)?.payload as { status: string; progressPercent: number };
    expect(last).toEqual({ BacktestId, status: 'done', progressPercent: 100 });
    expect(await used(asha)).toBe(1);
  });

  test('without charges nothing is charged, and the report says so', async () => {
    const BacktestId = await start(asha, { costs: false, slippageBps: 0 });
    await startQueue();
    await expect.poll(() => statusOf(BacktestId), { timeout: 20_000 }).toBe('done');
    const { report } = await read(asha, BacktestId);
    expect(report?.basis.afterCharges).toBe(false);
    expect(report?.netPnlPaise).toBe(report?.grossPnlPaise);
    expect(report?.chargesPaise).toBe(0);
  });

  test('the same inputs give the same report and trades, byte for byte', async () => {
    const [first, second] = [await start(asha), await start(asha)];
    await startQueue();
    await expect.poll(() => statusOf(second), { timeout: 20_000 }).toBe('done');
    const [a, b] = [await read(asha, first), await read(asha, second)];
    expect(JSON.stringify(a.report)).toBe(JSON.stringify(b.report));
    expect(a.versionHash).toBe(b.versionHash);
  });
});

describe('what is refused', () => {
  test('days without prices are a 422 that says what is stored', async () => {
    const { status, code, message, errors } = await api.send(
      'setAndStartBacktest',
      { ...input(), from_date: '2020-01-06' },
      as(asha),
    );
    const first = indiaDateOf(bars[0]?.openAt ?? 0);
    expect([status, code]).toEqual([422, 'RANGE_NOT_COVERED']);
    expect(message).toContain(`${first} to ${to_date}`);
    expect(errors.map(({ path }) => path)).toEqual(['from_date']);
    const covered = await api.send('backtestCoverage', { TricksId }, as(asha));
    expect(covered.data).toMatchObject({ from_date: first, to_date, choices: [{ prices: 'market', simulated: true }] });
    const unknown = await api.send('setAndStartBacktest', { ...input(), instruments: ['NOSUCH'] }, as(asha));
    expect([unknown.code, unknown.errors[0]?.path]).toEqual(['RANGE_NOT_COVERED', 'instruments']);
    expect(await used(asha)).toBe(0);
  });

  test('an end before the start is named', async () => {
    const { status, errors } = await api.send(
      'setAndStartBacktest',
      { ...input(), from_date: to_date, to_date: from_date },
      as(asha),
    );
    expect([status, errors[0]?.path]).toEqual([422, 'to_date']);
  });

  test('a plan that is used up is a 409, however many are asked for at once', async () => {
    const limit = (await api.send('getBacktestPlans', {}, as(asha))).data.current.limit;
    for (let i = 0; i < limit - 2; i += 1) await start(asha);
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.send('setAndStartBacktest', input(), as(asha))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('BACKTESTS_USED_UP');
    expect(await used(asha)).toBe(limit);
    expect(await used(ravi)).toBe(0);
  });

  test('somebody else’s back-test is not found, by no call', async () => {
    const BacktestId = await start(asha);
    for (const name of ['getUserBacktest', 'cancelbacktest', 'backtestTradeHistory'] as const) {
      expect((await api.send(name, { BacktestId }, as(ravi))).code).toBe('NOT_FOUND');
    }
    expect((await api.send('getUserBacktest', {}, as(ravi))).data).toMatchObject({ backtest_list: [], total: 0 });
    expect(await statusOf(BacktestId)).toBe('queued');
    const clone = await api.send('toptenclone', { TricksId }, as(asha));
    const own = { ...input(), TricksId: clone.data.TricksId };
    expect((await api.send('setAndStartBacktest', own, as(ravi))).code).toBe('NOT_FOUND');
    expect((await api.send('setAndStartBacktest', own, as(asha))).status).toBe(200);
  });
});

describe('cancelling', () => {
  test('one that waits is given back; one that has ended is refused', async () => {
    const BacktestId = await start(asha);
    expect((await api.send('cancelbacktest', { BacktestId }, as(asha))).status).toBe(200);
    expect(await statusOf(BacktestId)).toBe('cancelled');
    expect(await used(asha)).toBe(0);
    expect((await api.send('cancelbacktest', { BacktestId }, as(asha))).code).toBe('BACKTEST_ENDED');
  });

  test('one that is cancelled while a process is taking it is not begun', async () => {
    const thread = endlessThread();
    const BacktestId = await start(asha);
    const { db } = api.database;
    const queue = await db.transaction(async (tx) => {
      await cancelBacktest(tx, { id: BacktestId, accountId: asha.userId, now: new Date() });
      // It still sees one that waits, and stands behind the cancellation.
      const started = await startQueue(thread.open);
      await expect.poll(waitsForALock, { interval: 10 }).toBe(true);
      return started;
    });
    await queue.look();
    expect(await statusOf(BacktestId)).toBe('cancelled');
    expect(thread.opened).toEqual([]);
    expect(await used(asha)).toBe(0);
  });

  test('one that runs is ended within a second, counts, and its result is not kept', async () => {
    const thread = endlessThread();
    const BacktestId = await start(asha);
    await startQueue(thread.open);
    await expect.poll(() => thread.opened).toEqual([BacktestId]);
    const at = performance.now();
    expect((await api.send('cancelbacktest', { BacktestId }, as(asha))).status).toBe(200);
    await expect.poll(() => thread.stopped, { interval: 20 }).toEqual([BacktestId]);
    expect(performance.now() - at).toBeLessThan(1_000);
    expect(await statusOf(BacktestId)).toBe('cancelled');
    expect(await used(asha)).toBe(1);
    expect((await eventsOf(asha)).at(-1)?.payload).toMatchObject({ status: 'cancelled' });
  });

  test('a thread in the middle of its bars ends at once', async () => {
    let thread: BacktestThread | undefined;
    const BacktestId = await start(asha);
    let begun = false;
    await startQueue((job, onProgress) => {
      thread = realThread(job, (percent) => {
        begun = true;
        onProgress(percent);
      });
      return thread;
    });
    await expect.poll(() => begun, { timeout: 20_000, interval: 5 }).toBe(true);
    const at = performance.now();
    await thread?.stop();
    expect(performance.now() - at).toBeLessThan(1_000);
    await expect(
      thread?.done.then(
        () => 'ended',
        () => 'ended',
      ),
    ).resolves.toBe('ended');
    expect(BacktestId).toBeGreaterThan(0);
  });
});

describe('faults of ours', () => {
  test('a thread that crashes is started once more; the second time the back-test fails and is given back', async () => {
    const thread = endlessThread();
    const BacktestId = await start(asha);
    await startQueue(thread.open);
    await expect.poll(() => thread.opened.length).toBe(1);
    thread.fail.get(BacktestId)?.(new Error('out of memory'));
    await expect.poll(() => thread.opened.length).toBe(2);
    expect(await used(asha)).toBe(1);
    thread.fail.get(BacktestId)?.(new Error('out of memory'));
    await expect.poll(() => statusOf(BacktestId)).toBe('failed');
    expect((await read(asha, BacktestId)).failure).toContain('given back');
    expect(await used(asha)).toBe(0);
  });

  test('one whose process died is begun anew when its lease has run out, not before', async () => {
    const { kysely } = api.database.db;
    const BacktestId = await start(asha);
    const died = (leasedUntil: string) =>
      sql`UPDATE backtest SET status = 'running', holder = 'dead', attempts = 1, started_at = now(),
        leased_until = now() + ${leasedUntil}::interval WHERE id = ${BacktestId}`.execute(kysely);
    await died('5 seconds');
    const queue = await startQueue();
    await queue.look();
    expect(await statusOf(BacktestId)).toBe('running');
    await died('-1 second');
    await queue.look();
    await expect.poll(() => statusOf(BacktestId), { timeout: 20_000 }).toBe('done');
    expect(await used(asha)).toBe(1);
  });

  test('one that died with its process twice fails and is given back', async () => {
    const BacktestId = await start(asha);
    await sql`UPDATE backtest SET status = 'running', holder = 'dead', attempts = 2, started_at = now(),
      leased_until = now() - interval '1 second' WHERE id = ${BacktestId}`.execute(api.database.db.kysely);
    await (await startQueue()).look();
    await expect.poll(() => statusOf(BacktestId)).toBe('failed');
    expect(await used(asha)).toBe(0);
  });

  test('a process that lost its lease writes nothing', async () => {
    const thread = endlessThread();
    const BacktestId = await start(asha);
    await startQueue(thread.open);
    await expect.poll(() => thread.opened.length).toBe(1);
    await sql`UPDATE backtest SET holder = 'another' WHERE id = ${BacktestId}`.execute(api.database.db.kysely);
    await expect.poll(() => thread.stopped).toEqual([BacktestId]);
    const row = await api.database.db.kysely
      .selectFrom('backtest')
      .select(['status', 'holder'])
      .where('id', '=', BacktestId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'running', holder: 'another' });
  });

  test('a stop puts what runs back, so that another process takes it at once and no try is lost', async () => {
    const thread = endlessThread();
    const BacktestId = await start(asha);
    const queue = await startQueue(thread.open);
    await expect.poll(() => thread.opened.length).toBe(1);
    await queue.stop();
    expect(thread.stopped).toEqual([BacktestId]);
    const row = await api.database.db.kysely
      .selectFrom('backtest')
      .select(['status', 'attempts'])
      .where('id', '=', BacktestId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'queued', attempts: 0 });
  });
});

describe('the queue', () => {
  test('a process that is stopped while it takes a back-test does not begin it', async () => {
    const thread = endlessThread();
    const BacktestId = await start(asha);
    const stopped = await api.database.db.transaction(async (tx) => {
      await lockQueue(tx);
      const queue = await startQueue(thread.open);
      await expect.poll(waitsForALock, { interval: 10 }).toBe(true);
      return { queue: queue.stop() };
    });
    await stopped.queue;
    expect(thread.opened).toEqual([]);
    expect(await statusOf(BacktestId)).toBe('queued');
  });

  test('goes round by account: one who asked late does not wait for all of another’s', async () => {
    const ashas = [await start(asha), await start(asha), await start(asha)];
    const ravis = [await start(ravi)];
    expect((await read(ravi, ravis[0] ?? 0)).queuedAhead).toBe(1);
    const order: number[] = [];
    await startQueue((job, onProgress) => {
      order.push(job.id);
      return realThread(job, onProgress);
    });
    await expect.poll(() => statusOf(ashas[2] ?? 0), { timeout: 25_000 }).toBe('done');
    expect(order).toEqual([ashas[0], ravis[0], ashas[1], ashas[2]]);
  });

  test('two processes never take the same back-test', async () => {
    const thread = endlessThread();
    const ids = [await start(asha), await start(asha), await start(ravi)];
    await Promise.all([startQueue(thread.open), startQueue(thread.open)]);
    await expect.poll(() => thread.opened.length).toBe(2);
    expect(new Set(thread.opened).size).toBe(2);
    expect(ids).toEqual(expect.arrayContaining(thread.opened));
  });
});

test('progress is told at most four times a second', async () => {
  let progress: (percent: number) => void = () => undefined;
  await start(asha);
  await startQueue((_job, onProgress) => {
    progress = onProgress;
    return { done: new Promise(() => undefined), stop: async () => undefined };
  });
  for (let percent = 1; percent <= 50; percent += 1) {
    progress(percent);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  const moments = (await eventsOf(asha)).slice(1).map(({ at }) => at.getTime());
  expect(moments.length).toBeGreaterThanOrEqual(4);
  expect(moments.length).toBeLessThanOrEqual(9);
});
