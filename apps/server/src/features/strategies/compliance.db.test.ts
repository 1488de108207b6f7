import { DAY_MS, indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { openMarket } from '../risk/testing/desk-facts.ts';
import { putReport } from './store.ts';
import { putRun } from './testing/ranked-copies.ts';

const NOW = indiaMoment('2026-09-30', 700);
/** Stands in every figure of a return, so that one that slips through is found wherever it is. */
const TELLTALE = 73.31;
const HIDDEN = [
  'return30dPercent',
  'returnTotalPercent',
  'maxDrawdownPercent',
  'winRatePercent',
  'sparkline',
  'record',
] as const;
let api: TestApi;
let verified: Person;
let stranger: Person;
let trickId = 0;

beforeAll(async () => {
  api = await openTestApi({ COMPLIANCE: '1' });
  api.clock.advance(NOW - api.clock.now());
  await openMarket(api);
  [verified, stranger] = [await api.signUp('verified'), await api.signUp('stranger')];
  const { db } = api.database;
  await db.kysely
    .updateTable('account')
    .set({ kyc_verified_at: new Date(NOW) })
    .where('id', '=', verified.userId)
    .execute();
  const versions = await db.kysely.selectFrom('strategy_version').select(['id', 'strategy_id']).orderBy('id').execute();
  trickId = versions.at(-1)?.strategy_id ?? 0;
  for (const [i, { id: versionId }] of versions.entries()) {
    const value = TELLTALE + i * 1_000;
    const figures = {
      ...{ fromDate: '2026-09-01', toDate: '2026-09-29', returnTotalPercent: value, return30dPercent: value },
      ...{ maxDrawdownPercent: value, winRatePercent: TELLTALE, trades: 7, sparkline: [0, value], report: {} },
    };
    const { dataset } = api.services.marketData;
    await putReport(db.kysely, { versionId, dataset, status: 'ready', figures, now: new Date(NOW) });
  }
  const { data } = await api.send('toptenclone', { TricksId: trickId }, { token: verified.accessToken });
  const copy = data.TricksId;
  await db.kysely.updateTable('deployment').set({ run_number: 1 }).where('id', '=', copy).execute();
  await putRun(db, copy, 'paper', api.services.marketData.dataset);
  for (const i of [0, 1, 2, 3, 4]) {
    const at = NOW - (i % 3) * DAY_MS;
    await recordTrade(db, {
      ...{ accountId: verified.userId, deploymentId: copy, runNumber: 1, intentId: 1 + 2 * i, symbol: 'SBIN' },
      ...{ direction: 'long', quantity: 1, entryAt: at - 2, entryPaise: 600_00, entryChargesPaise: 0 },
      exit: { at: at - 1, pricePaise: 673_31, chargesPaise: 0 },
    });
  }
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken });
const namesOf = (tricks: readonly { readonly name: string }[]) => tricks.map(({ name }) => name);

describe('in compliance mode who is no verified client', () => {
  test('sees the catalogue without returns, and never in the order of them', async () => {
    const byName = await api.send('hometrickers', { pageSize: 100, sort: 'name' }, as(stranger));
    expect(byName.data.trick_list.length).toBeGreaterThan(10);
    const riskOf = ({ risk }: { readonly risk: string }): number => ['low', 'medium', 'high'].indexOf(risk);
    const byRisk = byName.data.trick_list.toSorted((a, b) => riskOf(a) - riskOf(b));
    for (const sort of [undefined, 'record', '-return_30d', 'return_total', 'drawdown', '-win_rate'] as const) {
      const { data, http } = await api.send('hometrickers', { pageSize: 100, ...(sort ? { sort } : {}) }, as(stranger));
      expect(namesOf(data.trick_list)).toEqual(namesOf(byRisk));
      for (const trick of data.trick_list) {
        expect(trick.returnsHidden).toBe(true);
        for (const field of HIDDEN) expect(trick).not.toHaveProperty(field);
      }
      expect(http.body).not.toContain('73.31');
    }
  });

  test('sees a trick whose back-test is said to be hidden, not to be on its way, and no records of others', async () => {
    const { data, http } = await api.send('trickerdetails', { TricksId: trickId }, as(stranger));
    expect(data.trick_details).toMatchObject({ reportStatus: 'hidden', returnsHidden: true });
    for (const field of [...HIDDEN, 'report', 'liveRecord', 'testRecord']) {
      expect(data.trick_details).not.toHaveProperty(field);
    }
    expect(http.body).not.toMatch(/73\.31|7331/);
  });

  test('sees ten tricks in the order of risk and of how long they were traded, without a figure, also on the first page', async () => {
    for (const thirtyDay of [0, 1]) {
      const { data, http } = await api.send('gettopten', { thirtyDay, test: 1 }, as(stranger));
      expect(data.disclosures).toEqual(['returns_hidden', 'simulated']);
      expect(data.note).toContain('Returns are shown to verified clients only.');
      expect(data.trick_list.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      const risks = data.trick_list.map(({ risk }) => ['low', 'medium', 'high'].indexOf(risk));
      expect(risks).toEqual(risks.toSorted((a, b) => a - b));
      for (const line of data.trick_list) {
        expect(line.returnsHidden).toBe(true);
        for (const field of [...HIDDEN, 'returnPercent', 'netPnlPaise', 'userMedianPercent', 'worstMonth']) {
          expect(line).not.toHaveProperty(field);
        }
      }
      expect(http.body).not.toMatch(/73\.31|7331/);
    }
    const home = await api.send('home', {}, as(stranger));
    expect(home.data.topTen.trick_list[0]).toMatchObject({ returnsHidden: true });
    expect(home.http.body).not.toMatch(/73\.31|7331/);
  });
});

test('in compliance mode a verified client sees all of it', async () => {
  const { data } = await api.send('hometrickers', { pageSize: 100, sort: '-return_total' }, as(verified));
  const returns = data.trick_list.map((trick) => trick.returnTotalPercent ?? 0);
  expect(returns).toEqual(returns.toSorted((a, b) => b - a));
  expect(returns.at(-1)).toBe(TELLTALE);
  expect(data.trick_list.some((trick) => trick.returnsHidden)).toBe(false);
  // Worst of the back-tests, and the only one that anybody traded.
  const catalogue = await api.send('hometrickers', { pageSize: 100 }, as(verified));
  expect(catalogue.data.trick_list[0]).toMatchObject({
    TricksId: trickId,
    record: { kind: 'test', trades: 5, users: 1 },
  });
  expect(catalogue.data.trick_list.filter(({ record }) => record)).toHaveLength(1);
  const details = await api.send('trickerdetails', { TricksId: trickId }, as(verified));
  expect(details.data.trick_details.testRecord).toMatchObject({ users: 1, trades: 5, netPnlPaise: 366_55 });
  expect(details.data.trick_details.liveRecord).toEqual({ users: 0, trades: 0, netPnlPaise: 0 });
  expect(details.data.trick_details.reportStatus).not.toBe('hidden');
  const ten = await api.send('gettopten', { thirtyDay: 0, test: 1 }, as(verified));
  expect(ten.data.trick_list).toHaveLength(1);
  expect(ten.data.trick_list[0]?.returnPercent).toBeGreaterThan(0);
  expect(ten.data.trick_list[0]?.basis?.kind).toBe('test');
});
