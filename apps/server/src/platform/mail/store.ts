import type { Queryable, Tx } from '@trickdesk/db';

export interface MailToInsert {
  readonly dedupeKey: string;
  readonly to: string;
  readonly subject: string;
  readonly sealedBody: Buffer;
  readonly bodyUntil: Date;
  readonly createdAt: Date;
  /** Null where it stays here. */
  readonly nextTryAt: Date | null;
}

/** @returns false where the key was used before */
export async function insertMail(tx: Tx, mail: MailToInsert): Promise<boolean> {
  const result = await tx
    .insertInto('mail')
    .values({
      dedupe_key: mail.dedupeKey,
      to_address: mail.to,
      subject: mail.subject,
      sealed_body: mail.sealedBody,
      body_until: mail.bodyUntil,
      created_at: mail.createdAt,
      next_try_at: mail.nextTryAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const COLUMNS = [
  'id',
  'dedupe_key',
  'to_address',
  'subject',
  'sealed_body',
  'body_until',
  'created_at',
  'tries',
] as const;

export type MailRow = Awaited<ReturnType<typeof listNewest>>[number];

/**
 * Takes one that is due, and puts its next try off: whoever dies while sending leaves it for later, and nobody else takes
 * it meanwhile.
 */
export function takeDue(tx: Tx, now: Date, putOffUntil: (tries: number) => Date): Promise<MailRow | undefined> {
  return tx
    .selectFrom('mail')
    .select(COLUMNS)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
    .then(async (row) => {
      if (!row) return undefined;
      const tries = row.tries + 1;
      await tx
        .updateTable('mail')
        .set({ tries, next_try_at: putOffUntil(tries) })
        .where('id', '=', row.id)
        .execute();
      return { ...row, tries };
    });
}

/** It has left: what stood in it is kept no longer. */
export async function markSent(db: Queryable, id: bigint, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ sent_at: now, next_try_at: null, sealed_body: null })
    .where('id', '=', id)
    .execute();
}

/** It will not be tried again. */
export async function giveUp(db: Queryable, id: bigint): Promise<void> {
  await db.updateTable('mail').set({ next_try_at: null, sealed_body: null }).where('id', '=', id).execute();
}

export function listNewest(db: Queryable, limit: number) {
  return db.selectFrom('mail').select(COLUMNS).orderBy('id', 'desc').limit(limit).execute();
}

export async function clearPastBodies(db: Queryable, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ sealed_body: null, next_try_at: null })
    .where('body_until', '<=', now)
    .where('sealed_body', 'is not', null)
    .execute();
}

export async function deleteMails(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('mail').where('created_at', '<', before).execute();
}
