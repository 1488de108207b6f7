import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Splits, bonuses and demergers of the instruments of a world of prices. Facts of the market: they have no owner. */
export const corporateActions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql
      .raw(
        `CREATE TABLE corporate_action (
          dataset text NOT NULL,
          instrument_id int NOT NULL REFERENCES instrument (id),
          ex_date date NOT NULL,
          kind text NOT NULL CHECK (kind IN ('split', 'bonus', 'split_and_bonus', 'demerger')),
          old_units int NOT NULL CHECK (old_units > 0),
          new_units int NOT NULL CHECK (new_units > 0),
          PRIMARY KEY (dataset, instrument_id, ex_date),
          CHECK (old_units <> new_units)
        )`,
      )
      .execute(db);
  },
};
