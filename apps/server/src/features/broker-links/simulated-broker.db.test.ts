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

let simulator: Simulator;
let api: TestApi;
beforeAll(async () => {
  simulator = await startSimulator({
    source: createSyntheticSource({ seed: 7 }),
    store: createMemoryStore(),
    speed: 30,
    seed: 7,
    port: 0,
    paused: true,
  });
  api = await openTestApi({}, { smartApi: createSmartApi({ baseUrl: simulator.url }) });
  // Tokens and one-time codes follow the wall clock, which the simulator shares with the broker.
  await api.clock.set(Date.now());
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
