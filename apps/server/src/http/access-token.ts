import { type AbilityRule, zAbility } from '@trickdesk/contract';
import { errors, jwtVerify, SignJWT } from 'jose';

/** What an access token says of its bearer. */
export interface Claims {
  readonly accountId: number;
  readonly sessionId: string;
  readonly ability: readonly AbilityRule[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  readonly issue: (claims: Omit<Claims, 'expiresAt'>) => Promise<string>;
  /** `invalid`: not ours, changed, or unreadable. */
  readonly verify: (token: string) => Promise<Claims | 'expired' | 'invalid'>;
}

export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ISSUER = 'trickdesk';
const ALGORITHM = 'HS256';
const zAbilityList = zAbility.array();
/** Checking a signature costs more than the rest of a small call; a token is checked once in each process. */
const MOST_REMEMBERED = 5_000;

/** @param key 32 bytes, derived from the master key */
export function createAccessTokens(key: Uint8Array, now: () => number): AccessTokens {
  const remembered = new Map<string, Claims>();
  const seconds = (): number => Math.floor(now() / 1000);
  const remember = (token: string, claims: Claims): Claims => {
    const oldest = remembered.keys().next();
    if (remembered.size >= MOST_REMEMBERED && !oldest.done) remembered.delete(oldest.value);
    remembered.set(token, claims);
    return claims;
  };
  return {
    issue: ({ accountId, sessionId, ability }) =>
      new SignJWT({ sid: sessionId, ability })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(String(accountId))
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + ACCESS_TOKEN_SECONDS)
        .sign(key),
    verify: async (token) => {
      const known = remembered.get(token);
      if (known) return known.expiresAt > seconds() ? known : 'expired';
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: new Date(now()) };
        const { payload } = await jwtVerify(token, key, options);
        const claims = readClaims(payload);
        return claims ? remember(token, claims) : 'invalid';
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

/** @throws what says nothing of the token */
function refusalOf(error: unknown): 'expired' | 'invalid' {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JOSEError || error instanceof TypeError) return 'invalid';
  throw error;
}

function readClaims(payload: Readonly<Record<string, unknown>>): Claims | undefined {
  const accountId = Number(payload['sub']);
  const { sid, exp } = payload;
  const ability = zAbilityList.safeParse(payload['ability']);
  if (!Number.isSafeInteger(accountId) || typeof sid !== 'string' || typeof exp !== 'number') return undefined;
  return { accountId, sessionId: sid, ability: ability.success ? ability.data : [], expiresAt: exp };
}
