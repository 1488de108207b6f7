import type { Database, Tx } from '@trickdesk/db';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

const HOUR_MS = 3_600_000;

/**
 * Tells an account that sign-ins to it are refused because of too many wrong passwords: once an hour, however many
 * there are. Beside the answer, not before it: its time must not say whether an account exists.
 */
export function logBlockedSignIn(parts: Parts, accountId: number, origin: RequestOrigin): void {
  void parts.database
    .transaction((tx) => tellOfBlocked(tx, { accountId, origin, at: new Date(parts.clock.now()) }))
    .catch((error: unknown) => parts.log.error({ error, accountId }, 'a refused sign-in could not be logged'));
}

async function tellOfBlocked(
  tx: Tx,
  { accountId, origin, at }: { readonly accountId: number; readonly origin: RequestOrigin; readonly at: Date },
): Promise<void> {
  const sentence = 'Sign-ins were refused for a while after too many wrong passwords.';
  const isNew = await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey: `sign-in-blocked:${Math.floor(at.getTime() / HOUR_MS)}`,
    title: 'Somebody tries to sign in to your account',
    body: `${sentence} If it was not you, choose a password that you use nowhere else.`,
    link: '/logs',
    severity: 'warning',
  });
  if (isNew) await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
}
