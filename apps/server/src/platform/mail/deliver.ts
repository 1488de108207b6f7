import type { Database } from '@trickdesk/db';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { placeOfMail } from './place.ts';
import { giveUp, type MailRow, markSent, takeDue } from './store.ts';

/** Hands a mail to a server. */
export interface MailTransport {
  /**
   * @param messageId the same for each try at one mail: whoever gets it twice can tell
   * @throws Error where the server did not take it
   */
  readonly send: (mail: OutgoingMail) => Promise<void>;
  readonly close: () => void;
}

export interface OutgoingMail {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const MINUTE_MS = 60_000;
/** Until the next try, by how many there were; the last pause is repeated. */
const PAUSES_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS] as const;
const MOST_TRIES = 24;
const MAILS_AT_ONCE = 50;

export interface DeliveryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly transport: MailTransport;
}

/**
 * Sends what is due, each at least once: a death between the server's answer and ours sends it again, under the same
 * message id. What fails waits longer each time and holds nothing else up.
 *
 * @returns how many have left
 */
export async function deliverMails(parts: DeliveryParts): Promise<number> {
  const { database, clock } = parts;
  let sent = 0;
  for (let i = 0; i < MAILS_AT_ONCE; i += 1) {
    const now = clock.now();
    const mail = await database.transaction((tx) =>
      takeDue(tx, new Date(now), (tries) => new Date(now + pauseAfter(tries))),
    );
    if (!mail) return sent;
    if (await sendOne(parts, mail)) sent += 1;
  }
  return sent;
}

function pauseAfter(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? PAUSES_MS[0];
}

async function sendOne({ database, clock, log, secrets, transport }: DeliveryParts, mail: MailRow): Promise<boolean> {
  if (mail.sealed_body === null) {
    await giveUp(database.kysely, mail.id);
    return false;
  }
  const text = secrets.open(mail.sealed_body, placeOfMail(mail.dedupe_key));
  try {
    await transport.send({ messageId: messageIdOf(mail.id), to: mail.to_address, subject: mail.subject, text });
  } catch (error) {
    const isLast = mail.tries >= MOST_TRIES;
    // The error's text is the mail server's, which may repeat the address: its name alone is logged.
    log.warn({ mail: String(mail.id), tries: mail.tries, isLast, reason: nameOf(error) }, 'a mail could not be sent');
    if (isLast) await giveUp(database.kysely, mail.id);
    return false;
  }
  await markSent(database.kysely, mail.id, new Date(clock.now()));
  return true;
}

const messageIdOf = (id: bigint): string => `<mail-${id}@trickdesk>`;

function nameOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : typeof error;
}
