import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS, type EpochMs, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { Secret, TOTP } from 'otpauth';
import { isSimClient, SIM_PIN, SIM_TOTP_SECRET } from './accounts.ts';
import type { SimulatorStore, StoredSession } from './store.ts';

const TOTP_STEP_MS = 30_000;
const EXPIRY_MINUTE = 5 * 60;
const SIM_TOTP = new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET), digits: 6, period: TOTP_STEP_MS / 1000 });

export type LoginResult =
  | { readonly kind: 'session'; readonly session: StoredSession }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export type TokenCheck =
  | { readonly kind: 'live'; readonly session: StoredSession }
  | { readonly kind: 'expired'; readonly session: StoredSession }
  | { readonly kind: 'unknown' };

export interface Credentials {
  readonly clientCode: string;
  readonly pin: string;
  readonly totp: string;
}

/** Logins and tokens. All times are the wall clock's: a token's day ends at 05:00 in India whatever the market plays. */
export interface Sessions {
  readonly login: (credentials: Credentials, allowTotpReuse: boolean) => Promise<LoginResult>;
  readonly refresh: (clientCode: string, refreshToken: string) => Promise<LoginResult>;
  readonly logout: (jwtToken: string) => Promise<void>;
  readonly checkJwt: (jwtToken: string) => TokenCheck;
  readonly checkFeed: (clientCode: string, feedToken: string) => boolean;
  /** Ends every token's life at once; `all` takes the refresh tokens too. */
  readonly expire: (which: 'access' | 'all') => Promise<void>;
  readonly clients: () => readonly string[];
}

export async function createSessions(store: SimulatorStore, wall: () => number): Promise<Sessions> {
  const steps = new Map(await store.loadTotpSteps());
  const byJwt = new Map<string, StoredSession>();
  const byRefresh = new Map<string, StoredSession>();
  const byFeed = new Map<string, StoredSession>();
  const signingKey = randomBytes(32);

  const keep = (session: StoredSession): void => {
    byJwt.set(session.jwtToken, session);
    byRefresh.set(session.refreshToken, session);
    byFeed.set(session.feedToken, session);
  };
  for (const session of await store.loadSessions()) keep(session);
  const save = async (session: StoredSession): Promise<void> => {
    await store.saveSession(session);
    keep(session);
  };
  const begin = async (clientCode: string): Promise<LoginResult> => {
    const session = newSession(clientCode, wall(), signingKey);
    await save(session);
    return { kind: 'session', session };
  };

  return {
    login: async ({ clientCode, pin, totp: code }, allowTotpReuse) => {
      if (pin.length !== SIM_PIN.length) return refused('AB1002', 'Invalid Password Length');
      if (!isSimClient(clientCode) || pin !== SIM_PIN) return refused('AB1007', 'Login Id or password is invalid');
      const step = totpStep(code, wall());
      const used = steps.get(clientCode) ?? -1;
      if (step === undefined || (step <= used && !allowTotpReuse)) return refused('AB1050', 'Invalid totp');
      // Set before anything is awaited, so that the same code cannot pass twice in two calls at once.
      steps.set(clientCode, Math.max(step, used));
      await store.saveTotpStep(clientCode, step);
      return begin(clientCode);
    },
    refresh: async (clientCode, refreshToken) => {
      const session = byRefresh.get(refreshToken);
      if (!session?.live || !session.refreshable || session.clientCode !== clientCode) {
        return refused('AB8050', 'Invalid Refresh Token');
      }
      if (session.expiresAt <= wall() && nextTokenExpiry(session.createdAt) <= wall()) {
        return refused('AB8051', 'Refresh Token Expired');
      }
      await save({ ...session, refreshable: false });
      return begin(clientCode);
    },
    logout: async (jwtToken) => {
      const session = byJwt.get(jwtToken);
      if (session) await save({ ...session, live: false, refreshable: false });
    },
    checkJwt: (jwtToken) => {
      const session = byJwt.get(jwtToken);
      if (!session?.live) return { kind: 'unknown' };
      return { kind: session.expiresAt > wall() ? 'live' : 'expired', session };
    },
    checkFeed: (clientCode, feedToken) => {
      const session = byFeed.get(feedToken);
      return session !== undefined && session.clientCode === clientCode && session.live && session.expiresAt > wall();
    },
    expire: async (which) => {
      const at = wall() - 1;
      for (const session of [...byJwt.values()]) {
        if (!session.live) continue;
        await save({
          ...session,
          expiresAt: Math.min(at, session.expiresAt),
          refreshable: session.refreshable && which === 'access',
        });
      }
    },
    clients: () => [...new Set([...byJwt.values()].filter((session) => session.live).map((s) => s.clientCode))],
  };
}

function newSession(clientCode: string, createdAt: EpochMs, signingKey: Uint8Array): StoredSession {
  const expiresAt = nextTokenExpiry(createdAt);
  const token = (use: string): string => jwt({ username: clientCode, use, createdAt, expiresAt }, signingKey);
  return {
    clientCode,
    jwtToken: token('TRADE'),
    refreshToken: token('REFRESH'),
    feedToken: token('FEED'),
    createdAt,
    expiresAt,
    live: true,
    refreshable: true,
  };
}

/** The step that a one-time code belongs to, where it is the running one or a neighbour (RFC 6238). */
function totpStep(code: string, at: EpochMs): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = SIM_TOTP.validate({ token: code, timestamp: at, window: 1 });
  return delta === null ? undefined : Math.floor(at / TOTP_STEP_MS) + delta;
}

/** The next 05:00 in India after the moment. */
export function nextTokenExpiry(at: EpochMs): EpochMs {
  const today = indiaMoment(indiaDateOf(at), EXPIRY_MINUTE);
  return today > at ? today : today + DAY_MS;
}

function refused(code: string, message: string): LoginResult {
  return { kind: 'refused', code, message };
}

/** A three-part token as the broker's look. It is looked up, never decoded, so that a restart may change the key. */
function jwt(claims: { username: string; use: string; createdAt: number; expiresAt: number }, key: Uint8Array): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    username: claims.username,
    token: claims.use,
    iat: Math.floor(claims.createdAt / 1000),
    exp: Math.floor(claims.expiresAt / 1000),
    jti: randomUUID(),
  };
  const body = `${part({ alg: 'HS512' })}.${part(payload)}`;
  return `${body}.${createHmac('sha512', key).update(body).digest('base64url')}`;
}
