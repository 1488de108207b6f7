import type { Tx } from '@trickdesk/db';
import type { Secrets } from '../secrets.ts';
import { placeOfMail } from './place.ts';
import { insertMail } from './store.ts';

export { deliverMails, type MailTransport } from './deliver.ts';
export { deletePastMails, type LocalMail, readLocalOutbox } from './outbox.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** Names the event: the same key told again does nothing. */
  readonly dedupeKey: string;
  /** When what stands in it opens nothing any more; it is not kept for longer. */
  readonly bodyUntil: Date;
}

/** Where a mail is written; sealed, since it may hold a link that opens an account. */
export interface MailOutbox {
  readonly secrets: Secrets;
  /** Without a server for mail nothing leaves: mails stay where a developer can open them. */
  readonly isLocal: boolean;
}

/**
 * Writes a mail in the transaction of what it tells of: both are kept, or neither. It leaves after the commit.
 *
 * @returns false where this was told before
 */
export function writeMail(tx: Tx, { secrets, isLocal }: MailOutbox, mail: Mail, now: Date): Promise<boolean> {
  const { body, ...rest } = mail;
  const sealedBody = secrets.seal(body, placeOfMail(mail.dedupeKey));
  return insertMail(tx, { ...rest, sealedBody, createdAt: now, nextTryAt: isLocal ? null : now });
}
