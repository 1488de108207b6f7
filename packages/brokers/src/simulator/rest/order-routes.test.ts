import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DeskServer, startDeskServer } from './testing/desk-server.ts';
import { orderOf } from './testing/scripted-orders.ts';

const S = '/rest/secure/angelbroking';
const PLACE = {
  variety: 'NORMAL',
  tradingsymbol: 'SBIN-EQ',
  symboltoken: '3045',
  transactiontype: 'BUY',
  exchange: 'NSE',
  ordertype: 'LIMIT',
  producttype: 'DELIVERY',
  duration: 'DAY',
  price: '194.55',
  squareoff: '0',
  stoploss: '0',
  quantity: '3',
  ordertag: 'trick1',
};
const REFUSED = { kind: 'refused', code: 'AB1012', message: 'Invalid Product Type' } as const;

let server: DeskServer;
beforeAll(async () => {
  server = await startDeskServer();
});
beforeEach(() => {
  server.script.asked.length = 0;
  server.script.answer = {
    kind: 'accepted',
    orderId: '250707000000001',
    uniqueOrderId: 'unique-1',
    tradingSymbol: 'SBIN-EQ',
  };
  server.faults({ clear: true });
});
afterAll(() => server.close());

const post = (name: string, body: unknown) => server.call('POST', `${S}/order/v1/${name}`, body);

describe('placing', () => {
  test('answers script, order id and unique id, and hands the order on in paise', async () => {
    expect((await post('placeOrder', PLACE)).body).toEqual({
      status: true,
      message: 'SUCCESS',
      errorcode: '',
      data: { script: 'SBIN-EQ', orderid: '250707000000001', uniqueorderid: 'unique-1' },
    });
    expect(server.script.asked).toEqual([
      {
        client: 'S100001',
        request: {
          variety: 'NORMAL',
          tradingSymbol: 'SBIN-EQ',
          token: '3045',
          side: 'BUY',
          exchange: 'NSE',
          orderType: 'LIMIT',
          product: 'DELIVERY',
          duration: 'DAY',
          quantity: 3,
          pricePaise: 194_55,
          triggerPaise: 0,
          disclosedQuantity: 0,
          tag: 'trick1',
        },
      },
    ]);
  });

  test('takes numbers where the documents show text, and sees nonsense as no number', async () => {
    await post('placeOrder', { ...PLACE, symboltoken: 3045, quantity: 3, price: 194.55, triggerprice: 0.1 + 0.2 });
    await post('placeOrder', { ...PLACE, quantity: '1e3', price: '0x10', triggerprice: {}, ordertag: null });
    expect(server.script.asked).toMatchObject([
      { request: { token: '3045', quantity: 3, pricePaise: 194_55, triggerPaise: 30 } },
      { request: { quantity: Number.NaN, pricePaise: Number.NaN, triggerPaise: 0, tag: null } },
    ]);
  });

  test('takes the consent to a share that the exchange warns of, as “yes” and as nothing else', async () => {
    await post('placeOrder', { ...PLACE, scripconsent: 'yes' });
    await post('placeOrder', { ...PLACE, scripconsent: 'no' });
    expect(server.script.asked[0]?.request).toMatchObject({ hasConsent: true });
    expect(server.script.asked[1]?.request).not.toHaveProperty('hasConsent');
  });

  test('lists the shares that the exchange warns of', async () => {
    const list = () => server.call('GET', '/rest/secure/angelbroking/securities/v1/cautionaryScrips');
    expect((await list()).body).toMatchObject({ status: true, data: [] });
    server.faults({ cautionary: ['3045'] });
    const message = expect.stringContaining('cautionary listings');
    expect((await list()).body).toMatchObject({ data: [{ token: '3045', symbol: 'SBIN-EQ', message }] });
  });

  test('keeps a fraction of a paisa, so that the order desk can refuse it', async () => {
    await post('placeOrder', { ...PLACE, price: '194.553' });
    expect(server.script.asked).toMatchObject([{ request: { pricePaise: 19_455.3 } }]);
  });
});

describe('every write', () => {
  const writes = [
    ['placeOrder', PLACE],
    ['modifyOrder', { ...PLACE, orderid: '1' }],
    ['cancelOrder', { variety: 'NORMAL', orderid: '1' }],
  ] as const;

  test.each(writes)('%s passes a refusal on as HTTP 200 with code and message', async (name, body) => {
    server.script.answer = REFUSED;
    expect(await post(name, body)).toMatchObject({
      status: 200,
      body: { status: false, message: 'Invalid Product Type', errorcode: 'AB1012', data: null },
    });
  });

  test.each(writes)('%s beyond the orders of a second is the rate limit in plain text', async (name, body) => {
    server.script.answer = { kind: 'too_many' };
    expect(await post(name, body)).toMatchObject({
      status: 403,
      text: 'Access denied because of exceeding access rate',
    });
  });

  test.each(writes.slice(1))('%s answers the ids of the order', async (name, body) => {
    const data = { orderid: '250707000000001', uniqueorderid: 'unique-1' };
    expect((await post(name, body)).body).toMatchObject({ status: true, data });
    expect(server.script.asked).toMatchObject([{ client: 'S100001', request: { orderId: '1' } }]);
  });

  test.each(writes)('%s from an unregistered address reaches no order desk', async (name, body) => {
    server.faults({ unregisteredIp: true });
    const answer = await post(name, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: false,
      message: 'Access denied: Unregistered IP address. Register your IP before retrying.',
      errorCode: 'AG7002',
      data: '',
    });
    expect(server.script.asked).toEqual([]);
  });

  test('all three together have nine calls a second, for each client', async () => {
    const busy = await startDeskServer({ pace: 0 });
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const [name, body] = writes[i % 3] ?? writes[0];
      statuses.push((await busy.call('POST', `${S}/order/v1/${name}`, body)).status);
    }
    expect(statuses).toEqual([...Array(9).fill(200), 403]);
    expect((await busy.call('POST', `${S}/order/v1/placeOrder`, PLACE, 'S100002')).status).toBe(200);
    expect(busy.script.asked).toHaveLength(10);
    busy.tick(1_001);
    expect((await busy.call('POST', `${S}/order/v1/placeOrder`, PLACE)).status).toBe(200);
    await busy.close();
  });
});

describe('faults around an order', () => {
  const fault = (kind: string, when: string, more: object = {}) => {
    server.faults({ clear: true, routes: [{ route: 'placeOrder', kind, when, times: 1, ms: 20, ...more }] });
  };
  const place = () => post('placeOrder', PLACE).catch(() => ({ status: 0, text: 'connection lost', body: undefined }));

  test.each([
    ['cut', { text: 'connection lost' }],
    ['hang', { text: 'connection lost' }],
    ['empty', { status: 200, text: '' }],
    ['http', { status: 500 }],
    ['refuse', { body: { status: false, errorcode: 'AB2001' } }],
    ['ab1004', { body: { status: false, errorcode: 'AB1004' } }],
  ])('%s before the broker took it: nothing reaches the desk; afterwards: the order is there', async (kind, seen) => {
    fault(kind, 'before');
    expect(await place()).toMatchObject(seen);
    expect(server.script.asked).toHaveLength(0);
    fault(kind, 'after');
    expect(await place()).toMatchObject(seen);
    expect(server.script.asked).toHaveLength(1);
    expect(await place()).toMatchObject({ body: { status: true } });
  });

  test('a slow call takes effect late, a slow answer after its effect', async () => {
    fault('slow', 'before', { ms: 60 });
    const late = place();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.script.asked).toHaveLength(0);
    expect(await late).toMatchObject({ body: { status: true } });
    fault('slow', 'after', { ms: 60 });
    const answered = place();
    await expect.poll(() => server.script.asked).toHaveLength(2);
    expect(await answered).toMatchObject({ body: { status: true } });
  });

  test('a fault of one client leaves the others alone', async () => {
    server.faults({ clear: true, routes: [{ route: '*', kind: 'empty', client: 'S100009' }] });
    expect(await place()).toMatchObject({ body: { status: true } });
    expect((await server.call('POST', `${S}/order/v1/placeOrder`, PLACE, 'S100009')).text).toBe('');
  });

  test('counters tell what arrived from what took effect', async () => {
    server.desk.calls.reset();
    fault('cut', 'before');
    await place();
    fault('cut', 'after');
    await place();
    server.script.answer = REFUSED;
    await place();
    expect(server.desk.calls.all()).toEqual({ S100001: { placeOrder: { received: 3, accepted: 1, refused: 1 } } });
  });
});

describe('reading', () => {
  const get = (name: string) => server.call('GET', `${S}/order/v1/${name}`);

  test('an empty book is no list', async () => {
    server.script.orders = [];
    for (const name of ['getOrderBook', 'getTradeBook', 'getPosition']) {
      expect((await get(name)).body).toEqual({ status: true, message: 'SUCCESS', errorcode: '', data: null });
    }
  });

  test('the single order is a row of the book, and another one is not found', async () => {
    server.script.orders = [orderOf()];
    const single = await get(`details/${orderOf().uniqueOrderId}`);
    expect(single.body).toMatchObject({ status: true, data: { orderid: '260728000123456' } });
    const book = await get('getOrderBook');
    expect(book.body).toMatchObject({ data: [Reflect.get(Object(single.body), 'data')] });
    expect((await get('details/nobody')).body).toMatchObject({ status: false, errorcode: 'AB1013' });
    expect((await get('details')).body).toMatchObject({ status: false, errorcode: 'AB1013' });
  });
});

describe('conversion and margin', () => {
  const convert = { exchange: 'NSE', symboltoken: '3045', newproducttype: 'DELIVERY', transactiontype: 'BUY' };

  test.each(['oldproducttype', 'producttype'])('a conversion names the old product in %s', async (field) => {
    const answer = await post('convertPosition', { ...convert, [field]: 'INTRADAY', quantity: 2, type: 'DAY' });
    expect(answer.body).toEqual({ status: true, message: 'SUCCESS', errorcode: '', data: null });
    expect(server.script.asked).toMatchObject([{ request: { from: 'INTRADAY', to: 'DELIVERY', quantity: 2 } }]);
  });

  test('a conversion that is refused is AB1017', async () => {
    server.script.convertRefused = true;
    expect((await post('convertPosition', convert)).body).toMatchObject({ status: false, errorcode: 'AB1017' });
    server.script.convertRefused = false;
  });

  const leg = { exchange: 'NSE', qty: 5, price: 0, productType: 'INTRADAY', token: '3045', tradeType: 'BUY' };
  const margin = (positions: unknown) => server.call('POST', `${S}/margin/v1/batch`, { positions });

  test('margin is a number of rupees with its components', async () => {
    expect((await margin([leg, { ...leg, price: 194.5 }])).body).toMatchObject({
      status: true,
      data: {
        totalMarginRequired: 1_234.56,
        marginComponents: { deliveryMargin: 1_000, nonNFOMargin: 234.56, spanMargin: 0 },
      },
    });
    expect(server.script.asked).toMatchObject([{ request: [{ quantity: 5, pricePaise: 0 }, { pricePaise: 194_50 }] }]);
  });

  test.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['more than fifty legs', Array(51).fill(leg)],
  ])('margin of %s is refused', async (_, positions) => {
    expect((await margin(positions)).body).toMatchObject({ status: false, errorcode: 'AB1018', data: null });
  });
});

test('whatever the body, a route answers with an envelope and never with HTTP 500', async () => {
  server.faults({ clear: true, rateLimit: false });
  const routes = [
    'order/v1/placeOrder',
    'order/v1/modifyOrder',
    'order/v1/cancelOrder',
    'order/v1/convertPosition',
    'margin/v1/batch',
    'brokerage/v1/estimateCharges',
    'gtt/v1/createRule',
    'gtt/v1/modifyRule',
    'gtt/v1/cancelRule',
    'gtt/v1/ruleDetails',
    'gtt/v1/ruleList',
    'edis/v1/verifyDis',
    'edis/v1/generateTPIN',
    'edis/v1/getTranStatus',
  ];
  const fields = [
    'positions',
    'orders',
    'status',
    'id',
    'quantity',
    'qty',
    'price',
    'triggerprice',
    'exchange',
    'token',
  ];
  const garbage = fc.oneof(
    fc.json(),
    fc.string(),
    fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()).map((body) => JSON.stringify(body)),
    fc
      .dictionary(fc.constantFrom(...fields), fc.jsonValue())
      .map((body) => JSON.stringify({ positions: [body], orders: [body], ...PLACE, ...body })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), garbage, async (route, body) => {
      const answer = await server.call('POST', `${S}/${route}`, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ status: expect.any(Boolean), errorcode: expect.any(String) });
    }),
    { numRuns: 300 },
  );
}, 30_000);
