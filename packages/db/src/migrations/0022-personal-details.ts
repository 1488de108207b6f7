import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a person says of themselves; the release of before neither reads nor writes it. */
export const personalDetails: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql
      .raw(
        `ALTER TABLE account
          ADD COLUMN date_of_birth date,
          ADD COLUMN gender text CHECK (gender IN ('female', 'male', 'other')),
          ADD COLUMN address jsonb`,
      )
      .execute(db);
  },
};
