import type { Bus, Database, Tx } from '@trickdesk/db';
import type { Log } from '../../platform/log.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import { accountsWaiting, takeWaiting, unreadIn } from './store.ts';
import { alertToWire, countsToWire } from './wire.ts';

const ACCOUNTS_AT_ONCE = 200;
const ALERTS_AT_ONCE = 100;

/**
 * Delivers what waits in the outbox to the browser: taking it out and writing its event is one transaction, so that a
 * death between the two delivers nothing twice and loses nothing. Any process may do it, and several at once share the
 * work.
 *
 * @returns how many alerts were delivered
 */
export async function deliverAlerts(parts: {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Log;
}): Promise<number> {
  const { database, bus, log } = parts;
  let delivered = 0;
  for (const accountId of await accountsWaiting(database.kysely, ACCOUNTS_AT_ONCE)) {
    try {
      delivered += await database.transaction((tx) => deliverTo(tx, accountId));
      wakeUserStreams(bus, accountId);
    } catch (error) {
      // One account's trouble is not another's; what was not delivered waits for the next turn.
      log.error({ error, accountId }, 'alerts could not be delivered');
    }
  }
  return delivered;
}

async function deliverTo(tx: Tx, accountId: number): Promise<number> {
  const alerts = await takeWaiting(tx, accountId, ALERTS_AT_ONCE);
  if (alerts.length === 0) return 0;
  const counts = countsToWire(await unreadIn(tx, accountId));
  for (const alert of alerts) {
    await recordUserEvent(tx, accountId, { name: 'alert', payload: { alert: alertToWire(alert), counts } });
  }
  return alerts.length;
}
