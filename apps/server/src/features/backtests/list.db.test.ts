import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
/** Of another trick, over another share. */
let other: number;
beforeAll(async () => {
  world = await openBacktestWorld();
  await world.storeBars('INFY', 5);
  ({ id: other } = await world.api.database.db.kysely
    .selectFrom('strategy')
    .select('id')
    .where('slug', '=', 'supertrend-nifty-etf')
    .executeTakeFirstOrThrow());
});
beforeEach(() => world.clear());
afterAll(() => world.close());

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

interface Made {
  readonly status: (typeof STATES)[number];
  readonly net?: number | undefined;
  readonly percent?: number | undefined;
  readonly trades?: number | undefined;
}

/** One that is there already, whatever it came to; nothing runs it. */
async function made({ status, net, percent, trades }: Made, more: object = {}): Promise<number> {
  const id = await world.start(world.asha, more);
  await sql`UPDATE backtest SET status = ${status}, net_paise = ${net ?? null}, return_percent = ${percent ?? null},
    trades = ${trades ?? null}, given_back = true WHERE id = ${id}`.execute(world.api.database.db.kysely);
  return id;
}

type Asked = Parameters<typeof world.api.send<'getUserBacktest'>>[1];
const list = async (asked: Asked = {}, person = world.asha) => {
  const { data, message } = await world.api.send('getUserBacktest', asked, world.as(person));
  if (!data) throw new Error(message);
  return data;
};
const idsOf = async (asked: Asked) => (await list(asked)).backtest_list.map(({ BacktestId }) => BacktestId);

test('back-tests are narrowed by state, trick, name and symbol, and by all of them together', async () => {
  const waiting = await made({ status: 'queued' });
  const done = await made({ status: 'done', net: 100_00 });
  const onInfy = await made({ status: 'done', net: 50_00 }, { instruments: ['INFY'] });
  const ofOther = await made({ status: 'failed' }, { TricksId: other, instruments: ['SBIN'] });
  expect(await idsOf({})).toEqual([ofOther, onInfy, done, waiting]);
  expect(await idsOf({ status: 'done' })).toEqual([onInfy, done]);
  expect(await idsOf({ status: 'cancelled' })).toEqual([]);
  expect(await idsOf({ TricksId: other })).toEqual([ofOther]);
  expect(await idsOf({ Search: 'infy' })).toEqual([onInfy]);
  expect(await idsOf({ Search: 'supertrend' })).toEqual([ofOther]);
  expect(await idsOf({ status: 'done', TricksId: world.TricksId, Search: 'SBI' })).toContain(done);
  expect(await list({ status: 'done', pageSize: 1, pageNumber: 2 })).toMatchObject({ total: 2 });
});

test('the tricks to narrow a list by are those of its owner, each once, by name, whatever is asked for', async () => {
  await made({ status: 'done' });
  await made({ status: 'queued' });
  await made({ status: 'done' }, { TricksId: other, instruments: ['SBIN'] });
  const { tricks = [] } = await list({ status: 'failed' });
  expect(tricks.map(({ TricksId }) => TricksId)).toEqual([world.TricksId, other]);
  expect(tricks.map(({ name }) => name)).toEqual(tricks.map(({ name }) => name).toSorted());
  expect((await list({}, world.ravi)).tricks).toEqual([]);
});

test('a trick that its asker has never tested is not found, whosever it is', async () => {
  await made({ status: 'done' });
  const asked = { TricksId: world.TricksId, status: 'failed' } as const;
  expect(await idsOf(asked)).toEqual([]);
  expect(await world.api.send('getUserBacktest', asked, world.as(world.ravi))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await world.api.send('getUserBacktest', { TricksId: other }, world.as(world.asha))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('of more tricks than a choice can show each can be narrowed to, and is found by its name', async () => {
  const [first, last] = [900_001, 900_205];
  const id = await made({ status: 'done' });
  await sql`INSERT INTO backtest (account_id, tricks_id, name, strategy_version_id, definition, version_hash, dataset,
      from_date, to_date, capital_paise, costs, slippage_bps, status, given_back, created_at)
    SELECT account_id, trick, 'Many ' || trick, strategy_version_id, definition, version_hash, dataset,
      from_date, to_date, capital_paise, costs, slippage_bps, status, given_back, created_at
    FROM backtest, generate_series(${first}::int, ${last}::int) trick WHERE id = ${id}`.execute(
    world.api.database.db.kysely,
  );
  const asked = { TricksId: last, status: 'failed' } as const;
  expect(await idsOf(asked)).toEqual([]);
  const { tricks = [], tricksTotal } = await list(asked);
  expect([tricks.length, tricksTotal]).toEqual([201, 206]);
  expect(tricks).toContainEqual({ TricksId: last, name: `Many ${last}` });
  const offered = async (more: Asked) => (await list(more)).tricks?.map(({ TricksId }) => TricksId) ?? [];
  expect(await offered({})).toHaveLength(200);
  expect(await offered({})).not.toContain(last);
  expect(await offered({ Search: `many ${last}` })).toContain(last);
  expect(await offered({ Search: `many ${last}` })).toHaveLength(200);
  expect(await world.api.send('getUserBacktest', { TricksId: last + 1 }, world.as(world.asha))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('an order that is none is a 422', async () => {
  expect((await world.api.send('getUserBacktest', { sort: 'luck' } as never, world.as(world.asha))).status).toBe(422);
});

test('whatever the results, each order holds over its pages, turns round, and leaves what has no result last', async () => {
  const figure = fc.option(fc.constantFrom(-200, 0, 300), { nil: undefined });
  const result = fc.record({ status: fc.constantFrom(...STATES), net: figure, percent: figure, trades: figure });
  const of = { result: 'netPnlPaise', return: 'returnPercent', trades: 'trades', time: 'BacktestId' } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(result, { minLength: 3, maxLength: 6 }), async (results) => {
      await world.clear();
      for (const one of results) await made(one);
      for (const [name, field] of Object.entries(of)) {
        for (const sort of [name, `-${name}`] as never[]) {
          const pages = [1, 2, 3].map(
            async (pageNumber) => (await list({ sort, pageSize: 2, pageNumber })).backtest_list,
          );
          const rows = (await Promise.all(pages)).flat();
          expect(new Set(rows.map(({ BacktestId }) => BacktestId)).size).toBe(results.length);
          const values = rows.map((row) => row[field as 'trades']);
          const known = values.filter((value) => value !== undefined);
          expect(values.slice(0, known.length)).toEqual(known);
          const sign = `${sort}`.startsWith('-') ? -1 : 1;
          expect(known).toEqual(known.toSorted((a, b) => sign * (a - b)));
        }
      }
    }),
    { numRuns: 5 },
  );
});
