import { type Bar, indiaMoment } from '@trickdesk/domain';
import { compileStrategy, parseDefinition, runBacktest } from '@trickdesk/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { CALENDAR, randomMinutes, sessionsBefore } from '../deployments/testing/random-market.ts';
import { DATASET, insertInstrument } from '../deployments/testing/world.ts';
import { columnsOfBars } from '../market-data/bar-columns.ts';
import { writeBars } from '../market-data/candles.ts';
import { createMarketData, type MarketDataService } from '../market-data/index.ts';
import { putClock } from '../market-data/store.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { baseFactsOf, createReports, seedCatalogue } from './index.ts';
import { putCatalogueEntry, retireOthers } from './seed-store.ts';
import { putReport } from './store.ts';

const NOW = indiaMoment('2026-09-30', 1_000);
const TRADED = 'quick-cross-sbin';
let api: TestApi;
let person: Person;
let marketData: MarketDataService;
let bars: Bar[];

beforeAll(async () => {
  api = await openTestApi();
  person = await api.signUp('reader');
  await insertInstrument(api.database.db, 'SBIN');
  const { kysely } = api.database.db;
  const { id } = await kysely.selectFrom('instrument').select('id').executeTakeFirstOrThrow();
  bars = randomMinutes(sessionsBefore(NOW, 12), { seed: 3 });
  await api.database.db.transaction((tx) =>
    writeBars(tx, { dataset: DATASET, instrumentId: id, interval: '1m' }, columnsOfBars(bars)),
  );
  await putClock(kysely, DATASET, { exchangeAt: NOW, seenAt: api.clock.now(), speed: 1, feed: 'live' });
  const { db } = api.database;
  marketData = createMarketData({
    db,
    clock: api.clock,
    dataset: DATASET,
    simulated: true,
    speed: 1,
    calendar: CALENDAR,
  });
  await Promise.all([seedCatalogue(db, new Date(0)), seedCatalogue(db, new Date(0))]);
});
afterAll(() => api.close());

const as = () => ({ token: person.accessToken });
const versions = () =>
  api.database.db.kysely
    .selectFrom('strategy_version')
    .innerJoin('strategy', 'strategy.id', 'strategy_version.strategy_id')
    .select(['strategy.slug', 'strategy_version.id', 'strategy_version.version'])
    .orderBy('strategy_version.id')
    .execute();

/** Jobs that are done when the test says so. */
function jobsByHand() {
  const queued: { versionId: number }[] = [];
  const jobs = {
    handle: async () => undefined,
    enqueue: async (_kind: string, data: object) => {
      queued.push(data as { versionId: number });
    },
    stop: async () => undefined,
  };
  const { clock, foundation, database } = api;
  return {
    queued,
    reports: createReports({ database: database.db, clock, log: foundation.log, marketData, jobs, slippageBps: 2 }),
  };
}

describe('the catalogue', () => {
  test('is written once, by however many processes at once', async () => {
    const rows = await versions();
    expect(rows.length).toBe(CATALOGUE.length);
    expect(rows.every((row) => row.version === 1)).toBe(true);
    await seedCatalogue(api.database.db, new Date(0));
    expect(await versions()).toEqual(rows);
  });

  test('keeps what was and adds a version where a definition changed; what is taken out is retired', async () => {
    const [entry] = CATALOGUE;
    if (!entry) throw new Error('the catalogue is empty');
    const parsed = parseDefinition({ ...entry.definition, interval: '3m' });
    if (!parsed.ok) throw new Error('bad definition');
    const changed = {
      ...entry,
      slug: 'changing',
      name: 'Changing',
      minCapitalPaise: 1n,
      note: 'Rules changed',
      now: new Date(0),
    };
    const put = (definition: string) =>
      api.database.db.transaction((tx) => putCatalogueEntry(tx, { ...changed, definition }));
    await put(JSON.stringify({ ...parsed.definition, interval: '1m' }));
    await put(JSON.stringify(parsed.definition));
    await put(JSON.stringify(parsed.definition));
    const { data } = await api.send('hometrickers', { Search: 'Changing' }, as());
    const TricksId = data.trick_list[0]?.TricksId ?? 0;
    const details = await api.send('trickerdetails', { TricksId }, as());
    expect(details.data.trick_details.versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'Rules changed'],
      [1, 'First version'],
    ]);
    expect(details.data.trick_details).toMatchObject({ interval: '3m', reportStatus: 'queued' });
    const slugs = CATALOGUE.map(({ slug }) => slug);
    await api.database.db.transaction((tx) => retireOthers(tx, slugs, new Date(0)));
    expect((await api.send('hometrickers', { Search: 'Changing' }, as())).data.total).toBe(0);
    expect((await api.send('toptenclone', { TricksId }, as())).code).toBe('NOT_FOUND');
  });

  test('pages, filters and sorts without an entry twice', async () => {
    for (const name of ['name', 'return_30d', 'return_total', 'drawdown', 'win_rate', 'capital'] as const) {
      for (const sort of [name, `-${name}`] as const) {
        const seen: number[] = [];
        for (let pageNumber = 1; ; pageNumber += 1) {
          const { data } = await api.send('hometrickers', { pageNumber, pageSize: 5, sort }, as());
          if (data.trick_list.length === 0) break;
          seen.push(...data.trick_list.map((trick) => trick.TricksId));
          expect(data.total).toBe(CATALOGUE.length);
        }
        expect(new Set(seen).size).toBe(CATALOGUE.length);
        expect(seen).toHaveLength(CATALOGUE.length);
      }
    }
    const capitals = async (sort: 'capital' | '-capital') =>
      (await api.send('hometrickers', { pageSize: 100, sort }, as())).data.trick_list.map((it) => it.minCapitalPaise);
    expect(await capitals('capital')).toEqual((await capitals('capital')).toSorted((a, b) => a - b));
    expect(await capitals('-capital')).toEqual((await capitals('capital')).toReversed());
    const { data } = await api.send('hometrickers', { category: 'trend', pageSize: 100 }, as());
    expect(data.total).toBe(CATALOGUE.filter((entry) => entry.category === 'trend').length);
    expect((await api.send('trickerdetails', { TricksId: 999_999 }, as())).code).toBe('NOT_FOUND');
  });
});

test('a search finds tricks by what they trade, also where neither name nor summary tells it', async () => {
  const trading = (symbol: string) =>
    CATALOGUE.filter(({ definition }) => definition.instruments.some((each) => each.symbol === symbol));
  let silent = 0;
  for (const symbol of new Set(CATALOGUE.flatMap(({ definition }) => definition.instruments.map((i) => i.symbol)))) {
    const { data } = await api.send('hometrickers', { Search: symbol.toLowerCase(), pageSize: 100 }, as());
    const found = data.trick_list.map((trick) => trick.name);
    expect(data.total).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(trading(symbol).map(({ name }) => name)));
    silent += trading(symbol).filter(({ name, summary }) => !`${name} ${summary}`.includes(symbol)).length;
  }
  expect(silent).toBeGreaterThan(0);
  expect((await api.send('hometrickers', { Search: 'NOSUCHSHARE' }, as())).data.total).toBe(0);
  // A symbol that only an older version traded.
  const versioned = {
    slug: 'moved-on',
    name: 'Moved on',
    minCapitalPaise: 1n,
    note: 'Rules changed',
    now: new Date(0),
  };
  const [entry] = CATALOGUE;
  if (!entry) throw new Error('the catalogue is empty');
  for (const symbol of ['OLDSHARE', 'NEWSHARE']) {
    const definition = JSON.stringify({ ...entry.definition, instruments: [{ exchange: 'NSE', symbol }] });
    await api.database.db.transaction((tx) => putCatalogueEntry(tx, { ...entry, ...versioned, definition }));
  }
  expect((await api.send('hometrickers', { Search: 'OLDSHARE' }, as())).data.total).toBe(0);
  const { data } = await api.send('hometrickers', { Search: 'NEWSHARE' }, as());
  expect(data.trick_list.map((trick) => trick.name)).toEqual(['Moved on']);
  const slugs = CATALOGUE.map(({ slug }) => slug);
  await api.database.db.transaction((tx) => retireOthers(tx, slugs, new Date(0)));
});

describe('a report', () => {
  test('is planned where there is data, worked out once, and shows the figures of its back-test', async () => {
    const { queued, reports } = jobsByHand();
    await reports.plan();
    const own = (await versions()).find((row) => row.slug === TRADED);
    expect(queued.map(({ versionId }) => versionId)).toContain(own?.id);
    for (const { versionId } of queued) await reports.work(versionId);
    const planned = queued.length;
    await reports.plan();
    expect(queued.length).toBe(planned);

    const entry = CATALOGUE.find(({ slug }) => slug === TRADED);
    const parsed = parseDefinition(entry?.definition);
    if (!parsed.ok || !entry) throw new Error('bad definition');
    const { report } = runBacktest({
      strategy: compileStrategy(parsed.definition),
      bases: [baseFactsOf({ symbol: 'SBIN', tickPaise: 5, lotSize: 1, kind: 'equity' }, true)],
      series: [bars],
      interval: '1m',
      settings: { capitalPaise: entry.minCapitalPaise, quantityMultiplier: 1 },
      calendar: CALENDAR,
      costs: 'angelone',
      slippageBps: 2,
    });
    expect(report.trades).toBeGreaterThan(10);
    const { data } = await api.send('hometrickers', { Search: entry.name }, as());
    const [item] = data.trick_list;
    expect(item).toMatchObject({
      returnTotalPercent: Math.round((report.returnPct ?? 0) * 100) / 100,
      trades: report.trades,
      basis: { kind: 'back_test', data: 'Simulated market, seed 1', simulated: true, days: 12, afterCharges: true },
    });
    const details = await api.send('trickerdetails', { TricksId: item?.TricksId ?? 0 }, as());
    expect(details.data.trick_details.reportStatus).toBe('ready');
    expect(details.data.trick_details.report).toMatchObject({
      netPnlPaise: report.netPaise,
      chargesPaise: report.chargesPaise,
      trades: report.trades,
    });
    const home = await api.send('home', {}, as());
    expect(home.data.preparation).toEqual({ done: queued.length, total: CATALOGUE.length });
  });

  test('of another market does not show, and none is in the top ten', async () => {
    const rows = await versions();
    const figures = (returnTotalPercent: number) => ({
      fromDate: '2026-09-01',
      toDate: '2026-09-29',
      returnTotalPercent,
      return30dPercent: -returnTotalPercent,
      maxDrawdownPercent: 1,
      winRatePercent: 50,
      trades: 3,
      sparkline: [0, 1],
      report: {},
    });
    const current = rows.filter((row) => CATALOGUE.some(({ slug }) => slug === row.slug));
    for (const [i, { id }] of current.entries()) {
      const dataset = i % 4 === 0 ? 'simulator:synthetic:2' : DATASET;
      const report = { versionId: id, dataset, status: 'ready' as const, figures: figures(i % 4 === 0 ? 1_000 : i) };
      await putReport(api.database.db.kysely, { ...report, now: new Date(0) });
    }
    const { data } = await api.send('hometrickers', { pageSize: 100, sort: '-return_total' }, as());
    const returns = data.trick_list.flatMap((trick) => trick.returnTotalPercent ?? []);
    expect(returns.length).toBeGreaterThan(10);
    expect(returns).toEqual(returns.toSorted((a, b) => b - a));
    expect(Math.max(...returns)).toBeLessThan(1_000);
    // However good a back-test looks, it is not ranked.
    for (const isTest of [0, 1]) {
      const ten = await api.send('gettopten', { thirtyDay: 0, test: isTest }, as());
      expect(ten.data).toMatchObject({ trick_list: [], tooFew: 0 });
    }
  });
});
