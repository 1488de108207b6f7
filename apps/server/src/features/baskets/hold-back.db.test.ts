import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openTestApi,
  PASSWORD,
  type Person,
  signInAgain,
  signUpOperator,
  type TestApi,
} from '../../testing/test-api.ts';
import { openReviewedMarket } from './testing/reviewed-market.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof openReviewedMarket>>;
let operator: Person;
let other: Person;
let asha: Person;
let basketId: number;
let heldId: number;
let keys = 0;
const key = (): string => `hold-key-${++keys}`;
const as = ({ accessToken }: Person) => ({ token: accessToken });
const REASON = 'A name of it is being delisted.';

beforeAll(async () => {
  api = await openTestApi();
  world = await openReviewedMarket(api);
  await world.market.goTo('2026-01-27');
  await world.review();
  operator = await signUpOperator(api, 'holder_one');
  other = await signUpOperator(api, 'holder_two');
  asha = await api.signUp('asha_hold');
  const { basket_list: found } = (await api.send('opsbaskets', { Search: 'Software' }, as(operator))).data;
  basketId = found[0]?.basketId ?? 0;
  heldId = (await open()).data.myBasketId;
  await world.market.settle();
  const sip = { status: 'active' as const, amountPaise: 30_000_00, frequency: 'monthly' as const, day: 5 };
  await api.send('fetchSetSipStatus', { myBasketId: heldId, ...sip }, as(asha));
});
afterAll(() => api.close());
// Days pass in these tests, and a sign-in lasts minutes.
beforeEach(async () => {
  operator = await signInAgain(api, operator);
  [other, asha] = [await signInAgain(api, other), await signInAgain(api, asha)];
});

const open = (idempotencyKey = key()) =>
  api.send('openBasket', { basketId, amountPaise: 1_00_000_00, is_live: 0, idempotencyKey }, as(asha));
const hold = (by: Person = operator, more: object = {}) =>
  api.send('opsholdbasket', { basketId, reason: REASON, password: PASSWORD, ...more }, as(by));
const offer = (by: Person = operator) =>
  api.send('opsofferbasket', { basketId, reason: 'It stays listed.', password: PASSWORD }, as(by));
const mine = async () => (await api.send('mybasketdetails', { myBasketId: heldId }, as(asha))).data;
const alerts = async () => (await api.send('usernotificationlist', {}, as(asha))).data.notification_list;
const acts = () =>
  api.database.db.kysely
    .selectFrom('operator_act')
    .select(['what', 'before', 'after', 'operator_id'])
    .where('subject', '=', 'basket')
    .where('subject_id', '=', String(basketId))
    .orderBy('id')
    .execute();

describe('a basket that is held back', () => {
  test('is held back once, by an operator who proves who they are', async () => {
    expect((await hold(asha)).code).toBe('NOT_ALLOWED');
    expect((await hold(operator, { password: 'wrong' })).code).toBe('WRONG_PASSWORD');
    expect(await acts()).toEqual([]);
    const both = await Promise.all([hold(), hold(other)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['BASKET_HELD_ALREADY', undefined]);
    expect(await acts()).toMatchObject([
      { what: 'hold_basket', before: { state: 'offered' }, after: { state: 'held_back', reason: REASON } },
    ]);
    const listed = await api.send('opsbaskets', { state: 'held_back' }, as(operator));
    expect(listed.data.basket_list).toMatchObject([{ basketId, state: 'held_back', heldBack: { reason: REASON } }]);
  });

  test('takes nothing new: no first amount, nothing on top, no SIP; each is a 409', async () => {
    const top = { myBasketId: heldId, amountPaise: 50_000_00, idempotencyKey: key() };
    const refused = [await open(), await api.send('addtobasket', top, as(asha))];
    expect(refused.map(({ status, code }) => [status, code])).toEqual([
      [409, 'BASKET_HELD_BACK'],
      [409, 'BASKET_HELD_BACK'],
    ]);
    expect((await mine()).run_list).toHaveLength(1);
    const set = (status: 'active' | 'paused') =>
      api.send('fetchSetSipStatus', { myBasketId: heldId, status }, as(asha));
    expect((await set('paused')).status).toBe(200);
    expect((await set('active')).code).toBe('BASKET_HELD_BACK');
    await offer();
    expect((await set('active')).status).toBe(200);
    expect((await hold()).status).toBe(200);
  });

  test('says so and why where people look at it and where they hold it', async () => {
    const shown = (await api.send('detailsBasket', { basketId }, as(asha))).data.basket_details;
    expect(shown.heldBack?.reason).toBe(REASON);
    expect((await mine()).my_basket.heldBack?.reason).toBe(REASON);
  });

  test('leaves an instalment out on its day, tells why once, and makes up for none', async () => {
    await world.market.goTo('2026-02-05');
    await world.market.settle();
    await world.market.settle();
    expect((await mine()).run_list).toHaveLength(1);
    const told = (await alerts()).filter(({ title }) => title.includes('left out'));
    expect(told).toMatchObject([{ notication_category_id: 3, body: expect.stringContaining(REASON) }]);
    asha = await signInAgain(api, asha);
    operator = await signInAgain(api, operator);
    await offer();
    await world.market.settle();
    expect((await mine()).run_list).toHaveLength(1);
    await world.market.goTo('2026-03-05');
    await world.market.settle();
    expect((await mine()).run_list.map(({ kind }) => kind)).toEqual(['sip', 'open']);
    operator = await signInAgain(api, operator);
    await hold();
  });

  test('can be closed by who holds it', async () => {
    const closed = await api.send('closeBasket', { myBasketId: heldId, idempotencyKey: key() }, as(asha));
    expect(closed.status).toBe(200);
    await world.market.settle();
    expect((await mine()).my_basket.status).toBe('closed');
  });

  test('is offered again once, and then takes money; both acts stand with before and after', async () => {
    const both = await Promise.all([offer(), offer(other)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['BASKET_OFFERED_ALREADY', undefined]);
    expect((await acts()).at(-1)).toMatchObject({
      ...{ what: 'offer_basket', before: { state: 'held_back', reason: REASON }, after: { state: 'offered' } },
    });
    expect((await open()).status).toBe(200);
    expect((await api.send('detailsBasket', { basketId }, as(asha))).data.basket_details.heldBack).toBeUndefined();
  });

  test('is one of the catalogue: what a person made is not found', async () => {
    const own = await api.send('addBasket', { name: 'Mine', fromBasketId: basketId }, as(asha));
    expect((await hold(operator, { basketId: own.data.basketId })).code).toBe('NOT_FOUND');
  });
});
