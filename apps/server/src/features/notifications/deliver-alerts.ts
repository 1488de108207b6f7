import type { Bus, Database, Tx } from '@trickdesk/db';
import { channelsOf, DAY_MS } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type MailOutbox, writeMail } from '../../platform/mail/index.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import { addresseeOf, readChoices } from './choice-store.ts';
import { liveSubscriptions, queuePushes } from './push-store.ts';
import { mailOfAlert } from './rules.ts';
import { type AlertRow, accountsWaiting, takeWaiting, unreadIn } from './store.ts';
import { alertToWire, categoryOfNumber, choicesFromRows, countsToWire } from './wire.ts';

const ACCOUNTS_AT_ONCE = 200;
const ALERTS_AT_ONCE = 100;
/** The text of a mail that could not leave for so long is in the list of alerts all the same. */
const MAIL_LASTS_MS = DAY_MS;

export interface AlertDelivery {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Log;
  readonly clock: Clock;
  readonly outbox: MailOutbox;
  /** Where people reach the product: links in mails lead there. */
  readonly publicUrl: string;
}

/**
 * Delivers what waits in the outbox to the channels that its account has chosen: taking it out, writing its event and
 * its mail, and queueing its pushes is one transaction, so that a death between them delivers nothing twice and loses
 * nothing. What leaves the house does so afterwards, by its own outbox: a channel that fails holds no other up. Any
 * process may do it, and several at once share the work.
 *
 * @returns how many alerts were delivered
 */
export async function deliverAlerts(parts: AlertDelivery): Promise<number> {
  const { database, bus, log } = parts;
  let delivered = 0;
  for (const accountId of await accountsWaiting(database.kysely, ACCOUNTS_AT_ONCE)) {
    try {
      delivered += await database.transaction((tx) => deliverTo(tx, accountId, parts));
      wakeUserStreams(bus, accountId);
    } catch (error) {
      // One account's trouble is not another's; what was not delivered waits for the next turn.
      log.error({ error, accountId }, 'alerts could not be delivered');
    }
  }
  return delivered;
}

async function deliverTo(tx: Tx, accountId: number, parts: AlertDelivery): Promise<number> {
  const alerts = await takeWaiting(tx, accountId, ALERTS_AT_ONCE);
  if (alerts.length === 0) return 0;
  const choices = choicesFromRows(await readChoices(tx, accountId));
  const told = alerts.map((alert) => ({
    alert,
    channels: channelsOf({ category: categoryOfNumber(alert.category), severity: alert.severity }, choices),
  }));
  const through = (channel: (typeof told)[number]['channels'][number]): AlertRow[] =>
    told.flatMap(({ alert, channels }) => (channels.includes(channel) ? [alert] : []));

  const counts = countsToWire(await unreadIn(tx, accountId));
  for (const alert of through('in_app')) {
    await recordUserEvent(tx, accountId, { name: 'alert', payload: { alert: alertToWire(alert), counts } });
  }
  await mailTo(tx, { accountId, alerts: through('email') }, parts);
  await pushTo(tx, { accountId, alerts: through('push') }, parts);
  return alerts.length;
}

interface ToTell {
  readonly accountId: number;
  readonly alerts: readonly AlertRow[];
}

async function mailTo(tx: Tx, { accountId, alerts }: ToTell, { clock, outbox, publicUrl }: AlertDelivery) {
  if (alerts.length === 0) return;
  const to = await addresseeOf(tx, accountId);
  if (!to) return;
  const now = clock.now();
  for (const alert of alerts) {
    const bodyUntil = new Date(now + MAIL_LASTS_MS);
    const { email, language } = to;
    const mail = { to: email, language, ...mailOfAlert(alert, publicUrl), dedupeKey: `alert:${alert.id}`, bodyUntil };
    await writeMail(tx, outbox, mail, new Date(now));
  }
}

async function pushTo(tx: Tx, { accountId, alerts }: ToTell, { clock }: AlertDelivery): Promise<void> {
  if (alerts.length === 0) return;
  const at = new Date(clock.now());
  const browsers = await liveSubscriptions(tx, accountId);
  await queuePushes(
    tx,
    alerts.flatMap((alert) => browsers.map(({ id }) => ({ accountId, alertId: alert.id, subscriptionId: id, at }))),
  );
}
