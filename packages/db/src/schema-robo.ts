import type { RoboAnswer, RoboLevel } from '@trickdesk/domain';
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';

/** Questionnaires of ROBO Pro, which are only added to. The conventions of `schema.ts` hold. */
export interface RoboSchema {
  robo_answers: {
    id: GeneratedAlways<number>;
    account_id: number;
    scoring_version: number;
    /** As the questions follow each other. */
    answers: JSONColumnType<RoboAnswer[], string, never>;
    score: number;
    level: RoboLevel;
    answered_at: Date;
    review_on: string;
    /** Where an adviser is registered: what was suggested with them. */
    robo_note_id: ColumnType<number | null, number | null | undefined, never>;
  };
  robo_note: {
    id: GeneratedAlways<number>;
    account_id: number;
    registration_number: string;
    scoring_version: number;
    body: JSONColumnType<StoredNote, string, never>;
    given_at: Date;
  };
}

/** A suitability note as it was given; it names nobody, since it outlives its person’s account. */
export interface StoredNote {
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly score: number;
  readonly level: RoboLevel;
  readonly reasons: readonly string[];
  readonly mix: readonly StoredNotePart[];
  readonly reviewOn: string;
}

export interface StoredNotePart {
  readonly basketId?: number;
  /** Of the basket; absent for what is not invested. */
  readonly name?: string;
  /** Whole percent of the money. */
  readonly percent: number;
  readonly reason: string;
}
