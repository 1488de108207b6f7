import type { Database, Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Passwords } from './passwords.ts';
import { voidResets } from './reset-store.ts';
import { weaknessOf } from './rules.ts';
import { logSignOut } from './session-log.ts';
import type { EndedSessions } from './sessions.ts';
import * as store from './store.ts';

export interface SecurityParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly check: PasswordCheck;
  readonly gate: EndedSessions;
}

type Who = Pick<Caller, 'accountId' | 'sessionId' | 'origin'>;
export type SessionRecord = Awaited<ReturnType<typeof store.listLiveFamilies>>[number];
export type SecurityService = ReturnType<typeof createSecurityService>;

/** What a person does for the safety of their own account. */
export function createSecurityService(parts: SecurityParts) {
  const { database, clock, gate } = parts;
  return {
    /** The caller's own session first. */
    sessions: async ({ accountId, sessionId }: Who): Promise<SessionRecord[]> => {
      const found = await store.listLiveFamilies(database.kysely, accountId, new Date(clock.now()));
      return found.toSorted((a, b) => Number(b.id === sessionId) - Number(a.id === sessionId));
    },
    /** @throws Refusal `NOT_FOUND`, also for a session of somebody else */
    endSession: async (who: Who, sessionId: string): Promise<void> => {
      const at = new Date(clock.now());
      await database.transaction(async (tx) => {
        const { accountId, origin } = who;
        const ended = await store.endFamily(tx, sessionId, { reason: 'revoked', now: at, accountId });
        if (ended === undefined) throw new Refusal('NOT_FOUND');
        if (sessionId === who.sessionId) return logSignOut(tx, { accountId, origin, at });
        const sentence = 'Ended a session on another device.';
        await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
      });
      gate.markEnded(sessionId);
    },
    /**
     * @returns how many other sessions ended with it
     * @throws Refusal `WRONG_PASSWORD`, `TOO_MANY_TRIES` or `PASSWORD_TOO_WEAK`
     */
    changePassword: (who: Who, passwords: PasswordChange) => changePassword(parts, who, passwords),
  };
}

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

async function changePassword(
  { database, clock, passwords, check, gate }: SecurityParts,
  who: Who,
  { currentPassword, newPassword }: PasswordChange,
): Promise<number> {
  const { accountId, sessionId, origin } = who;
  const account = await store.findAccount(database.kysely, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  const storedHash = account.password_hash;
  const right = await check.matches({ password: currentPassword, storedHash, subject: String(accountId), origin });
  if (!right) throw refusalAt('currentPassword', 'WRONG_PASSWORD');
  const person = { fullName: account.full_name, username: account.username, email: account.email };
  const weakness = newPassword === currentPassword ? 'This is your password already.' : weaknessOf(newPassword, person);
  if (weakness !== undefined) throw refusalAt('newPassword', 'PASSWORD_TOO_WEAK', weakness);
  // Before the transaction: it takes time and needs no row.
  const passwordHash = await passwords.hash(newPassword);
  const at = new Date(clock.now());
  const ended = await database.transaction(async (tx) => {
    const changed = await store.replacePasswordHash(tx, accountId, { from: storedHash, to: passwordHash });
    // Changed by another session since it was checked.
    if (!changed) throw refusalAt('currentPassword', 'WRONG_PASSWORD');
    // A link that was asked for before opens nothing any more.
    await voidResets(tx, accountId, at);
    const others = { accountId, familyId: sessionId };
    const ids = await store.endOtherFamilies(tx, others, { reason: 'password_changed', now: at });
    await tellOfChange(tx, who, at);
    return ids;
  });
  for (const id of ended) gate.markEnded(id);
  return ended.length;
}

async function tellOfChange(tx: Tx, { accountId, sessionId, origin }: Who, at: Date): Promise<void> {
  await recordActivity(tx, { accountId, kind: 'security', sentence: 'Changed the password.', origin, at });
  await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey: `password-changed:${sessionId}:${at.getTime()}`,
    title: 'Your password was changed',
    body: 'Every other session was ended. If this was not you, the log says from which device and address it was done.',
    link: '/logs',
    severity: 'warning',
  });
}

function refusalAt(path: string, code: 'WRONG_PASSWORD' | 'PASSWORD_TOO_WEAK', words?: string): Refusal {
  return new Refusal(code, { errors: [{ path, message: words ?? new Refusal(code).message }] });
}
