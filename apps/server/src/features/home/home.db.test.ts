import { indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { notify } from '../notifications/index.ts';
import { change, insertTrader, insertTrick, type Trader } from '../readiness/testing/board-rows.ts';
import { openMarket } from '../risk/testing/desk-facts.ts';

const NOW = indiaMoment('2026-01-05', 700);
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  api.clock.advance(NOW - api.clock.now());
  await openMarket(api);
});
afterAll(() => api.close());

const homeOf = async ({ person }: Trader) => (await api.send('home', {}, { token: person.accessToken })).data;

/** Closes one trade and writes one decision, in a run of a trick. */
async function trade(trick: { accountId: number; id: number; mode: 'paper' | 'live'; run?: number }, minute: number) {
  const { accountId, id: deploymentId, mode, run: runNumber = 1 } = trick;
  const at = NOW - 60 * MINUTE_MS + minute * MINUTE_MS;
  await recordTrade(api.database.db, {
    ...{ accountId, deploymentId, runNumber, mode, intentId: 1, symbol: 'SBIN', direction: 'long', quantity: 10 },
    ...{ entryAt: at - MINUTE_MS, entryPaise: 600_00, entryChargesPaise: 1_00 },
    exit: { at, pricePaise: 601_00, chargesPaise: 1_00 },
  });
  const { kysely } = api.database.db;
  const { strategy_version_id } = await kysely
    .selectFrom('deployment')
    .select('strategy_version_id')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('decision')
    .values({
      ...{ deployment_id: deploymentId, run_number: runNumber, sequence: minute, at: new Date(at), symbol: 'SBIN' },
      ...{ action: 'exit', sentence: `${mode} ${minute}`, strategy_version_id, body: '{}' },
    })
    .execute();
}

test('each mode shows its own newest rows, however many newer ones the other has', async () => {
  const trader = await insertTrader(api);
  const accountId = trader.person.userId;
  // Test trades first and live ones after them, so that a cut over both would leave live ones alone.
  for (const mode of ['paper', 'live'] as const) {
    for (let i = 0; i < 10; i += 1) {
      const id = await insertTrick(api, { accountId, linkId: trader.linkId, mode });
      await trade({ accountId, id, mode }, (mode === 'live' ? 30 : 10) + i);
    }
  }
  const home = await homeOf(trader);
  for (const [mode, isLive, newest] of [
    ['Test', 0, 19],
    ['Live', 1, 39],
  ] as const) {
    expect(home.myTricks.filter((trick) => trick.mode === mode)).toHaveLength(6);
    const trades = home.recentTrades.filter((row) => row.is_live === isLive);
    expect(trades.map((row) => new Date(row.exitAt).getTime())).toEqual(
      Array.from({ length: 6 }, (_, i) => NOW - (60 - newest + i) * MINUTE_MS),
    );
    const words = isLive === 1 ? 'live' : 'paper';
    expect(home.recentDecisions.filter((row) => row.is_live === isLive).map((row) => row.sentence)).toEqual(
      Array.from({ length: 8 }, (_, i) => `${words} ${newest - i}`),
    );
  }
});

test('what a trick decided with paper money before it went live is not told as a live decision', async () => {
  const trader = await insertTrader(api, 'paper');
  const { trickId, person } = trader;
  await trade({ accountId: person.userId, id: trickId, mode: 'paper' }, 1);
  await change(api, trickId, { mode: 'live', run_number: 2 });
  const at = new Date(NOW);
  const { dataset } = api.services.marketData;
  await api.database.db.kysely
    .insertInto('deployment_run')
    .values({
      ...{ deployment_id: trickId, run_number: 2, mode: 'live', dataset, fence: 0n, state: null, last_bar_at: null },
      ...{ started_exchange_at: at, warmup_from: at, updated_at: at },
    })
    .execute();
  const told = (await homeOf(trader)).recentDecisions.map(({ sentence, is_live }) => [sentence, is_live]);
  expect(told).toEqual([['paper 1', 0]]);
});

test.each(['live', 'paper'] as const)(
  'what a trick made %s counts there, today and since the start, after it went to the other mode',
  async (mode) => {
    const trader = await insertTrader(api, mode);
    const { trickId, person } = trader;
    await trade({ accountId: person.userId, id: trickId, mode }, 1);
    const shown = async () => {
      const { summary } = await homeOf(trader);
      const { todayPnlPaise } = (await api.send('headerdata', {}, { token: person.accessToken })).data;
      return [summary.live, summary.test].map((one, i) => [
        ...[one.dayPnlPaise, one.totalPnlPaise, one.chargesPaise],
        i === 0 ? todayPnlPaise.live : todayPnlPaise.test,
      ]);
    };
    const made = [8_00, 8_00, 2_00, 8_00];
    const right = mode === 'live' ? [made, [0, 0, 0, 0]] : [[0, 0, 0, 0], made];
    expect(await shown()).toEqual(right);
    await change(api, trickId, { mode: mode === 'live' ? 'paper' : 'live', status: 'stopped', run_number: 2 });
    expect(await shown()).toEqual(right);
    // The line of the mode starts from the capital that made it.
    const [first, last] = (await homeOf(trader)).equity[mode === 'live' ? 'live' : 'test'];
    expect([(last?.valuePaise ?? 0) - (first?.valuePaise ?? 0), first?.valuePaise]).toEqual([8_00, 1_00_000_00]);
  },
);

test('the count of alerts above every page is the unread count of the bell, whatever Home hints at', async () => {
  const trader = await insertTrader(api);
  const as = { token: trader.person.accessToken };
  const counts = async () => [
    (await api.send('headerdata', {}, as)).data.alertCount,
    (await api.send('usernotificationcount', {}, as)).data.alertCount,
  ];
  // A hint of Home, and nothing unread.
  await change(api, trader.trickId, { status: 'halted' });
  expect((await homeOf(trader)).alerts.map(({ kind }) => kind)).toEqual(['trick_halted']);
  expect(await counts()).toEqual([0, 0]);
  for (const dedupeKey of ['a', 'b', 'c']) {
    const alert = {
      accountId: trader.person.userId,
      dedupeKey,
      title: 'Bought',
      body: 'Because.',
      severity: 'info',
    } as const;
    await api.database.db.transaction((tx) => notify(tx, { ...alert, category: 'trades' }));
  }
  expect(await counts()).toEqual([3, 3]);
  await api.send('usernotificationreadall', {}, as);
  expect(await counts()).toEqual([0, 0]);
});

test('the alert of a halted trick leads to the list in which it stands', async () => {
  for (const [mode, type] of [
    ['live', 'Live'],
    ['paper', 'Test'],
  ] as const) {
    const trader = await insertTrader(api, mode);
    await change(api, trader.trickId, { status: 'halted' });
    const link = (await homeOf(trader)).alerts.find(({ kind }) => kind === 'trick_halted')?.link ?? '';
    const asked = new URL(link, 'http://localhost').searchParams;
    expect([asked.get('type'), asked.get('trickStatus')]).toEqual([type, '3']);
    const { data } = await api.send('mytrick', { type, trickStatus: 3 }, { token: trader.person.accessToken });
    expect(data.trick_list.map((trick) => trick.TricksId)).toEqual([trader.trickId]);
  }
});
