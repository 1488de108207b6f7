import type { AccessTokens, Claims } from './access-token.ts';
import { Refusal } from './refusal.ts';

/** Asks the database whether a family of sessions has not ended. */
export type IsSessionLive = (sessionId: string) => Promise<boolean>;

/** Decides whether an access token opens the door now. */
export interface SessionGate {
  /** @throws Refusal `TOKEN_MISSING` or `TOKEN_EXPIRED` */
  readonly admit: (authorization: string | undefined) => Promise<Claims>;
  /** False once a session has ended: at once where this process ended it, within five seconds elsewhere. */
  readonly isLive: (sessionId: string) => Promise<boolean>;
  readonly markEnded: (sessionId: string) => void;
}

/** Under five seconds, with room for a slow answer. */
const TRUST_MS = 4_000;
const MOST_SESSIONS = 20_000;

interface Seen {
  readonly live: Promise<boolean>;
  readonly askedAt: number;
}

export function createSessionGate(parts: {
  readonly tokens: AccessTokens;
  readonly isSessionLive: IsSessionLive;
  readonly now: () => number;
}): SessionGate {
  const seen = new Map<string, Seen>();

  const ask = (sessionId: string): Promise<boolean> => {
    const live = parts.isSessionLive(sessionId);
    const oldest = seen.keys().next();
    if (seen.size >= MOST_SESSIONS && !oldest.done) seen.delete(oldest.value);
    const entry = { live, askedAt: parts.now() };
    seen.set(sessionId, entry);
    // A failed question is asked again by the next call; this one reports it.
    live.catch(() => {
      if (seen.get(sessionId) === entry) seen.delete(sessionId);
    });
    return live;
  };
  const isLive = (sessionId: string): Promise<boolean> => {
    const known = seen.get(sessionId);
    const age = known ? parts.now() - known.askedAt : Number.POSITIVE_INFINITY;
    return known && age < TRUST_MS ? known.live : ask(sessionId);
  };

  return {
    isLive,
    markEnded: (sessionId) => {
      // A session that has ended never comes back, so this needs no second look.
      seen.set(sessionId, { live: Promise.resolve(false), askedAt: Number.POSITIVE_INFINITY });
    },
    admit: async (authorization) => {
      const token = bearerOf(authorization);
      if (token === undefined) throw new Refusal('TOKEN_MISSING');
      const claims = await parts.tokens.verify(token);
      if (claims === 'invalid') throw new Refusal('TOKEN_MISSING');
      if (claims === 'expired' || !(await isLive(claims.sessionId))) throw new Refusal('TOKEN_EXPIRED');
      return claims;
    },
  };
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(header ?? '')?.[1];
}
