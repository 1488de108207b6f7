import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFaults, type Faults, zFaultOrder } from '../faults.ts';
import { greetingFrame } from '../rest/order-wire.ts';
import { createOrderUpdates, ORDER_UPDATES_PATH, type OrderUpdates } from './order-updates.ts';

/** `live.S100001` and `old.S100001` are tokens; nothing else is. */
const checkJwt = (token: string) => {
  const match = /^(live|old)\.(S100\d{3})$/.exec(token);
  if (!match?.[2]) return { kind: 'unknown' } as const;
  const tokens = { jwtToken: token, refreshToken: '', feedToken: '' };
  const session = { clientCode: match[2], ...tokens, createdAt: 0, expiresAt: 0, live: true, refreshable: false };
  return match[1] === 'old' ? ({ kind: 'expired', session } as const) : ({ kind: 'live', session } as const);
};

let server: Server;
let updates: OrderUpdates;
let faults: Faults;
let url = '';
let calls = 0;
const open: WebSocket[] = [];

beforeAll(async () => {
  faults = createFaults(undefined, true);
  updates = createOrderUpdates({
    sessions: { checkJwt },
    faults,
    wall: Date.now,
    greeting: greetingFrame,
    onCall: () => {
      calls += 1;
    },
  });
  server = createServer();
  server.on('upgrade', updates.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${ORDER_UPDATES_PATH}`;
});
beforeEach(() => faults.apply(zFaultOrder.parse({ clear: true })));
afterEach(async () => {
  for (const socket of open.splice(0)) {
    if (socket.readyState === socket.CLOSED) continue;
    socket.terminate();
    await once(socket, 'close');
  }
  while (updates.counters().connections > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});
afterAll(() => {
  updates.close();
  server.close();
});

interface Listener {
  readonly socket: WebSocket;
  /** The next text that comes, or came and was not read. */
  readonly next: () => Promise<string>;
  readonly heard: string[];
}

async function listen(token = 'live.S100001', headers: Record<string, string> = {}): Promise<Listener> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const heard: string[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data) => {
    heard.push(data.toString());
    waiting.shift()?.();
  });
  // Without a listener of its own, a refusal is an error whose text ends in the status.
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (error) =>
      reject(new Error(`handshake ${/\d{3}$/.exec(error.message)?.[0] ?? error.message}`)),
    );
  });
  open.push(socket);
  const next = async (): Promise<string> => {
    if (heard.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return heard.shift() ?? '';
  };
  return { socket, next, heard };
}

describe('the handshake', () => {
  test.each([
    ['an unknown token', 'nobody', {}, 401],
    ['no token', '', { authorization: 'live.S100001' }, 401],
    ['an expired token', 'old.S100001', {}, 403],
    ["another client's code", 'live.S100001', { 'x-client-code': 'S100002' }, 403],
    ['another API key', 'live.S100001', { 'x-api-key': 'other' }, 403],
  ])('refuses %s', async (_, token, headers, status) => {
    await expect(listen(token, headers)).rejects.toThrow(`handshake ${status}`);
  });

  test('takes the bearer token alone, and with the headers that say the same', async () => {
    await listen();
    await listen('live.S100001', { 'x-client-code': 'S100001', 'x-api-key': 'sim-api-key', 'x-feed-token': 'any' });
  });

  test('refuses a fourth connection of a client, until one has gone', async () => {
    const [first] = await Promise.all([listen(), listen(), listen()]);
    await expect(listen()).rejects.toThrow('handshake 429');
    await listen('live.S100002');
    first.socket.close();
    await once(first.socket, 'close');
    while (updates.counters().connections > 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await listen();
  });

  test.each([401, 403, 429, 500, 503])('answers %i where a fault says so', async (status) => {
    faults.apply(zFaultOrder.parse({ orderSocketStatus: status }));
    await expect(listen()).rejects.toThrow(`handshake ${status}`);
    faults.apply(zFaultOrder.parse({ orderSocketStatus: 0 }));
    await listen();
  });
});

describe('an open socket', () => {
  test('hears AB00 first and pong to its pings, and every ping keeps the market awake', async () => {
    const { socket, next } = await listen();
    expect(JSON.parse(await next())).toEqual(greetingFrame('S100001'));
    const before = calls;
    socket.send('ping');
    expect(await next()).toBe('pong');
    socket.send('no such request');
    socket.send('ping');
    expect(await next()).toBe('pong');
    expect(calls).toBe(before + 3);
  });

  test('hears of its own client only, on each of its connections', async () => {
    const [own, also, other] = await Promise.all([listen(), listen(), listen('live.S100002')]);
    for (const listener of [own, also, other]) await listener.next();
    updates.publish('S100001', { order: 1 });
    updates.publish('S100002', { order: 2 });
    expect(await own.next()).toBe('{"order":1}');
    expect(await also.next()).toBe('{"order":1}');
    expect(await other.next()).toBe('{"order":2}');
    expect(own.heard).toEqual([]);
  });

  test('is silent but for its pongs while it is mute, and what was said then is lost', async () => {
    const { socket, next } = await listen();
    await next();
    updates.mute(60_000);
    updates.publish('S100001', { order: 1 });
    socket.send('ping');
    expect(await next()).toBe('pong');
    updates.mute(0);
    updates.publish('S100001', { order: 2 });
    expect(await next()).toBe('{"order":2}');
  });

  test('ends when sockets are dropped, and hears nothing of what it missed when it comes again', async () => {
    const { socket, next } = await listen();
    await next();
    updates.dropSockets();
    await once(socket, 'close');
    updates.publish('S100001', { order: 1 });
    const again = await listen();
    expect(JSON.parse(await again.next())).toMatchObject({ 'order-status': 'AB00' });
    updates.publish('S100001', { order: 2 });
    expect(await again.next()).toBe('{"order":2}');
  });
});
