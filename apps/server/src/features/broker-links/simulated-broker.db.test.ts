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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { signInByItself } from './index.ts';

const CONTROL_TOKEN = 'control-of-the-test';
let simulator: Simulator;
let wall = Date.now;
let api: TestApi;
beforeAll(async () => {
  simulator = await startSimulator({
    source: createSyntheticSource({ seed: 7 }),
    store: createMemoryStore(),
    speed: 30,
    seed: 7,
    port: 0,
    paused: true,
    // Its clock stands still between the calls of a test.
    rateLimit: false,
    controlToken: CONTROL_TOKEN,
    wall: () => wall(),
  });
  api = await openTestApi({}, { smartApi: createSmartApi({ baseUrl: simulator.url }) });
  // Tokens and one-time codes follow the wall clock, which the simulator shares with the broker.
  await api.clock.set(Date.now());
  wall = api.clock.now;
});
afterAll(async () => {
  await api.close();
  await simulator.close();
});

test("over the broker's own wire: a wrong PIN, the link with its funds, and the end of it", async () => {
  const person = await api.signUp('asha');
  const token = person.accessToken;
  const form = { clientCode: 'S100007', apiKey: SIM_API_KEY, totp: totpAt(SIM_TOTP_SECRET, Date.now()) };
  const wrong = await api.send('linkangelone', { ...form, pin: '9999' }, { token });
  expect([wrong.status, wrong.code]).toEqual([409, 'BROKER_REFUSED']);
  expect(wrong.message).not.toContain('9999');
  const linked = await api.send('linkangelone', { ...form, pin: SIM_PIN }, { token });
  expect([linked.status, linked.message]).toEqual([200, 'Angel One S100007 is linked.']);
  const { brokerId, tokenExpiresAt } = linked.data.broker_angelone_details;
  expect(tokenExpiresAt).toMatch(/T23:30:00\.000Z$/);
  const shown = await api.send('getangelone', {}, { token });
  expect(shown.data.broker_angelone_details?.funds).toEqual({ availablePaise: 10_00_000_00, usedPaise: 0 });
  const ended = await api.send('unlinkangelone', { brokerId, password: person.password }, { token });
  expect(ended.data.broker_details).toEqual([]);
  const row = await api.database.db.kysely
    .selectFrom('broker_link')
    .select('status_reason')
    .where('id', '=', brokerId)
    .executeTakeFirst();
  expect(row?.status_reason).toBe('Signed out at the broker.');
});

test('when the broker ends every session, whoever agreed to it is signed in again with a fresh one, and nobody else', async () => {
  const [daily, byHand] = [await api.signUp('bela'), await api.signUp('chetan')];
  const form = { apiKey: SIM_API_KEY, pin: SIM_PIN };
  const link = (person: typeof daily, input: { clientCode: string; totp?: string; totpSecret?: string }) =>
    api.send(
      'linkangelone',
      { ...form, ...input, storeCredentials: input.totpSecret !== undefined },
      { token: person.accessToken },
    );
  await link(daily, { clientCode: 'S100008', totpSecret: SIM_TOTP_SECRET });
  await link(byHand, { clientCode: 'S100009', totp: totpAt(SIM_TOTP_SECRET, api.clock.now()) });
  const statusOf = async (person: typeof daily) => {
    const { data } = await api.send('getangelone', {}, { token: person.accessToken });
    return data.broker_angelone_details?.status;
  };
  const expired = await fetch(`${simulator.url}/__sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sim-control': CONTROL_TOKEN },
    body: JSON.stringify({ expireTokens: 'all' }),
  });
  expect(expired.status).toBe(200);
  expect([await statusOf(daily), await statusOf(byHand)]).toEqual(['expired', 'expired']);
  // A code that was used already would be turned away.
  api.clock.advance(61_000);
  const woken: number[] = [];
  const { clock, foundation, database } = api;
  await signInByItself({
    ...{ database: database.db, clock, log: foundation.log, secrets: foundation.secrets, totpAt },
    ...{ broker: foundation.smartApi.sessions, environment: 'simulator', mayStoreCredentials: true },
    onSession: (linkId) => woken.push(linkId),
    pause: (ms) => clock.advance(ms),
  });
  expect([await statusOf(daily), await statusOf(byHand)]).toEqual(['linked', 'expired']);
  expect(woken).toHaveLength(1);
});
