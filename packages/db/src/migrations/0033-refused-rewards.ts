import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A reward that was withheld, and is so for good once somebody has looked at it. The release of before pays none of them. */
const STATEMENTS = [
  `ALTER TABLE reward ADD COLUMN refused_at timestamptz,
    ADD CONSTRAINT reward_refused_is_not_paid CHECK (refused_at IS NULL OR state <> 'paid')`,
  `CREATE INDEX reward_to_look_at ON reward (at, id) WHERE state = 'withheld' AND refused_at IS NULL`,
];

export const refusedRewards: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
