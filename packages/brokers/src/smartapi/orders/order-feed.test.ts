import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BrokerAccess } from '../../port.ts';
import type { BrokerOrder, OrderFeedEvent } from '../../port-orders.ts';
import { createSmartApi } from '../client.ts';
import type { BrokerLogEntry } from '../redact.ts';
import { createFakeConnections } from '../testing/fake-connection.ts';
import { createFakeTiming } from '../testing/fake-timing.ts';
import { ACCESS, SECRETS } from '../testing/fixtures.ts';
import { WIRE_GREETING, wireUpdate } from '../testing/order-fixtures.ts';
import { type StubServer, startStubServer } from '../testing/stub-server.ts';

const COMPLETE = {
  status: 'complete',
  orderstatus: 'complete',
  filledshares: '10',
  unfilledshares: '0',
  averageprice: 194.45,
};

/** A feed on connections that the test plays, in time that the test moves. */
function openFake(access: () => BrokerAccess | undefined = () => ACCESS) {
  const timing = createFakeTiming();
  const connections = createFakeConnections();
  const orders: BrokerOrder[] = [];
  const events: OrderFeedEvent[] = [];
  const logged: BrokerLogEntry[] = [];
  const api = createSmartApi(
    {},
    { timing, random: () => 1, openOrderConnection: connections.open, log: (entry) => logged.push(entry) },
  );
  const feed = api.openOrderFeed(access, {
    onOrder: (order) => orders.push(order),
    onEvent: (event) => events.push(event),
  });
  const last = () => {
    const connection = connections.all.at(-1);
    if (!connection) throw new Error('there is no connection');
    return connection;
  };
  return { timing, connections: connections.all, last, orders, events, logged, feed };
}

test('updates arrive as orders; the greeting, pongs and frames that are no messages do not', () => {
  const { last, orders, events, logged } = openFake();
  const { listener } = last();
  listener.onOpen();
  for (const text of [WIRE_GREETING, 'pong', '\u0000', '', 'null', '[]', '{"a":1}', '"AB05"']) listener.onText(text);
  listener.onBinary(Buffer.from([0]));
  expect([orders, logged]).toEqual([[], []]);
  listener.onText(wireUpdate('AB09', { status: 'open pending', orderstatus: 'open pending', exchtime: '' }));
  listener.onText(wireUpdate('AB01', { filledshares: '4', unfilledshares: '6', averageprice: 194.4 }));
  listener.onText(wireUpdate('AB05', COMPLETE));
  expect(orders.map((order) => [order.state, order.filledQuantity, order.averagePaise])).toEqual([
    ['pending', 0, 0],
    ['partially_filled', 4, 19440],
    ['filled', 10, 19445],
  ]);
  expect(orders[0]).toMatchObject({ tag: 'TD7f3a90c1', uniqueOrderId: undefined, exchangeOrderId: undefined });
  expect(events).toEqual([{ kind: 'connected' }]);
});

test('an update that cannot be read is left out and noted without its contents', () => {
  const { last, orders, logged } = openFake();
  last().listener.onOpen();
  last().listener.onText(wireUpdate('AB01', { orderid: '', quantity: SECRETS.accessToken }));
  expect(orders).toEqual([]);
  expect(logged).toEqual([{ level: 'warn', event: 'order_update_unreadable', oddAt: ['orderid', 'quantity'] }]);
});

test('it pings every ten seconds, and a connection that answers nothing for twenty is given up', async () => {
  const { timing, last, connections, events } = openFake();
  const first = last();
  first.listener.onOpen();
  await timing.advance(12_000);
  expect(first.sent).toEqual(['ping']);
  first.listener.onText('pong');
  await timing.advance(18_000);
  expect([first.sent.length, first.endedWith()]).toEqual([3, undefined]);
  await timing.advance(5_000);
  expect(first.endedWith()).toBe('stalled');
  await timing.advance(1_000);
  expect(connections).toHaveLength(2);
  last().listener.onOpen();
  expect(events.map((event) => event.kind)).toEqual(['connected', 'disconnected', 'connected']);
});

test('a zero byte now and then keeps a connection alive, as a pong does', async () => {
  const { timing, last } = openFake();
  const { listener } = last();
  listener.onOpen();
  for (let i = 0; i < 6; i += 1) {
    await timing.advance(10_000);
    listener.onBinary(Buffer.from([0]));
  }
  expect(last().endedWith()).toBeUndefined();
});

test('it waits longer after each failure, also when it was let in and put out again, up to half a minute', async () => {
  const { timing, last, connections } = openFake();
  const openedAt: number[] = [0];
  for (let i = 0; i < 9; i += 1) {
    if (i % 2 === 1) last().listener.onOpen();
    last().listener.onText(WIRE_GREETING);
    const count = connections.length;
    last().listener.onEnd('closed');
    while (connections.length === count) await timing.advance(100);
    openedAt.push(timing.monotonic());
  }
  const waits = openedAt.slice(1).map((at, i) => at - (openedAt[i] ?? 0));
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  last().listener.onOpen();
  last().listener.onText('pong');
  last().listener.onEnd('network');
  const count = connections.length;
  await timing.advance(500);
  expect(connections).toHaveLength(count + 1);
});

test('a client without access, or with too many connections, tries again only after half a minute', async () => {
  for (const status of [403, 429]) {
    const { timing, last, connections, events, logged } = openFake();
    last().listener.onEnd('handshake_refused', status);
    expect(events).toEqual([{ kind: 'disconnected', cause: 'handshake_refused' }]);
    expect(logged[0]).toMatchObject({
      event: 'order_feed_disconnected',
      cause: 'handshake_refused',
      httpStatus: status,
    });
    await timing.advance(29_000);
    expect(connections).toHaveLength(1);
    await timing.advance(1_000);
    expect(connections).toHaveLength(2);
  }
});

test('a refused token is not tried again, a new one is found by itself, and at once on request', async () => {
  let access: BrokerAccess | undefined = ACCESS;
  const { timing, last, connections, events, feed } = openFake(() => access);
  const withToken = (accessToken: string): BrokerAccess => ({ ...ACCESS, tokens: { ...ACCESS.tokens, accessToken } });
  last().listener.onEnd('session_expired', 401);
  await timing.advance(90_000);
  expect(connections).toHaveLength(1);
  expect(events).toEqual([{ kind: 'session_expired' }]);
  access = withToken('second');
  await timing.advance(30_000);
  expect(last().access.tokens.accessToken).toBe('second');
  access = withToken('third');
  feed.reconnect();
  expect(last().access.tokens.accessToken).toBe('third');
  expect(connections).toHaveLength(3);
  access = undefined;
  last().listener.onEnd('closed');
  await timing.advance(60_000);
  expect(connections).toHaveLength(3);
});

test('a closed feed leaves no timer and no connection behind', async () => {
  const { timing, last, feed, events, connections } = openFake();
  last().listener.onOpen();
  feed.close();
  feed.reconnect();
  await timing.advance(60_000);
  expect([timing.pending(), connections.length, last().endedWith()]).toEqual([0, 1, 'closed']);
  expect(events).toEqual([{ kind: 'connected' }]);
});

let stub: StubServer;
beforeEach(async () => {
  stub = await startStubServer();
});
afterEach(() => stub.close());

function openReal() {
  const orders: BrokerOrder[] = [];
  const events: OrderFeedEvent[] = [];
  const api = createSmartApi({
    orderFeedUrl: stub.orderFeedUrl,
    orderFeed: { firstDelayMs: 20, longestDelayMs: 60, pingEveryMs: 50 },
  });
  const feed = api.openOrderFeed(() => ACCESS, {
    onOrder: (order) => orders.push(order),
    onEvent: (event) => events.push(event),
  });
  return { feed, events, orders };
}

test('on a real socket it signs in as a bearer, pings, and comes back after a loss', async () => {
  const { feed, events, orders } = openReal();
  await vi.waitFor(() => expect(stub.texts).toContain('ping'));
  expect(stub.handshakes[0]).toMatchObject({
    authorization: `Bearer ${SECRETS.accessToken}`,
    'x-api-key': SECRETS.apiKey,
    'x-client-code': 'S100001',
    'x-feed-token': SECRETS.feedToken,
  });
  for (const socket of stub.sockets) socket.send(wireUpdate('AB05', COMPLETE));
  await vi.waitFor(() => expect(orders).toMatchObject([{ state: 'filled' }]));
  for (const socket of stub.sockets) socket.terminate();
  await vi.waitFor(() => expect(stub.handshakes).toHaveLength(2));
  await vi.waitFor(() => expect(events.map((event) => event.kind)).toEqual(['connected', 'disconnected', 'connected']));
  feed.close();
});

test.each([
  [401, { kind: 'session_expired' }],
  [403, { kind: 'disconnected', cause: 'handshake_refused' }],
  [429, { kind: 'disconnected', cause: 'handshake_refused' }],
] as const)('a handshake that is answered with %i is told apart from a lost network', async (status, event) => {
  stub.refuseHandshakes(status);
  const { feed, events } = openReal();
  await vi.waitFor(() => expect(events[0]).toEqual(event));
  feed.close();
});

test('a broker at another address is looked for there with both streams, and no token goes to the real one', async () => {
  const api = createSmartApi({ baseUrl: stub.url });
  const events: string[] = [];
  const onEvent = (event: { readonly kind: string }) => void events.push(event.kind);
  const feeds = [
    api.openOrderFeed(() => ACCESS, { onOrder: () => undefined, onEvent }),
    api.openFeed(() => ACCESS, { onTick: () => undefined, onEvent }),
  ];
  await vi.waitFor(() => expect(events).toEqual(['connected', 'connected']));
  expect(stub.handshakes).toHaveLength(2);
  for (const feed of feeds) feed.close();
});
