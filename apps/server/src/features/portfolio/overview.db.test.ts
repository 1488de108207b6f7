import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { type MarketOfFive, openMarketOfFive } from '../baskets/testing/market-of-five.ts';
import { columnsOfBars } from '../market-data/bar-columns.ts';
import { writeBars } from '../market-data/candles.ts';
import { insertDeployment, insertLink, insertOrder } from '../risk/testing/desk-facts.ts';
import { seedCatalogue } from '../strategies/index.ts';

const FIRST_DAY = '2026-01-05';
const OPENING_MINUTE = 9 * 60 + 15;
const THREE = [
  { symbol: 'SBIN', weightPercent: 40 },
  { symbol: 'INFY', weightPercent: 35 },
  { symbol: 'GOLDBEES', weightPercent: 25 },
];

let api: TestApi;
let market: MarketOfFive;
beforeAll(async () => {
  api = await openTestApi();
  market = await openMarketOfFive(api);
  await seedCatalogue(api.database.db, new Date(api.clock.now()));
});
afterAll(() => api.close());

/** Days pass, and a sign-in lasts minutes. */
async function as({ username, password }: Person): Promise<{ token: string }> {
  return { token: (await api.send('login', { email: username, password })).data.accessToken };
}

async function overview(person: Person, input: object = { is_live: 0 }) {
  const { data, message } = await api.send('portfoliooverview', input, await as(person));
  if (!data) throw new Error(`${message} ${api.logged.at(-1)}`);
  return data;
}
type Shown = Awaited<ReturnType<typeof overview>>;

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((all, one) => all + (one ?? 0), 0);

/** Whatever was done, every figure is the sum of what it opens to. */
function addsUp(shown: Shown): void {
  const { valuePaise, instrument_list: rows, kind_list: kinds, holder_list: holders, returns, benchmark } = shown;
  for (const list of [rows, kinds, holders]) {
    expect(sum(list.map((one) => one.valuePaise))).toBe(valuePaise);
    expect(Math.round(sum(list.map((one) => one.sharePercent)) * 100)).toBe(valuePaise === 0 ? 0 : 10_000);
  }
  const lots = rows.flatMap((row) => row.lots);
  expect(sum(lots.map((lot) => lot.valuePaise))).toBe(valuePaise);
  expect(sum(lots.map((lot) => lot.gainPaise))).toBe(shown.unrealisedPaise);
  expect(sum(lots.filter((lot) => lot.costPaise === undefined).map((lot) => lot.valuePaise))).toBe(
    shown.unknownValuePaise,
  );
  expect(sum(holders.flatMap((one) => one.parts.map((part) => part.valuePaise)))).toBe(valuePaise);
  expect(shown.realised_list).toHaveLength(shown.total);
  expect(sum(shown.realised_list.map((sale) => sale.gainPaise))).toBe(shown.realisedPaise);
  for (const one of [returns, benchmark]) {
    expect(one?.gainPaise).toBe(one && one.valuePaise + one.takenOutPaise - one.putInPaise);
  }
  expect(sum(returns?.flow_list.map((flow) => flow.putInPaise) ?? [])).toBe(returns?.putInPaise ?? 0);
  expect(benchmark?.putInPaise).toBe(benchmark && returns?.putInPaise);
}

async function closesOf(closes: Readonly<Record<string, number>>, day: string): Promise<void> {
  const { db } = api.database;
  const { dataset } = api.services.marketData;
  for (const [symbol, close] of Object.entries(closes)) {
    const instrument = await api.services.marketData.instrument('NSE', symbol);
    const bar = { openAt: indiaMoment(day, OPENING_MINUTE), open: close, high: close, low: close, close, volume: 1 };
    const series = { dataset, instrumentId: instrument?.id ?? 0, interval: '1d' as const };
    await db.transaction((tx) => writeBars(tx, series, columnsOfBars([bar])));
  }
}

/** A trade of a trick in test mode that is done, and a position for delivery that is open: 10 INFY each, bought at 1,600. */
async function trickOf(accountId: number): Promise<number> {
  const { kysely } = api.database.db;
  const id = await insertDeployment(api.database.db, { accountId, mode: 'paper' });
  const at = new Date(indiaMoment(FIRST_DAY, OPENING_MINUTE));
  const version = await kysely
    .selectFrom('strategy_version')
    .select('id')
    .where('product', '=', 'DELIVERY')
    .executeTakeFirstOrThrow();
  await kysely.updateTable('deployment').set({ strategy_version_id: version.id }).where('id', '=', id).execute();
  await kysely
    .insertInto('deployment_run')
    .values({
      ...{ deployment_id: id, run_number: 1, mode: 'paper', dataset: api.services.marketData.dataset, fence: 1n },
      ...{ state: null, last_bar_at: null, started_exchange_at: at, warmup_from: at, updated_at: at },
    })
    .execute();
  const row = {
    account_id: accountId,
    deployment_id: id,
    mode: 'paper',
    run_number: 1,
    symbol: 'INFY',
    exchange: 'NSE',
  };
  const order = await kysely
    .insertInto('trade_order')
    .values({
      ...{ ...row, intent_id: 1, side: 'buy', purpose: 'entry', quantity: 20, average_paise: 1_600_00 },
      ...{ state: 'filled', reason: '-', at, day: FIRST_DAY },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const position = {
    ...{ ...row, direction: 'long' as const, quantity: 10, entry_at: at, entry_paise: 1_600_00 },
    ...{ entry_charges_paise: 20_00n, entry_order_id: order.id, entry_reason: '-' },
  };
  const closed = { exit_at: at, exit_day: FIRST_DAY, exit_paise: 1_610_00, exit_order_id: order.id };
  const results = { charges_paise: 45_00n, gross_paise: 100_00n, net_paise: 55_00n };
  await kysely
    .insertInto('position')
    .values([{ ...position, status: 'closed', ...closed, ...results }])
    .execute();
  await kysely
    .insertInto('position')
    .values({ ...position, status: 'open', charges_paise: 20_00n })
    .execute();
  return id;
}

test('what a basket and a trick hold in test mode is spread, added up and set beside the benchmark', async () => {
  const asha = await api.signUp('asha_overview');
  const ravi = await api.signUp('ravi_overview');
  const empty = await overview(asha);
  expect(empty).toMatchObject({ badge: 'test', valuePaise: 0, realisedPaise: 0, instrument_list: [], total: 0 });
  expect([empty.concentration, empty.returns, empty.benchmark]).toEqual([undefined, undefined, undefined]);
  const made = await api.send('addBasket', { name: 'Three', constituents: THREE }, await as(asha));
  const asked = { basketId: made.data.basketId, amountPaise: 1_00_000_00, is_live: 0 as const };
  const opened = await api.send('openBasket', { ...asked, idempotencyKey: 'overview-1' }, await as(asha));
  const { myBasketId } = opened.data;
  await market.settle();
  const trickId = await trickOf(asha.userId);
  const shown = await overview(asha);
  addsUp(shown);
  const details = async () => (await api.send('mybasketdetails', { myBasketId }, await as(asha))).data;
  const { holdings, my_basket: basket } = await details();
  const bought = sum(holdings.map((one) => one.valuePaise));
  expect(shown.valuePaise).toBe(bought + 16_400_00);
  expect(shown.holder_list.find(({ holder }) => holder.kind === 'basket')).toMatchObject({
    holder: { id: myBasketId, name: 'Three' },
    valuePaise: bought,
  });
  expect(shown.realised_list).toMatchObject([{ holder: { kind: 'trick', id: trickId }, gainPaise: 55_00 }]);
  expect(shown.kind_list.map(({ kind }) => kind).sort()).toEqual(['other_fund', 'share']);
  // What has cost charges alone so far.
  expect(basket.pnlPaise).toBe(shown.unrealisedPaise - (400_00 - 20_00));

  await closesOf({ SBIN: 815_00, INFY: 1_650_00, GOLDBEES: 82_00, NIFTY: 25_000_00 }, FIRST_DAY);
  await market.goTo('2026-01-06');
  await market.tick(5, { SBIN: 900_00, NIFTY: 25_250_00 });
  const next = await overview(asha);
  addsUp(next);
  const { returns, benchmark } = next;
  // One rupee that was there all the time: from what it cost to what it is worth, whatever the closes between.
  const growth = ((returns?.valuePaise ?? 0) / (returns?.putInPaise ?? 1) - 1) * 100;
  expect(returns?.twrPercent).toBe(Math.round(growth * 100) / 100);
  expect(returns).not.toHaveProperty('xirrPercent');
  expect(benchmark).toMatchObject({ symbol: 'NIFTY', since: FIRST_DAY, takenOutPaise: 0 });
  expect(Math.abs((benchmark?.gainPaise ?? 0) - (returns?.putInPaise ?? 0) / 100)).toBeLessThanOrEqual(4);
  expect(benchmark?.aheadPaise).toBe((returns?.gainPaise ?? 0) - (benchmark?.gainPaise ?? 0));

  await api.send('closeBasket', { myBasketId, idempotencyKey: 'overview-2' }, await as(asha));
  await market.settle();
  const after = await overview(asha);
  addsUp(after);
  // Everything was sold: its result after all charges is what the basket came to, beside the trick's 55 rupees.
  expect(after.realisedPaise).toBe((await details()).my_basket.pnlPaise + 55_00);
  expect(after.valuePaise).toBe(16_400_00);
  const found = await overview(asha, { is_live: 0, Search: 'sbi', pageSize: 1 });
  expect([found.total, found.realised_list[0]?.symbol, found.realisedPaise]).toEqual([1, 'SBIN', after.realisedPaise]);

  expect(await overview(asha, {})).toMatchObject({
    badge: 'live_simulated',
    valuePaise: 0,
    realisedPaise: 0,
    total: 0,
  });
  for (const is_live of [0, 1]) {
    const theirs = await overview(ravi, { is_live });
    expect([theirs.valuePaise, theirs.realisedPaise, theirs.total, theirs.missing.unread]).toEqual([0, 0, 0, []]);
  }
});

test('what was traded at a broker account is its owner’s alone, and says what is not known', async () => {
  const meera = await api.signUp('meera_overview');
  const stranger = await api.signUp('stranger_overview');
  const { db } = api.database;
  const linkId = await insertLink(db, meera.userId);
  const order = { account_id: meera.userId, broker_link_id: linkId, product: 'delivery' } as const;
  await insertOrder(db, { ...order, day: '2025-11-03' });
  const sale = { ...order, side: 'sell', quantity: 40, filled_quantity: 40, filled_value_paise: 26_000_00n } as const;
  await insertOrder(db, { ...sale, day: '2025-12-01' });
  // Sold without a purchase on record.
  await insertOrder(db, { ...sale, symbol: 'TCS', day: '2025-12-02' });
  const shown = await overview(meera, {});
  addsUp(shown);
  expect(shown).toMatchObject({ badge: 'live_simulated', recordsFrom: '2025-11-03', total: 2 });
  expect(shown.instrument_list).toMatchObject([
    { symbol: 'SBIN', quantity: 60, sharePercent: 100, unknownQuantity: 0 },
  ]);
  expect(shown.holder_list.map(({ holder }) => holder)).toEqual([{ kind: 'hand' }]);
  expect(shown.unknownProceedsPaise).toBe(shown.realised_list.find(({ symbol }) => symbol === 'TCS')?.proceedsPaise);
  expect(shown.realised_list.find(({ symbol }) => symbol === 'TCS')).not.toHaveProperty('gainPaise');
  expect(shown.realisedPaise).toBeLessThan(40 * 50_00);
  expect(shown.realisedPaise).toBeGreaterThan(40 * 50_00 - 120_00);
  // Nobody is signed in at the broker, and the benchmark has no prices of last year here.
  expect(shown.missing).toMatchObject({ unread: [{ brokerId: linkId }], unlinked: [], benchmark: true });
  expect(shown.benchmark).toBeUndefined();
  expect(await overview(meera)).toMatchObject({ badge: 'test', valuePaise: 0, realisedPaise: 0 });
  expect(await overview(stranger, {})).toMatchObject({ valuePaise: 0, realisedPaise: 0, total: 0, realised_list: [] });
  await db.kysely
    .updateTable('broker_link')
    .set({ unlinked_at: new Date(0) })
    .where('id', '=', linkId)
    .execute();
  const left = await overview(meera, {});
  addsUp(left);
  expect([left.valuePaise, left.realisedPaise, left.missing.unlinked.length]).toEqual([0, shown.realisedPaise, 1]);
});
