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
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';

const CONTROL_TOKEN = 'control-of-the-test';
const TPIN = '123456';
let simulator: Simulator;
let wall = Date.now;
let api: TestApi;
beforeAll(async () => {
  simulator = await startSimulator({
    ...{ source: createSyntheticSource({ seed: 7 }), store: createMemoryStore(), speed: 30, seed: 7, port: 0 },
    ...{ paused: true, rateLimit: false, controlToken: CONTROL_TOKEN },
    wall: () => wall(),
  });
  api = await openTestApi({}, { smartApi: createSmartApi({ baseUrl: simulator.url }) });
  await api.clock.set(Date.now());
  wall = api.clock.now;
});
afterAll(async () => {
  await api.close();
  await simulator.close();
});

async function withShares(name: string, clientCode: string): Promise<{ person: Person; brokerId: number }> {
  const person = await api.signUp(name);
  const form = { clientCode, apiKey: SIM_API_KEY, pin: SIM_PIN, totp: totpAt(SIM_TOTP_SECRET, api.clock.now()) };
  const linked = await api.send('linkangelone', form, { token: person.accessToken });
  const holdings = [{ token: '3045', quantity: 12, t1Quantity: 2, averagePaise: 600_00 }];
  await fetch(`${simulator.url}/__sim/account`, {
    method: 'POST',
    headers: { 'x-sim-control': CONTROL_TOKEN },
    body: JSON.stringify({ client: clientCode, holdings }),
  });
  return { person, brokerId: linked.data.broker_angelone_details.brokerId };
}

/** What a browser does with a form, and what its owner types at the depository. */
const post = (action: string, fields: Readonly<Record<string, string>>) =>
  fetch(action, { method: 'POST', body: new URLSearchParams(fields) });

test('an owner without a standing authorisation releases shares, step by step, and they may be sold', async () => {
  const { person, brokerId } = await withShares('asha', 'S100017');
  const sent = { token: person.accessToken };
  const read = async (requestId?: string) =>
    (await api.send('saleauthorisation', { brokerId, ...(requestId ? { requestId } : {}) }, sent)).data;
  const before = await read();
  const [share] = before.share_list;
  expect(before).toMatchObject({ badge: 'live_simulated', need: 'needed' });
  expect(share).toMatchObject({ symbol: 'SBIN', settledQuantity: 10, releasedQuantity: 0, missingQuantity: 10 });
  const { isin = '', missingQuantity: quantity = 0 } = share ?? {};

  const begun = await api.send('authorisesale', { brokerId, isin, quantity, pan: 'abcpe1234f' }, sent);
  expect([begun.status, begun.data.tpinSent, begun.data.badge]).toEqual([200, true, 'live_simulated']);
  const { form, requestId } = begun.data;
  expect(await read(requestId)).toMatchObject({ request: { status: 'waiting' }, need: 'needed' });

  const fields = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]));
  expect(await (await post(form.action, fields)).text()).toContain('Simulated depository');
  expect((await post(form.action, { ...fields, TPIN, OTP: TPIN })).status).toBe(200);
  expect(await read(requestId)).toMatchObject({ request: { status: 'released' }, need: 'none', share_list: [] });

  const log = await api.send('userlog', {}, sent);
  expect(JSON.stringify(log.data)).toContain(`Went to the depository to release 10 × ${isin} of S100017 for sale.`);
  const kept = await sql<{ all: string }>`SELECT (SELECT string_agg(a::text, ' ') FROM activity a) AS all`.execute(
    api.database.db.kysely,
  );
  expect(`${kept.rows[0]?.all} ${api.logged.join(' ')}`).not.toMatch(/ABCPE1234F|abcpe1234f/);
});

test('with a standing authorisation there is nothing to release, and the broker says no to a request', async () => {
  const { person, brokerId } = await withShares('bela', 'S100018');
  const sent = { token: person.accessToken };
  expect((await api.send('saleauthorisation', { brokerId }, sent)).data).toMatchObject({
    need: 'none',
    share_list: [],
  });
  const refused = await api.send('authorisesale', { brokerId, isin: 'INE003045010', quantity: 1 }, sent);
  expect([refused.code, refused.message]).toEqual([
    'BROKER_REFUSED',
    'The broker says: Error in the authorisation of holdings',
  ]);
});

test('the words of a sale that the broker refused for this are told', async () => {
  const { person, brokerId } = await withShares('dev', 'S100027');
  const insert = (text: string, product: string) =>
    sql`
    INSERT INTO broker_order (account_id, broker_link_id, role, exchange, symbol, token, trading_symbol, side, product, kind,
      placed_kind, quantity, price_paise, state, reject_text, decided_at, exchange_at, day, updated_at)
    VALUES (${person.userId}, ${brokerId}, 'own', 'NSE', 'SBIN', '3045', 'SBIN-EQ', 'sell', ${product}, 'limit', 'limit', 5,
      60000, 'rejected', ${text}, ${new Date(api.clock.now())}, now(), '2026-01-05', now())`.execute(
      api.database.db.kysely,
    );
  await insert('The holding is not authorised at CDSL', 'delivery');
  await insert('Insufficient Funds', 'delivery');
  await insert('TPIN of something else', 'intraday');
  const { data } = await api.send('saleauthorisation', { brokerId }, { token: person.accessToken });
  expect(data.brokerSaid).toBe('The holding is not authorised at CDSL');
});

test('an account of somebody else’s is not there, and one whose session has ended says so', async () => {
  const { brokerId } = await withShares('chetan', 'S100019');
  const other = await api.signUp('eva');
  const sent = { token: other.accessToken };
  const share = { isin: 'INE003045010', quantity: 1 };
  expect((await api.send('saleauthorisation', { brokerId }, sent)).code).toBe('NOT_FOUND');
  expect((await api.send('authorisesale', { brokerId, ...share }, sent)).code).toBe('NOT_FOUND');
  const { person, brokerId: own } = await withShares('farah', 'S100029');
  const { kysely } = api.database.db;
  await kysely.updateTable('broker_link').set({ status: 'expired' }).where('id', '=', own).execute();
  const ended = { token: person.accessToken };
  expect((await api.send('saleauthorisation', { brokerId: own }, ended)).code).toBe('BROKER_SESSION_CLOSED');
  expect((await api.send('authorisesale', { brokerId: own, ...share }, ended)).code).toBe('BROKER_SESSION_CLOSED');
});
