import { createServer } from 'node:http';
import { paiseToRupees } from '@trickdesk/domain';
import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  SIM_TOTP_SECRET,
  type Simulator,
  type SimulatorStore,
  startSimulator,
} from './index.ts';

const S = '/rest/secure/angelbroking';
const LOGIN = '/rest/auth/angelbroking/user/v1/loginByPassword';
const CONTROL_TOKEN = 'control-of-the-test';
/** Without a standing authorisation. */
const CLIENT = 'S100017';
const source = createSyntheticSource({ seed: 4, startAt: Date.parse('2025-07-07T09:30:00+05:30') });
const zAnswer = z.looseObject({ data: z.unknown() });
const zTokens = z.object({ jwtToken: z.string() });
const zRow = z.looseObject({
  orderid: z.string(),
  uniqueorderid: z.string(),
  ordertag: z.string().nullable(),
  orderstatus: z.string(),
  text: z.string(),
});
const zAccount = z.looseObject({ orders: z.array(z.looseObject({ tag: z.string().nullable() })), funds: z.unknown() });

let store: SimulatorStore;
let simulator: Simulator;
let now = Date.parse('2026-11-20T22:00:00+05:30');
let jwt = '';
/** What went wrong inside: to a caller it would look like the broker's own trouble. */
const troubles: string[] = [];

async function start(): Promise<void> {
  simulator = await startSimulator({
    source,
    store,
    speed: 30,
    seed: 4,
    port: 0,
    paused: true,
    controlToken: CONTROL_TOKEN,
    orderLatencyMs: { least: 0, most: 0 },
    wall: () => now,
    onError: (what, error) => troubles.push(`${what}: ${String(error)}`),
  });
}

beforeEach(async () => {
  store = createMemoryStore();
  await start();
  now += 60_000;
  const totp = new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET) }).generate({ timestamp: now + 2_000 });
  const answer = zAnswer.parse(await call('POST', LOGIN, { clientcode: CLIENT, password: SIM_PIN, totp }));
  jwt = zTokens.parse(answer.data).jwtToken;
});
afterEach(async () => {
  await simulator.close();
  expect(troubles.splice(0)).toEqual([]);
});

/** The body of the answer, its text where it is no JSON, `undefined` where the connection was cut. */
async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  now += 2_000;
  const request = {
    method,
    headers: { 'x-privatekey': SIM_API_KEY, authorization: `Bearer ${jwt}`, 'x-sim-control': CONTROL_TOKEN },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await fetch(`${simulator.url}${path}`, request).catch(() => undefined);
  const text = await response?.text();
  return text?.startsWith('{') ? JSON.parse(text) : text;
}
const control = (path: string, body: unknown): Promise<unknown> => call('POST', `/__sim/${path}`, body);
const account = async () => zAccount.parse(await call('GET', `/__sim/account?client=${CLIENT}`));
const counted = async (): Promise<unknown> => Object(await call('GET', '/__sim/state')).calls[CLIENT];
const step = (stepSeconds: number): Promise<unknown> => control('clock', { stepSeconds });
const book = async () => {
  const { data } = zAnswer.parse(await call('GET', `${S}/order/v1/getOrderBook`));
  return z.array(zRow).parse(data ?? []);
};

/** A limit so many ticks from the last price. */
const order = (ticks: number, over: object = {}): object => ({
  variety: 'NORMAL',
  tradingsymbol: 'SBIN-EQ',
  symboltoken: '3045',
  transactiontype: 'BUY',
  exchange: 'NSE',
  ordertype: 'LIMIT',
  producttype: 'DELIVERY',
  duration: 'DAY',
  quantity: '2',
  price: paiseToRupees((simulator.exchange.quoteOf('3045')?.last ?? 0) + ticks * 5),
  ...over,
});
const place = (over: object = {}, ticks = -200): Promise<unknown> =>
  call('POST', `${S}/order/v1/placeOrder`, order(ticks, over));

describe('a fault around an order', () => {
  test.each(['cut', 'empty', 'http', 'waf', 'hang'])(
    '%s leaves no order when it strikes before, and one order when it strikes after',
    async (kind) => {
      const fault = { route: 'placeOrder', kind, ms: 20, times: 1 };
      await control('faults', { routes: [fault] });
      expect(await place({ ordertag: 'before' })).not.toMatchObject({ status: true });
      expect(await book()).toEqual([]);
      await control('faults', { routes: [{ ...fault, when: 'after' }] });
      expect(await place({ ordertag: 'after' })).not.toMatchObject({ status: true });
      expect((await book()).map((row) => row.ordertag)).toEqual(['after']);
      expect(await counted()).toMatchObject({ placeOrder: { received: 2, accepted: 1, refused: 0 } });
    },
  );

  test('around a change or a cancellation hides what it did as well', async () => {
    await place({ ordertag: 'rests' });
    const [{ orderid } = { orderid: '' }] = await book();
    const routes = ['modifyOrder', 'cancelOrder'].map((route) => ({ route, kind: 'empty', when: 'after', times: 1 }));
    await control('faults', { routes });
    expect(await call('POST', `${S}/order/v1/modifyOrder`, order(-210, { orderid, quantity: 5 }))).toBe('');
    expect(await book()).toMatchObject([{ quantity: '5' }]);
    expect(await call('POST', `${S}/order/v1/cancelOrder`, { variety: 'NORMAL', orderid })).toBe('');
    expect(await book()).toMatchObject([{ orderstatus: 'cancelled' }]);
  });

  test('an expired token keeps an order out, and counters say that nothing took effect', async () => {
    await control('faults', { expireTokens: 'access' });
    expect(await place()).toMatchObject({ success: false, errorCode: 'AG8002' });
    expect((await account()).orders).toEqual([]);
    expect(await counted()).toMatchObject({ placeOrder: { received: 1, accepted: 0, refused: 1 } });
    await control('counters', { reset: true });
    expect(await counted()).toBeUndefined();
  });

  test('a forced rejection has its text in the book, for as many orders as it was asked for', async () => {
    await control('faults', { rejections: [{ text: 'Admin stopped AMO', client: CLIENT, times: 1 }] });
    expect(await place({ ordertag: 'first' })).toMatchObject({ status: true });
    await place({ ordertag: 'second' });
    expect(await book()).toMatchObject([
      { ordertag: 'first', orderstatus: 'rejected', text: 'Admin stopped AMO' },
      { ordertag: 'second', orderstatus: 'open', text: '' },
    ]);
  });

  test('latency falls on the way to the broker and again on the way back', async () => {
    await control('faults', { latencyMs: 60 });
    const started = performance.now();
    expect(await place()).toMatchObject({ status: true });
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
  });
});

describe('the control endpoint', () => {
  test('places, changes and cancels an order by hand, which the client finds in its book', async () => {
    const made = await control('orders', { client: CLIENT, place: order(-200) });
    expect(made).toMatchObject({ answer: { kind: 'accepted' } });
    const [row] = await book();
    expect(row).toMatchObject({ ordertag: null, orderstatus: 'open' });
    const orderid = row?.orderid;
    await control('orders', { client: CLIENT, modify: order(-210, { orderid, quantity: '7' }) });
    expect(await book()).toMatchObject([{ quantity: '7' }]);
    await control('orders', { client: CLIENT, cancel: { variety: 'NORMAL', orderid } });
    expect(await book()).toMatchObject([{ orderstatus: 'cancelled' }]);
    expect(await counted()).not.toHaveProperty('placeOrder');
  });

  test("sets cash and holdings, and the broker's own calls show them", async () => {
    const holdings = [{ token: '3045', quantity: 10, averagePaise: 700_00 }];
    expect(await control('account', { client: CLIENT, cashPaise: 5_000_00, holdings })).toEqual({ changed: true });
    expect(await call('GET', `${S}/user/v1/getRMS`)).toMatchObject({ data: { availablecash: '5000.0000' } });
    expect(await call('GET', `${S}/portfolio/v1/getHolding`)).toMatchObject({
      data: [{ symboltoken: '3045', quantity: 10, averageprice: 700, isin: expect.stringMatching(/^IN/) }],
    });
    const unlisted = [{ token: '1', quantity: 1, averagePaise: 1 }];
    expect(await control('account', { client: CLIENT, holdings: unlisted })).toEqual({ changed: false });
  });

  test('names a webhook, which hears of each update once and of nothing after it is taken away', async () => {
    const heard: unknown[] = [];
    const hook = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text) => heard.push(JSON.parse(String(text))));
      request.on('end', () => response.writeHead(heard.length === 1 ? 200 : 500).end());
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const address = hook.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/orders`;
    await control('postback', { url });
    await simulator.close();
    await start();
    await place({ ordertag: 'rests' });
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard).toMatchObject([
      { clientcode: CLIENT, ordertag: 'rests', orderstatus: 'open pending' },
      { clientcode: CLIENT, ordertag: 'rests', orderstatus: 'open' },
    ]);
    await expect
      .poll(async () => Object(await call('GET', '/__sim/state')).postback)
      .toEqual({ url, posted: 1, failed: 1 });
    await control('postback', { url: null });
    await place({ ordertag: 'unheard' });
    expect(await book()).toHaveLength(2);
    expect(heard).toHaveLength(2);
    hook.close();
  });

  test.each([
    ['postback', { url: 'file:///etc/passwd' }],
    ['orders', { client: 'A123456', place: {} }],
    ['orders', { client: CLIENT }],
    ['account', { client: CLIENT, cashPaise: 1.5 }],
    ['edis', { client: CLIENT, token: '3045', quantity: 0 }],
    ['counters', {}],
  ])('says what is wrong with an order to %s', async (path, body) => {
    expect(await control(path, body)).toMatchObject({ error: expect.any(String) });
  });

  test('knows no other control', async () => {
    expect(await control('constructor', {})).toEqual({ error: 'no such control' });
    expect(await call('GET', '/__sim/account?client=A123456')).toEqual({ error: 'no such control' });
  });
});

test('whatever the body, the order desk answers with an envelope and a code, and nothing breaks inside', async () => {
  await control('faults', { rateLimit: false });
  await place({ ordertag: 'rests' });
  const [{ orderid } = { orderid: '' }] = await book();
  const routes = ['placeOrder', 'modifyOrder', 'cancelOrder', 'convertPosition'].map((name) => `order/v1/${name}`);
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1e9',
      'NaN',
      '999999999999',
      '0.05',
      'SELL',
      'STOPLOSS',
      'STOPLOSS_LIMIT',
      'INTRADAY',
    ),
    fc.integer(),
    fc.double(),
  );
  const field = fc.constantFrom(...Object.keys(order(0)), 'triggerprice', 'disclosedquantity', 'ordertag', 'orderid');
  const body = fc.dictionary(field, strange, { maxKeys: 4 }).map((over) => ({ orderid, ...order(-200), ...over }));
  // Worth more than any number of paise can say.
  await call('POST', `${S}/order/v1/placeOrder`, { ...order(-200), quantity: '999999999999' });
  expect(troubles).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), body, async (route, sent) => {
      const answer = await call('POST', `${S}/${route}`, sent);
      expect(answer).toMatchObject({ status: expect.any(Boolean), errorcode: expect.any(String) });
      const [{ status, errorcode }] = [z.object({ status: z.boolean(), errorcode: z.string() }).parse(answer)];
      expect(errorcode === '').toBe(status);
      const leg = {
        exchange: 'NSE',
        token: '3045',
        tradeType: 'BUY',
        productType: 'DELIVERY',
        qty: 1,
        price: 0,
        ...sent,
      };
      const margin = await call('POST', `${S}/margin/v1/batch`, { positions: [leg] });
      expect(margin).toMatchObject({ status: expect.any(Boolean), errorcode: expect.any(String) });
      expect(troubles).toEqual([]);
    }),
    { numRuns: 100 },
  );
}, 30_000);

describe('a restart of the simulator', () => {
  test('keeps orders, trades, funds, rules, releases and faults as they were', async () => {
    await place({ ordertag: 'fills' }, 200);
    await place({ ordertag: 'rests' });
    await step(30);
    const rule = { ...order(-300), qty: '2', triggerprice: Reflect.get(order(-300), 'price') };
    expect(await call('POST', `${S}/gtt/v1/createRule`, rule)).toMatchObject({ status: true });
    const holdings = [{ token: '3045', quantity: 10, averagePaise: 700_00 }];
    await control('account', { client: CLIENT, holdings });
    await control('edis', { client: CLIENT, token: '3045', quantity: 4 });
    const { data } = zAnswer.parse(await call('GET', `${S}/portfolio/v1/getHolding`));
    expect(data).toMatchObject([{ authorisedquantity: 4 }]);
    const [{ isin }] = z.tuple([z.looseObject({ isin: z.string() })]).parse(data);
    const request = { isin, quantity: 3 };
    expect(await call('POST', `${S}/edis/v1/verifyDis`, request)).toMatchObject({ errorcode: '' });
    await control('faults', { unregisteredIp: true });
    const before = await account();
    expect(before.orders).toMatchObject([
      { tag: 'fills', status: 'complete' },
      { tag: 'rests', status: 'open' },
    ]);
    await simulator.close();
    await start();
    expect(await account()).toEqual(before);
    expect(await call('POST', `${S}/edis/v1/verifyDis`, request)).toMatchObject({ errorcode: 'AG1000' });
    expect(await place()).toMatchObject({ errorCode: 'AG7002' });
  });

  test('a rule of before fires after it, through the order desk', async () => {
    await control('account', { client: CLIENT, holdings: [{ token: '3045', quantity: 5, averagePaise: 700_00 }] });
    await control('edis', { client: CLIENT, token: '3045', quantity: 5 });
    const price = Reflect.get(order(-4), 'price');
    const rule = { ...order(-4), transactiontype: 'SELL', qty: '5', triggerprice: price, price };
    expect(await call('POST', `${S}/gtt/v1/createRule`, rule)).toMatchObject({ status: true });
    await simulator.close();
    await start();
    for (let i = 0; i < 200 && (await book()).length === 0; i += 1) await step(60);
    expect(await book()).toMatchObject([{ transactiontype: 'SELL', quantity: '5', ordertype: 'LIMIT' }]);
    const { rules } = await account();
    expect(rules).toMatchObject([{ status: 'SENTTOEXCHANGE' }]);
  });
});
