import type { PortfolioTricks } from '@trickdesk/contract';
import { addDays } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { seedCatalogue } from '../strategies/index.ts';
import { putReport } from '../strategies/store.ts';
import { PORTFOLIOS } from './portfolio-list.ts';

let api: TestApi;
let reader: Person;
beforeAll(async () => {
  api = await openTestApi();
  reader = await api.signUp('reader');
  await seedCatalogue(api.database.db, new Date(api.clock.now()));
});
afterAll(() => api.close());

const MIX = 'intraday-mix';
const DAYS = 12;

async function read(): Promise<Map<string, PortfolioTricks>> {
  const { data } = await api.send('getPortfolioTrcikList', {}, { token: reader.accessToken });
  return new Map(data.portfolio_list.map((each) => [each.portfolio, each]));
}

/** A back-test of a trick of the catalogue that makes so much on each day. */
async function report(slug: string, results: readonly number[]): Promise<void> {
  const { kysely } = api.database.db;
  const { rows } = await sql<{ id: number }>`SELECT v.id FROM strategy_version v JOIN strategy s ON s.id = v.strategy_id
    WHERE s.slug = ${slug}`.execute(kysely);
  let valuePaise = 1_00_000_00;
  const equity = results.map((result, i) => {
    valuePaise += result;
    return { date: addDays('2026-01-05', i), valuePaise, drawdownPercent: 0 };
  });
  const [from, to] = ['2026-01-05', equity.at(-1)?.date ?? ''];
  const basis = { kind: 'back_test', data: 'Simulated market, seed 1', simulated: true, afterCharges: true };
  const figures = {
    ...{ netPnlPaise: 0, grossPnlPaise: 0, chargesPaise: 0, returnPercent: 0, maxDrawdownPercent: 0 },
    ...{ trades: 1, longestLosingRun: 0, monthly: [], tradeList: [] },
  };
  await putReport(kysely, {
    ...{ versionId: rows[0]?.id ?? 0, dataset: api.services.marketData.dataset, status: 'ready' },
    figures: {
      ...{ fromDate: from, toDate: to, returnTotalPercent: 0, return30dPercent: 0, maxDrawdownPercent: 0 },
      ...{ winRatePercent: 0, trades: 1, sparkline: [] },
      report: {
        ...figures,
        basis: { ...basis, from_date: from, to_date: to, days: DAYS },
        capitalPaise: 1_00_000_00,
        equity,
      },
    },
    now: new Date(api.clock.now()),
  });
}

test('every portfolio names tricks that the catalogue has', async () => {
  const portfolios = await read();
  for (const { key, slugs } of PORTFOLIOS) expect(portfolios.get(key)?.tricks).toHaveLength(slugs.length);
});

test('a portfolio has figures once all of its tricks have, and they are the sum of what it opens to', async () => {
  const up = Array.from({ length: DAYS }, (_, i) => (i % 2 === 0 ? 300_00 : -100_00));
  const [one, two, three] = PORTFOLIOS.find(({ key }) => key === MIX)?.slugs ?? [];
  await report(one ?? '', up);
  await report(
    two ?? '',
    up.map((result) => -result),
  );
  expect((await read()).get(MIX)?.figures).toBeUndefined();
  await report(
    three ?? '',
    up.map(() => 50_00),
  );
  const figures = (await read()).get(MIX)?.figures;
  expect(figures).toMatchObject({ capitalPaise: 3_00_000_00, netPnlPaise: DAYS * 50_00, maxDrawdownPercent: 0 });
  expect(figures?.basis).toMatchObject({ simulated: true, afterCharges: true, days: DAYS, from_date: '2026-01-05' });
  const sum = figures?.trick_list.reduce((total, { netPnlPaise }) => total + netPnlPaise, 0);
  expect(sum).toBe(figures?.netPnlPaise);
  expect(figures?.equity.at(-1)?.valuePaise).toBe(3_00_000_00 + DAYS * 50_00);
  // The first two are opposite; the third never moves, so nothing can be said.
  expect(figures?.correlation.map(({ value }) => value)).toEqual([-1, undefined, undefined]);
});
