import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  SIM_TOTP_SECRET,
  type Simulator,
  startSimulator,
} from '@trickdesk/brokers/simulator';
import { createSmartApi, totpAt } from '@trickdesk/brokers/smartapi';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { markKycVerified, markTradeActivated } from '../features/accounts/index.ts';
import { liveDefinition } from '../features/deployments/testing/live-people.ts';
import { insertStrategy } from '../features/deployments/testing/world.ts';
import { systemClock } from '../platform/clock.ts';
import { createSecrets } from '../platform/secrets.ts';
import { loadMasterKeys } from '../platform/secrets-file.ts';
import { readSettings } from '../platform/settings.ts';
import { openTestApi, type Person, type TestApi } from '../testing/test-api.ts';
import { brokerAddresses } from './broker-access.ts';
import { startFeed } from './feed.ts';
import type { Running } from './foundation.ts';
import { startLiveRunner } from './live-runner.ts';

const STATIC_IP = '203.0.113.7';
let folder: string;
let simulator: Simulator;
let api: TestApi;
let environment: Record<string, string>;
const running: Running[] = [];

/** Angel One's own addresses led to a broker that speaks its wire. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-real-'));
  simulator = await startSimulator({
    source: createSyntheticSource({ seed: 3, startAt: Date.parse('2025-07-07T10:00:00+05:30') }),
    ...{ store: createMemoryStore(), speed: 60, seed: 3, port: 0, rateLimit: false },
  });
  environment = {
    MARKET: 'angelone',
    OPERATING_MODE: 'self',
    BROKER_STATIC_IP: STATIC_IP,
    ANGELONE_URL: simulator.url,
    ANGELONE_MASTER_URL: `${simulator.url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
    MASTER_KEY_FILE: join(folder, 'master.key'),
  };
  const account = { CLIENT_CODE: 'S100999', API_KEY: SIM_API_KEY, PIN: SIM_PIN, TOTP_SECRET: SIM_TOTP_SECRET };
  for (const [name, value] of Object.entries(account)) vi.stubEnv(`FEED_${name}`, value);
  vi.stubEnv('FEED_DAILY_DAYS', '0');
  vi.stubEnv('FEED_MINUTE_DAYS', '0');
  const settings = readSettings({ DATABASE_URL: 'postgres://nowhere/none', ...environment });
  api = await openTestApi(environment, {
    clock: systemClock,
    secrets: createSecrets(loadMasterKeys(settings.masterKeyFile)),
    smartApi: createSmartApi(brokerAddresses(settings)),
  });
  running.push(await startFeed(api.foundation));
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const part of running.toReversed()) await part.stop();
  await api.close();
  await simulator.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What is asked of the broker from now on, by the last part of its path. */
function listen(): { readonly route: string; readonly headers: Headers }[] {
  const heard: { route: string; headers: Headers }[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    heard.push({ route: String(url).split('/').at(-1) ?? '', headers: new Headers(init?.headers) });
    return real(url, init);
  });
  return heard;
}

/** A person whose trick buys whenever it may, on its way to the broker. */
async function goLive(): Promise<{ person: Person; answer: { code: string | undefined; message: string } }> {
  await vi.waitFor(
    async () => {
      const { now } = await api.services.marketData.marketState();
      expect(now).toBeDefined();
    },
    { timeout: 20_000 },
  );
  const person = await api.signUp('asha');
  const step = { accountId: person.userId, forDemo: false };
  const parts = { database: api.database.db, clock: systemClock };
  await markKycVerified(parts, step);
  await markTradeActivated(parts, step);
  const token = person.accessToken;
  const totp = totpAt(SIM_TOTP_SECRET, Date.now());
  const form = { clientCode: 'S100400', apiKey: SIM_API_KEY, pin: SIM_PIN, totp, storeCredentials: false };
  await api.send('linkangelone', form, { token });
  const definition = { ...liveDefinition(['SBIN']), interval: '1m', entry: { long: 'close > 0' } } as const;
  const { data } = await api.send(
    'toptenclone',
    { TricksId: await insertStrategy(api.database.db, 'always-in', definition) },
    { token },
  );
  const input = { TricksId: data.TricksId, acknowledgeRisk: true, idempotencyKey: 'live-1' } as const;
  return { person, answer: await api.send('testtolivetrick', input, { token }) };
}

test('MARKET=angelone: without a mode nothing leaves; with one the live runner trades from the registered address', async () => {
  const { answer } = await goLive();
  expect([answer.code, answer.message]).toEqual([undefined, expect.anything()]);

  const silent = listen();
  const { settings } = api.foundation;
  const reading = await startLiveRunner({ ...api.foundation, settings: { ...settings, operatingMode: 'read_only' } });
  await sleep(2_500);
  await reading.stop();
  expect(silent.map(({ route }) => route).filter((route) => /order|rule/i.test(route))).toEqual([]);
  const ordersOf = () => api.database.db.kysely.selectFrom('broker_order').selectAll().orderBy('id').execute();
  expect(await ordersOf()).toEqual([]);

  vi.restoreAllMocks();
  const heard = listen();
  running.push(await startLiveRunner(api.foundation));
  await vi.waitFor(
    async () => {
      const orders = await ordersOf();
      expect(orders.find(({ role }) => role === 'entry')?.state).toBe('filled');
      expect(orders.find(({ role }) => role === 'protective')?.state).toBe('trigger_pending');
    },
    // First the minutes before the feed are asked for, of forty shares at three requests a second.
    { timeout: 60_000, interval: 100 },
  );
  const placed = heard.find(({ route }) => route === 'placeOrder');
  expect(Object.fromEntries(placed?.headers ?? [])).toMatchObject({
    'x-clientpublicip': STATIC_IP,
    'x-clientlocalip': expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
    'x-macaddress': expect.stringMatching(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/),
    'x-privatekey': SIM_API_KEY,
    'x-usertype': 'USER',
    'x-sourceid': 'WEB',
    authorization: expect.stringMatching(/^Bearer /),
  });
}, 90_000);

test('a mode that sends orders needs the registered address, and keys leave this machine encrypted alone', () => {
  const wrong = (changes: Record<string, string>) => () =>
    readSettings({ DATABASE_URL: 'postgres://nowhere/none', ...environment, ...changes });
  expect(wrong({ BROKER_STATIC_IP: '' })).toThrow('BROKER_STATIC_IP is not set');
  expect(wrong({ BROKER_STATIC_IP: '2001:db8::1' })).toThrow('BROKER_STATIC_IP must be an IPv4 address');
  expect(wrong({ ANGELONE_URL: 'http://broker.example' })).toThrow('ANGELONE_URL must be encrypted');
  expect(brokerAddresses(wrong({ ANGELONE_URL: '', ANGELONE_MASTER_URL: '' })())).toEqual({
    identity: expect.objectContaining({ publicIp: STATIC_IP }),
  });
});
