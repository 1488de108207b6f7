import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { openMarket } from '../risk/testing/desk-facts.ts';
import { putReport } from './store.ts';
import { closeFew, closeTrades, copyTrick } from './testing/ranked-copies.ts';

const NOW = indiaMoment('2026-09-30', 700);
const CAPITAL = 1_00_000_00n;
let api: TestApi;
let tricks: { id: number; versionId: number }[];

beforeAll(async () => {
  api = await openTestApi();
  api.clock.advance(NOW - api.clock.now());
  await openMarket(api);
  const { kysely } = api.database.db;
  const rows = await kysely.selectFrom('strategy_version').select(['id', 'strategy_id']).orderBy('id').execute();
  tricks = rows.map(({ id, strategy_id }) => ({ id: strategy_id, versionId: id }));
  // Back-tests that look far better than anything that was traded.
  for (const [i, { versionId }] of tricks.slice(0, 5).entries()) {
    const figures = {
      ...{ fromDate: '2026-09-01', toDate: '2026-09-29', returnTotalPercent: 500 + i, return30dPercent: 400 + i },
      ...{ maxDrawdownPercent: 1, winRatePercent: 99, trades: 777, sparkline: [0, 500], report: {} },
    };
    const { dataset } = api.services.marketData;
    await putReport(kysely, { versionId, dataset, status: 'ready', figures, now: new Date(NOW) });
  }
});
afterAll(() => api.close());

let people = 0;
const somebody = (): Promise<Person> => api.signUp(`ranked${++people}`);
const idOf = (i: number): number => tricks[i]?.id ?? 0;
const copy = (person: Person, i: number, mode: 'paper' | 'live', dataset?: string) =>
  copyTrick(api, person, { strategyId: idOf(i), mode, capitalPaise: CAPITAL, ...(dataset ? { dataset } : {}) });

async function topTen(thirtyDay: 0 | 1, isTest: 0 | 1) {
  const { data } = await api.send('gettopten', { thirtyDay, test: isTest }, { token: (await somebody()).accessToken });
  const lines = data.trick_list.map(({ rank, TricksId, returnPercent, trades, users, basis }) => {
    return [rank, TricksId, basis?.kind, returnPercent, trades, users];
  });
  return { ...data, lines };
}

test('before anybody traded nothing is ranked, whatever back-tests say, and each list says so', async () => {
  const live = await topTen(0, 0);
  expect(live.trick_list).toEqual([]);
  const rule = 'Days up to the one on which a trick was made do not count.';
  expect(live.note).toBe(
    `No live trade that counts has been closed at the simulated broker, so there is nothing to rank. ${rule}`,
  );
  const tested = await topTen(0, 1);
  expect(tested.trick_list).toEqual([]);
  expect(tested.note).toBe(`No test trade that counts has been closed, so there is nothing to rank. ${rule}`);
});

test('each mode ranks by what its users made, over their own trades and accounts; what is too little is not ranked', async () => {
  const [asha, ravi] = [await somebody(), await somebody()];
  // Trick 0: two accounts, three of their copies: 5 × 1,000 + 3,000 − 500 + 0 rupees of 3,00,000.
  await closeFew(api, await copy(asha, 0, 'paper'), 10_00, NOW);
  await closeTrades(api, await copy(asha, 0, 'paper'), [30_00, -5_00], { now: NOW });
  await closeTrades(api, await copy(ravi, 0, 'paper'), [0], { now: NOW });
  // Trick 1: 40 days ago a gain of 10,000, lately five losses of 100.
  const old = await copy(ravi, 1, 'paper');
  await closeTrades(api, old, [1_00_00], { now: NOW, daysAgo: 40 });
  await closeFew(api, old, -1_00, NOW);
  // Four trades, and five on one day: too few.
  await closeTrades(api, await copy(asha, 2, 'paper'), [90_00, 90_00, 90_00, 90_00, 90_00], { now: NOW });
  // Live, trick 7 without a back-test and trick 0.
  await closeFew(api, await copy(asha, 7, 'live'), 5_00, NOW);
  await closeFew(api, await copy(ravi, 0, 'live'), -1_00, NOW);
  // Never traded, and traded at another market: neither counts.
  await copy(ravi, 2, 'live');
  await closeFew(api, await copy(ravi, 3, 'live', 'angelone:recorded'), 90_00, NOW);

  const tested = await topTen(0, 1);
  expect(tested.lines).toEqual([
    [1, idOf(1), 'test', 9.5, 6, 1],
    [2, idOf(0), 'test', 2.5, 8, 2],
  ]);
  expect(tested).toMatchObject({ tooFew: 1, disclosures: ['past_is_no_promise', 'simulated'] });
  expect(tested.note).toContain('One trick has too few trades to be ranked: 5 on 3 days are the least.');
  expect((await topTen(1, 1)).lines).toEqual([
    [1, idOf(0), 'test', 2.5, 8, 2],
    [2, idOf(1), 'test', -0.5, 5, 1],
  ]);
  // What a return rests on: half of the users made less, the worst month, and how far luck may reach.
  expect(tested.trick_list[1]).toMatchObject({
    ...{ since: '2026-09-28', netPnlPaise: 7_500_00, capitalPaise: 3_00_000_00, usersGained: 1, openPnlPaise: 0 },
    ...{ userMedianPercent: 1.88, worstMonth: { month: '2026-09', returnPercent: 2.5 }, state: 'offered' },
  });
  expect(tested.trick_list[0]?.worstMonth).toEqual({ month: '2026-09', returnPercent: -0.5 });
  expect(tested.trick_list[0]?.likelyFromPercent).toBeLessThan(0);

  const live = await topTen(0, 0);
  expect(live.lines).toEqual([
    [1, idOf(7), 'live', 2.5, 5, 1],
    [2, idOf(0), 'live', -0.5, 5, 1],
  ]);
  expect(live.note).toContain('What users’ live tricks made after charges at the simulated broker');
  // Nothing of its back-test is left in a line of results.
  expect(live.trick_list[1]).toMatchObject({ returnTotalPercent: -0.5, winRatePercent: 0, maxDrawdownPercent: -0.5 });
  expect(live.trick_list[1]?.sparkline).toEqual([0, -0.2, -0.4, -0.5]);
  expect(live.trick_list[1]?.basis).toMatchObject({ simulated: true, from_date: '2026-09-28', days: 3 });
  expect(live.trick_list[1]).not.toHaveProperty('return30dPercent');
});

test('the catalogue stands in that order: live results, then test results, then by risk; no back-test ranks', async () => {
  const { data } = await api.send('hometrickers', { pageSize: 100 }, { token: (await somebody()).accessToken });
  const list = data.trick_list;
  const heads = list.slice(0, 3).map(({ TricksId, record }) => [TricksId, record?.kind, record?.rank, record?.of]);
  expect(heads).toEqual([
    [idOf(7), 'live', 1, 2],
    [idOf(0), 'live', 2, 2],
    [idOf(1), 'test', 1, 2],
  ]);
  // Its figures are those of the top ten, never those of its back-test or of the other mode.
  const { lines, trick_list: ten } = await topTen(0, 0);
  expect(lines[1]?.[1]).toBe(idOf(0));
  expect(list[1]?.record).toMatchObject({ returnPercent: ten[1]?.returnPercent, trades: 5, users: 1, simulated: true });
  expect(list[1]?.returnTotalPercent).toBe(500);
  const rest = list.slice(3);
  expect(rest.every(({ record }) => record === undefined)).toBe(true);
  const places = rest.map(({ risk, name }) => `${['low', 'medium', 'high'].indexOf(risk)} ${name.toLowerCase()}`);
  expect(places).toEqual(places.toSorted());
  const up = await api.send(
    'hometrickers',
    { pageSize: 100, sort: 'record' },
    { token: (await somebody()).accessToken },
  );
  expect(up.data.trick_list.slice(0, 3).map(({ TricksId }) => TricksId)).toEqual([1, 0, 7].map(idOf));
});

test('a position that is kept open counts at the latest price, so that nobody ranks by closing winners alone', async () => {
  const asha = await somebody();
  const held = await copy(asha, 4, 'paper');
  await closeFew(api, held, 20_00, NOW);
  const lineOf = async () => (await topTen(0, 1)).trick_list.find(({ TricksId }) => TricksId === idOf(4));
  const before = await lineOf();
  expect(before).toMatchObject({ returnPercent: 10, openPnlPaise: 0 });
  // Bought far above the latest price, and never sold.
  await recordTrade(api.database.db, {
    ...{ ...held, runNumber: 1, intentId: 901, symbol: 'SBIN', direction: 'long', quantity: 100 },
    ...{ entryAt: NOW - 1, entryPaise: 5_000_00, entryChargesPaise: 0 },
  });
  const after = await lineOf();
  expect(after?.openPnlPaise).toBeLessThan(-1_00_000_00);
  expect(after?.returnPercent).toBeLessThan(-100);
  expect(after?.netPnlPaise).toBe(10_000_00 + (after?.openPnlPaise ?? 0));
});

test('days on which a version may have been made do not count for it', async () => {
  const { kysely } = api.database.db;
  const { versionId = 0 } = tricks[5] ?? {};
  const { dataset } = api.services.marketData;
  await kysely
    .insertInto('track_sample')
    .values({ strategy_version_id: versionId, dataset, until: '2026-09-29' })
    .execute();
  const seen = await copy(await somebody(), 5, 'paper');
  await closeFew(api, seen, 50_00, NOW);
  const ten = await topTen(0, 1);
  expect(ten.trick_list.map(({ TricksId }) => TricksId)).not.toContain(idOf(5));
  // One day alone was outside.
  expect(ten.tooFew).toBe(2);
});
