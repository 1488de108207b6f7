import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = [
  `symbols jsonb NOT NULL GENERATED ALWAYS AS (jsonb_path_query_array(definition, '$.instruments[*].symbol')) STORED`,
  `bar_interval text GENERATED ALWAYS AS (definition ->> 'interval') STORED`,
  `product text GENERATED ALWAYS AS (definition ->> 'product') STORED`,
];

/**
 * What lists show of a definition stands beside it: taking a definition of some kilobytes apart for each row of a page
 * cost more than the rest of the page. PostgreSQL keeps them, so the release of before writes them without knowing.
 */
export const versionFacts: Migration = {
  up: async (db: Kysely<unknown>) => {
    const added = COLUMNS.map((column) => `ADD COLUMN ${column}`).join(', ');
    await sql.raw(`ALTER TABLE strategy_version ${added}`).execute(db);
  },
};
