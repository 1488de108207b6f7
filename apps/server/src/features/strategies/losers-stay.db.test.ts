import { indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, PASSWORD, type Person, type TestApi } from '../../testing/test-api.ts';
import { continueErasures } from '../own-data/index.ts';
import { openMarket } from '../risk/testing/desk-facts.ts';
import { closeFew, closeTrades, copyTrick } from './testing/ranked-copies.ts';

const NOW = indiaMoment('2026-09-30', 700);
const CAPITAL = 1_00_000_00n;
let api: TestApi;
let tricks: number[];
let loser: Person;
let mixed: Person;

/** Trick 0 wins for one and loses for two, 1 loses, 2 wins a little, 3 loses most. */
beforeAll(async () => {
  api = await openTestApi();
  api.clock.advance(NOW - api.clock.now());
  await openMarket(api);
  const rows = await api.database.db.kysely.selectFrom('strategy').select('id').orderBy('id').execute();
  tricks = rows.map(({ id }) => id);
  const winner = await api.signUp('staywinner');
  [loser, mixed] = [await api.signUp('stayloser'), await api.signUp('staymixed')];
  const copy = (person: Person, i: number) =>
    copyTrick(api, person, { strategyId: tricks[i] ?? 0, mode: 'paper', capitalPaise: CAPITAL });
  await closeFew(api, await copy(winner, 0), 30_00, NOW);
  await closeFew(api, await copy(loser, 0), -12_00, NOW);
  await closeTrades(api, await copy(mixed, 0), [-40_00], { now: NOW });
  await closeFew(api, await copy(mixed, 1), -5_00, NOW);
  await closeFew(api, await copy(winner, 2), 2_00, NOW);
  await closeFew(api, await copy(loser, 3), -50_00, NOW);
});
afterAll(() => api.close());

async function ranking() {
  const reader = await api.signUp(`reader${++readers}`);
  const { data } = await api.send('gettopten', { thirtyDay: 0, test: 1 }, { token: reader.accessToken });
  return data.trick_list.map(({ TricksId, rank, returnPercent, users, trades, state, name }) => {
    return { TricksId, rank, returnPercent, users, trades, state, name };
  });
}
let readers = 0;

const withoutState = (lines: Awaited<ReturnType<typeof ranking>>) => lines.map(({ state: _, ...line }) => line);

test('when a user who lost leaves, no rank and no figure changes', async () => {
  const before = await ranking();
  expect(before.map(({ TricksId }) => TricksId)).toEqual([0, 2, 1, 3].map((i) => tricks[i]));
  for (const person of [loser, mixed]) {
    const { http } = await api.send('deleteaccount', { password: PASSWORD }, { token: person.accessToken });
    expect(http.statusCode).toBe(200);
  }
  const { database } = api;
  for (let i = 0; i < 20; i += 1) await continueErasures({ database: database.db, clock: api.clock });
  const left = await database.db.kysely
    .selectFrom('deployment')
    .select('id')
    .where('account_id', 'in', [loser.userId, mixed.userId])
    .execute();
  expect(left).toEqual([]);
  const owners = await database.db.kysely.selectFrom('track_copy').select('account_id').distinct().execute();
  expect(owners.map(({ account_id }) => account_id)).not.toContain(loser.userId);
  expect(await ranking()).toEqual(before);
});

test('when a trick that lost is retired, or deleted with all its rows, no rank improves', async () => {
  const before = await ranking();
  const { kysely } = api.database.db;
  await kysely
    .updateTable('strategy')
    .set({ retired_at: new Date(NOW) })
    .where('id', '=', tricks[1] ?? 0)
    .execute();
  // The catalogue offers it no more, and whoever is left keeps the place that counts it.
  const reader = await api.signUp(`reader${++readers}`);
  const { data: catalogue } = await api.send('hometrickers', { pageSize: 100 }, { token: reader.accessToken });
  const places = catalogue.trick_list.flatMap(({ TricksId, record }) => (record ? [[TricksId, record.rank]] : []));
  expect(places).toEqual(
    before.filter(({ TricksId }) => TricksId !== tricks[1]).map((line) => [line.TricksId, line.rank]),
  );
  const retired = await ranking();
  expect(retired.find(({ TricksId }) => TricksId === tricks[1])?.state).toBe('retired');
  expect(withoutState(retired)).toEqual(withoutState(before));

  const gone = tricks[3] ?? 0;
  const versions = sql`(SELECT id FROM strategy_version WHERE strategy_id = ${gone})`;
  await sql`DELETE FROM strategy_report WHERE strategy_version_id IN ${versions}`.execute(kysely);
  await sql`DELETE FROM strategy_version WHERE strategy_id = ${gone}`.execute(kysely);
  await sql`DELETE FROM strategy WHERE id = ${gone}`.execute(kysely);
  const after = await ranking();
  expect(after.at(-1)).toMatchObject({ TricksId: gone, state: 'gone', returnPercent: -25 });
  expect(withoutState(after)).toEqual(withoutState(before));
});

test('the record itself is only added to', async () => {
  const { kysely } = api.database.db;
  await expect(sql`DELETE FROM track_day WHERE net_paise < 0`.execute(kysely)).rejects.toThrow('only added to');
  await expect(sql`UPDATE track_day SET in_sample = true`.execute(kysely)).rejects.toThrow('only added to');
  await expect(sql`TRUNCATE track_day`.execute(kysely)).rejects.toThrow('only added to');
});
