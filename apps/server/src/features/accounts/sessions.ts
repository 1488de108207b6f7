import { createHash } from 'node:crypto';
import type { AbilityRule } from '@trickdesk/contract';
import type { Database, Queryable, Tx } from '@trickdesk/db';
import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { refuseBlocked } from './block.ts';
import { decideRefresh, REFRESH_DAYS } from './rules.ts';
import { logReuse, logSignIn, logSignOut } from './session-log.ts';
import type { AccountRow } from './store.ts';
import * as store from './store.ts';

/** A session that was opened or carried on. */
export interface OpenedSession {
  readonly account: AccountRow;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly refreshExpiresAt: Date;
}

export interface Sessions {
  readonly open: (tx: Tx, account: AccountRow, origin: RequestOrigin) => Promise<OpenedSession>;
  /** @throws Refusal `INVALID_REFRESH_TOKEN`, also where there is none */
  readonly refresh: (refreshToken: string | undefined, origin: RequestOrigin) => Promise<OpenedSession>;
  /** Ends the session of a refresh token or of an access token; one that is unknown is none. */
  readonly end: (
    session: { readonly refreshToken?: string; readonly sessionId?: string },
    origin: RequestOrigin,
  ) => Promise<void>;
}

/** Signs what a session may show at the door. */
export interface TokenIssuer {
  readonly issue: (claims: {
    readonly accountId: number;
    readonly sessionId: string;
    readonly ability: readonly AbilityRule[];
  }) => Promise<string>;
}

/** Learns at once which sessions have ended. */
export interface EndedSessions {
  readonly markEnded: (sessionId: string) => void;
}

export interface SessionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly tokens: TokenIssuer;
  readonly gate: EndedSessions;
}

type Rotation =
  | { readonly kind: 'rotated'; readonly session: OpenedSession }
  | { readonly kind: 'refused' }
  | { readonly kind: 'blocked'; readonly account: AccountRow }
  | { readonly kind: 'reused'; readonly familyId: string };

export function createSessions(parts: SessionParts): Sessions {
  const { database, clock, ids, tokens } = parts;
  const now = (): Date => new Date(clock.now());

  async function issue(tx: Tx, account: AccountRow, familyId: string): Promise<OpenedSession> {
    const refreshToken = ids.secretToken();
    const issuedAt = now();
    const expiresAt = new Date(issuedAt.getTime() + REFRESH_DAYS * DAY_MS);
    await store.insertRefreshToken(tx, { hash: hashOf(refreshToken), familyId, issuedAt, expiresAt });
    const accessToken = await tokens.issue({ accountId: account.id, sessionId: familyId, ability: account.ability });
    return { account, accessToken, refreshToken, refreshExpiresAt: expiresAt };
  }

  async function rotate(tx: Tx, tokenHash: Buffer, origin: RequestOrigin): Promise<Rotation> {
    const family = await store.lockFamilyOfToken(tx, tokenHash);
    if (!family) return { kind: 'refused' };
    const account = await store.findAccount(tx, family.account_id);
    if (account && account.blocked_at !== null) return { kind: 'blocked', account };
    const token = await store.readRefreshToken(tx, tokenHash);
    const decision = decideRefresh({
      familyEnded: family.ended_at !== null,
      used: token.used_at !== null,
      expired: token.expires_at <= now(),
    });
    if (decision === 'end_family') {
      const ended = await store.endFamily(tx, family.id, { reason: 'refresh_token_reused', now: now() });
      if (ended !== undefined) await logReuse(tx, { accountId: ended, familyId: family.id, origin, at: now() });
      return { kind: 'reused', familyId: family.id };
    }
    if (decision === 'refuse' || !account) return { kind: 'refused' };
    await store.markTokenUsed(tx, tokenHash, now());
    await store.touchFamily(tx, family.id, now());
    return { kind: 'rotated', session: await issue(tx, account, family.id) };
  }

  return {
    open: async (tx, account, { device, address, browser }) => {
      const familyId = ids.uuid();
      await store.insertFamily(tx, { id: familyId, accountId: account.id, device, address, now: now() });
      // Hashed like a refresh token, which it resembles.
      if (browser !== undefined)
        await store.noteBrowser(tx, { accountId: account.id, hash: hashOf(browser), at: now() });
      await logSignIn(tx, { accountId: account.id, origin: { device, address }, at: now() });
      return issue(tx, account, familyId);
    },
    refresh: async (refreshToken, origin) => {
      if (refreshToken === undefined) throw new Refusal('INVALID_REFRESH_TOKEN');
      // The refusal comes after the commit: what ended the family must not be rolled back with it.
      const rotation = await database.transaction((tx) => rotate(tx, hashOf(refreshToken), origin));
      if (rotation.kind === 'rotated') return rotation.session;
      if (rotation.kind === 'blocked') refuseBlocked(rotation.account);
      if (rotation.kind === 'reused') {
        parts.gate.markEnded(rotation.familyId);
        parts.log.warn({ familyId: rotation.familyId }, 'a refresh token was used twice; its sessions have ended');
      }
      throw new Refusal('INVALID_REFRESH_TOKEN');
    },
    end: async ({ refreshToken, sessionId }, origin) => {
      const ofToken = refreshToken && (await store.findFamilyOfToken(database.kysely, hashOf(refreshToken)));
      for (const familyId of new Set([ofToken, sessionId])) {
        if (!familyId) continue;
        await database.transaction(async (tx) => {
          const accountId = await store.endFamily(tx, familyId, { reason: 'signed_out', now: now() });
          if (accountId !== undefined) await logSignOut(tx, { accountId, origin, at: now() });
        });
        parts.gate.markEnded(familyId);
      }
    },
  };
}

/** How long a browser is remembered after a sign-in with it. */
const BROWSER_DAYS = 180;

/** Forgets sessions whose last refresh token has run out, whether they were ended or left, and browsers of long ago. */
export async function deletePastSessions(db: Queryable, now: EpochMs): Promise<void> {
  await store.deletePastFamilies(db, new Date(now - REFRESH_DAYS * DAY_MS));
  await store.deletePastBrowsers(db, new Date(now - BROWSER_DAYS * DAY_MS));
}

/** A token has 256 random bits, so a fast hash without salt is enough. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
