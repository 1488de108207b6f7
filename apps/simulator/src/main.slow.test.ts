import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextTokenExpiry, SIM_API_KEY, SIM_PIN, SIM_TOTP_SECRET } from '@trickdesk/brokers/simulator';
import { type EmbeddedServer, startEmbedded } from '@trickdesk/db/embedded';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

const MAIN = join(import.meta.dirname, 'main.ts');
const CONTROL_TOKEN = 'control-of-the-test';
const zReady = z.object({ ready: z.literal(true), port: z.number() });
const zState = z.object({
  clock: z.object({ epochMs: z.number(), speed: z.number(), paused: z.boolean() }),
  faults: z.object({ rateLimit: z.boolean() }),
});

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

let dataDir: string;
let server: EmbeddedServer;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-simulator-'));
  chmodSync(dataDir, 0o755);
  server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
});
afterEach(async () => {
  for (const child of children.splice(0)) await stop(child, 'SIGKILL');
});
afterAll(async () => {
  if (server.isRunning()) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function launch(settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      SIM_PORT: '0',
      SIM_PAYMENTS_PORT: '0',
      SIM_DATABASE_URL: server.url('simulator'),
      SIM_CONTROL_TOKEN: CONTROL_TOKEN,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function started(settings: Record<string, string> = {}): Promise<Running> {
  const child = launch(settings);
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = await Promise.race([
    new Promise<string[]>((resolve) => lines.once('line', (text) => resolve([text]))),
    new Promise<string[]>((_, reject) => child.once('exit', (code) => reject(new Error(`ended with ${code}`)))),
  ]);
  return { child, url: `http://127.0.0.1:${zReady.parse(JSON.parse(line ?? '')).port}` };
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

async function control(url: string, path: string, order?: object): Promise<z.infer<typeof zState>> {
  const response = await fetch(`${url}/__sim/${path}`, {
    method: order ? 'POST' : 'GET',
    headers: { 'x-sim-control': CONTROL_TOKEN },
    ...(order ? { body: JSON.stringify(order) } : {}),
  });
  return zState.parse(await response.json());
}

async function login(
  url: string,
  clientcode: string,
): Promise<{ status: boolean; errorcode: string; jwtToken: string }> {
  const totp = new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET) }).generate();
  const response = await fetch(`${url}/rest/auth/angelbroking/user/v1/loginByPassword`, {
    method: 'POST',
    headers: { 'x-privatekey': SIM_API_KEY },
    body: JSON.stringify({ clientcode, password: SIM_PIN, totp }),
  });
  const zBody = z.object({
    status: z.boolean(),
    errorcode: z.string(),
    data: z.object({ jwtToken: z.string() }).nullable(),
  });
  const { status, errorcode, data } = zBody.parse(await response.json());
  return { status, errorcode, jwtToken: data?.jwtToken ?? '' };
}

async function profile(url: string, jwt: string): Promise<unknown> {
  const headers = { 'x-privatekey': SIM_API_KEY, authorization: `Bearer ${jwt}` };
  return (await fetch(`${url}/rest/secure/angelbroking/user/v1/getProfile`, { headers })).json();
}

/** Every token of a day ends at one moment: what follows takes some seconds and stays on one side of it. */
async function awayFromTokensEnd(): Promise<void> {
  const now = Date.now();
  const leftMs = nextTokenExpiry(now) - now;
  if (leftMs < 60_000) await sleep(leftMs + 1_000);
}

test('tokens, faults and the moment of the calendar outlive a clean end, after which the clock goes on', async () => {
  await awayFromTokensEnd();
  const first = await started({ SIM_SPEED: '600' });
  const { jwtToken } = await login(first.url, 'S100001');
  await control(first.url, 'faults', { rateLimit: false });
  await control(first.url, 'clock', { jumpTo: '2025-07-09T11:00:00+05:30', pause: true });
  expect(await stop(first.child, 'SIGTERM')).toBe(0);

  const second = await started({ SIM_SPEED: '600' });
  const state = await control(second.url, 'state');
  expect(state).toMatchObject({
    clock: { epochMs: Date.parse('2025-07-09T11:00:00+05:30'), paused: true },
    faults: { rateLimit: false },
  });
  expect(await profile(second.url, jwtToken)).toMatchObject({ status: true, data: { clientcode: 'S100001' } });
  await control(second.url, 'clock', { resume: true });
  await expect
    .poll(async () => (await control(second.url, 'state')).clock.epochMs)
    .toBeGreaterThan(state.clock.epochMs + 60_000);
});

test('after a kill the calendar is at most a few wall seconds back, and another seed is another calendar', async () => {
  const first = await started({ SIM_SPEED: '60', SIM_SEED: '5' });
  await control(first.url, 'clock', { jumpTo: '2025-08-01T12:00:00+05:30', resume: true });
  await stop(first.child, 'SIGKILL');
  const second = await started({ SIM_SEED: '5' });
  expect((await control(second.url, 'state')).clock.epochMs).toBeGreaterThanOrEqual(
    Date.parse('2025-08-01T12:00:00+05:30'),
  );
  const other = await started({ SIM_SEED: '6' });
  expect((await control(other.url, 'state')).clock.epochMs).toBeLessThan(Date.parse('2025-07-07T10:00:00+05:30'));
});

test('orders that were accepted, and fills that were told of, outlive a kill at any moment', async () => {
  const settings = { SIM_SPEED: '60', SIM_SEED: '9', SIM_RATE_LIMIT: '0', SIM_START: '2025-07-07T10:00:00+05:30' };
  const seen = new Map<string, number>();
  for (let kill = 0; kill < 4; kill += 1) {
    const { child, url } = await started(settings);
    const known = await accountAt(url);
    for (const [orderId, filled] of seen) {
      const order = known.orders.find((found) => found.orderId === orderId);
      expect(order?.filledQuantity ?? -1).toBeGreaterThanOrEqual(filled);
    }
    expect(sum(known.trades, (trade) => trade.quantity)).toBe(sum(known.orders, (order) => order.filledQuantity));
    const before = seen.size;
    const isBusy = vi.waitFor(() => expect(seen.size).toBeGreaterThan(before + 5), { timeout: 60_000, interval: 1 });
    const dying = Promise.all([isBusy, sleep(700 + kill * 130)]).then(() => stop(child, 'SIGKILL'));
    await Promise.all([placeUntilDead(url, seen), dying]);
  }
  expect(seen.size).toBeGreaterThan(20);
  expect([...seen.values()].some((filled) => filled > 0)).toBe(true);
});

const zAccount = z.object({
  orders: z.array(z.object({ orderId: z.string(), filledQuantity: z.number() })),
  trades: z.array(z.object({ quantity: z.number() })),
});
const zPlaced = z.object({ answer: z.object({ kind: z.literal('accepted'), orderId: z.string() }) });

async function accountAt(url: string): Promise<z.infer<typeof zAccount>> {
  const headers = { 'x-sim-control': CONTROL_TOKEN };
  return zAccount.parse(await (await fetch(`${url}/__sim/account?client=S100001`, { headers })).json());
}

/** Places orders about the market as fast as they are answered, and notes what the broker said; ends with the process. */
async function placeUntilDead(url: string, seen: Map<string, number>): Promise<void> {
  const place = { variety: 'NORMAL', tradingsymbol: 'SBIN-EQ', symboltoken: '3045', exchange: 'NSE' };
  const rest = { ordertype: 'MARKET', producttype: 'INTRADAY', duration: 'DAY', quantity: '5', price: '0' };
  for (let i = 0; ; i += 1) {
    const transactiontype = i % 2 === 0 ? 'BUY' : 'SELL';
    const body = JSON.stringify({ client: 'S100001', place: { ...place, ...rest, transactiontype } });
    try {
      const headers = { 'x-sim-control': CONTROL_TOKEN };
      const response = await fetch(`${url}/__sim/orders`, { method: 'POST', headers, body });
      seen.set(zPlaced.parse(await response.json()).answer.orderId, 0);
      for (const { orderId, filledQuantity } of (await accountAt(url)).orders) seen.set(orderId, filledQuantity);
    } catch (error) {
      if (error instanceof z.ZodError) throw error;
      // The process is dead: what it did not answer may have happened or not.
      return;
    }
  }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

test('a simulator that starts before its database waits for it, and outlives its restart', async () => {
  await server.stop();
  const waiting = started();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  const { url } = await waiting;
  expect(await login(url, 'S100003')).toMatchObject({ status: true });

  await server.stop();
  // Without its database the broker is in trouble of its own, and says so in the broker's words.
  expect(await login(url, 'S100004')).toMatchObject({ status: false, errorcode: 'AB1004' });
  server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  expect(await login(url, 'S100005')).toMatchObject({ status: true });
});

test('wrong settings end it with a message that names them', async () => {
  const child = launch({ SIM_SPEED: 'fast' });
  const said: string[] = [];
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, said.join('')]).toEqual([78, expect.stringContaining('SIM_SPEED: must be a number')]);
});
