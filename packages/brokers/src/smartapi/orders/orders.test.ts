import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderUrgency, WriteOutcome } from '../../port-orders.ts';
import { createSmartApi, type SmartApiSettings } from '../client.ts';
import { PATHS } from '../endpoints.ts';
import { ACCESS, SBIN, SECRETS } from '../testing/fixtures.ts';
import {
  PLACE,
  WIRE_ACCEPTED,
  WIRE_HOLDING,
  WIRE_MARGIN,
  WIRE_ORDER,
  WIRE_POSITION,
  WIRE_REJECTED,
  WIRE_RULE,
  WIRE_TRADE,
} from '../testing/order-fixtures.ts';
import { quickTiming } from '../testing/quick-timing.ts';
import {
  FIREWALL_PAGE,
  ok,
  RATE_REFUSAL,
  refused,
  type StubAnswer,
  type StubServer,
  startStubServer,
} from '../testing/stub-server.ts';
import { systemTiming } from '../timing.ts';

let stub: StubServer;
beforeEach(async () => {
  stub = await startStubServer();
});
afterEach(() => stub.close());

function orders(settings: SmartApiSettings = {}, timing = quickTiming) {
  return createSmartApi({ baseUrl: stub.url, ...settings }, { random: () => 0, timing }).orders(ACCESS);
}

/** All within one moment, however busy the machine is. */
const STANDSTILL = { ...quickTiming, monotonic: () => 0 };

const ORDER_ID = '260728000123456';
const MODIFY = {
  brokerOrderId: ORDER_ID,
  instrument: SBIN,
  product: 'intraday',
  placedAs: 'stop_limit',
  kind: 'stop_limit',
  quantity: 12,
  pricePaise: 189_00,
  triggerPaise: 190_05,
} as const;
const RULE = {
  instrument: SBIN,
  side: 'sell',
  product: 'delivery',
  quantity: 10,
  triggerPaise: 190_05,
  pricePaise: 189_00,
} as const;

test('a limit order is placed for the day, in rupees and units, with its tag', async () => {
  stub.answer(PATHS.place, ok(WIRE_ACCEPTED));
  expect(await orders().place(PLACE, 'entry')).toEqual({
    kind: 'accepted',
    value: { brokerOrderId: ORDER_ID, uniqueOrderId: WIRE_ACCEPTED.uniqueorderid },
  });
  expect(stub.requests).toMatchObject([
    {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRETS.accessToken}`, 'x-privatekey': SECRETS.apiKey },
      body: {
        variety: 'NORMAL',
        tradingsymbol: 'SBIN-EQ',
        symboltoken: '3045',
        transactiontype: 'BUY',
        exchange: 'NSE',
        ordertype: 'LIMIT',
        producttype: 'DELIVERY',
        duration: 'DAY',
        quantity: '10',
        price: '194.50',
        triggerprice: '0',
        ordertag: 'TD7f3a90c1',
      },
    },
  ]);
});

test('a stop has its own variety, type and trigger', async () => {
  stub.answer(PATHS.place, ok(WIRE_ACCEPTED));
  await orders().place({ ...PLACE, side: 'sell', kind: 'stop_limit', pricePaise: 5, triggerPaise: 7_10 }, 'exit');
  expect(stub.requests[0]?.body).toMatchObject({
    variety: 'STOPLOSS',
    ordertype: 'STOPLOSS_LIMIT',
    transactiontype: 'SELL',
    price: '0.05',
    triggerprice: '7.10',
  });
});

test('an order is changed and cancelled under the variety it was placed with', async () => {
  stub.answer(PATHS.modify, ok({ orderid: ORDER_ID }));
  stub.answer(PATHS.cancel, ok({ orderid: Number(ORDER_ID), uniqueorderid: null }));
  const accepted = { kind: 'accepted', value: { brokerOrderId: ORDER_ID, uniqueOrderId: undefined } };
  expect(await orders().modify({ ...MODIFY, kind: 'limit' }, 'exit')).toEqual(accepted);
  expect(await orders().cancel({ brokerOrderId: ORDER_ID, placedAs: 'stop_limit' }, 'exit')).toEqual(accepted);
  expect(stub.requests.map((request) => request.body)).toMatchObject([
    {
      variety: 'STOPLOSS',
      orderid: ORDER_ID,
      ordertype: 'LIMIT',
      producttype: 'INTRADAY',
      quantity: '12',
      triggerprice: '0',
    },
    { variety: 'STOPLOSS', orderid: ORDER_ID },
  ]);
});

test.each([
  [{ tag: '' }, 'INVALID_TAG'],
  [{ tag: 'a'.repeat(20) }, 'INVALID_TAG'],
  [{ tag: 'TD-1' }, 'INVALID_TAG'],
  [{ tag: 'टैग' }, 'INVALID_TAG'],
  [{ quantity: 0 }, 'INVALID_ORDER'],
  [{ quantity: 1.5 }, 'INVALID_ORDER'],
  [{ pricePaise: 194.5 }, 'INVALID_ORDER'],
  [{ pricePaise: 0 }, 'INVALID_ORDER'],
  [{ kind: 'stop_limit' }, 'INVALID_ORDER'],
  [{ instrument: { exchange: 'CDS', token: '1', tradingSymbol: 'USDINR' } }, 'UNSUPPORTED_EXCHANGE'],
] as const)('an order with %j is refused before it is sent', async (wrong, code) => {
  stub.answer(PATHS.place, ok(WIRE_ACCEPTED));
  expect(await orders().place({ ...PLACE, ...wrong }, 'entry')).toMatchObject({ kind: 'refused', code });
  expect(stub.requests).toEqual([]);
});

test('a tag of one letter and one of nineteen are sent', async () => {
  stub.answer(PATHS.place, ok(WIRE_ACCEPTED));
  for (const tag of ['a', 'A1'.repeat(9).concat('z')]) await orders().place({ ...PLACE, tag }, 'entry');
  expect(stub.requests.map((request) => request.body)).toMatchObject([
    { ordertag: 'a' },
    { ordertag: 'A1A1A1A1A1A1A1A1A1z' },
  ]);
});

const UNCLEAR: readonly [StubAnswer, string][] = [
  [ok(null), 'unreadable_reply'],
  [ok({ script: 'SBIN-EQ', orderid: '' }), 'unreadable_reply'],
  [{ body: '' }, 'empty_reply'],
  [FIREWALL_PAGE, 'blocked'],
  [{ status: 502, body: 'Bad Gateway' }, 'broker_fault'],
  [refused('AB1004', 'Something Went Wrong'), 'broker_fault'],
  [{ body: ok(WIRE_ACCEPTED).body, cutOff: true }, 'network'],
  [{ body: ok(WIRE_ACCEPTED).body, delayMs: 2_000 }, 'timeout'],
  [{ body: ok(WIRE_ACCEPTED).body, delayBodyMs: 2_000 }, 'timeout'],
];

test.each(UNCLEAR)('after %j no write is sent again, and none is said to have failed', async (answer, cause) => {
  for (const path of Object.values(PATHS)) stub.answer(path, answer);
  // Only who waits in vain is impatient: on a busy machine an answer that comes at once takes a while, too.
  const client = orders(cause === 'timeout' ? { timeoutMs: 500 } : {});
  const outcomes = await Promise.all([
    client.place(PLACE, 'entry'),
    client.modify(MODIFY, 'exit'),
    client.cancel({ brokerOrderId: ORDER_ID, placedAs: 'limit' }, 'exit'),
    client.createGtt(RULE),
    client.modifyGtt('1', RULE),
    client.cancelGtt('1', RULE),
  ]);
  for (const outcome of outcomes) expect(outcome).toEqual({ kind: 'unknown', cause });
  expect(stub.requests).toHaveLength(outcomes.length);
});

test('a refusal for rate stops the next orders for a second, and none is sent twice', async () => {
  stub.answer(PATHS.place, RATE_REFUSAL, ok(WIRE_ACCEPTED));
  const client = orders({ maxOrderWaitMs: 900 }, STANDSTILL);
  expect(await client.place(PLACE, 'exit')).toEqual({ kind: 'not_sent', cause: 'rate_limited' });
  expect(await client.place(PLACE, 'exit')).toEqual({ kind: 'not_sent', cause: 'rate_limited' });
  expect(stub.requests).toHaveLength(1);
});

test('entries beyond their share of a second are not sent in time, and exits still are', async () => {
  stub.answer(PATHS.place, ok(WIRE_ACCEPTED));
  stub.answer(PATHS.cancel, ok(WIRE_ACCEPTED));
  const client = orders({ maxOrderWaitMs: 900 }, STANDSTILL);
  const place = (urgency: OrderUrgency) => client.place(PLACE, urgency);
  const entries = Array.from({ length: 5 }, () => place('entry'));
  const exits = [place('exit'), client.cancel({ brokerOrderId: ORDER_ID, placedAs: 'limit' }, 'exit'), place('exit')];
  const kinds = (outcomes: readonly WriteOutcome<unknown>[]) => outcomes.map((outcome) => outcome.kind);
  expect(kinds(await Promise.all(entries))).toEqual(['accepted', 'accepted', 'accepted', 'not_sent', 'not_sent']);
  expect(kinds(await Promise.all(exits))).toEqual(['accepted', 'accepted', 'not_sent']);
  expect(stub.requests).toHaveLength(5);
});

test('moves of stops use up their share of an hour at most: exits keep theirs, and whoever comes too late hears it at once', async () => {
  const hour = [{ calls: 5, windowMs: 3_600_000, reserved: 2 }];
  const client = orders({ ordersASecond: 9, limits: { modify: hour } }, systemTiming);
  for (let i = 0; i < 5; i += 1) stub.answer(PATHS.modify, ok(WIRE_ACCEPTED));
  const change = async (urgency: OrderUrgency) => (await client.modify(MODIFY, urgency)).kind;
  const startedAt = performance.now();
  const moves = [await change('stop_move'), await change('stop_move'), await change('stop_move')];
  expect([...moves, await change('stop_move')]).toEqual(['accepted', 'accepted', 'accepted', 'not_sent']);
  expect([await change('exit'), await change('exit'), await change('exit')]).toEqual([
    ...['accepted', 'accepted', 'not_sent'],
  ]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('where nothing listens nothing was sent, and a name that does not exist is no other case', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the server had no port');
  const notSent = { kind: 'not_sent', cause: 'no_connection' };
  expect(await orders({ baseUrl: `http://127.0.0.1:${address.port}` }).place(PLACE, 'entry')).toEqual(notSent);
  expect(await orders({ baseUrl: 'http://broker.invalid' }).place(PLACE, 'entry')).toEqual(notSent);
});

test.each([
  ['closes right after the connection stands', (socket: Socket) => socket.destroy()],
  ['closes once it has read the order', (socket: Socket) => socket.once('data', () => socket.destroy())],
  ['resets once it has read the order', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
  [
    'ends after half an answer',
    (socket: Socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Le')),
  ],
])('a server that %s may have the order, which is not sent again', async (_name, misbehave) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    misbehave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const outcome = await orders({ baseUrl: `http://127.0.0.1:${address.port}` }).place(PLACE, 'entry');
  server.close();
  expect(outcome).toEqual({ kind: 'unknown', cause: 'network' });
  expect(connections).toBe(1);
});

test('books, portfolio and margin are read, and their reads repeated after a passing fault', async () => {
  stub.answer(PATHS.orderBook, refused('AB2001', 'Internal Error'), ok([WIRE_ORDER, WIRE_REJECTED]));
  stub.answer(PATHS.tradeBook, { body: '' }, ok([WIRE_TRADE]));
  stub.answer(PATHS.positions, ok([WIRE_POSITION]));
  stub.answer(PATHS.holdings, { body: [WIRE_HOLDING] });
  stub.answer(PATHS.margin, RATE_REFUSAL, ok(WIRE_MARGIN));
  const client = orders();
  expect(await client.orderBook()).toMatchObject({ kind: 'ok', value: [{ state: 'open' }, { state: 'rejected' }] });
  expect(await client.tradeBook()).toMatchObject({ kind: 'ok', value: [{ fillId: '50005750', quantity: 4 }] });
  expect(await client.positions()).toMatchObject({ kind: 'ok', value: [{ netQuantity: -8 }] });
  expect(await client.holdings()).toMatchObject({ kind: 'ok', value: [{ quantity: 5 }] });
  const leg = { instrument: SBIN, side: 'buy', product: 'delivery', quantity: 10, pricePaise: 194_55 } as const;
  expect(await client.margin([leg])).toEqual({ kind: 'ok', value: 29_612_35n });
  expect(stub.requests.map((request) => request.method)).toEqual([
    'GET',
    'GET',
    'GET',
    'GET',
    'GET',
    'GET',
    'POST',
    'POST',
  ]);
  expect(stub.requests.at(-1)?.body).toEqual({
    positions: [
      {
        exchange: 'NSE',
        token: '3045',
        qty: 10,
        price: 194.55,
        productType: 'DELIVERY',
        tradeType: 'BUY',
        orderType: 'LIMIT',
      },
    ],
  });
});

test('who reads the book is told of each time that the request leaves, after its wait for the rate', async () => {
  stub.answer(PATHS.orderBook, refused('AB2001', 'Internal Error'), ok([WIRE_ORDER]), ok([WIRE_ORDER]));
  const client = orders();
  const seen: number[] = [];
  await client.orderBook(() => seen.push(stub.requests.length));
  expect(seen).toEqual([0, 1]);
  const asked = client.orderBook(() => seen.push(stub.requests.length));
  expect(seen).toHaveLength(2);
  await asked;
  expect(seen).toEqual([0, 1, 2]);
});

test('whoever writes is asked when the request leaves, after its wait for the rate, and not where it never does', async () => {
  stub.answer(PATHS.place, ok(WIRE_ACCEPTED));
  const client = orders({ maxOrderWaitMs: 900 });
  const seen: number[] = [];
  const mayLeave = (): boolean => seen.push(stub.requests.length) > 0;
  const place = () => client.place(PLACE, 'entry', mayLeave);
  const outcomes = [place(), place(), place(), place()];
  expect(seen).toEqual([]);
  expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual([...Array(3).fill('accepted'), 'not_sent']);
  expect(seen).toHaveLength(3);
  expect(stub.requests).toHaveLength(3);
});

test('a write whose sender may not act any more when its turn comes does not leave', async () => {
  const client = orders();
  let mayAct = true;
  const mayLeave = (): boolean => mayAct;
  const outcomes = [
    client.place(PLACE, 'exit', mayLeave),
    client.modify(MODIFY, 'exit', mayLeave),
    client.cancel({ brokerOrderId: ORDER_ID, placedAs: 'limit' }, 'exit', mayLeave),
  ];
  mayAct = false;
  for (const outcome of outcomes) expect(await outcome).toEqual({ kind: 'not_sent', cause: 'no_connection' });
  expect(stub.requests).toEqual([]);
});

test('empty books come as null or as "not found"', async () => {
  stub.answer(PATHS.orderBook, ok(null));
  stub.answer(PATHS.tradeBook, refused('AB1014', 'Trade not found'));
  stub.answer(PATHS.positions, refused('AB1016', 'Position not found'));
  stub.answer(PATHS.holdings, ok('null'));
  const client = orders();
  for (const reply of [client.orderBook(), client.tradeBook(), client.positions(), client.holdings()])
    expect(await reply).toEqual({ kind: 'ok', value: [] });
});

test('one order is looked up by its unique number, which cannot lead to another address', async () => {
  stub.answer(`${PATHS.order}/34req-1`, ok(WIRE_ORDER));
  expect(await orders().order('34req-1')).toMatchObject({ kind: 'ok', value: { brokerOrderId: ORDER_ID } });
  await orders().order('../../user/v1/logout?x=');
  expect(stub.requests.at(-1)?.path).toBe(`${PATHS.order}/..%2F..%2Fuser%2Fv1%2Flogout%3Fx%3D`);
});

test('an order that the broker does not know is no order, instead of a guess', async () => {
  stub.answer(`${PATHS.order}/1`, refused('AB1013', 'Order not found'));
  expect(await orders().order('1')).toEqual({ kind: 'unavailable', cause: 'unreadable_reply' });
});

test('margin is asked for at most fifty legs, together or not at all', async () => {
  const leg = { instrument: SBIN, side: 'buy', product: 'delivery', quantity: 1, pricePaise: 1_00 } as const;
  expect(await orders().margin(Array.from({ length: 51 }, () => leg))).toMatchObject({ code: 'TOO_MANY_LEGS' });
  expect(await orders().margin([{ ...leg, quantity: 0 }])).toMatchObject({ code: 'INVALID_ORDER' });
  expect(await orders().margin([])).toEqual({ kind: 'ok', value: 0n });
  expect(stub.requests).toEqual([]);
});

test('a rule is made, changed and cancelled', async () => {
  stub.answer(PATHS.createGtt, ok({ id: 1000118 }));
  stub.answer(PATHS.modifyGtt, ok({ id: '1000118' }));
  stub.answer(PATHS.cancelGtt, refused('AB9013', 'Invalid Rule ID'));
  const client = orders();
  const accepted = { kind: 'accepted', value: { ruleId: '1000118' } };
  expect(await client.createGtt(RULE)).toEqual(accepted);
  expect(await client.modifyGtt('1000118', RULE)).toEqual(accepted);
  expect(await client.cancelGtt('7', RULE)).toEqual({ kind: 'refused', code: 'AB9013', message: 'Invalid Rule ID' });
  expect(await client.createGtt({ ...RULE, triggerPaise: 0 })).toMatchObject({
    kind: 'refused',
    code: 'INVALID_ORDER',
  });
  const terms = {
    symboltoken: '3045',
    exchange: 'NSE',
    qty: '10',
    price: '189.00',
    triggerprice: '190.05',
    disclosedqty: '0',
  };
  expect(stub.requests.map((request) => request.body)).toEqual([
    { tradingsymbol: 'SBIN-EQ', transactiontype: 'SELL', producttype: 'DELIVERY', ...terms },
    { id: '1000118', ...terms },
    { id: '7', symboltoken: '3045', exchange: 'NSE' },
  ]);
});

test('rules are read page by page until one is not full, also from a server that knows one page only', async () => {
  const page = (from: number, count: number) =>
    ok(Array.from({ length: count }, (_, i) => ({ ...WIRE_RULE, id: from + i })));
  stub.answer(PATHS.gttRules, page(1, 10), page(11, 3));
  const reply = await orders().gttRules();
  expect(reply.kind === 'ok' && reply.value.map((rule) => rule.ruleId)).toEqual(
    Array.from({ length: 13 }, (_, i) => String(i + 1)),
  );
  expect(stub.requests.map((request) => request.body)).toEqual([
    { status: ['FORALL'], page: 1, count: 10 },
    { status: ['FORALL'], page: 2, count: 10 },
  ]);
  stub.answer(PATHS.gttRules, page(1, 10));
  const repeated = await orders().gttRules();
  expect(repeated.kind === 'ok' && repeated.value).toHaveLength(10);
});
