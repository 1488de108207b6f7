import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '@trickdesk/db';
import type { Language } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Attempts } from '../../platform/attempts.ts';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { type Mail, type MailOutbox, writeMail } from '../../platform/mail/index.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { refuseBlocked } from './block.ts';
import type { Passwords } from './passwords.ts';
import * as resets from './reset-store.ts';
import { weaknessOf } from './rules.ts';
import type { EndedSessions } from './sessions.ts';
import * as store from './store.ts';

export interface PasswordResetParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly gate: EndedSessions;
  readonly outbox: MailOutbox;
  /** Whether a mail that stays here can be read on a page. */
  readonly showsOutbox: boolean;
  /** Where people reach the product; never taken from a request, whose sender could name another place. */
  readonly publicUrl: string;
}

export type PasswordResetService = ReturnType<typeof createPasswordReset>;

const MINUTE_MS = 60_000;
const LINK_LASTS_MS = 30 * MINUTE_MS;
const hourly = (free: number) => ({
  free,
  firstWaitMs: 60 * MINUTE_MS,
  longestWaitMs: 60 * MINUTE_MS,
  forgetAfterMs: 60 * MINUTE_MS,
});
/** Links for one account: nobody's letter box is to be filled by somebody else. */
const LINKS = hourly(3);
const ASKED_FROM_ADDRESS = hourly(20);
const USED_FROM_ADDRESS = hourly(30);
/** Longer than what is done for an account that exists: the time of the answer tells nothing. */
const ANSWER_AFTER_MS = 150;

/** A forgotten password: a link by mail, and what it opens. */
export function createPasswordReset(parts: PasswordResetParts) {
  const { attempts } = parts;
  return {
    /** @throws Refusal `TOO_MANY_REQUESTS` by the asker's address alone */
    ask: async (email: string, origin: RequestOrigin): Promise<{ readonly localOutbox: boolean }> => {
      // tidy: told-in-hindi because tries are counted under it
      await refuseTooMany(attempts, ['reset asked', origin.address], ASKED_FROM_ADDRESS);
      await Promise.all([sendLink(parts, email), sleep(ANSWER_AFTER_MS)]);
      return { localOutbox: parts.showsOutbox };
    },
    /** @throws Refusal `RESET_TOKEN_INVALID`, `PASSWORD_TOO_WEAK` or `TOO_MANY_REQUESTS` */
    use: async (link: UsedLink, origin: RequestOrigin): Promise<void> => {
      // tidy: told-in-hindi because tries are counted under it
      await refuseTooMany(attempts, ['reset used', origin.address], USED_FROM_ADDRESS);
      return useLink(parts, link, origin);
    },
  };
}

async function refuseTooMany(
  attempts: Attempts,
  key: readonly [string, string],
  often: ReturnType<typeof hourly>,
): Promise<void> {
  const wait = await attempts.take(key, often);
  if (wait !== undefined) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: wait });
}

async function sendLink(parts: PasswordResetParts, email: string): Promise<void> {
  const { database, clock, ids, attempts, outbox, publicUrl } = parts;
  // Counted whether there is such an account or not.
  // tidy: told-in-hindi because tries are counted under it
  const wait = await attempts.take(['reset link', email], LINKS);
  const account = await store.findAccountByName(database.kysely, email);
  // Nothing is said here: the answer must not tell whether there is such an account.
  if (wait !== undefined || !account || account.blocked_at !== null) return;
  const now = clock.now();
  const token = ids.secretToken();
  const expiresAt = new Date(now + LINK_LASTS_MS);
  await database.transaction(async (tx) => {
    await resets.voidResets(tx, account.id, new Date(now));
    await resets.insertReset(tx, { tokenHash: hashOf(token), accountId: account.id, expiresAt });
    await writeMail(
      tx,
      outbox,
      linkMail(account, `${publicUrl}/reset-password#token=${token}`, expiresAt),
      new Date(now),
    );
  });
}

interface Addressee {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly language: Language | null;
}

function linkMail({ id, email, full_name: name, language }: Addressee, link: string, until: Date): Mail {
  const body = `Hello ${name},

somebody, probably you, asked for a new password for your Trickdesk account. Choose one here:

${link}

The link works once, within 30 minutes. If it was not you, do nothing: your password stays as it is.
`;
  return {
    to: email,
    language,
    subject: 'A new password for Trickdesk',
    body,
    dedupeKey: `reset:${id}:${until.getTime()}`,
    bodyUntil: until,
  };
}

interface UsedLink {
  readonly token: string;
  readonly password: string;
}

async function useLink(parts: PasswordResetParts, { token, password }: UsedLink, origin: RequestOrigin): Promise<void> {
  const { database, clock, passwords, gate } = parts;
  const tokenHash = hashOf(token);
  const at = new Date(clock.now());
  const reset = await resets.findReset(database.kysely, tokenHash, at);
  const account = reset && (await store.findAccount(database.kysely, reset.account_id));
  if (!account) throw new Refusal('RESET_TOKEN_INVALID');
  const { id, full_name: fullName, username, email } = account;
  const weakness = weaknessOf(password, { fullName, username, email });
  if (weakness !== undefined) {
    throw new Refusal('PASSWORD_TOO_WEAK', { errors: [{ path: 'password', message: weakness }] });
  }
  // Before the transaction: it takes time and needs no row.
  const passwordHash = await passwords.hash(password);
  const ended = await database.transaction(async (tx) => {
    refuseBlocked(await store.lockAccount(tx, id));
    // Of two at once the second finds it used.
    if (!(await resets.useReset(tx, tokenHash, at))) throw new Refusal('RESET_TOKEN_INVALID');
    await resets.voidResets(tx, id, at);
    await resets.setPasswordHash(tx, id, passwordHash);
    await tell(parts, tx, { account, origin, at });
    return resets.endAllFamilies(tx, id, { reason: 'password_reset', now: at });
  });
  for (const familyId of ended) gate.markEnded(familyId);
}

interface Deed {
  readonly account: Addressee;
  readonly origin: RequestOrigin;
  readonly at: Date;
}

async function tell({ outbox }: PasswordResetParts, tx: Tx, { account, origin, at }: Deed): Promise<void> {
  const { id: accountId, email: to, full_name: name, language } = account;
  const sentence = 'Set a new password by a link from a mail.';
  await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
  const dedupeKey = `password-reset:${accountId}:${at.getTime()}`;
  await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey,
    title: 'Your password was reset',
    body: 'It was done by a link from a mail, and every session was ended. If this was not you, somebody reads your mail.',
    link: '/logs',
    severity: 'warning',
  });
  const subject = 'Your Trickdesk password was changed';
  const body = `Hello ${name},

your Trickdesk password was changed by a link from a mail, and every device was signed out.
If this was not you, secure your mailbox first, then reset the password again.
`;
  await writeMail(
    tx,
    outbox,
    { to, language, subject, body, dedupeKey, bodyUntil: new Date(at.getTime() + 24 * 60 * MINUTE_MS) },
    at,
  );
}

/** A token has 256 random bits, so a fast hash without salt is enough. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
