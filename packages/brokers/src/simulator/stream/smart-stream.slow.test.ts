import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  SIM_TOTP_SECRET,
  type Simulator,
  startSimulator,
} from '../index.ts';

const CONTROL_TOKEN = 'control-of-the-test';
const CLIENT = 'S100001';
const zTokens = z.object({ jwtToken: z.string(), feedToken: z.string() });

let simulator: Simulator;
let tokens: z.infer<typeof zTokens>;
const open: WebSocket[] = [];

beforeAll(async () => {
  const source = createSyntheticSource({ seed: 9, startAt: Date.parse('2025-07-07T10:00:00+05:30') });
  const store = createMemoryStore();
  simulator = await startSimulator({
    source,
    store,
    speed: 30,
    seed: 9,
    port: 0,
    paused: true,
    controlToken: CONTROL_TOKEN,
  });
  const totp = new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET) }).generate();
  const response = await fetch(`${simulator.url}/rest/auth/angelbroking/user/v1/loginByPassword`, {
    method: 'POST',
    headers: { 'x-privatekey': SIM_API_KEY },
    body: JSON.stringify({ clientcode: CLIENT, password: SIM_PIN, totp }),
  });
  tokens = z.object({ data: zTokens }).parse(await response.json()).data;
});
afterAll(() => simulator.close());
beforeEach(async () => {
  await Promise.all(open.splice(0).map((socket) => closed(socket, () => socket.terminate())));
  await control('faults', { clear: true });
});

function headers(over: Record<string, string> = {}): Record<string, string> {
  const given = {
    authorization: tokens.jwtToken,
    'x-api-key': SIM_API_KEY,
    'x-client-code': CLIENT,
    'x-feed-token': tokens.feedToken,
  };
  return { ...given, ...over };
}

interface Listener {
  readonly socket: WebSocket;
  readonly packets: Buffer[];
  readonly texts: string[];
}

function connect(over: Record<string, string> = {}, query = ''): Promise<Listener> {
  const socket = new WebSocket(`${simulator.url.replace('http', 'ws')}/smart-stream${query}`, {
    headers: query === '' ? headers(over) : {},
  });
  const listener: Listener = { socket, packets: [], texts: [] };
  socket.on('message', (data, isBinary) => {
    if (isBinary && Buffer.isBuffer(data)) listener.packets.push(data);
    else listener.texts.push(data.toString());
  });
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      open.push(socket);
      resolve(listener);
    });
    socket.on('unexpected-response', (_, response) => {
      reject(new Error(`${response.statusCode} ${response.headers['x-error-message']}`));
    });
    socket.on('error', reject);
  });
}

function closed(socket: WebSocket, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) return resolve();
    socket.on('close', () => resolve());
    act();
  });
}

async function control(path: string, order: object): Promise<void> {
  const response = await fetch(`${simulator.url}/__sim/${path}`, {
    method: 'POST',
    headers: { 'x-sim-control': CONTROL_TOKEN },
    body: JSON.stringify(order),
  });
  expect(response.status).toBe(200);
}

function send(listener: Listener, mode: number, keys: readonly string[], action = 1): void {
  const tokenList = [{ exchangeType: 1, tokens: keys }];
  listener.socket.send(JSON.stringify({ correlationID: 'abcde12345', action, params: { mode, tokenList } }));
}

/** Everything sent before has been handled when the answer to a ping is back. */
async function settled(listener: Listener): Promise<void> {
  const before = listener.texts.filter((text) => text === 'pong').length;
  listener.socket.send('ping');
  await expect
    .poll(() => listener.texts.filter((text) => text === 'pong').length, { timeout: 10_000 })
    .toBe(before + 1);
}

async function step(seconds: number, listener: Listener): Promise<void> {
  await control('clock', { stepSeconds: seconds });
  await settled(listener);
}

describe('the handshake', () => {
  test('takes four headers, with or without the word Bearer, or the query of a browser', async () => {
    await connect();
    await connect({ authorization: `Bearer ${tokens.jwtToken}` });
    await connect({}, `?clientCode=${CLIENT}&feedToken=${tokens.feedToken}&apiKey=${SIM_API_KEY}`);
  });

  test.each([
    ['Invalid Auth token', { authorization: 'a.b.c' }],
    ['Invalid Client Code', { 'x-client-code': 'S100002' }],
    ['Invalid API Key', { 'x-api-key': 'other' }],
    ['Invalid Feed Token', { 'x-feed-token': 'other' }],
  ])('answers 401 and says %s', async (message, over) => {
    await expect(connect(over)).rejects.toThrow(`401 Invalid Header - ${message}`);
  });

  test('refuses a fourth connection of one client', async () => {
    await Promise.all([connect(), connect(), connect()]);
    await expect(connect()).rejects.toThrow('429');
  });
});

describe('a subscription', () => {
  test('sends what is known at once, then a packet for each tick and mode, of the exact lengths', async () => {
    const listener = await connect();
    for (const mode of [1, 2, 3]) send(listener, mode, ['3045', '99926000']);
    await settled(listener);
    expect(listener.packets.map((packet) => packet.length)).toEqual([51, 51, 123, 123, 379, 379]);
    listener.packets.length = 0;
    const sent: string[] = [];
    const stop = simulator.exchange.onTick((quote) => {
      if (['3045', '99926000'].includes(quote.instrument.token)) sent.push(`${quote.instrument.token} ${quote.last}`);
    });
    await step(60, listener);
    stop();
    const prices = listener.packets.map((packet) => `${tokenOf(packet)} ${packet.readBigInt64LE(43)}`);
    expect(prices).toEqual(sent.flatMap((price) => [price, price, price]));
    expect(sent.length).toBeGreaterThan(40);
  });

  test('ends with an unsubscription, and other clients hear nothing of it', async () => {
    const [one, other] = await Promise.all([connect(), connect()]);
    send(one, 1, ['3045', '2885']);
    send(one, 1, ['2885'], 0);
    await step(10, one);
    expect(new Set(one.packets.slice(2).map(tokenOf))).toEqual(new Set(['3045']));
    expect(other.packets).toEqual([]);
  });

  test('that is malformed or beyond 1000 is answered with an error in JSON, and the connection lives on', async () => {
    const listener = await connect();
    listener.socket.send('{"correlationID":"abcde12345","action":7}');
    send(
      listener,
      1,
      Array.from({ length: 1001 }, (_, i) => String(i)),
    );
    await settled(listener);
    expect(listener.texts.slice(0, 2).map((text) => JSON.parse(text))).toEqual([
      { correlationID: 'abcde12345', errorCode: 'E1001', errorMessage: 'Invalid Request Payload.' },
      { correlationID: 'abcde12345', errorCode: 'E1002', errorMessage: 'Invalid Request. Subscription Limit Exceeded' },
    ]);
  });
});

describe('liveness and faults', () => {
  test('protocol pings are answered', async () => {
    const { socket } = await connect();
    const answered = new Promise((resolve) => socket.once('pong', (data) => resolve(data.toString())));
    socket.ping('ping');
    expect(await answered).toBe('ping');
  });

  test('a mute feed answers pings and sends no packet', async () => {
    const listener = await connect();
    send(listener, 1, ['3045']);
    await settled(listener);
    await control('faults', { muteFeedSeconds: 60 });
    await step(30, listener);
    expect(listener.packets).toHaveLength(1);
    await control('faults', { clear: true });
    await step(10, listener);
    expect(listener.packets.length).toBeGreaterThan(1);
  });

  test('a gap loses the packets of that stretch of exchange time', async () => {
    const listener = await connect();
    send(listener, 1, ['99926000']);
    await settled(listener);
    const from = simulator.exchange.now();
    await control('faults', { gapSeconds: 60 });
    await step(120, listener);
    const stamps = listener.packets.slice(1).map((packet) => Number(packet.readBigInt64LE(35)));
    expect(Math.min(...stamps)).toBeGreaterThanOrEqual(from + 60_000);
    expect(stamps.length).toBeGreaterThan(20);
  });

  test('dropped sockets are closed without a word, and forced expiry shuts new ones out', async () => {
    const { socket } = await connect();
    const [code] = await Promise.all([
      new Promise((resolve) => socket.on('close', resolve)),
      control('faults', { dropSockets: true }),
    ]);
    expect(code).toBe(1006);
    await control('faults', { expireTokens: 'access' });
    await expect(connect()).rejects.toThrow('401 Invalid Header - Invalid Auth token');
  });
});

function tokenOf(packet: Buffer): string {
  return packet.subarray(2, 27).toString('latin1').replaceAll('\0', '');
}
