import type { Database, Tx } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import type { LinkRow } from './store.ts';
import * as store from './store.ts';

const LINKS_AT_ONCE = 500;

/** Why a link expired: its tokens died with the broker's day, or the broker ended the session before that. */
export type ExpiryCause = 'day_over' | 'ended_by_broker';

const REASONS: Readonly<Record<ExpiryCause, string>> = {
  day_over: 'The session ended with the broker’s day at 05:00. Sign in again.',
  ended_by_broker: 'The broker ended the session. Sign in again.',
};

/**
 * Marks a link as expired and tells its owner, once for each sign-in at the broker. A link that was signed in again
 * meanwhile is left alone.
 */
export async function expireLink(
  tx: Tx,
  link: LinkRow,
  { cause, at }: { readonly cause: ExpiryCause; readonly at: Date },
): Promise<void> {
  // Where Trickdesk signs in by itself there is nothing to do for its owner, unless that fails.
  const reason = link.auto_sign_in ? 'The session ended; Trickdesk signs in again by itself.' : REASONS[cause];
  if (!(await store.storeStatus(tx, link, { status: 'expired', reason })) || link.auto_sign_in) return;
  const { account_id: accountId, broker, client_code: clientCode } = link;
  const isNew = await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey: `broker-expired:${link.id}:${link.last_login_at.getTime()}`,
    title: `${broker} session of ${clientCode} has ended`,
    body: `${reason} Until then live tricks on it can place no orders.`,
    link: '/profile/broker',
    severity: 'warning',
  });
  if (!isNew) return;
  const sentence = `The ${broker} session of ${clientCode} ended. ${reason}`;
  await recordActivity(tx, { accountId, kind: 'broker', sentence, facts: { brokerId: link.id }, at });
}

/** Expires every link whose tokens have died, each in a transaction of its own. Any process may do it. */
export async function expireLinks(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<void> {
  const { database, clock, log } = parts;
  const at = new Date(clock.now());
  for (const link of await store.listOverdue(database.kysely, at, LINKS_AT_ONCE)) {
    try {
      await database.transaction((tx) => expireLink(tx, link, { cause: 'day_over', at }));
    } catch (error) {
      log.error({ error, brokerId: link.id }, 'the end of a broker session could not be stored');
    }
  }
}
