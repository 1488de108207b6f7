import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BrokerAccess } from '../port.ts';
import { createSmartApi } from './client.ts';
import { PATHS } from './endpoints.ts';
import { redact, redactEntry, withoutSecrets } from './redact.ts';
import { ACCESS, LOG_IN, SBIN, SECRETS } from './testing/fixtures.ts';
import { PLACE, WIRE_ORDER } from './testing/order-fixtures.ts';
import { quickTiming } from './testing/quick-timing.ts';
import {
  FIREWALL_PAGE,
  gateway,
  ok,
  RATE_REFUSAL,
  refused,
  type StubAnswer,
  type StubServer,
  startStubServer,
} from './testing/stub-server.ts';

let stub: StubServer;
beforeEach(async () => {
  stub = await startStubServer();
});
afterEach(() => stub.close());

const { apiKey, pin, totp, ...tokens } = SECRETS;
/** What a log-in, and what any later call, could have repeated back at us. */
const LOG_IN_ECHO = [apiKey, pin, totp].join(' ');
const CALL_ECHO = [apiKey, ...Object.values(tokens)].join(' ');

const FAULTS: readonly [string, (echo: string) => StubAnswer][] = [
  ['a refusal that repeats what was sent', (echo) => refused('AB1007', `not valid: ${echo}`)],
  ['a refusal with a secret as its code', (echo) => refused(SECRETS.apiKey, echo)],
  ['a gateway refusal', (echo) => gateway('AG7002', echo)],
  ['an ended session', (echo) => gateway('AG8001', echo)],
  ['a passing fault', (echo) => refused('AB1004', echo)],
  ['a rate refusal', () => RATE_REFUSAL],
  ['a firewall page', (echo) => ({ ...FIREWALL_PAGE, body: `${FIREWALL_PAGE.body}${echo}` })],
  ['an empty body', () => ({ body: '' })],
  ['text', (echo) => ({ body: echo })],
  ['a fault page', (echo) => ({ status: 500, body: echo })],
  ['a shape that is not understood', (echo) => ({ body: { status: true, data: echo } })],
  ['a broken connection', (echo) => ({ body: echo, cutOff: true })],
  ['an answer that comes too late', (echo) => ({ body: echo, delayMs: 300 })],
  ['a redirect', (echo) => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: echo })],
];

test.each(FAULTS)('no secret leaves the adapter through %s', async (_name, answer) => {
  const seen: unknown[] = [];
  const api = createSmartApi(
    { baseUrl: stub.url, masterUrl: `${stub.url}/master`, timeoutMs: 100, maxQueueWaitMs: 400, limits: {} },
    { log: (entry) => seen.push(entry), random: () => 0, timing: quickTiming },
  );
  for (const path of Object.values(PATHS)) stub.answer(path, answer(path === PATHS.logIn ? LOG_IN_ECHO : CALL_ECHO));
  stub.answer(`${PATHS.order}/1`, answer(CALL_ECHO));
  const market = api.marketData(ACCESS);
  const orders = api.orders(ACCESS);
  const change = { ...PLACE, brokerOrderId: '1', placedAs: 'limit' } as const;
  const rule = { ...PLACE, triggerPaise: 1_00 } as const;
  const calls: readonly (() => Promise<unknown>)[] = [
    () => api.sessions.logIn(LOG_IN),
    () => api.sessions.renew(ACCESS),
    () => api.sessions.logOut(ACCESS),
    () => api.sessions.profile(ACCESS),
    () => market.lastPrice(SBIN),
    () => market.quotes([SBIN]),
    () => market.candles({ instrument: SBIN, interval: '1d', from: 0, to: 86_400_000 }),
    () => orders.place(PLACE, 'exit'),
    () => orders.modify(change, 'exit'),
    () => orders.cancel(change, 'exit'),
    () => orders.orderBook(),
    () => orders.order('1'),
    () => orders.tradeBook(),
    () => orders.positions(),
    () => orders.holdings(),
    () => orders.margin([PLACE]),
    () => orders.createGtt(rule),
    () => orders.modifyGtt('1', rule),
    () => orders.cancelGtt('1', rule),
    () => orders.gttRules(),
  ];
  await Promise.all(calls.map(async (call) => seen.push(await call().catch((error: unknown) => error))));
  expect(seen.length).toBeGreaterThan(calls.length);
  for (const thing of seen) expectClean(thing);
});

test('neither an order nor its body is logged, and the words of a rejection are handed on without secrets', async () => {
  const seen: unknown[] = [];
  const logged: unknown[] = [];
  const api = createSmartApi(
    { baseUrl: stub.url },
    { log: (entry) => logged.push(entry), random: () => 0, timing: quickTiming },
  );
  stub.answer(PATHS.place, refused('AB1012', CALL_ECHO));
  stub.answer(PATHS.orderBook, ok([{ ...WIRE_ORDER, orderstatus: 'rejected', text: `rejected ${CALL_ECHO}` }]));
  seen.push(await api.orders(ACCESS).place(PLACE, 'entry'), await api.orders(ACCESS).orderBook());
  expect(seen).toMatchObject([
    { kind: 'refused' },
    { value: [{ text: expect.stringContaining('rejected [secret]') }] },
  ]);
  expect(logged).toEqual([
    {
      level: 'warn',
      event: 'broker_write_failed',
      endpoint: 'place',
      urgency: 'entry',
      outcome: 'refused',
      detail: 'AB1012',
    },
  ]);
  for (const thing of [...seen, ...logged]) expectClean(thing);
});

test('a key that no header can carry is refused before any library could put it into an error', async () => {
  const seen: unknown[] = [];
  const api = createSmartApi({ baseUrl: stub.url, feedUrl: stub.feedUrl }, { log: (entry) => seen.push(entry) });
  const access: BrokerAccess = { ...ACCESS, apiKey: `${SECRETS.apiKey}\n` };
  seen.push(await api.sessions.logIn({ ...LOG_IN, apiKey: access.apiKey }));
  seen.push(await api.sessions.profile(access));
  seen.push(await api.orders(access).place(PLACE, 'exit'));
  api.openOrderFeed(() => access, { onOrder: () => undefined, onEvent: (event) => seen.push(event) }).close();
  api.openFeed(() => access, { onTick: () => undefined, onEvent: (event) => seen.push(event) }).close();
  expect(seen).toMatchObject([
    { kind: 'refused', reason: 'wrong_api_key' },
    { kind: 'refused', code: 'UNSENDABLE_CREDENTIAL' },
    { kind: 'refused', code: 'UNSENDABLE_CREDENTIAL' },
    { kind: 'session_expired' },
    { event: 'feed_disconnected' },
    { kind: 'session_expired' },
  ]);
  for (const thing of seen) expectClean(thing);
});

test('fields with the names of secrets are masked at any depth', () => {
  const record = {
    headers: { 'X-PrivateKey': 'a', authorization: 'b' },
    list: [{ password: 'c', totp: 'd' }],
    jwtToken: 'e',
    ok: 1,
  };
  expect(redact(record)).toEqual({
    headers: { 'X-PrivateKey': '[secret]', authorization: '[secret]' },
    list: [{ password: '[secret]', totp: '[secret]' }],
    jwtToken: '[secret]',
    ok: 1,
  });
  expect(redactEntry({ level: 'info', event: 'x', api_key: 'y' })).toEqual({
    level: 'info',
    event: 'x',
    api_key: '[secret]',
  });
});

test('a secret inside another is cut out with the longer one', () => {
  expect(withoutSecrets('pin 12345 and 123', ['123', '12345', ''])).toBe('pin [secret] and [secret]');
});

function expectClean(thing: unknown): void {
  const forms = [JSON.stringify(thing), inspect(thing, { depth: 10 })];
  if (thing instanceof Error) forms.push(thing.message, String(thing.stack), inspect(thing.cause));
  for (const form of forms) for (const secret of Object.values(SECRETS)) expect(form).not.toContain(secret);
}
