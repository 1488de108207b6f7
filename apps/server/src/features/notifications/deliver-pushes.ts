import type { Database } from '@trickdesk/db';
import type { PushSubscriptionKeys, WebPush } from '@trickdesk/providers/push';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { TellerOf } from '../../platform/tellers.ts';
import { placeOfSubscription } from './preferences.ts';
import { type DuePush, deletePush, dropSubscription, putOffPush, takeDuePushes } from './push-store.ts';
import { afterUnclear, PUSH_LASTS_MS, PUSH_PAUSES_S, pushPayloadOf } from './rules.ts';

export interface PushDelivery {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly webPush: WebPush;
  readonly tellerOf: TellerOf;
}

const AT_ONCE = 20;

/**
 * Sends what is due to the services of browsers' makers, each at least once: a death between their answer and ours sends
 * it again, under the same tag, and the browser shows it once. What fails waits longer each time; a browser that takes
 * nothing any more is forgotten.
 *
 * @returns how many were taken
 */
export async function deliverPushes(parts: PushDelivery): Promise<number> {
  const { database, clock } = parts;
  const due = { now: new Date(clock.now()), limit: AT_ONCE, pauses: PUSH_PAUSES_S };
  const pushes = await database.transaction((tx) => takeDuePushes(tx, due));
  // Side by side: a service that does not answer holds no other up.
  const taken = await Promise.all(pushes.map((push) => deliver(parts, push)));
  return taken.filter(Boolean).length;
}

async function deliver(parts: PushDelivery, push: DuePush): Promise<boolean> {
  const { database, log } = parts;
  if (push.is_signed_out) {
    await dropSubscription(database.kysely, push.subscription_id);
    return false;
  }
  const tell = parts.tellerOf(push.language);
  const outcome = await parts.webPush.send(keysOf(push, parts.secrets), {
    payload: JSON.stringify(
      pushPayloadOf({ ...push, title: tell(push.title), body: tell(push.body), id: push.alert_id }),
    ),
    ttlSeconds: PUSH_LASTS_MS / 1_000,
    urgency: push.severity === 'info' ? 'normal' : 'high',
    topic: `alert-${push.alert_id}`,
  });
  switch (outcome.kind) {
    case 'taken':
      await deletePush(database.kysely, push.id);
      return true;
    case 'gone':
      await dropSubscription(database.kysely, push.subscription_id);
      return false;
    case 'refused':
      log.warn({ push: String(push.id), httpStatus: outcome.httpStatus }, 'a push was refused');
      await deletePush(database.kysely, push.id);
      return false;
    case 'unclear':
      await waitOrGiveUp(parts, push, outcome);
      return false;
  }
}

async function waitOrGiveUp(
  { database, clock, log }: PushDelivery,
  push: DuePush,
  { cause, retryAfterSeconds }: { readonly cause: string; readonly retryAfterSeconds?: number },
): Promise<void> {
  const next = afterUnclear({ queuedAt: push.at.getTime(), now: clock.now(), retryAfterSeconds });
  log.warn({ push: String(push.id), tries: push.tries, cause, next: next.kind }, 'a push could not be sent');
  if (next.kind === 'give_up') await deletePush(database.kysely, push.id);
  else await putOffPush(database.kysely, push.id, new Date(next.until));
}

/** As it was sealed: whatever opens is ours. */
function keysOf({ subscription_id: id, sealed_subscription: sealed }: DuePush, secrets: Secrets): PushSubscriptionKeys {
  return JSON.parse(secrets.open(sealed, placeOfSubscription(id)));
}
