import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type Person, signInAgain, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { openReviewedMarket } from './testing/reviewed-market.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof openReviewedMarket>>;
let operator: Person;
let asha: Person;
let ravi: Person;
const as = ({ accessToken }: Person) => ({ token: accessToken });

beforeAll(async () => {
  api = await openTestApi();
  world = await openReviewedMarket(api);
  await world.market.goTo('2026-01-27');
  [operator, asha, ravi] = [
    await signUpOperator(api, 'basket_desk'),
    await api.signUp('asha_desk'),
    await api.signUp('ravi_desk'),
  ];
});
afterAll(() => api.close());
// Days pass in these tests, and a sign-in lasts minutes.
beforeEach(async () => {
  [operator, asha, ravi] = [
    await signInAgain(api, operator),
    await signInAgain(api, asha),
    await signInAgain(api, ravi),
  ];
});

const listed = async (more: object = {}) =>
  (await api.send('opsbaskets', { pageSize: 50, ...more }, as(operator))).data;
const named = async (name: string) => {
  const found = (await listed()).basket_list.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const details = async (basketId: number) => (await api.send('opsbasket', { basketId }, as(operator))).data.basket;

describe('how reviews stand', () => {
  test('a basket that nothing has reviewed is late, and no weights are made up for it', async () => {
    expect(await named('Steady Ten')).toMatchObject({
      ...{ state: 'late', constituentCount: 0, missed: { on: '2026-01-01', symbols: [] } },
      ...{ nextReviewOn: '2026-04-01', rule: { kind: 'calmest', count: 10, of: 29 }, reviewMonths: 3 },
    });
  });

  test('one whose names lack prices is late, with these names, until they are there; the others are reviewed', async () => {
    world.lacking.add('RELIANCE');
    await world.review();
    const late = { state: 'late', missed: { on: '2026-01-01', symbols: ['RELIANCE'] } };
    expect(await named('Steady Ten')).toMatchObject(late);
    expect(await named('Software Exporters')).toMatchObject({
      ...{ state: 'offered', constituentCount: 4, lastReviewedOn: '2026-01-01', nextReviewOn: '2026-04-01' },
    });
    const { basket_list: waiting } = await listed({ state: 'late' });
    expect(waiting.map(({ name }) => name)).toEqual(['Momentum Eight', 'Steady Ten']);
    world.lacking.clear();
    await world.review();
    const steady = await named('Steady Ten');
    expect(steady).toMatchObject({ state: 'offered', constituentCount: 10, lastReviewedOn: '2026-01-01' });
    expect(steady.missed).toBeUndefined();
    expect((await listed({ state: 'late' })).total).toBe(0);
  });

  test('a review that changes nothing counts as one, though it leaves no version', async () => {
    const { basketId } = await named('Software Exporters');
    expect((await details(basketId)).change_list).toHaveLength(1);
    await world.market.goTo('2026-04-02');
    expect(await named('Software Exporters')).toMatchObject({ state: 'late', missed: { on: '2026-04-01' } });
    await world.review();
    expect(await named('Software Exporters')).toMatchObject({ state: 'offered', lastReviewedOn: '2026-04-01' });
    expect((await details(basketId)).change_list).toHaveLength(1);
  });

  test('each version stands with its day, its reason and the weights before and after, which are those of now', async () => {
    const basket = await details((await named('Momentum Eight')).basketId);
    expect(basket.change_list.length).toBeGreaterThan(1);
    const weights = new Map<string, number>();
    for (const { changes, reason } of basket.change_list.toReversed()) {
      expect(reason).not.toBe('');
      for (const { symbol, beforePercent, afterPercent } of changes) {
        expect(weights.get(symbol) ?? 0).toBe(beforePercent);
        weights.set(symbol, afterPercent);
      }
    }
    const now = basket.constituents.map(({ symbol, weightBps }) => [symbol, weightBps / 100] as const);
    expect([...weights].filter(([, percent]) => percent > 0).toSorted()).toEqual(now.toSorted());
    expect(now.reduce((sum, [, percent]) => sum + percent, 0)).toBeCloseTo(100, 6);
  });
});

describe('the list', () => {
  test('counts people and running SIPs, in both modes of nobody by name, and not what is closed', async () => {
    const { basketId } = await named('Software Exporters');
    for (const person of [asha, ravi, ravi]) await invest(person, basketId);
    await world.market.settle();
    const [first, second] = await held(ravi);
    const sip = { status: 'active' as const, amountPaise: 30_000_00, frequency: 'monthly' as const, day: 5 };
    for (const myBasketId of [first, second]) {
      if (myBasketId !== undefined) await api.send('fetchSetSipStatus', { myBasketId, ...sip }, as(ravi));
    }
    const row = await named('Software Exporters');
    expect(row).toMatchObject({ holders: 2, sips: 2 });
    expect(JSON.stringify(row)).not.toContain('desk');
    const [only] = await held(asha);
    await api.send('closeBasket', { myBasketId: only ?? 0, idempotencyKey: 'desk-close-1' }, as(asha));
    await world.market.settle();
    expect(await named('Software Exporters')).toMatchObject({ holders: 1, sips: 2 });
  });

  test('comes in pages, found by words, and sorted', async () => {
    const all = (await listed()).basket_list.map(({ name }) => name);
    expect(all).toEqual(all.toSorted((a, b) => a.localeCompare(b)));
    const second = await listed({ pageSize: 4, pageNumber: 2 });
    expect([second.total, second.basket_list.map(({ name }) => name)]).toEqual([9, all.slice(4, 8)]);
    expect((await listed({ Search: 'SOFTWARE' })).basket_list.map(({ name }) => name)).toEqual(['Software Exporters']);
    expect((await listed({ sort: '-holders' })).basket_list[0]?.name).toBe('Software Exporters');
    expect((await listed({ Search: '%' })).total).toBe(0);
  });

  test('is for operators alone, and has nothing that a person made', async () => {
    expect((await api.send('opsbaskets', {}, as(asha))).code).toBe('NOT_ALLOWED');
    const { basketId } = await named('Software Exporters');
    expect((await api.send('opsbasket', { basketId }, as(asha))).code).toBe('NOT_ALLOWED');
    const own = await api.send('addBasket', { name: 'Mine', fromBasketId: basketId }, as(asha));
    expect((await api.send('opsbasket', { basketId: own.data.basketId }, as(operator))).code).toBe('NOT_FOUND');
    expect((await listed({ Search: 'Mine' })).total).toBe(0);
  });
});

let keys = 0;
async function invest(person: Person, basketId: number): Promise<void> {
  keys += 1;
  const asked = { basketId, amountPaise: 1_00_000_00, is_live: 0 as const, idempotencyKey: `desk-open-${keys}` };
  const { data, message } = await api.send('openBasket', asked, as(person));
  if (!data) throw new Error(message);
}

const held = async (person: Person): Promise<number[]> =>
  (await api.send('getMyBaskets', { is_live: 0 }, as(person))).data.my_basket_list.map(({ myBasketId }) => myBasketId);
