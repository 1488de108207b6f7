import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What trades and orders can be sorted by besides the time: each index begins with the owner and is read both ways. */
const statements = [
  `CREATE INDEX position_account_symbol ON position (account_id, mode, symbol COLLATE "C", id DESC)
    WHERE status = 'closed'`,
  `CREATE INDEX position_account_result ON position (account_id, mode, net_paise, id) WHERE status = 'closed'`,
  'CREATE INDEX trade_order_account_symbol ON trade_order (account_id, mode, symbol COLLATE "C", id DESC)',
];

export const listsByColumn: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
