import { lockInTransaction, type Queryable, type RoboSchema, type Tx } from '@trickdesk/db';
import type { RoboAnswer, RoboLevel } from '@trickdesk/domain';
import { type Selectable, sql } from 'kysely';

/** Every SQL statement of ROBO Pro. */

export type AnswersRow = Selectable<RoboSchema['robo_answers']>;
export type NoteRow = Selectable<RoboSchema['robo_note']>;
export type NoteBody = NoteRow['body'];

/** Questionnaires of a person are kept one after another: each is compared with the one before. */
export function lockAnswers(tx: Tx, accountId: number): Promise<void> {
  return lockInTransaction(tx, `robo answers ${accountId}`);
}

/** The newest first. */
export function listAnswers(db: Queryable, accountId: number, limit: number): Promise<AnswersRow[]> {
  return db
    .selectFrom('robo_answers')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

interface DueDays {
  /** Both in. */
  readonly from: string;
  readonly to: string;
  /** Accounts above this one. */
  readonly after: number;
  readonly limit: number;
}

/** The newest answers of each account that is not erased, where the day of their review lies in these days. */
export function listDueAnswers(
  db: Queryable,
  { from, to, after, limit }: DueDays,
): Promise<Pick<AnswersRow, 'id' | 'account_id' | 'scoring_version'>[]> {
  return db
    .selectFrom('robo_answers as answers')
    .innerJoin('account', 'account.id', 'answers.account_id')
    .select(['answers.id', 'answers.account_id', 'answers.scoring_version'])
    .where('answers.account_id', '>', after)
    .where('answers.review_on', '>=', from)
    .where('answers.review_on', '<=', to)
    .where('account.erased_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('robo_answers as newer')
            .select('newer.id')
            .whereRef('newer.account_id', '=', 'answers.account_id')
            .whereRef('newer.id', '>', 'answers.id'),
        ),
      ),
    )
    .orderBy('answers.account_id')
    .limit(limit)
    .execute();
}

export interface AnswersToKeep {
  readonly accountId: number;
  readonly version: number;
  readonly answers: readonly RoboAnswer[];
  readonly score: number;
  readonly level: RoboLevel;
  readonly at: Date;
  readonly reviewOn: string;
  readonly noteId: number | undefined;
}

export function insertAnswers(tx: Tx, { version, noteId, ...row }: AnswersToKeep): Promise<AnswersRow> {
  return tx
    .insertInto('robo_answers')
    .values({
      ...{ account_id: row.accountId, scoring_version: version, answers: JSON.stringify(row.answers) },
      ...{ score: row.score, level: row.level, answered_at: row.at, review_on: row.reviewOn },
      robo_note_id: noteId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface NoteToKeep {
  readonly accountId: number;
  readonly registrationNumber: string;
  readonly version: number;
  readonly body: NoteBody;
  readonly at: Date;
}

export async function insertNote(tx: Tx, note: NoteToKeep): Promise<number> {
  const { id } = await tx
    .insertInto('robo_note')
    .values({
      ...{ account_id: note.accountId, registration_number: note.registrationNumber, scoring_version: note.version },
      ...{ body: JSON.stringify(note.body), given_at: note.at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A note with the name of whose it is. */
export function findNote(
  db: Queryable,
  { accountId, noteId }: { readonly accountId: number; readonly noteId: number },
): Promise<(NoteRow & { readonly full_name: string }) | undefined> {
  return db
    .selectFrom('robo_note')
    .innerJoin('account', 'account.id', 'robo_note.account_id')
    .selectAll('robo_note')
    .select('account.full_name')
    .where('robo_note.id', '=', noteId)
    .where('robo_note.account_id', '=', accountId)
    .executeTakeFirst();
}

/** Notes of erased accounts from before a moment, unless law asks for them longer. */
export async function deleteNotes(db: Queryable, before: Date): Promise<void> {
  await sql`DELETE FROM robo_note note USING account
    WHERE account.id = note.account_id AND account.erasure_done_at IS NOT NULL AND note.given_at < ${before}
      AND NOT EXISTS (SELECT FROM legal_hold hold WHERE hold.account_id = note.account_id AND hold.lifted_at IS NULL)`.execute(
    db,
  );
}
