import { addDays } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApi } from '../../testing/test-api.ts';
import { HOUR_MS, LivePeople, NOW } from './testing/live-people.ts';
import { recordTrade } from './testing/trades.ts';
import { DATASET } from './testing/world.ts';

let people: LivePeople;
let api: TestApi;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
});
afterAll(() => api.close());
beforeEach(async () => {
  [asha, ravi] = [await people.signUp('asha'), await people.signUp('ravi')];
});

const as = (person: Person) => ({ token: person.accessToken });
const db = () => people.db;
const key = () => people.key();
const ready = (person: Person = asha) => people.ready(person);
const goLive = (TricksId: number, person = asha, more: { brokerId?: number; idempotencyKey?: string } = {}) =>
  people.goLive(TricksId, person, more);

describe('golivecheck', () => {
  test('shows the test record and the back-test with their trades, and what is held on paper', async () => {
    const { TricksId, brokerId } = await ready();
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    const trade = {
      accountId: asha.userId,
      deploymentId: TricksId,
      runNumber: 1,
      symbol: 'SBIN',
      direction: 'long',
      quantity: 10,
      entryAt: NOW - HOUR_MS,
      entryPaise: 59_000,
      entryChargesPaise: 10_00,
    } as const;
    const exit = { at: NOW - HOUR_MS / 2, pricePaise: 59_500, chargesPaise: 10_00 };
    await recordTrade(api.database.db, { ...trade, intentId: 1, exit });
    await recordTrade(api.database.db, { ...trade, intentId: 3 });
    await putReport();
    const { data } = await api.send('golivecheck', { TricksId }, as(asha));
    expect(data).toMatchObject({ TricksId, brokerId, ready: true, liveBadge: 'live_simulated' });
    expect(data.testRecord).toEqual({ trades: 1, wins: 1, days: 1, netPnlPaise: 30_00, chargesPaise: 20_00 });
    expect(data.backtestRecord).toMatchObject({ trades: 30, days: 5, netPnlPaise: 10_00 });
    await expectInCatalogue(TricksId, data.backtestRecord?.catalogue);
    expect(data.paperPositions).toMatchObject([{ symbol: 'SBIN', side: 'sell', quantity: 10, estimatedPrice: 600 }]);
    // Worst day of the report: 500.00 on a lakh; the trick has two lakh.
    expect(data.contract).toMatchObject({ worstDayPaise: -500_00, modelledDays: 5, modelledTrades: 30 });
    expect(data.contract.chargesPerMonthPaise).toBe(Math.ceil((200_00 / 5) * 21));
    await db().deleteFrom('strategy_report').execute();
    const none = await api.send('golivecheck', { TricksId }, as(asha));
    expect(none.data.backtestRecord).toBeUndefined();
    expect(none.data.contract.sentences).toContain('No back-test says yet what a bad day costs.');
  });
});

/** The back-test that a contract rests on can be looked up, and it is said where a newer one stands in its place. */
async function expectInCatalogue(
  TricksId: number,
  catalogue: { TricksId: number; isReplaced: boolean } | undefined,
): Promise<void> {
  expect(catalogue).toEqual({ TricksId: people.strategyId, isReplaced: false });
  const { trick_details: shown } = (await api.send('trickerdetails', { TricksId: catalogue?.TricksId ?? 0 }, as(asha)))
    .data;
  expect(shown.report).toMatchObject({ trades: 30, netPnlPaise: 10_00 });
  const newer = await db()
    .insertInto('strategy_version')
    .columns(['strategy_id', 'version', 'definition', 'note', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('strategy_version')
        .select(['strategy_id', eb('version', '+', 1).as('version'), 'definition', 'note', 'created_at'])
        .where('strategy_id', '=', people.strategyId),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const { backtestRecord } = (await api.send('golivecheck', { TricksId }, as(asha))).data;
  expect(backtestRecord?.catalogue?.isReplaced).toBe(true);
  await db().deleteFrom('strategy_version').where('id', '=', newer.id).execute();
}

async function putReport(): Promise<void> {
  const values = [1_00_100_00, 99_600_00, 99_800_00, 1_00_200_00, 1_00_010_00];
  const version = await db()
    .selectFrom('strategy_version')
    .select('id')
    .where('strategy_id', '=', people.strategyId)
    .executeTakeFirstOrThrow();
  const report = {
    basis: {
      kind: 'back_test',
      data: 'Simulated',
      simulated: true,
      from_date: '2026-09-21',
      to_date: '2026-09-25',
      days: 5,
      afterCharges: true,
    },
    capitalPaise: 1_00_000_00,
    netPnlPaise: 10_00,
    grossPnlPaise: 210_00,
    chargesPaise: 200_00,
    returnPercent: 0.01,
    maxDrawdownPercent: -0.5,
    trades: 30,
    longestLosingRun: 3,
    equity: values.map((valuePaise, i) => ({ date: addDays('2026-09-21', i), valuePaise, drawdownPercent: 0 })),
    monthly: [],
    tradeList: [],
  };
  await db()
    .insertInto('strategy_report')
    .values({
      strategy_version_id: version.id,
      dataset: DATASET,
      status: 'ready',
      failure: null,
      from_date: '2026-09-21',
      to_date: '2026-09-25',
      return_total_percent: 0.01,
      return_30d_percent: null,
      max_drawdown_percent: null,
      win_rate_percent: null,
      report: JSON.stringify(report),
      updated_at: new Date(0),
    } as never)
    .execute();
}

describe('a live trick', () => {
  test('starts again only through the same gates', async () => {
    const { TricksId, brokerId } = await ready();
    await goLive(TricksId);
    await api.send('stoptrick', { TricksId }, as(asha));
    const start = () => api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    const session = (hours: number) =>
      db()
        .updateTable('broker_link')
        .set({ token_expires_at: new Date(api.clock.now() + hours * HOUR_MS) })
        .where('id', '=', brokerId)
        .execute();
    await session(-1);
    expect((await start()).code).toBe('BROKER_SESSION_CLOSED');
    await session(1);
    await db().updateTable('account').set({ kyc_verified_at: null }).where('id', '=', asha.userId).execute();
    expect((await start()).code).toBe('KYC_NOT_VERIFIED');
    await people.clear(asha);
    const started = await start();
    expect([started.status, started.message]).toEqual([
      200,
      'The trick trades with your broker. It decides when the next bar closes.',
    ]);
    const runs = await db()
      .selectFrom('deployment_run')
      .select('mode')
      .where('deployment_id', '=', TricksId)
      .orderBy('run_number')
      .execute();
    expect(runs).toEqual([{ mode: 'live' }, { mode: 'live' }]);
    const unlink = await api.send('unlinkangelone', { brokerId, password: asha.password }, as(asha));
    expect(unlink.code).toBe('BROKER_HAS_LIVE_TRICKS');
  });

  test('goes back to test only when it holds nothing, and keeps the figures of both modes apart', async () => {
    const { TricksId } = await ready();
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    const past = {
      accountId: asha.userId,
      deploymentId: TricksId,
      symbol: 'SBIN',
      direction: 'long',
      quantity: 1,
    } as const;
    const exit = { at: NOW, pricePaise: 70_000, chargesPaise: 0 };
    const paper = {
      ...past,
      runNumber: 1,
      intentId: 1,
      entryAt: NOW - 1,
      entryPaise: 60_000,
      entryChargesPaise: 0,
      exit,
    };
    await recordTrade(api.database.db, paper);
    await goLive(TricksId);
    const live = await api.send('mytrick', { type: 'Live' }, as(asha));
    expect(live.data.trick_list[0]).toMatchObject({ totalPnlPaise: 0, dayPnlPaise: 0 });
    await recordTrade(api.database.db, {
      ...past,
      runNumber: 2,
      intentId: 1,
      entryAt: NOW,
      entryPaise: 60_000,
      entryChargesPaise: 0,
      mode: 'live',
    });
    const back = (idempotencyKey = key()) => api.send('livetotesttrick', { TricksId, idempotencyKey }, as(asha));
    expect((await back()).code).toBe('TRICK_HOLDS_POSITION');
    await db().updateTable('position').set({ status: 'closed' }).where('deployment_id', '=', TricksId).execute();
    await recordTrade(api.database.db, { ...paper, runNumber: 2, intentId: 3, mode: 'live' });
    const again = key();
    expect((await back(again)).data).toEqual({ TricksId, trickStatus: 2, phase: 'idle' });
    expect((await back(again)).data).toEqual({ TricksId, trickStatus: 2, phase: 'idle' });
    expect((await back()).code).toBe('TRICK_IS_TEST');
    const test = await api.send('mytrick', { type: 'Test', trickStatus: 0 }, as(asha));
    // One trade of 100 rupees in each mode, on the same day.
    expect(test.data.trick_list[0]).toMatchObject({ totalPnlPaise: 100_00, brokerId: 0 });
    const days = await db()
      .selectFrom('daily_result')
      .select(['mode', 'net_paise'])
      .where('deployment_id', '=', TricksId)
      .orderBy('mode')
      .execute();
    expect(days).toEqual([
      { mode: 'live', net_paise: 100_00n },
      { mode: 'paper', net_paise: 100_00n },
    ]);
  });

  test('hands its positions over; on paper there is nobody to hand them to', async () => {
    const { TricksId } = await ready();
    await goLive(TricksId);
    await recordTrade(api.database.db, {
      accountId: asha.userId,
      deploymentId: TricksId,
      runNumber: 1,
      intentId: 1,
      symbol: 'SBIN',
      direction: 'long',
      quantity: 5,
      entryAt: NOW,
      entryPaise: 60_000,
      entryChargesPaise: 0,
      mode: 'live',
    });
    const { data, message } = await api.send('stoptrick', { TricksId, verb: 'detach' }, as(asha));
    expect(data).toEqual({ TricksId, trickStatus: 1, phase: 'exiting' });
    expect(message).toContain('handed to you');
    const stop = await api.send('stoptrick', { TricksId, verb: 'stop_after_exit' }, as(asha));
    expect(stop.data).toEqual({ TricksId, trickStatus: 1, phase: 'exiting' });
    const commands = await db()
      .selectFrom('deployment_command')
      .select('verb')
      .where('deployment_id', '=', TricksId)
      .execute();
    expect(commands).toEqual([{ verb: 'detach' }]);
    const flat = await ready(ravi);
    await goLive(flat.TricksId, ravi);
    const ended = await api.send('stoptrick', { TricksId: flat.TricksId, verb: 'detach' }, as(ravi));
    expect(ended.data).toMatchObject({ trickStatus: 4, phase: 'idle' });
    const paper = await people.clone(ravi);
    await api.send('starttrick', { TricksId: paper, idempotencyKey: key() }, as(ravi));
    expect((await api.send('stoptrick', { TricksId: paper, verb: 'detach' }, as(ravi))).code).toBe(
      'VERB_NOT_AVAILABLE',
    );
  });

  test('sells its positions or hands them over: what was asked for first holds, and the other is told so', async () => {
    const { TricksId } = await ready();
    await goLive(TricksId);
    await recordTrade(api.database.db, {
      ...{ accountId: asha.userId, deploymentId: TricksId, runNumber: 1, intentId: 1, symbol: 'SBIN', mode: 'live' },
      ...{ direction: 'long', quantity: 5, entryAt: NOW, entryPaise: 60_000, entryChargesPaise: 0 },
    });
    const sell = () => api.send('sellTrick', { TricksId, idempotencyKey: key() }, as(asha));
    const detach = () => api.send('stoptrick', { TricksId, verb: 'detach' }, as(asha));
    const [handed, sold] = await Promise.all([detach(), sell()]);
    expect([handed.status, sold.status].toSorted()).toEqual([200, 409]);
    const commands = () =>
      db().selectFrom('deployment_command').select('verb').where('deployment_id', '=', TricksId).execute();
    const first = handed.status === 200 ? 'detach' : 'sell';
    expect(await commands()).toEqual([{ verb: first }]);
    const other = await (first === 'detach' ? sell() : detach());
    expect([other.status, other.code]).toEqual([409, 'TRICK_EXITING']);
    expect(other.message).toContain(first === 'detach' ? 'handing its positions over' : 'selling its positions');
    // To ask again for what is under way is no contradiction.
    expect((await (first === 'detach' ? detach() : sell())).status).toBe(200);
  });
});
