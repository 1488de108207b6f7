import type { HandPositionRow, HeldPositionRow } from '@trickdesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { insertBasketOrder, insertLiveBasket } from '../baskets/testing/live-rows.ts';
import {
  insertDeployment,
  insertLink,
  insertOrder,
  insertPosition,
  openMarket,
  putPrice,
} from '../risk/testing/desk-facts.ts';

let api: TestApi;
let sbin: number;
let names = 0;
beforeAll(async () => {
  api = await openTestApi();
  sbin = await openMarket(api);
});
afterAll(() => api.close());

interface Owner {
  readonly person: Person;
  readonly linkId: number;
}

async function owner(): Promise<Owner> {
  names += 1;
  const person = await api.signUp(`byhand${names}`);
  return { person, linkId: await insertLink(api.database.db, person.userId) };
}

const ask = async ({ person }: Pick<Owner, 'person'>, filter: object = {}) =>
  (await api.send('my-openposition', { ...filter }, { token: person.accessToken })).data;
const byHand = (rows: readonly HeldPositionRow[]): HandPositionRow[] =>
  rows.flatMap((row) => (row.placedBy === 'hand' ? [row] : []));

/** An order by hand of 100 SBIN at 600, filled, where nothing else is said. */
const own = ({ person, linkId }: Owner, more: Partial<Parameters<typeof insertOrder>[1]> = {}) =>
  insertOrder(api.database.db, { account_id: person.userId, broker_link_id: linkId, role: 'own', ...more });

const units = (quantity: number, pricePaise: number) => ({
  ...{
    quantity,
    filled_quantity: quantity,
    filled_value_paise: BigInt(quantity * pricePaise),
    price_paise: pricePaise,
  },
});

/** A live trick that holds 100 SBIN at 600, in orders and in the run's own book. */
async function holding(of: Owner): Promise<number> {
  const ids = { account_id: of.person.userId, broker_link_id: of.linkId };
  const deploymentId = await insertDeployment(api.database.db, { accountId: of.person.userId, linkId: of.linkId });
  await insertOrder(api.database.db, { ...ids, deployment_id: deploymentId, base: 0 });
  await insertPosition(api.database.db, { accountId: of.person.userId, deploymentId });
  return deploymentId;
}

test('an order that the broker has kept since the evening before opens a position by hand of the day on which it trades', async () => {
  const of = await owner();
  await own(of, { exchange_at: new Date('2026-01-02T10:00:01Z') });
  const { open_positions: positions } = await ask(of);
  expect(byHand(positions)).toMatchObject([{ symbol: 'SBIN', quantity: 100 }]);
});

test('a position opened by hand stands beside those of the tricks, with its result before charges', async () => {
  const asha = await owner();
  const trick = await holding(asha);
  await own(asha, units(30, 590_00));
  await own(asha, units(30, 600_00));
  await own(asha, { ...units(10, 620_00), side: 'sell' });
  const { open_positions: rows, total, totals } = await ask(asha);
  expect([total, rows.length]).toEqual([2, 2]);
  expect(byHand(rows)).toEqual([
    expect.objectContaining({
      isByHand: true,
      handedOverBy: [],
      brokerId: asha.linkId,
      badge: 'live_simulated',
      symbol: 'SBIN',
      side: 'buy',
      product: 'INTRADAY',
      quantity: 50,
      averagePrice: 595,
      lastPrice: 600,
      pnlBeforeChargesPaise: 250_00,
      restingQuantity: 0,
      reason: 'Opened by hand.',
    }),
  ]);
  expect(rows.find(({ placedBy }) => placedBy === 'trick')).toMatchObject({ TricksId: trick, quantity: 100 });
  expect(totals).toMatchObject({ handPositions: 1, handPnlPaise: 250_00, investedPaise: 60_000_00 + 29_750_00 });
});

test('the list, the kill switch and the first page count the same positions by hand', async () => {
  const asha = await owner();
  await holding(asha);
  await own(asha);
  await own(asha, { product: 'delivery' });
  await own(asha, { product: 'delivery', symbol: 'INFY', side: 'sell' });
  const token = { token: asha.person.accessToken };
  const { data: risk } = await api.send('risksettings', {}, token);
  const { totals, total } = await ask(asha);
  const { data: home } = await api.send('home', {}, token);
  expect(risk.killSwitch.plan).toMatchObject({ livePositions: 1, handPositions: 2 });
  expect([total, totals.handPositions]).toEqual([3, 2]);
  expect(home.summary.live).toMatchObject({ handPositions: 2 });
  expect(home.summary.test).toMatchObject({ openPositions: 0, handPositions: 0 });
});

test('what a live basket bought today is no position by hand, and the kill switch says that baskets stay', async () => {
  const asha = await owner();
  const { dataset } = api.services.marketData;
  const account = { accountId: asha.person.userId, linkId: asha.linkId, dataset };
  const basket = await insertLiveBasket(api.database.db, account);
  await insertBasketOrder(api.database.db, basket, await own(asha, { product: 'delivery' }));
  await own(asha, { ...units(20, 600_00), product: 'delivery' });
  const resting = {
    side: 'sell',
    state: 'open',
    filled_quantity: 0,
    filled_value_paise: 0n,
    product: 'delivery',
  } as const;
  await insertBasketOrder(api.database.db, basket, await own(asha, { ...resting, quantity: 7 }));
  const token = { token: asha.person.accessToken };
  expect(byHand((await ask(asha)).open_positions)).toMatchObject([{ quantity: 20, restingQuantity: 0 }]);
  const { data: risk } = await api.send('risksettings', {}, token);
  expect(risk.killSwitch.plan).toMatchObject({ handPositions: 1, liveBaskets: 1 });
  const { data: home } = await api.send('home', {}, token);
  expect(home.summary.live).toMatchObject({ handPositions: 1 });
});

test('a position that a trick handed over bears its name, once, and what its owner sells of it is gone', async () => {
  const asha = await owner();
  const ids = { account_id: asha.person.userId, broker_link_id: asha.linkId };
  const deploymentId = await insertDeployment(api.database.db, { accountId: asha.person.userId, linkId: asha.linkId });
  // As a desk leaves it: the trick's fills are settled, and its run holds nothing.
  await insertOrder(api.database.db, {
    ...ids,
    deployment_id: deploymentId,
    base: 0,
    settled_quantity: 100,
    settled: true,
  });
  const { name } = await api.database.db.kysely
    .selectFrom('deployment')
    .select('name')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  const [handed] = byHand((await ask(asha)).open_positions);
  expect(handed).toMatchObject({ isByHand: false, quantity: 100, averagePrice: 600, side: 'buy' });
  expect(handed?.handedOverBy).toEqual([{ TricksId: deploymentId, trickName: name }]);
  expect(handed?.reason).toBe(`Handed over from “${name}”.`);
  await own(asha, { ...units(40, 610_00), side: 'sell' });
  const left = byHand((await ask(asha, {})).open_positions);
  expect(left).toMatchObject([{ isByHand: false, quantity: 60, averagePrice: 600 }]);
  expect((await ask(asha, { Search: name.toLowerCase() })).total).toBe(1);
  await own(asha, { ...units(60, 610_00), side: 'sell' });
  expect(await ask(asha)).toMatchObject({ total: 0, totals: { handPositions: 0, handPnlPaise: 0, investedPaise: 0 } });
});

test('what rests on the other side is told, and what has ended or was opened elsewhere is not', async () => {
  const asha = await owner();
  await own(asha);
  const nothing = { filled_quantity: 0, filled_value_paise: 0n, side: 'sell' } as const;
  await own(asha, { ...nothing, state: 'trigger_pending', quantity: 60, kind: 'stop_limit', trigger_paise: 590_00 });
  await own(asha, { ...nothing, state: 'cancelled', quantity: 30 });
  await own(asha, { ...nothing, side: 'buy', state: 'open', quantity: 5 });
  await own(asha, { role: 'foreign', symbol: 'TCS' });
  expect(byHand((await ask(asha)).open_positions)).toMatchObject([
    { symbol: 'SBIN', quantity: 100, restingQuantity: 60, stop: { triggerPrice: 590, quantity: 60 } },
  ]);
});

test('of several stops the one that the price reaches first is told, and a target is none', async () => {
  const [long, short] = [await owner(), await owner()];
  const nothing = { filled_quantity: 0, filled_value_paise: 0n, state: 'trigger_pending' } as const;
  const stop = (triggerPaise: number) => ({ ...nothing, kind: 'stop_limit' as const, trigger_paise: triggerPaise });
  await own(long);
  await own(long, { ...stop(585_00), side: 'sell', quantity: 20 });
  await own(long, { ...stop(590_00), side: 'sell', quantity: 30 });
  await own(long, { ...stop(595_00), side: 'sell', quantity: 30, state: 'cancelled' });
  await own(long, { ...nothing, state: 'open', side: 'sell', quantity: 50 });
  await own(short, { side: 'sell' });
  await own(short, { ...stop(615_00), side: 'buy', quantity: 60 });
  await own(short, { ...stop(610_00), side: 'buy', quantity: 40 });
  const stopOf = async (of: Owner) => byHand((await ask(of)).open_positions).map(({ stop: told }) => told);
  expect(await stopOf(long)).toEqual([{ triggerPrice: 590, quantity: 50 }]);
  expect(await stopOf(short)).toEqual([{ triggerPrice: 610, quantity: 100 }]);
  await own(long, { ...nothing, state: 'open', side: 'sell', quantity: 50, symbol: 'INFY' });
  await own(long, { symbol: 'INFY' });
  expect(byHand((await ask(long, { Search: 'INFY' })).open_positions)[0]).not.toHaveProperty('stop');
});

test('it is narrowed by broker account, text, mode and status, and paged with the others', async () => {
  const asha = await owner();
  const second = await insertLink(api.database.db, asha.person.userId);
  await holding(asha);
  await own(asha, { exchange_at: new Date('2026-01-05T03:55:00Z') });
  await own({ ...asha, linkId: second }, { exchange_at: new Date('2026-01-05T03:45:00Z') });
  const countIn = async (filter: object) => {
    const { total, open_positions: rows } = await ask(asha, filter);
    return [total, byHand(rows).length];
  };
  expect(await countIn({})).toEqual([3, 2]);
  expect(await countIn({ brokerId: second })).toEqual([1, 1]);
  expect(await countIn({ Search: 'sbi' })).toEqual([3, 2]);
  expect(await countIn({ Search: 'infy' })).toEqual([0, 0]);
  expect(await countIn({ type: 'Test' })).toEqual([0, 0]);
  expect(await countIn({ status: 'closed' })).toEqual([0, 0]);
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => (await ask(asha, { page, pageSize: 1 })).open_positions),
  );
  expect(pages.map(([row]) => [row?.placedBy, row?.brokerId])).toEqual([
    ['hand', asha.linkId],
    ['trick', asha.linkId],
    ['hand', second],
  ]);
});

test('its result moves with the price, and is absent before the first one', async () => {
  const asha = await owner();
  await own(asha, { side: 'sell' });
  await own(asha, { symbol: 'TCS' });
  await putPrice(api, sbin, 590_00);
  const rows = byHand((await ask(asha)).open_positions);
  await putPrice(api, sbin, 600_00);
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  expect(bySymbol.get('SBIN')).toMatchObject({ side: 'sell', pnlBeforeChargesPaise: 1_000_00 });
  expect(bySymbol.get('TCS')).not.toHaveProperty('pnlBeforeChargesPaise');
  expect(bySymbol.get('TCS')).not.toHaveProperty('lastPrice');
});

test('another person sees nothing of it', async () => {
  const [asha, ravi] = [await owner(), await owner()];
  await own(asha);
  expect((await ask(asha)).total).toBe(1);
  expect(await ask(ravi)).toMatchObject({ open_positions: [], total: 0, totals: { handPositions: 0 } });
  expect(await ask(ravi, { brokerId: asha.linkId })).toMatchObject({ open_positions: [], total: 0 });
});
