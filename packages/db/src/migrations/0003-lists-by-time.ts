import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists are newest first by the exchange's time, which the order of insertion follows only while a run is live. */
export const listsByTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`CREATE INDEX trade_order_account_at ON trade_order (account_id, mode, at DESC, id DESC)`.execute(db);
    await sql`DROP INDEX trade_order_account`.execute(db);
    await sql`CREATE INDEX position_account_exit ON position (account_id, mode, exit_at DESC, id DESC)
      WHERE status = 'closed'`.execute(db);
    await sql`CREATE INDEX position_account_entry ON position (account_id, mode, entry_at DESC, id DESC)
      WHERE status = 'open'`.execute(db);
    await sql`DROP INDEX position_account`.execute(db);
  },
};
