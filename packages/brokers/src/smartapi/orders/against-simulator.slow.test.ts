import { indiaMoment } from '@trickdesk/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerOf, startConformanceRun } from '../../conformance.ts';
import { ORDER_CASES, type OrderConformanceCase, type OrderConformanceSubject } from '../../conformance-orders.ts';
import type { BrokerAccess, LogInRequest } from '../../port.ts';
import type { BrokerOrder, BrokerOrders, OrderFeedEvent, PlaceOrder } from '../../port-orders.ts';
import { createSmartApi, type SmartApi, type SmartApiSettings } from '../client.ts';
import { SBIN } from '../testing/fixtures.ts';
import { type RunningSimulator, runSimulator } from '../testing/run-simulator.ts';
import { totpAt } from '../totp.ts';

/** Published as fixed values of the simulated broker. */
const SIM = { apiKey: 'sim-api-key', pin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP' };
const SESSION = { openAt: indiaMoment('2025-07-04', 9 * 60 + 15), closeAt: indiaMoment('2025-07-04', 15 * 60 + 30) };

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await runSimulator('2025-07-07T10:00:30+05:30');
});
afterEach(() => simulator.control('faults', { clear: true, allowTotpReuse: true }));
afterAll(() => simulator.stop());

function client(settings: SmartApiSettings = {}): SmartApi {
  const { url, feedUrl, orderFeedUrl, masterUrl } = simulator;
  const orderFeed = { firstDelayMs: 50, longestDelayMs: 200, pingEveryMs: 300, staleAfterMs: 1000 };
  return createSmartApi({ baseUrl: url, feedUrl, orderFeedUrl, masterUrl, orderFeed, timeoutMs: 1_000, ...settings });
}

function credentials(clientCode: string): LogInRequest {
  return { clientCode, apiKey: SIM.apiKey, pin: SIM.pin, totp: totpAt(SIM.totpSecret, Date.now()) };
}

/** Each test has a client of its own, so that no order and no rate limit carries over. */
let lastClient = 100_010;
async function signIn(api: SmartApi): Promise<BrokerAccess> {
  await simulator.control('faults', { allowTotpReuse: true });
  lastClient += 1;
  const request = credentials(`S${lastClient}`);
  const outcome = await api.sessions.logIn(request);
  if (outcome.kind !== 'ok') throw new Error(`the log-in failed: ${JSON.stringify(outcome)}`);
  return { clientCode: request.clientCode, apiKey: request.apiKey, tokens: outcome.value };
}

describe('the SmartAPI adapter conforms with orders', () => {
  let run: Parameters<OrderConformanceCase['check']>[0];
  beforeAll(async () => {
    await simulator.control('faults', { allowTotpReuse: true });
    run = startConformanceRun<OrderConformanceSubject>({
      ...client(),
      credentials: () => credentials('S100001'),
      instrument: SBIN,
      unknownToken: '88888888',
      session: SESSION,
      feedPatienceMs: 10_000,
      tickPaise: 10,
      unaffordableQuantity: 90_000,
      orderPatienceMs: 15_000,
      loseNextAnswer: async () => {
        await simulator.control('faults', { routes: [{ route: 'placeOrder', kind: 'cut', when: 'after', times: 1 }] });
      },
    });
  });
  test.each(ORDER_CASES)('$name', ({ check }) => check(run));
});

async function resting(api: SmartApi, access: BrokerAccess, tag: string): Promise<PlaceOrder> {
  const lastPaise = answerOf(await api.marketData(access).lastPrice(SBIN));
  const pricePaise = Math.round((lastPaise * 0.97) / 10) * 10;
  return { instrument: SBIN, side: 'buy', product: 'intraday', kind: 'limit', quantity: 1, pricePaise, tag };
}

async function tagged(orders: BrokerOrders, tag: string): Promise<readonly BrokerOrder[]> {
  return answerOf(await orders.orderBook()).filter((order) => order.tag === tag);
}

const FAULTS = [
  { kind: 'slow', ms: 1_500 },
  { kind: 'hang', ms: 1_500 },
  { kind: 'empty' },
  { kind: 'waf' },
  { kind: 'http', status: 502 },
  { kind: 'ab1004' },
  { kind: 'null' },
  { kind: 'cut' },
] as const;

test.each(
  FAULTS.flatMap((fault) => [
    { ...fault, when: 'before' as const },
    { ...fault, when: 'after' as const },
  ]),
)('a placed order that meets the fault %j is unknown, and the book alone tells whether it exists', async (fault) => {
  const api = client();
  const access = await signIn(api);
  const order = await resting(api, access, `F${lastClient}`);
  await simulator.control('faults', { routes: [{ route: 'placeOrder', times: 1, ...fault }] });
  const orders = api.orders(access);
  expect((await orders.place(order, 'entry')).kind).toBe('unknown');
  await new Promise((resolve) => setTimeout(resolve, 'ms' in fault ? 1_000 : 300));
  // A slow answer is late, but its order was taken at the time it came.
  const exists = fault.when === 'after' || fault.kind === 'slow';
  expect(await tagged(orders, order.tag)).toHaveLength(exists ? 1 : 0);
});

test('an address that is not registered is a refusal with the words of the gateway', async () => {
  const api = client();
  const access = await signIn(api);
  const order = await resting(api, access, `F${lastClient}`);
  await simulator.control('faults', { unregisteredIp: true });
  const outcome = await api.orders(access).place(order, 'entry');
  expect(outcome).toMatchObject({ kind: 'refused', code: 'AG7002' });
  expect(await tagged(api.orders(access), order.tag)).toEqual([]);
});

test('under the budget no order is refused for its rate, and beyond the limit the refused ones are not in the book', async () => {
  const api = client();
  const access = await signIn(api);
  const order = await resting(api, access, 'R');
  const place = (from: SmartApi, count: number, prefix: string) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => from.orders(access).place({ ...order, tag: `${prefix}${i}` }, 'exit')),
    );
  expect((await place(api, 12, 'P')).map((outcome) => outcome.kind)).toEqual(Array(12).fill('accepted'));
  // Two processes would not know of each other's orders.
  const hasty = [client({ ordersASecond: 9 }), client({ ordersASecond: 9 })];
  const outcomes = (await Promise.all(hasty.map((one, i) => place(one, 9, `H${i}n`)))).flat();
  const limited = outcomes.filter((outcome) => outcome.kind === 'not_sent' && outcome.cause === 'rate_limited');
  expect(limited.length).toBeGreaterThan(0);
  const book = answerOf(await api.orders(access).orderBook()).filter((one) => one.tag?.startsWith('H'));
  expect(book).toHaveLength(outcomes.filter((outcome) => outcome.kind === 'accepted').length);
});

/** An order feed on tokens that the test changes, and what it has said. */
function openFeed(api: SmartApi, access: () => BrokerAccess) {
  const events: OrderFeedEvent[] = [];
  const feed = api.openOrderFeed(access, { onOrder: () => undefined, onEvent: (event) => events.push(event) });
  const hears = (event: OrderFeedEvent) => vi.waitFor(() => expect(events.at(-1)).toEqual(event), 5_000);
  return { feed, events, hears };
}
const TURNED_AWAY = { kind: 'disconnected', cause: 'handshake_refused' } as const;

test('a lost order socket comes back by itself, also after the broker turned it away for a while', async () => {
  const api = client();
  const access = await signIn(api);
  const { feed, events, hears } = openFeed(api, () => access);
  await hears({ kind: 'connected' });
  await simulator.control('faults', { dropOrderSockets: true });
  await vi.waitFor(() => expect(events.map((event) => event.kind)).toEqual(['connected', 'disconnected', 'connected']));
  await simulator.control('faults', { orderSocketStatus: 429, dropOrderSockets: true });
  await hears(TURNED_AWAY);
  await simulator.control('faults', { orderSocketStatus: 0 });
  await hears({ kind: 'connected' });
  feed.close();
});

test('an order socket with unknown tokens needs new ones; with expired ones it is turned away, and the books say why', async () => {
  const api = client();
  const good = await signIn(api);
  let access: BrokerAccess = { ...good, tokens: { ...good.tokens, accessToken: 'eyJh.bm90aGluZw.c2ln' } };
  const { feed, hears } = openFeed(api, () => access);
  await hears({ kind: 'session_expired' });
  access = good;
  await hears({ kind: 'connected' });
  await simulator.control('faults', { expireTokens: 'access', dropOrderSockets: true });
  await hears(TURNED_AWAY);
  expect(await api.orders(access).orderBook()).toEqual({ kind: 'session_expired' });
  access = { ...access, tokens: answerOf(await api.sessions.renew(access)) };
  feed.reconnect();
  await hears({ kind: 'connected' });
  feed.close();
});
