import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { type MarketOfFive, openMarketOfFive } from './testing/market-of-five.ts';

/** The years of `years.test.ts` in small: some months through the real calls, the real store and the runner's look. */

let api: TestApi;
let market: MarketOfFive;
let asha: Person;
beforeAll(async () => {
  api = await openTestApi();
  market = await openMarketOfFive(api);
  asha = await api.signUp('asha_months');
});
afterAll(() => api.close());

const THREE = [
  { symbol: 'SBIN', weightPercent: 40 },
  { symbol: 'INFY', weightPercent: 35 },
  { symbol: 'TCS', weightPercent: 25 },
];
const INSTALMENT = 20_000_00;

/** Days pass, and a sign-in lasts minutes. */
async function token(): Promise<{ token: string }> {
  const { data } = await api.send('login', { email: asha.username, password: asha.password });
  return { token: data.accessToken };
}

test('half a year of a SIP over holidays, a suspended share and a rebalance: every figure adds up, no orphans', async () => {
  const made = await api.send('addBasket', { name: 'Months', constituents: THREE }, await token());
  const asked = { basketId: made.data.basketId, amountPaise: 2_00_000_00, is_live: 0 as const };
  const opened = await api.send('openBasket', { ...asked, idempotencyKey: 'months-open-1' }, await token());
  const { myBasketId } = opened.data;
  await market.settle();
  const plan = { status: 'active' as const, amountPaise: INSTALMENT, frequency: 'monthly' as const, day: 26 };
  await api.send('fetchSetSipStatus', { myBasketId, ...plan }, await token());
  // 26 January is Republic Day, 26 March Ram Navami, 26 April a Sunday.
  const months: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
    ['2026-01-27', { SBIN: 830_00, INFY: 1_600_00 }],
    ['2026-02-26', { SBIN: 905_00, TCS: 3_300_00 }],
    ['2026-03-27', { SBIN: 1_040_00, INFY: 1_520_00 }],
    ['2026-04-27', { SBIN: 1_180_00, TCS: 3_550_00 }],
    ['2026-05-26', { INFY: 1_480_00, TCS: 3_610_00 }],
  ];
  for (const [day, prices] of months) {
    if (day === '2026-03-27') market.halted.add('TCS');
    await market.goTo(day);
    await market.tick(6 * 60, prices);
    await market.settle();
    market.halted.clear();
    await checkFigures(myBasketId);
  }
  const { data } = await api.send('mybasketdetails', { myBasketId }, await token());
  expect(data.my_basket.investedPaise).toBe(2_00_000_00 + months.length * INSTALMENT);
  expect(data.flow_list.map(({ date }) => date).slice(1)).toEqual(months.map(([day]) => day));
  await market.tick(5, { SBIN: 1_900_00 });
  expect((await checkFigures(myBasketId)).driftPercent).toBeGreaterThan(5);
  const key = 'months-rebalance-1';
  await api.send('rebalanceFetchbasket', { myBasketId, apply: true, idempotencyKey: key }, await token());
  await market.settle();
  await market.goTo('2026-05-27');
  await market.settle();
  const after = await checkFigures(myBasketId);
  expect(after.driftPercent).toBeLessThan(0.5 + (3_610_00 * 100) / after.valuePaise);
  expect(after.run).toBeUndefined();
});

async function checkFigures(myBasketId: number) {
  const { data } = await api.send('mybasketdetails', { myBasketId }, await token());
  const { my_basket: basket, holdings, flow_list: flows, run_list: runs } = data;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const orders = runs.flatMap((run) => run.orders);
  expect(sum(flows.map(({ amountPaise }) => amountPaise))).toBe(basket.investedPaise);
  expect(sum(orders.map(({ chargesPaise }) => chargesPaise))).toBe(basket.chargesPaise);
  expect(sum(holdings.map(({ valuePaise }) => valuePaise)) + basket.cashPaise).toBe(basket.valuePaise);
  expect(basket.valuePaise - basket.investedPaise).toBe(basket.pnlPaise);
  expect(basket.cashPaise).toBeGreaterThanOrEqual(0);
  const { db } = api.database;
  const orphans = await db.kysely
    .selectFrom('basket_order as o')
    .innerJoin('basket_run as r', 'r.id', 'o.basket_run_id')
    .select('o.id')
    .where('o.state', 'in', ['intended', 'sent'])
    .where('r.ended_at', 'is not', null)
    .execute();
  expect(orphans).toEqual([]);
  return basket;
}
