import type { OutputOf, readiness } from '@trickdesk/contract';
import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readinessPartsOf } from '../../compose/readiness-board.ts';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { accountLeaseKey } from '../deployments/index.ts';
import { putClock } from '../market-data/store.ts';
import { putLimits } from '../risk/change-store.ts';
import { createRiskGate } from '../risk/index.ts';
import { NO_LIMITS } from '../risk/limits.ts';
import { insertOrder, openMarket, putPrice } from '../risk/testing/desk-facts.ts';
import { createReadinessService, tellReadiness } from './index.ts';
import { change, changeLink, insertTrader, insertTrick, type Trader } from './testing/board-rows.ts';

const MORNING = indiaMoment('2026-01-05', 600);
let api: TestApi;
let sbin: number;
beforeAll(async () => {
  api = await openTestApi();
  api.clock.advance(MORNING - api.clock.now());
  sbin = await openMarket(api);
});
afterAll(() => api.close());
beforeEach(() => marketAt(MORNING));

/** The exchange's clock, with a price of that moment. */
async function marketAt(exchangeAt: number, feed: 'live' | 'stale' = 'live'): Promise<void> {
  const { dataset } = api.services.marketData;
  const { kysely } = api.database.db;
  await putClock(kysely, dataset, { exchangeAt, seenAt: api.clock.now(), speed: 1, feed });
  await putPrice(api, sbin, 600_00);
  await kysely
    .updateTable('last_price')
    .set({ at: new Date(exchangeAt) })
    .execute();
}

type Board = OutputOf<typeof readiness>;
async function boardOf({ person }: Trader): Promise<Board> {
  const answer = await api.send('readiness', {}, { token: person.accessToken });
  expect([answer.status, answer.message]).toEqual([200, '']);
  return answer.data;
}
async function trickOf(trader: Trader): Promise<Board['trick_list'][number]> {
  const found = (await boardOf(trader)).trick_list.find(({ TricksId }) => TricksId === trader.trickId);
  if (!found) throw new Error('the trick is not on the board');
  return found;
}
const codesOf = async (trader: Trader) => (await trickOf(trader)).causes.map(({ code }) => code);

/** The entry of the trick as the desk asks for it: what the gate says to it, in a transaction that leaves nothing. */
async function gateRefuses({ person, linkId, trickId }: Trader): Promise<boolean> {
  const { clock, services, database } = api;
  const gate = createRiskGate({ clock, marketData: services.marketData });
  const { now = 0 } = await services.marketData.marketState();
  const instrument = { id: sbin, exchange: 'NSE', symbol: 'SBIN', token: '3045', tradingSymbol: 'SBIN-EQ' } as const;
  const veto = await database.db.transaction((tx) =>
    gate(tx, {
      ...{ accountId: person.userId, brokerLinkId: linkId, deploymentId: trickId, at: now },
      ...{ side: 'buy', product: 'intraday', quantity: 83, pricePaise: 601_80 },
      instrument: { ...instrument, kind: 'equity', tickPaise: 5, lotSize: 1 },
    }),
  );
  return veto !== undefined;
}

test('a trick with nothing in its way will trade, and its entry passes the gate', async () => {
  const trader = await insertTrader(api);
  expect(await trickOf(trader)).toMatchObject({
    verdict: 'will_trade',
    causes: [],
    badge: 'live_simulated',
    stop: { rests: false, needed: false },
  });
  expect(await gateRefuses(trader)).toBe(false);
  expect((await boardOf(trader)).summary).toEqual({
    live: { willTrade: 1, willNot: 0 },
    test: { willTrade: 0, willNot: 0 },
    causes: [],
  });
  expect((await boardOf(trader)).day.sentence).toBe('The market is open until 15:30.');
});

const limit = (trader: Trader, limits: Partial<typeof NO_LIMITS>) =>
  api.database.db.transaction((tx) =>
    putLimits(tx, trader.person.userId, { now: { ...NO_LIMITS, ...limits }, next: undefined }, new Date(0)),
  );

type Break = (trader: Trader) => Promise<unknown>;
const hour = 3_600_000;

/** Whatever the gate of the desk refuses. */
test.each<[string, Break]>([
  ['broker_session', ({ linkId }) => changeLink(api, linkId, { status: 'expired' })],
  ['broker_session', ({ linkId }) => changeLink(api, linkId, { token_expires_at: new Date(api.clock.now()) })],
  ['broker_refused', ({ linkId }) => changeLink(api, linkId, { status: 'error', status_reason: 'Invalid PIN' })],
  [
    'kill_switch',
    ({ person }) =>
      api.database.db.kysely
        .insertInto('kill_switch')
        .values({ account_id: person.userId, set_by: 'owner', reason: 'enough', set_at: new Date(0) })
        .execute(),
  ],
  [
    'risk_lock',
    async (trader) => {
      await limit(trader, {});
      await api.database.db.kysely
        .updateTable('risk_limit')
        .set({ locked_until: new Date(api.clock.now() + hour) })
        .where('account_id', '=', trader.person.userId)
        .execute();
    },
  ],
  [
    'account_loss',
    async (trader) => {
      await limit(trader, { maxLossPerDayPaise: 1_000_00 });
      await api.database.db.kysely
        .updateTable('risk_limit')
        .set({ stopped_day: '2026-01-05' })
        .where('account_id', '=', trader.person.userId)
        .execute();
    },
  ],
  ['account_limit', (trader) => limit(trader, { maxGrossExposurePaise: 1_000_00 })],
  ['feed_silent', () => marketAt(MORNING, 'stale')],
  ['price_doubtful', () => putPrice(api, sbin, 780_00)],
])('%s: the board says so, and the gate refuses the entry', async (code, breakIt) => {
  const trader = await insertTrader(api);
  await breakIt(trader);
  expect(await codesOf(trader)).toContain(code);
  expect((await trickOf(trader)).verdict).toBe('will_not');
  expect(await gateRefuses(trader)).toBe(true);
});

/** Whatever else keeps it from trading. */
test.each<[string, Break]>([
  ['funds', ({ linkId }) => changeLink(api, linkId, { funds_available_paise: 9_989_00n })],
  ['halted', ({ trickId }) => change(api, trickId, { status: 'halted', phase: 'idle', status_reason: 'A fault.' })],
  ['exiting', ({ trickId }) => change(api, trickId, { phase: 'exiting' })],
  ['bases_disabled', ({ trickId }) => change(api, trickId, { disabled_symbols: ['SBIN'] })],
  ['broker_missing', ({ linkId }) => changeLink(api, linkId, { unlinked_at: new Date(0) })],
  ['capital', ({ trickId }) => change(api, trickId, { capital_paise: 100_00n })],
  ['holiday', () => marketAt(indiaMoment('2026-01-26', 600))],
  ['calendar_unknown', () => marketAt(indiaMoment('2031-03-04', 600))],
  ['weekday', () => marketAt(indiaMoment('2026-02-01', 600))],
  ['special_hours', ({ trickId }) => change(api, trickId, { square_off_minute: 556 })],
  ['after_last_entry', () => marketAt(indiaMoment('2026-01-05', 14 * 60 + 31))],
  ['feed_silent', async () => api.clock.advance(6_000)],
  [
    'runner_asleep',
    ({ trickId }) =>
      api.database.db.kysely
        .updateTable('deployment_run')
        .set({ updated_at: new Date(api.clock.now() - 11_000) })
        .where('deployment_id', '=', trickId)
        .execute(),
  ],
  [
    'unclear_order',
    ({ person, linkId, trickId }) =>
      insertOrder(api.database.db, {
        ...{ account_id: person.userId, broker_link_id: linkId, deployment_id: trickId },
        ...{ state: 'unknown', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, sent_at: new Date(0) },
      }),
  ],
  [
    'trick_loss',
    async ({ person, trickId }) => {
      await change(api, trickId, { max_loss_per_day_paise: 500_00n });
      await api.database.db.kysely
        .insertInto('daily_result')
        .values({
          ...{ deployment_id: trickId, account_id: person.userId, day: '2026-01-05', mode: 'live' },
          ...{ gross_paise: -400_00n, charges_paise: 100_00n, net_paise: -500_00n, trades: 1, wins: 0 },
        })
        .execute();
    },
  ],
  [
    'trick_trades',
    async ({ person, trickId }) => {
      await change(api, trickId, { max_trades_per_day: 1 });
      await api.database.db.kysely
        .insertInto('trade_order')
        .values({
          ...{ account_id: person.userId, deployment_id: trickId, mode: 'live', run_number: 1, intent_id: 1 },
          ...{ symbol: 'SBIN', exchange: 'NSE', side: 'buy', purpose: 'entry', quantity: 1, filled_quantity: 1 },
          ...{ average_paise: 600_00, state: 'filled', reason: '-', at: new Date(MORNING), day: '2026-01-05' },
        })
        .execute();
    },
  ],
])('%s: the board says so', async (code, breakIt) => {
  const trader = await insertTrader(api);
  await breakIt(trader);
  const { verdict, causes } = await trickOf(trader);
  expect([verdict, causes.map((cause) => cause.code)]).toEqual(['will_not', expect.arrayContaining([code])]);
});

test('an instrument that is listed no more keeps its tricks from trading', async () => {
  const trader = await insertTrader(api);
  const list = (active: boolean) =>
    api.database.db.kysely.updateTable('instrument').set({ active }).where('id', '=', sbin).execute();
  await list(false);
  try {
    expect(await trickOf(trader)).toMatchObject({
      causes: [{ code: 'instruments', action: { to: '/tricks' } }],
    });
  } finally {
    await list(true);
  }
});

test('a stopped live trick says that it does not run, and what its start is refused for', async () => {
  const trader = await insertTrader(api);
  const { trickId, person } = trader;
  await change(api, trickId, { status: 'stopped', phase: 'idle' });
  expect(await codesOf(trader)).toEqual(['stopped', 'acknowledgement']);
  const as = { token: person.accessToken };
  const start = (word: object = {}) => api.send('starttrick', { TricksId: trickId, idempotencyKey: 'a', ...word }, as);
  expect((await start()).code).toBe('ACKNOWLEDGEMENT_NEEDED');
  const { data } = await api.send('golivecheck', { TricksId: trickId, settings: {} }, as);
  expect((await start({ acknowledgedContract: data.contractHash, idempotencyKey: 'b' })).status).toBe(200);
  await change(api, trickId, { status: 'stopped', phase: 'idle' });
  expect(await codesOf(trader)).toEqual(['stopped']);
  await change(api, trickId, { capital_paise: 100_000_01n });
  expect(await codesOf(trader)).toEqual(['stopped', 'acknowledgement']);
  await change(api, trickId, { capital_paise: 100_000_00n, max_trades_per_day: 2 });
  expect(await codesOf(trader)).toEqual(['stopped']);
  await api.database.db.kysely
    .updateTable('account')
    .set({ kyc_verified_at: null, trade_activated_at: null })
    .where('id', '=', person.userId)
    .execute();
  expect(await codesOf(trader)).toEqual(['stopped', 'kyc', 'activation']);
  expect((await start()).code).toBe('KYC_AND_ACTIVATION_MISSING');
});

test('a position without its stop is shown as such, and as guarded once the stop rests', async () => {
  const trader = await insertTrader(api);
  const order = { account_id: trader.person.userId, broker_link_id: trader.linkId, deployment_id: trader.trickId };
  await insertOrder(api.database.db, order);
  expect((await trickOf(trader)).stop).toMatchObject({ rests: false, needed: true });
  await insertOrder(api.database.db, {
    ...{ ...order, role: 'protective', side: 'sell', kind: 'stop_limit', placed_kind: 'stop_limit' },
    ...{ state: 'trigger_pending', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0 },
  });
  expect((await trickOf(trader)).stop).toEqual({
    rests: true,
    needed: true,
    why: 'A stop rests at the broker for all that is held.',
  });
});

test('the stop of an earlier day guards nothing, though nobody has heard yet that it ended with its day', async () => {
  const trader = await insertTrader(api);
  const order = {
    ...{ account_id: trader.person.userId, broker_link_id: trader.linkId, deployment_id: trader.trickId },
    ...{ product: 'delivery' as const, day: '2026-01-02' },
  };
  await insertOrder(api.database.db, order);
  await insertOrder(api.database.db, {
    ...{ ...order, role: 'protective', side: 'sell', kind: 'stop_limit', placed_kind: 'stop_limit' },
    ...{ state: 'trigger_pending', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0 },
  });
  const { stop } = await trickOf(trader);
  expect(stop).toMatchObject({ rests: false, needed: true });
  expect(stop.why).toContain('No stop rests at the broker for SBIN.');
});

test('nobody sees another person’s tricks, and nobody who is not signed in sees any', async () => {
  const [own, other] = [await insertTrader(api), await insertTrader(api)];
  expect((await boardOf(own)).trick_list.map(({ TricksId }) => TricksId)).toEqual([own.trickId]);
  expect((await boardOf(other)).trick_list.map(({ TricksId }) => TricksId)).toEqual([other.trickId]);
  expect((await api.send('readiness', {})).code).toBe('TOKEN_MISSING');
});

test('home says the same in short, live and test counted apart', async () => {
  const trader = await insertTrader(api);
  await insertTrick(api, { accountId: trader.person.userId, linkId: trader.linkId, mode: 'paper' });
  await changeLink(api, trader.linkId, { status: 'expired' });
  const home = await api.send('home', {}, { token: trader.person.accessToken });
  expect(home.data.readiness).toMatchObject({
    live: { willTrade: 0, willNot: 1 },
    test: { willTrade: 1, willNot: 0 },
    causes: [{ code: 'broker_session', live: 1, test: 0, action: { to: '/profile/broker' } }],
  });
});

test('a change of the board is told once, whoever looks', async () => {
  const trader = await insertTrader(api);
  const { database, clock, foundation, services } = api;
  const parts = { database: database.db, bus: services.bus, log: foundation.log };
  const board = createReadinessService(readinessPartsOf(foundation, services.marketData));
  const told = async () =>
    (
      await database.db.kysely
        .selectFrom('user_event')
        .select('payload')
        .where('account_id', '=', trader.person.userId)
        .where('name', '=', 'readiness')
        .execute()
    ).length;
  await tellReadiness({ ...parts, board });
  expect(await told()).toBe(1);
  await Promise.all([tellReadiness({ ...parts, board }), tellReadiness({ ...parts, board })]);
  expect(await told()).toBe(1);
  await changeLink(api, trader.linkId, { token_expires_at: new Date(clock.now()) });
  await Promise.all([tellReadiness({ ...parts, board }), tellReadiness({ ...parts, board })]);
  expect(await told()).toBe(2);
});

test('twenty tricks cost as many statements as one', async () => {
  const trader = await insertTrader(api);
  const statements = async (): Promise<number> => {
    let count = 0;
    const { kysely } = api.database.db;
    const counting = kysely.withPlugin({
      transformQuery: ({ node }) => {
        count += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const database = { ...api.database.db, kysely: counting };
    const parts = readinessPartsOf(api.foundation, api.services.marketData);
    await createReadinessService({ ...parts, database }).read(trader.person.userId);
    return count;
  };
  const forOne = await statements();
  for (let more = 0; more < 20; more += 1) {
    await insertTrick(api, { accountId: trader.person.userId, linkId: trader.linkId, mode: 'live' });
  }
  expect([await statements(), forOne]).toEqual([forOne, forOne]);
  expect(forOne).toBeGreaterThan(5);
});

test('a trick whose run is held by a process that is awake will trade, however long nothing was written', async () => {
  const trader = await insertTrader(api);
  await api.database.db.kysely
    .updateTable('deployment_run')
    .set({ updated_at: new Date(0) })
    .where('deployment_id', '=', trader.trickId)
    .execute();
  expect(await codesOf(trader)).toEqual(['runner_asleep']);
  const leases = await api.database.db.openLeaseSet();
  await leases.tryAcquire(accountLeaseKey(trader.linkId));
  expect(await codesOf(trader)).toEqual([]);
  await leases.close();
  expect(await codesOf(trader)).toEqual(['runner_asleep']);
});
