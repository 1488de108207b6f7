import { DAY_MS, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { openMarket } from '../risk/testing/desk-facts.ts';
import { putReport } from './store.ts';

const NOW = indiaMoment('2026-09-30', 700);
/** Closed after the one that trades on 100 shares bought at ₹ 600.00, of a capital of ₹ 1,00,000. */
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

/** A copy of a trick that has run in a mode. @returns its id */
async function copy(person: Person, i: number, mode: 'paper' | 'live', dataset = api.services.marketData.dataset) {
  const { data } = await api.send('toptenclone', { TricksId: idOf(i) }, { token: person.accessToken });
  const { kysely } = api.database.db;
  const at = new Date(NOW);
  await kysely
    .updateTable('deployment')
    .set({ mode, run_number: 1, capital_paise: CAPITAL })
    .where('id', '=', data.TricksId)
    .execute();
  await kysely
    .insertInto('deployment_run')
    .values({
      ...{ deployment_id: data.TricksId, run_number: 1, mode, dataset, fence: 0n, state: null, last_bar_at: null },
      ...{ started_exchange_at: at, warmup_from: at, updated_at: at },
    })
    .execute();
  return { accountId: person.userId, deploymentId: data.TricksId, mode };
}

/** Closes positions of 100 shares, each `gainPaise` a share above its entry and without charges. */
async function close(of: Awaited<ReturnType<typeof copy>>, gains: readonly number[], daysAgo = 0): Promise<void> {
  for (const [i, gainPaise] of gains.entries()) {
    const at = NOW - daysAgo * DAY_MS - (60 - i) * MINUTE_MS;
    await recordTrade(api.database.db, {
      ...{ ...of, runNumber: 1, intentId: 2 * i + 1 + 100 * daysAgo, symbol: 'SBIN', direction: 'long', quantity: 100 },
      ...{ entryAt: at - MINUTE_MS, entryPaise: 600_00, entryChargesPaise: 0 },
      exit: { at, pricePaise: 600_00 + gainPaise, chargesPaise: 0 },
    });
  }
}

async function topTen(thirtyDay: 0 | 1, isTest: 0 | 1) {
  const { data } = await api.send('gettopten', { thirtyDay, test: isTest }, { token: (await somebody()).accessToken });
  const lines = data.trick_list.map(({ rank, TricksId, returnPercent, trades, users, basis }) => {
    return [rank, TricksId, basis.kind, returnPercent, trades, users];
  });
  return { ...data, lines };
}
const BACK_TESTS = (from: number) => [4, 3, 2, 1, 0].map((i) => [i, from + i] as const);

test('before anybody traded the live list is empty and says so, and the test list is of back-tests alone', async () => {
  const live = await topTen(0, 0);
  expect(live.trick_list).toEqual([]);
  expect(live.note).toBe('No live trade has been closed at the simulated broker, so there is nothing to rank.');
  const tested = await topTen(0, 1);
  expect(tested.lines).toEqual(BACK_TESTS(500).map(([i, made], at) => [at + 1, idOf(i), 'back_test', made, 777, 0]));
  expect(tested.note).toMatch(/^No test trade has been closed\. These are back-tests/);
});

test('each mode ranks by what its users made, over their own trades and accounts; a back-test never joins in', async () => {
  const [asha, ravi] = [await somebody(), await somebody()];
  // Trick 0: two accounts, three of their copies, four trades: 1,000 + 3,000 − 500 + 0 rupees of 3,00,000.
  await close(await copy(asha, 0, 'paper'), [10_00]);
  await close(await copy(asha, 0, 'paper'), [30_00, -5_00]);
  await close(await copy(ravi, 0, 'paper'), [0]);
  // Trick 1: 40 days ago a gain, today a loss.
  const old = await copy(ravi, 1, 'paper');
  await close(old, [60_00], 40);
  await close(old, [-10_00]);
  // Live, trick 7 without a back-test and trick 0.
  await close(await copy(asha, 7, 'live'), [20_00, 5_00]);
  await close(await copy(ravi, 0, 'live'), [-1_00]);
  // Never traded, and traded at another market: neither counts.
  await copy(ravi, 2, 'live');
  await close(await copy(ravi, 3, 'live', 'angelone:recorded'), [90_00]);

  const rest = [4, 3, 2];
  const tested = await topTen(0, 1);
  expect(tested.lines).toEqual([
    [1, idOf(1), 'test', 5, 2, 1],
    [2, idOf(0), 'test', 1.17, 4, 2],
    ...rest.map((i, at) => [at + 3, idOf(i), 'back_test', 500 + i, 777, 0]),
  ]);
  expect(tested.note).toContain('Below them stand tricks without a closed test trade, by their back-test.');
  expect((await topTen(1, 1)).lines).toEqual([
    [1, idOf(0), 'test', 1.17, 4, 2],
    [2, idOf(1), 'test', -1, 1, 1],
    ...rest.map((i, at) => [at + 3, idOf(i), 'back_test', 400 + i, 777, 0]),
  ]);

  const live = await topTen(0, 0);
  expect(live.lines).toEqual([
    [1, idOf(7), 'live', 2.5, 2, 1],
    [2, idOf(0), 'live', -0.1, 1, 1],
  ]);
  expect(live.note).toContain('What users’ live tricks made after charges at the simulated broker');
  // Nothing of its back-test is left in a line of results.
  expect(live.trick_list[1]).toMatchObject({ returnTotalPercent: -0.1, winRatePercent: 0, sparkline: [0, -0.1] });
  expect(live.trick_list[1]?.basis).toMatchObject({ simulated: true, from_date: '2026-09-30', days: 1 });
  expect(live.trick_list[1]).not.toHaveProperty('maxDrawdownPercent');
  expect(live.trick_list[1]).not.toHaveProperty('return30dPercent');
});
