import { paiseToRupees } from '@trickdesk/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DeskServer, startDeskServer, type WireAnswer } from '../rest/testing/desk-server.ts';
import { orderOf } from '../rest/testing/scripted-orders.ts';
import { createMemoryStore, type SimulatorStore } from '../store.ts';

const S = '/rest/secure/angelbroking/gtt/v1';
let store: SimulatorStore;
let server: DeskServer;
beforeEach(async () => {
  store = createMemoryStore();
  server = await startDeskServer({ store });
});
afterEach(() => server.close());

const call = (name: string, body: unknown, client?: string): Promise<WireAnswer> =>
  server.call('POST', `${S}/${name}`, body, client);
const last = (): number => server.exchange.quoteOf('3045')?.last ?? 0;
const asked = () => server.script.asked.map(({ client, request }) => ({ client, request }));
const settled = async (): Promise<void> => {
  // A rule that fires asks, places and stores, each a step of its own.
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

/** A rule so many ticks away from the price of now. */
function ruleAway(ticks: number, over: object = {}): Record<string, unknown> {
  const trigger = paiseToRupees(last() + ticks * 5);
  return {
    tradingsymbol: 'SBIN-EQ',
    symboltoken: '3045',
    exchange: 'NSE',
    transactiontype: 'SELL',
    producttype: 'DELIVERY',
    price: trigger,
    qty: '10',
    triggerprice: String(trigger),
    disclosedqty: '0',
    ...over,
  };
}

async function create(body: object): Promise<number> {
  const answer = await call('createRule', body);
  expect(answer.body).toMatchObject({ status: true, errorcode: '', data: { id: expect.any(Number) } });
  return Number(Reflect.get(Object(Reflect.get(Object(answer.body), 'data')), 'id'));
}
async function statusOf(id: number): Promise<unknown> {
  const { body } = await call('ruleDetails', { id });
  return Reflect.get(Object(Reflect.get(Object(body), 'data')), 'status');
}
/** Lets market time pass until the price has moved by so many ticks, up or down. */
async function runUntil(hasMoved: () => boolean): Promise<void> {
  for (let i = 0; i < 20_000 && !hasMoved(); i += 1) server.exchange.runTo(server.exchange.now() + 1_000);
  expect(hasMoved()).toBe(true);
  await settled();
}

describe('a rule', () => {
  test('is told back as it was made, its id a number and its prices text', async () => {
    const id = await create(ruleAway(-2_000, { timeperiod: 30 }));
    const { body } = await call('ruleDetails', { id: String(id) });
    const trigger = paiseToRupees(last() - 10_000).toFixed(2);
    expect(body).toMatchObject({
      data: {
        id,
        status: 'NEW',
        clientid: 'S100001',
        tradingsymbol: 'SBIN-EQ',
        symboltoken: '3045',
        exchange: 'NSE',
        transactiontype: 'SELL',
        producttype: 'DELIVERY',
        price: trigger,
        qty: '10',
        triggerprice: trigger,
        disclosedqty: '0',
        createddate: '2025-07-07T03:50:30Z',
        expirydate: '2025-08-06T03:50:30Z',
      },
    });
  });

  test('becomes active with the next price and fires once, one limit order, when the price falls to it', async () => {
    const from = last();
    const id = await create(ruleAway(-4));
    server.exchange.runTo(server.exchange.now() + 10_000);
    await settled();
    if (last() > from - 20) expect(await statusOf(id)).toBe('ACTIVE');
    await runUntil(() => last() <= from - 20);
    expect(await statusOf(id)).toBe('SENTTOEXCHANGE');
    expect(asked()).toEqual([
      {
        client: 'S100001',
        request: {
          variety: 'NORMAL',
          tradingSymbol: 'SBIN-EQ',
          token: '3045',
          side: 'SELL',
          exchange: 'NSE',
          orderType: 'LIMIT',
          product: 'DELIVERY',
          duration: 'DAY',
          quantity: 10,
          pricePaise: from - 20,
          triggerPaise: 0,
          disclosedQuantity: 0,
          tag: `GTT${id}`,
        },
      },
    ]);
    server.exchange.runTo(server.exchange.now() + 60_000);
    await settled();
    expect(asked()).toHaveLength(1);
  });

  test('above the price waits for a rise', async () => {
    const from = last();
    const id = await create(ruleAway(4));
    await runUntil(() => last() >= from + 20);
    expect(await statusOf(id)).toBe('SENTTOEXCHANGE');
  });

  test('that was met while orders came too fast is sent with a later price, though that one is off its trigger', async () => {
    const from = last();
    const id = await create(ruleAway(-4));
    server.script.answer = { kind: 'too_many' };
    await runUntil(() => last() <= from - 20);
    expect(await statusOf(id)).toBe('ACTIVE');
    server.script.answer = { kind: 'accepted', orderId: '1', uniqueOrderId: '1', tradingSymbol: 'SBIN-EQ' };
    server.script.asked.length = 0;
    // To a time of the day when the price is above the trigger again.
    server.exchange.jumpTo(server.exchange.now() + 20 * 60_000);
    await runUntil(() => asked().length > 0);
    expect(last()).toBeGreaterThan(from - 20);
    expect(await statusOf(id)).toBe('SENTTOEXCHANGE');
    expect(asked()).toHaveLength(1);
  });

  test('ends when its order is refused', async () => {
    const from = last();
    const id = await create(ruleAway(-4));
    server.script.answer = { kind: 'refused', code: 'AB1012', message: 'Invalid Product Type' };
    await runUntil(() => last() <= from - 20);
    expect(await statusOf(id)).toBe('REJECTED');
    expect(asked()).toHaveLength(1);
  });

  test('that was met and then changed waits for its new price', async () => {
    const from = last();
    const id = await create(ruleAway(-4));
    server.script.answer = { kind: 'too_many' };
    await runUntil(() => last() <= from - 20);
    expect((await call('modifyRule', { ...ruleAway(-2_000), id })).body).toMatchObject({ status: true });
    server.script.asked.length = 0;
    server.exchange.runTo(server.exchange.now() + 60_000);
    await settled();
    expect(asked()).toEqual([]);
  });

  test('that was changed waits at its new price with its new quantity', async () => {
    const from = last();
    const id = await create(ruleAway(-2_000));
    const { symboltoken, exchange, price, triggerprice } = ruleAway(-4);
    const change = { id, symboltoken, exchange, price, triggerprice, qty: 7, disclosedqty: 0 };
    expect((await call('modifyRule', change)).body).toMatchObject({ status: true, data: { id } });
    await runUntil(() => last() <= from - 20);
    expect(asked()).toMatchObject([{ request: { quantity: 7, pricePaise: from - 20 } }]);
  });

  test('that was cancelled never fires, and is cancelled once only', async () => {
    const from = last();
    const id = await create(ruleAway(-4));
    const named = { id, symboltoken: '3045', exchange: 'NSE' };
    expect((await call('cancelRule', named)).body).toMatchObject({ status: true, data: { id } });
    expect((await call('cancelRule', named)).body).toMatchObject({ status: false, errorcode: 'AB9013' });
    await runUntil(() => last() <= from - 20);
    expect(asked()).toEqual([]);
    expect(await statusOf(id)).toBe('CANCELLED');
  });

  test('expires after its days', async () => {
    const id = await create(ruleAway(-2_000, { timeperiod: '1' }));
    const made = server.exchange.now();
    for (let i = 0; server.exchange.now() < made + 86_400_000; i += 1) {
      server.exchange.runTo(server.exchange.now() + 600_000);
      expect(i).toBeLessThan(1_000);
    }
    await settled();
    expect(await statusOf(id)).toBe('EXPIRED');
    const change = { id, symboltoken: '3045', exchange: 'NSE' };
    expect((await call('cancelRule', change)).body).toMatchObject({ errorcode: 'AB9013' });
    expect(asked()).toEqual([]);
  });
});

describe('a restart of the broker', () => {
  test('keeps rules, and ids go on behind them', async () => {
    const from = last();
    const first = await create(ruleAway(-4));
    await server.close();
    server = await startDeskServer({ store });
    expect(await create(ruleAway(-2_000))).toBe(first + 1);
    await runUntil(() => last() <= from - 20);
    expect(asked()).toMatchObject([{ request: { tag: `GTT${first}` } }]);
  });

  test("between an order and its rule's record sends no second order", async () => {
    const from = last();
    const id = await create(ruleAway(-4));
    await server.close();
    server = await startDeskServer({ store });
    server.script.orders = [orderOf({ tag: `GTT${id}` })];
    await runUntil(() => last() <= from - 20);
    expect(asked()).toEqual([]);
    expect(await statusOf(id)).toBe('SENTTOEXCHANGE');
  });
});

describe('refusals', () => {
  test.each([
    ['AB9010', { exchange: 'MCX' }],
    ['AB9011', { symboltoken: '99926000' }],
    ['AB9012', { tradingsymbol: 'TCS-EQ' }],
    ['AB9014', { transactiontype: 'buy' }],
    ['AB9015', { producttype: 'INTRADAY' }],
    ['AB9006', { qty: 'ten' }],
    ['AB9007', { disclosedqty: 11 }],
    ['AB9008', { price: '' }],
    ['AB9009', { triggerprice: '0' }],
    ['AB9016', { timeperiod: 400 }],
  ])('%s for %o', async (errorcode, over) => {
    expect((await call('createRule', ruleAway(-4, over))).body).toMatchObject({ status: false, errorcode, data: null });
  });

  test.each(['modifyRule', 'cancelRule', 'ruleDetails'])("%s of another client's rule is AB9013", async (name) => {
    const id = await create(ruleAway(-4));
    const answer = await call(name, { ...ruleAway(-4), id }, 'S100002');
    expect(answer.body).toMatchObject({ status: false, errorcode: 'AB9013' });
    expect(await statusOf(id)).toBe('NEW');
  });

  test('a rule is changed and cancelled under its own token and exchange only', async () => {
    const id = await create(ruleAway(-2_000));
    for (const name of ['modifyRule', 'cancelRule']) {
      const wrong = [{ symboltoken: '1594' }, { exchange: 'BSE' }];
      for (const [i, over] of wrong.entries()) {
        const answer = await call(name, { ...ruleAway(-2_000), id, ...over });
        expect(answer.body).toMatchObject({ errorcode: ['AB9011', 'AB9010'][i] });
      }
    }
  });

  test.each(['createRule', 'modifyRule', 'cancelRule'])('%s needs a registered address', async (name) => {
    server.faults({ unregisteredIp: true });
    expect((await call(name, ruleAway(-4))).body).toMatchObject({ success: false, errorCode: 'AG7002' });
    expect((await call('ruleList', { status: ['FORALL'], page: 1, count: 10 })).body).toMatchObject({ data: [] });
  });
});

describe('the list', () => {
  const list = async (status: unknown, page: unknown = 1, count: unknown = 10): Promise<unknown> =>
    (await call('ruleList', { status, page, count })).body;

  test('is by status, newest first, a page at a time, of one client', async () => {
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push(await create(ruleAway(-2_000 - i)));
    const [first, second, third] = ids;
    await call('cancelRule', { id: second, symboltoken: '3045', exchange: 'NSE' });
    expect(await list(['NEW'])).toMatchObject({ data: [{ id: third }, { id: first }] });
    expect(await list(['CANCELLED'])).toMatchObject({ data: [{ id: second, status: 'CANCELLED' }] });
    expect(await list(['FORALL'], '2', '2')).toMatchObject({ data: [{ id: first }] });
    expect((await call('ruleList', { status: ['FORALL'], page: 1, count: 10 }, 'S100002')).body).toMatchObject({
      data: [],
    });
  });

  test.each([
    ['AB9004', 'NEW', 1, 10],
    ['AB9004', [], 1, 10],
    ['AB9001', ['OPEN'], 1, 10],
    ['AB9017', ['NEW'], 0, 10],
    ['AB9018', ['NEW'], 1, 1_000],
  ])('%s for status %o, page %i, count %i', async (errorcode, status, page, count) => {
    expect(await list(status, page, count)).toMatchObject({ status: false, errorcode });
  });
});
