import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { SIM_PIN, SIM_TOTP_SECRET } from './accounts.ts';
import { createSessions, type LoginResult, nextTokenExpiry, type Sessions } from './sessions.ts';
import { createMemoryStore, type SimulatorStore, type StoredSession } from './store.ts';

const START = Date.parse('2026-11-20T22:00:00+05:30');
const totp = new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET) });
let now: number;
let store: SimulatorStore;
let sessions: Sessions;

beforeEach(async () => {
  now = START;
  store = createMemoryStore();
  sessions = await createSessions(store, () => now);
});

function login(over: { clientCode?: string; pin?: string; totp?: string; at?: number } = {}): Promise<LoginResult> {
  const code = over.totp ?? totp.generate({ timestamp: over.at ?? now });
  return sessions.login({ clientCode: over.clientCode ?? 'S100001', pin: over.pin ?? SIM_PIN, totp: code }, false);
}

async function signedIn(): Promise<StoredSession> {
  const result = await login();
  if (result.kind !== 'session') throw new Error(result.message);
  return result.session;
}

describe('signing in', () => {
  test.each([
    ['a step before', -30_000],
    ['the running step', 0],
    ['a step after', 30_000],
  ])('takes the code of %s', async (_, shift) => {
    expect(await login({ at: now + shift })).toMatchObject({ kind: 'session' });
  });

  test.each([
    ['a code two steps old', { at: START - 60_000 }, 'AB1050'],
    ['a wrong code', { totp: '12345x' }, 'AB1050'],
    ['a wrong PIN', { pin: '4321' }, 'AB1007'],
    ['a PIN of another length', { pin: '12345' }, 'AB1002'],
    ['an unknown client', { clientCode: 'A123456' }, 'AB1007'],
    ['the client before the first', { clientCode: 'S100000' }, 'AB1007'],
  ])('refuses %s', async (_, over, code) => {
    expect(await login(over)).toMatchObject({ kind: 'refused', code });
  });

  test('takes a code once for each client, after a restart too', async () => {
    expect(await login()).toMatchObject({ kind: 'session' });
    expect(await login({ clientCode: 'S100002' })).toMatchObject({ kind: 'session' });
    expect(await login()).toMatchObject({ kind: 'refused', code: 'AB1050' });
    sessions = await createSessions(store, () => now);
    expect(await login()).toMatchObject({ kind: 'refused', code: 'AB1050' });
    now += 30_000;
    expect(await login()).toMatchObject({ kind: 'session' });
  });

  test('one of two calls with the same code at once is refused', async () => {
    const results = await Promise.all([login(), login()]);
    expect(results.map((result) => result.kind).sort()).toEqual(['refused', 'session']);
  });
});

describe('tokens', () => {
  test('die at the next 05:00 in India, by the wall clock', async () => {
    const { jwtToken, feedToken } = await signedIn();
    now = Date.parse('2026-11-21T04:59:59+05:30');
    expect(sessions.checkJwt(jwtToken).kind).toBe('live');
    expect(sessions.checkFeed('S100001', feedToken)).toBe(true);
    now += 1_000;
    expect(sessions.checkJwt(jwtToken).kind).toBe('expired');
    expect(sessions.checkFeed('S100001', feedToken)).toBe(false);
    expect(nextTokenExpiry(now)).toBe(Date.parse('2026-11-22T05:00:00+05:30'));
  });

  test('stay good over a restart', async () => {
    const { jwtToken } = await signedIn();
    sessions = await createSessions(store, () => now);
    expect(sessions.checkJwt(jwtToken)).toMatchObject({ kind: 'live', session: { clientCode: 'S100001' } });
  });

  test('a refresh token works once, for its own client, and gives a new set', async () => {
    const { jwtToken, refreshToken } = await signedIn();
    expect(await sessions.refresh('S100002', refreshToken)).toMatchObject({ code: 'AB8050' });
    const renewed = await sessions.refresh('S100001', refreshToken);
    expect(renewed).toMatchObject({ kind: 'session' });
    expect(renewed.kind === 'session' && renewed.session.jwtToken).not.toBe(jwtToken);
    expect(await sessions.refresh('S100001', refreshToken)).toMatchObject({ code: 'AB8050' });
  });

  test('a refresh token of yesterday has expired', async () => {
    const { refreshToken } = await signedIn();
    now = Date.parse('2026-11-21T05:00:00+05:30');
    expect(await sessions.refresh('S100001', refreshToken)).toMatchObject({ code: 'AB8051' });
  });

  test('forced expiry leaves the refresh token good, unless all are to go', async () => {
    const { jwtToken, refreshToken } = await signedIn();
    await sessions.expire('access');
    expect(sessions.checkJwt(jwtToken).kind).toBe('expired');
    const renewed = await sessions.refresh('S100001', refreshToken);
    expect(renewed).toMatchObject({ kind: 'session' });
    await sessions.expire('all');
    const last = renewed.kind === 'session' ? renewed.session.refreshToken : '';
    expect(await sessions.refresh('S100001', last)).toMatchObject({ code: 'AB8050' });
  });

  test('a logout ends all three', async () => {
    const { jwtToken, refreshToken, feedToken } = await signedIn();
    await sessions.logout(jwtToken);
    expect(sessions.checkJwt(jwtToken).kind).toBe('unknown');
    expect(sessions.checkFeed('S100001', feedToken)).toBe(false);
    expect(await sessions.refresh('S100001', refreshToken)).toMatchObject({ code: 'AB8050' });
  });
});
