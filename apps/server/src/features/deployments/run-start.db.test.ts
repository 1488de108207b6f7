import { indiaMoment } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { putClock } from '../market-data/store.ts';
import { DATASET, insertInstrument, insertStrategy } from './testing/world.ts';

const TODAY = '2026-09-29';
const NOW = indiaMoment(TODAY, 600);
const DEFINITION: StrategyDefinitionInput = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '5m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > open' },
  sizing: { method: 'capital_share', percent: 50 },
};

let api: TestApi;
let person: Person;
let strategyId = 0;
beforeAll(async () => {
  api = await openTestApi();
  person = await api.signUp('asha');
  await insertInstrument(api.database.db, 'SBIN');
  strategyId = await insertStrategy(api.database.db, 'test-trick', DEFINITION);
});
afterAll(() => api.close());

const as = () => ({ token: person.accessToken });
let keys = 0;

async function start(TricksId: number): Promise<unknown> {
  const { status } = await api.send('starttrick', { TricksId, idempotencyKey: `key-${++keys}` }, as());
  expect(status).toBe(200);
  const [run] = await api.database.db.kysely
    .selectFrom('deployment_run')
    .select('day_before')
    .where('deployment_id', '=', TricksId)
    .orderBy('run_number', 'desc')
    .execute();
  return run?.day_before;
}

const stop = (TricksId: number) => api.send('stoptrick', { TricksId }, as());

/** As a runner writes it. */
const write = (TricksId: number, runNumber: number, day: object) =>
  api.database.db.kysely
    .updateTable('deployment_run')
    .set({ state: JSON.stringify({ run: { day, bases: [] }, fedUntil: [] }) })
    .where('deployment_id', '=', TricksId)
    .where('run_number', '=', runNumber)
    .execute();

const setClock = (exchangeAt: number) =>
  putClock(api.database.db.kysely, DATASET, { exchangeAt, seenAt: api.clock.now(), speed: 1, feed: 'live' });

test('a run knows what those before it have done on its day, through any number of starts, and nothing of an earlier day', async () => {
  await setClock(NOW);
  const { data } = await api.send('toptenclone', { TricksId: strategyId }, as());
  const { TricksId } = data;
  expect(await start(TricksId)).toBeNull();
  const day = { date: TODAY, trades: 3, realisedPaise: -500_00 };
  await write(TricksId, 1, day);
  await stop(TricksId);
  expect(await start(TricksId)).toEqual(day);
  // It ends before it has written anything.
  await stop(TricksId);
  expect(await start(TricksId)).toEqual(day);
  const more = { ...day, trades: 4 };
  await write(TricksId, 3, more);
  await stop(TricksId);
  expect(await start(TricksId)).toEqual(more);
  await stop(TricksId);
  await setClock(indiaMoment('2026-09-30', 600));
  expect(await start(TricksId)).toBeNull();
});

test.each([
  ['in the other mode', 'live', DATASET],
  ['in another market', 'paper', 'simulator:other'],
])('what was done %s does not count', async (_where, mode, dataset) => {
  await setClock(NOW);
  const { data } = await api.send('toptenclone', { TricksId: strategyId }, as());
  const { TricksId } = data;
  await start(TricksId);
  await write(TricksId, 1, { date: TODAY, trades: 3, realisedPaise: -500_00 });
  await stop(TricksId);
  await sql`UPDATE deployment_run SET mode = ${mode}, dataset = ${dataset} WHERE deployment_id = ${TricksId}`.execute(
    api.database.db.kysely,
  );
  expect(await start(TricksId)).toBeNull();
});
