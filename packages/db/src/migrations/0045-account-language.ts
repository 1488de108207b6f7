import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** In which language mails and messages reach somebody. Without a choice they come in English, as they did before. */
export const accountLanguage: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account']);
    await sql.raw(`ALTER TABLE account ADD COLUMN language text CHECK (language IN ('en', 'hi'))`).execute(db);
  },
};
