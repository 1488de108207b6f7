import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { tellDue } from './due.ts';
import { type MarketOfFive, openMarketOfFive } from './testing/market-of-five.ts';

let api: TestApi;
let market: MarketOfFive;
let asha: Person;
let ravi: Person;
let basketId: number;
let keys = 0;
const key = (): string => `basket-key-${++keys}`;
const as = ({ accessToken }: Person) => ({ token: accessToken });

const THREE = [
  { symbol: 'SBIN', weightPercent: 40 },
  { symbol: 'INFY', weightPercent: 35 },
  { symbol: 'TCS', weightPercent: 25 },
];

beforeAll(async () => {
  api = await openTestApi();
  market = await openMarketOfFive(api);
  [asha, ravi] = [await api.signUp('asha_basket'), await api.signUp('ravi_basket')];
  const { data, message } = await api.send('addBasket', { name: 'My three', constituents: THREE }, as(asha));
  if (!data) throw new Error(`${message} ${api.logged.at(-1)}`);
  basketId = data.basketId;
});
afterAll(() => api.close());
// Days pass in these tests, and a sign-in lasts minutes.
beforeEach(async () => {
  [asha, ravi] = [await signedIn(asha), await signedIn(ravi)];
});

async function signedIn(person: Person): Promise<Person> {
  const { data } = await api.send('login', { email: person.username, password: person.password });
  return { ...person, accessToken: data.accessToken };
}

async function open(amountPaise: number, more: object = {}): Promise<number> {
  const asked = { basketId, amountPaise, is_live: 0 as const, idempotencyKey: key(), ...more };
  const { data, message } = await api.send('openBasket', asked, as(asha));
  if (!data) throw new Error(message);
  return data.myBasketId;
}

const details = async (myBasketId: number) => (await api.send('mybasketdetails', { myBasketId }, as(asha))).data;

/** What every figure must add up to, whatever was done. */
async function addsUp(myBasketId: number): Promise<void> {
  const { my_basket: basket, holdings, flow_list: flows, run_list: runs, disposals } = await details(myBasketId);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const orders = runs.flatMap((run) => run.orders);
  expect(sum(flows.map((flow) => flow.amountPaise))).toBe(basket.investedPaise);
  expect(sum(orders.map((order) => order.chargesPaise))).toBe(basket.chargesPaise);
  expect(sum(holdings.map((one) => one.valuePaise)) + basket.cashPaise).toBe(basket.valuePaise);
  expect(sum(holdings.map((one) => one.pnlPaise))).toBe(basket.unrealisedPaise);
  expect(sum(disposals.map((one) => one.gainPaise))).toBe(basket.realisedPaise);
  expect(basket.pnlPaise).toBe(basket.realisedPaise + basket.unrealisedPaise - basket.sttPaise);
  expect(basket.valuePaise - basket.investedPaise).toBe(basket.pnlPaise);
  expect(basket.cashPaise).toBeGreaterThanOrEqual(0);
}

describe('a basket of one’s own', () => {
  test('is refused with every field that is wrong', async () => {
    const constituents = [
      { symbol: 'SBIN', weightPercent: 40 },
      { symbol: 'SBIN', weightPercent: 20 },
      { symbol: 'NOSUCH', weightPercent: 20 },
    ];
    const { status, errors } = await api.send(
      'addBasket',
      { name: 'Wrong', constituents, benchmark: 'NONE' },
      as(asha),
    );
    expect(status).toBe(422);
    expect(errors.map(({ path }) => path).sort()).toEqual([
      'benchmark',
      'constituents',
      'constituents.1.symbol',
      'constituents.2.symbol',
    ]);
  });

  test('has a name that no other of its owner has', async () => {
    const again = await api.send('addBasket', { name: 'my THREE', constituents: THREE }, as(asha));
    expect(again.code).toBe('BASKET_NAME_IN_USE');
    expect((await api.send('addBasket', { name: 'My three', constituents: THREE }, as(ravi))).status).toBe(200);
  });

  test('is nobody else’s to read, to preview, to copy or to delete', async () => {
    expect((await api.send('detailsBasket', { basketId }, as(ravi))).code).toBe('NOT_FOUND');
    expect((await api.send('previewBasketFetch', { basketId, amountPaise: 1_00_000_00 }, as(ravi))).code).toBe(
      'NOT_FOUND',
    );
    expect((await api.send('addBasket', { name: 'Copy', fromBasketId: basketId }, as(ravi))).code).toBe('NOT_FOUND');
    expect((await api.send('deleteBasket', { basketId }, as(ravi))).code).toBe('NOT_FOUND');
    const listed = await api.send('listBasket', {}, as(ravi));
    expect(listed.data.basket_list.map((one) => one.basketId)).not.toContain(basketId);
  });
});

describe('investing in test mode', () => {
  test('a preview counts whole shares with their charges, and keeps nothing', async () => {
    const { data } = await api.send('previewBasketFetch', { basketId, amountPaise: 1_00_000_00 }, as(asha));
    const { preview } = data;
    expect(preview.minInvestmentPaise).toBe(Math.ceil((3_420_00 * 10_000) / 2_500));
    expect(preview.cashBeforePaise - preview.buyPaise - preview.chargesPaise).toBe(preview.cashAfterPaise);
    expect(preview.rows.map((row) => [row.symbol, row.afterQuantity])).toEqual([
      ['SBIN', 49],
      ['INFY', 21],
      ['TCS', 7],
    ]);
    expect(preview.problems).toEqual([]);
    const mine = await api.send('getMyBaskets', { is_live: 0 }, as(asha));
    expect(mine.data.total).toBe(0);
  });

  test('too little is refused with the smallest amount that works', async () => {
    const asked = { basketId, amountPaise: 10_000_00, is_live: 0 as const, idempotencyKey: key() };
    const { code, errors } = await api.send('openBasket', asked, as(asha));
    expect(code).toBe('BASKET_AMOUNT_TOO_SMALL');
    expect(errors[0]?.message).toContain('₹13,680.00');
  });

  test('the same key invests once, with another amount it is refused', async () => {
    const asked = { basketId, amountPaise: 50_000_00, is_live: 0 as const, idempotencyKey: key() };
    const [first, second] = await Promise.all([
      api.send('openBasket', asked, as(asha)),
      api.send('openBasket', asked, as(asha)),
    ]);
    expect(second.data.myBasketId).toBe(first.data.myBasketId);
    const other = await api.send('openBasket', { ...asked, amountPaise: 60_000_00 }, as(asha));
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('orders are filled by the next prices, and every figure adds up', async () => {
    const id = await open(2_00_000_00);
    expect((await details(id)).my_basket.status).toBe('opening');
    await market.settle();
    const { my_basket: basket, holdings, run_list: runs } = await details(id);
    expect(basket).toMatchObject({ status: 'open', badge: 'test', investedPaise: 2_00_000_00, rebalanceDue: false });
    expect(runs[0]).toMatchObject({ kind: 'open', state: 'done', sessions: 1 });
    expect(holdings.map((one) => one.symbol).sort()).toEqual(['INFY', 'SBIN', 'TCS']);
    expect(basket.cashPaise).toBeLessThan(4_000_00);
    await addsUp(id);
  });

  test('nothing is bought while the market is closed; at the next session it is', async () => {
    await market.close();
    const id = await open(1_00_000_00);
    await market.look();
    const waiting = await details(id);
    expect(waiting.my_basket.run).toMatchObject({ state: 'waiting', sessions: 0, orders: [] });
    expect(waiting.my_basket.run?.note).toContain('The market is closed');
    await market.goTo('2026-01-06');
    await market.settle();
    expect((await details(id)).my_basket.status).toBe('open');
    await addsUp(id);
  });

  test('a halted share is bought at the next session without its owner, who is told once', async () => {
    const id = await open(3_00_000_00);
    market.halted.add('TCS');
    await market.tick(6 * 60);
    await market.settle();
    const { my_basket: basket } = await details(id);
    expect(basket.run).toMatchObject({ state: 'waiting', sessions: 1 });
    expect(basket.run?.note).toContain('TCS could not be traded today');
    await addsUp(id);
    market.halted.delete('TCS');
    await market.goTo('2026-01-07');
    await market.settle();
    const after = await details(id);
    expect(after.my_basket).toMatchObject({ status: 'open' });
    expect(after.my_basket.driftPercent).toBeLessThan(1);
    const alerts = await api.send('usernotificationlist', { notication_category_id: 3 }, as(asha));
    expect(alerts.data.notification_list.filter(({ title }) => title.includes('next session'))).toHaveLength(1);
    await addsUp(id);
  });
});

describe('what is held', () => {
  test('is brought back to its weights, sales first, after a preview that kept nothing', async () => {
    const id = await open(5_00_000_00);
    await market.settle();
    await market.tick(5, { SBIN: 1_100_00 });
    const { data: shown } = await api.send('rebalanceFetchbasket', { myBasketId: id, apply: false }, as(asha));
    expect(shown.plan.driftBeforePercent).toBeGreaterThan(5);
    expect(shown.plan.driftAfterPercent).toBeLessThan(0.5);
    expect(shown.plan.rows.find((row) => row.symbol === 'SBIN')?.shortTermGainPaise).toBeGreaterThan(0);
    expect((await details(id)).my_basket).toMatchObject({ rebalanceDue: true });
    for (let i = 0; i < 2; i += 1) await tellDue({ database: api.database.db, marketData: api.services.marketData });
    const told = await api.send('usernotificationlist', { notication_category_id: 3 }, as(asha));
    const links = told.data.notification_list.filter(({ title }) => title === 'My three can be rebalanced');
    expect(links.filter(({ link }) => link === `/my-baskets/${id}`)).toHaveLength(1);
    const asked = { myBasketId: id, apply: true, idempotencyKey: key() };
    expect((await api.send('rebalanceFetchbasket', asked, as(asha))).status).toBe(200);
    await market.settle();
    await market.goTo('2026-01-08');
    await market.settle();
    const { my_basket: basket, run_list: runs } = await details(id);
    expect(basket.run).toBeUndefined();
    expect(basket.driftPercent).toBeLessThan(0.6);
    const sides = runs[0]?.orders.map((order) => order.side) ?? [];
    expect(sides.lastIndexOf('sell')).toBeLessThan(sides.indexOf('buy'));
    await addsUp(id);
    const again = await api.send(
      'rebalanceFetchbasket',
      { myBasketId: id, apply: true, idempotencyKey: key() },
      as(asha),
    );
    expect(again.code).toBe('BASKET_IN_BALANCE');
  });

  test('is not traded on and on while prices move a little', async () => {
    await market.tick(5, { SBIN: 812_00 });
    const id = await open(5_00_000_00);
    await market.settle();
    await market.tick(5, { SBIN: 1_250_00 });
    const asked = { myBasketId: id, apply: true, idempotencyKey: key() };
    expect((await api.send('rebalanceFetchbasket', asked, as(asha))).status).toBe(200);
    for (let i = 0; i < 14; i += 1) {
      await market.look();
      await market.tick(11, { SBIN: i % 2 === 0 ? 1_256_00 : 1_250_00 });
    }
    const orders = (await details(id)).run_list[0]?.orders ?? [];
    const sidesOf = (of: string) => [...new Set(orders.flatMap(({ symbol, side }) => (symbol === of ? [side] : [])))];
    expect(['SBIN', 'INFY', 'TCS'].map(sidesOf)).toEqual([['sell'], ['buy'], ['buy']]);
    await addsUp(id);
  });

  test('is closed: everything is sold, the money goes out, and the figures stay', async () => {
    const id = await open(1_00_000_00);
    await market.settle();
    const busy = await api.send('closeBasket', { myBasketId: id, idempotencyKey: key() }, as(asha));
    expect(busy.data.status).toBe('closing');
    const twice = await api.send(
      'addtobasket',
      { myBasketId: id, amountPaise: 50_000_00, idempotencyKey: key() },
      as(asha),
    );
    expect(twice.code).toBe('BASKET_BUSY');
    await market.settle();
    const { my_basket: basket, holdings, flow_list: flows } = await details(id);
    expect(basket).toMatchObject({ status: 'closed', valuePaise: 0, cashPaise: 0 });
    expect(holdings).toEqual([]);
    expect(flows.map(({ cause }) => cause)).toEqual(['opening', 'closing']);
    expect(basket.pnlPaise).toBeLessThan(0);
    await addsUp(id);
    expect((await api.send('closeBasket', { myBasketId: id, idempotencyKey: key() }, as(asha))).code).toBe(
      'BASKET_CLOSED',
    );
  });

  test('takes more money, which buys and sells nothing', async () => {
    const id = await open(1_00_000_00);
    await market.settle();
    await api.send('addtobasket', { myBasketId: id, amountPaise: 50_000_00, idempotencyKey: key() }, as(asha));
    await market.settle();
    const { my_basket: basket, run_list: runs } = await details(id);
    expect(basket.investedPaise).toBe(1_50_000_00);
    expect(runs[0]?.orders.every((order) => order.side === 'buy')).toBe(true);
    await addsUp(id);
  });

  test('can be reversed halfway: what was bought is sold again', async () => {
    const id = await open(1_00_000_00);
    market.halted.add('TCS');
    await market.tick(6 * 60);
    await market.settle();
    const asked = { myBasketId: id, verb: 'reverse' as const, idempotencyKey: key() };
    expect((await api.send('repairbasket', asked, as(asha))).data.status).toBe('closing');
    await market.settle();
    expect((await details(id)).my_basket).toMatchObject({ status: 'closed', valuePaise: 0 });
    market.halted.delete('TCS');
    await addsUp(id);
  });

  test('is nobody else’s: every call answers as if it did not exist', async () => {
    const id = await open(1_00_000_00);
    const idempotencyKey = key();
    const answers = await Promise.all([
      api.send('mybasketdetails', { myBasketId: id }, as(ravi)),
      api.send('fetchListHoldings', { myBasketId: id }, as(ravi)),
      api.send('rebalanceFetchbasket', { myBasketId: id, apply: true, idempotencyKey }, as(ravi)),
      api.send('closeBasket', { myBasketId: id, idempotencyKey }, as(ravi)),
      api.send('addtobasket', { myBasketId: id, amountPaise: 100, idempotencyKey }, as(ravi)),
      api.send('repairbasket', { myBasketId: id, verb: 'stop', idempotencyKey }, as(ravi)),
      api.send('fetchSetSipStatus', { myBasketId: id, status: 'active' }, as(ravi)),
      api.send('previewBasketFetch', { myBasketId: id, closing: true }, as(ravi)),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'NOT_FOUND'));
  });
});

describe('a SIP', () => {
  test('invests on its day, rolled over a holiday, once, and pauses, skips and stops', async () => {
    await market.goTo('2026-01-12');
    const id = await open(1_00_000_00);
    await market.settle();
    const set = {
      myBasketId: id,
      status: 'active' as const,
      amountPaise: 20_000_00,
      frequency: 'monthly' as const,
      day: 26,
    };
    const { data } = await api.send('fetchSetSipStatus', set, as(asha));
    // 26 January is Republic Day.
    expect(data.sip.nextDates.map(({ dueOn }) => dueOn)).toEqual(['2026-01-27', '2026-02-26', '2026-03-27']);
    await market.goTo('2026-01-26');
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_00_000_00);
    await market.goTo('2026-01-27');
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_20_000_00);
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_20_000_00);
    const skipped = await api.send('fetchSetSipStatus', { myBasketId: id, status: 'active', skipNext: true }, as(asha));
    expect(skipped.data.sip.nextDates[0]).toMatchObject({ key: '2026-02', skipped: true });
    await market.goTo('2026-02-26');
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_20_000_00);
    await api.send('fetchSetSipStatus', { myBasketId: id, status: 'paused' }, as(asha));
    await market.goTo('2026-03-27');
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_20_000_00);
    await addsUp(id);
  });

  test('that began to be due while nobody was there is made up for within a week, once', async () => {
    await market.goTo('2026-04-01');
    const id = await open(1_00_000_00);
    await market.settle();
    const set = {
      myBasketId: id,
      status: 'active' as const,
      amountPaise: 20_000_00,
      frequency: 'weekly' as const,
      day: 1,
    };
    await api.send('fetchSetSipStatus', set, as(asha));
    await market.goTo('2026-04-09');
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_20_000_00);
    await addsUp(id);
  });

  test('whose week has passed is noted and told, not invested and not forgotten', async () => {
    await market.goTo('2026-04-20');
    const id = await open(1_00_000_00);
    await market.settle();
    const set = {
      ...{ myBasketId: id, status: 'active' as const, amountPaise: 20_000_00, frequency: 'monthly' as const, day: 22 },
    };
    await api.send('fetchSetSipStatus', set, as(asha));
    await market.goTo('2026-05-04');
    await market.settle();
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_00_000_00);
    const told = await api.send('usernotificationlist', { notication_category_id: 3 }, as(asha));
    const own = told.data.notification_list.filter(({ link }) => link === `/my-baskets/${id}`);
    const missed = own.filter(({ title }) => title === 'An instalment of My three was missed');
    expect(missed).toHaveLength(1);
    expect(missed[0]?.body).toContain('₹20,000.00 of 22 Apr');
    await market.goTo('2026-05-22');
    await market.settle();
    expect((await details(id)).my_basket.investedPaise).toBe(1_20_000_00);
  });

  test('asks for what was never said, and for a day that the week has', async () => {
    const id = await open(1_00_000_00);
    const none = await api.send('fetchSetSipStatus', { myBasketId: id, status: 'paused' }, as(asha));
    expect(none.code).toBe('SIP_NOT_SET');
    const part = await api.send('fetchSetSipStatus', { myBasketId: id, status: 'active', amountPaise: 100 }, as(asha));
    expect(part.errors.map(({ path }) => path)).toEqual(['frequency', 'day']);
    const weekly = {
      myBasketId: id,
      status: 'active' as const,
      amountPaise: 100,
      frequency: 'weekly' as const,
      day: 6,
    };
    expect((await api.send('fetchSetSipStatus', weekly, as(asha))).code).toBe('SIP_INCOMPLETE');
  });
});

test('live needs a broker, KYC and activation, and says so', async () => {
  const asked = { basketId, amountPaise: 1_00_000_00, idempotencyKey: key() };
  expect((await api.send('openBasket', asked, as(asha))).code).toBe('BROKER_NOT_LINKED');
});
