import { indiaMoment } from '@trickdesk/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerOf, type ConformanceRun, MARKET_DATA_CASES, startConformanceRun } from '../conformance.ts';
import type { BrokerAccess, FeedEvent, LogInRequest } from '../port.ts';
import { createSmartApi, type SmartApi, type SmartApiOutside, type SmartApiSettings } from './client.ts';
import type { BrokerLogEntry } from './redact.ts';
import { SBIN } from './testing/fixtures.ts';
import { type RunningSimulator, runSimulator } from './testing/run-simulator.ts';
import { totpAt } from './totp.ts';

/** Published as fixed values of the simulated broker. */
const SIM = { apiKey: 'sim-api-key', pin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP' };

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await runSimulator('2025-07-07T10:00:30+05:30');
  await simulator.control('faults', { allowTotpReuse: true });
});
afterEach(async () => {
  await simulator.control('faults', { clear: true });
  await simulator.control('faults', { allowTotpReuse: true });
});
afterAll(() => simulator.stop());

function client(settings: SmartApiSettings = {}, outside: SmartApiOutside = {}): SmartApi {
  const { url, feedUrl, masterUrl } = simulator;
  const feed = { firstDelayMs: 50, longestDelayMs: 200, pingEveryMs: 300, staleAfterMs: 1000, settleMs: 500 };
  return createSmartApi({ baseUrl: url, feedUrl, masterUrl, feed, ...settings }, outside);
}

/** Each test has a client of its own, so that no rate limit carries over. */
let lastClient = 100_010;
function credentials(clientCode: string): LogInRequest {
  return { clientCode, apiKey: SIM.apiKey, pin: SIM.pin, totp: totpAt(SIM.totpSecret, Date.now()) };
}

async function signIn(api: SmartApi): Promise<BrokerAccess> {
  lastClient += 1;
  const request = credentials(`S${lastClient}`);
  const outcome = await api.sessions.logIn(request);
  if (outcome.kind !== 'ok') throw new Error(`the log-in failed: ${JSON.stringify(outcome)}`);
  return { clientCode: request.clientCode, apiKey: request.apiKey, tokens: outcome.value };
}

describe('the SmartAPI adapter conforms', () => {
  let run: ConformanceRun;
  beforeAll(() => {
    run = startConformanceRun({
      ...client(),
      credentials: () => credentials('S100001'),
      instrument: SBIN,
      unknownToken: '88888888',
      session: {
        openAt: indiaMoment('2025-07-04', 9 * 60 + 15),
        closeAt: indiaMoment('2025-07-04', 15 * 60 + 30),
      },
      feedPatienceMs: 10_000,
    });
  });
  test.each(MARKET_DATA_CASES)('$name', ({ check }) => check(run));
});

test('expired tokens end the session, and renewing makes a new one', async () => {
  const api = client();
  const access = await signIn(api);
  await simulator.control('faults', { expireTokens: 'access' });
  expect(await api.sessions.profile(access)).toEqual({ kind: 'session_expired' });
  const tokens = answerOf(await api.sessions.renew(access));
  expect(tokens.accessToken).not.toBe(access.tokens.accessToken);
  expect((await api.sessions.profile({ ...access, tokens })).kind).toBe('ok');
  await simulator.control('faults', { expireTokens: 'all' });
  expect(await api.sessions.renew({ ...access, tokens })).toEqual({ kind: 'session_expired' });
});

test('after a log-out the tokens are worth nothing', async () => {
  const api = client();
  const access = await signIn(api);
  expect(await api.sessions.logOut(access)).toEqual({ kind: 'ok', value: null });
  expect(await api.sessions.funds(access)).toEqual({ kind: 'session_expired' });
});

test('a dropped socket comes back by itself and the reported hole can be filled with candles', async () => {
  const api = client();
  const access = await signIn(api);
  const events: FeedEvent[] = [];
  let ticks = 0;
  const feed = api.openFeed(() => access, {
    onTick: () => {
      ticks += 1;
    },
    onEvent: (event) => events.push(event),
  });
  feed.subscribe([SBIN], 'quote');
  await vi.waitFor(() => expect(ticks).toBeGreaterThan(5), 10_000);
  await simulator.control('faults', { dropSockets: true });
  await vi.waitFor(() => expect(events.some((event) => event.kind === 'gap')).toBe(true), 10_000);
  feed.close();
  const gap = events.find((event) => event.kind === 'gap');
  if (gap?.from === undefined) throw new Error('the hole has no beginning');
  expect(gap.reason).toBe('reconnected');
  expect(gap.to).toBeGreaterThan(gap.from);
  expect(events.map((event) => event.kind).slice(0, 3)).toEqual(['connected', 'disconnected', 'connected']);
  const minute = Math.floor(gap.from / 60_000) * 60_000;
  const bars = answerOf(
    await api.marketData(access).candles({ instrument: SBIN, interval: '1m', from: minute, to: gap.to }),
  );
  expect(bars[0]?.openAt).toBe(minute);
});

test('a stream that falls silent while its socket lives is reported as a hole', async () => {
  const api = client();
  const access = await signIn(api);
  const events: FeedEvent[] = [];
  let ticks = 0;
  const feed = api.openFeed(() => access, {
    onTick: () => {
      ticks += 1;
    },
    onEvent: (event) => events.push(event),
  });
  feed.subscribe([SBIN], 'ltp');
  await vi.waitFor(() => expect(ticks).toBeGreaterThan(0), 10_000);
  await simulator.control('faults', { muteFeedSeconds: 3 });
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ kind: 'gap', reason: 'quiet' }), 10_000);
  feed.close();
  expect(events.map((event) => event.kind)).toEqual(['connected', 'gap']);
});

test('a feed with dead tokens says so, and goes on when it is given new ones', async () => {
  const api = client();
  let access = await signIn(api);
  await simulator.control('faults', { expireTokens: 'access' });
  const events: FeedEvent[] = [];
  const feed = api.openFeed(() => access, { onTick: () => undefined, onEvent: (event) => events.push(event) });
  await vi.waitFor(() => expect(events).toEqual([{ kind: 'session_expired' }]), 5_000);
  access = { ...access, tokens: answerOf(await api.sessions.renew(access)) };
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ kind: 'connected' }), 5_000);
  feed.close();
});

test('a subscription beyond what the broker carries is refused before it is sent', async () => {
  const api = client();
  const access = await signIn(api);
  const feed = api.openFeed(() => access, { onTick: () => undefined, onEvent: () => undefined });
  const many = Array.from({ length: 1001 }, (_, i) => ({ exchange: 'NSE' as const, token: String(i + 1) }));
  expect(feed.subscribe(many, 'ltp')).toMatchObject({ kind: 'refused', code: 'SUBSCRIPTION_LIMIT' });
  feed.close();
});

test('under the published limits no call is refused; without our budget the broker refuses and reads recover', async () => {
  const entries: BrokerLogEntry[] = [];
  const outside = { log: (entry: BrokerLogEntry) => entries.push(entry) };
  const patient = client({}, outside);
  const access = await signIn(patient);
  const ask = (api: SmartApi, count: number) =>
    Promise.all(Array.from({ length: count }, () => api.sessions.profile(access)));
  expect((await ask(patient, 6)).map((reply) => reply.kind)).toEqual(Array(6).fill('ok'));
  expect(entries).toEqual([]);
  const hasty = client({ limits: { profile: [] } }, outside);
  const replies = await ask(hasty, 6);
  expect(entries.filter((entry) => entry['outcome'] === 'rate_limited').length).toBeGreaterThan(0);
  expect(replies.filter((reply) => reply.kind === 'ok').length).toBeGreaterThan(2);
});

test.each([
  [
    { kind: 'slow', ms: 1500 },
    { kind: 'unavailable', cause: 'timeout' },
  ],
  [{ kind: 'empty' }, { kind: 'unavailable', cause: 'empty_reply' }],
  [{ kind: 'waf' }, { kind: 'unavailable', cause: 'blocked' }],
  [
    { kind: 'http', status: 502 },
    { kind: 'unavailable', cause: 'broker_fault' },
  ],
  [{ kind: 'ab1004' }, { kind: 'unavailable', cause: 'broker_fault' }],
  [{ kind: 'null' }, { kind: 'ok', value: [] }],
] as const)('the fault %j on candles is understood', async (fault, outcome) => {
  // Only who waits in vain is impatient: on a busy machine an answer that comes at once takes a while, too.
  const api = client(fault.kind === 'slow' ? { timeoutMs: 500 } : {});
  const access = await signIn(client());
  await simulator.control('faults', { routes: [{ route: 'getCandleData', ...fault }] });
  const from = indiaMoment('2025-07-04', 9 * 60 + 15);
  const request = { instrument: SBIN, interval: '1m', from, to: from + 600_000 } as const;
  expect(await api.marketData(access).candles(request)).toEqual(outcome);
});

test('a fault that passes is bridged by repeating the read', async () => {
  const api = client();
  const access = await signIn(api);
  await simulator.control('faults', { routes: [{ route: 'getCandleData', kind: 'empty', times: 2 }] });
  const from = indiaMoment('2025-07-04', 9 * 60 + 15);
  const bars = await api.marketData(access).candles({ instrument: SBIN, interval: '1m', from, to: from + 600_000 });
  expect(answerOf(bars)).toHaveLength(10);
});
