import type { Tx } from '@trickdesk/db';
import type { Language } from '@trickdesk/domain';
import type { Secrets } from '../secrets.ts';
import type { TellerOf } from '../tellers.ts';
import { placeOfMail } from './place.ts';
import { insertMail } from './store.ts';

export { deliverMails, type MailTransport } from './deliver.ts';
export { deletePastMails, type LocalMail, readLocalOutbox } from './outbox.ts';

export interface Mail {
  readonly to: string;
  /** In which its reader wants to be told; null for whoever has not said. */
  readonly language: Language | null;
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
  readonly tellerOf: TellerOf;
}

/**
 * Writes a mail, in English, in the transaction of what it tells of: both are kept, or neither. It leaves after the
 * commit, in its reader's language.
 *
 * @returns false where this was told before
 */
export function writeMail(tx: Tx, { secrets, isLocal, tellerOf }: MailOutbox, mail: Mail, now: Date): Promise<boolean> {
  const { body, subject, language, ...rest } = mail;
  const tell = tellerOf(language);
  const sealedBody = secrets.seal(tell(body), placeOfMail(mail.dedupeKey));
  return insertMail(tx, {
    ...rest,
    subject: tell(subject),
    sealedBody,
    createdAt: now,
    nextTryAt: isLocal ? null : now,
  });
}
