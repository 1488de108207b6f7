import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * What operators decide on people and accounts. Every column may be empty, so that the release of before goes
 * on writing its rows; it knows no block, and lets a blocked account sign in until it is replaced.
 */
const STATEMENTS = [
  `ALTER TABLE kyc
    ADD COLUMN decided_at timestamptz,
    ADD COLUMN rejected_because text`,
  `ALTER TABLE bank_account
    ADD COLUMN decided_at timestamptz,
    ADD COLUMN rejected_because text`,
  `ALTER TABLE account
    ADD COLUMN blocked_at timestamptz,
    ADD COLUMN blocked_because text`,
  `CREATE INDEX kyc_in_doubt ON kyc (account_id) WHERE status = 'pending' OR decided_at IS NOT NULL`,
  `CREATE INDEX bank_in_doubt ON bank_account (set_at, id)
    WHERE (status = 'pending' AND replaced_at IS NULL) OR decided_at IS NOT NULL`,
];

export const operatorsQueues: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['kyc', 'bank_account', 'account']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
