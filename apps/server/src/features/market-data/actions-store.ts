import type { Queryable, Tx } from '@trickdesk/db';
import type { CorporateAction, IndiaDate } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';

/** Stores an action; one of the same share and day is replaced. */
export async function putAction(
  tx: Tx,
  key: { readonly dataset: string; readonly instrumentId: number },
  { exDate, kind, oldUnits, newUnits }: CorporateAction,
): Promise<void> {
  const facts = { kind, old_units: oldUnits, new_units: newUnits };
  await tx
    .insertInto('corporate_action')
    .values({ dataset: key.dataset, instrument_id: key.instrumentId, ex_date: exDate, ...facts })
    .onConflict((conflict) => conflict.columns(['dataset', 'instrument_id', 'ex_date']).doUpdateSet(facts))
    .execute();
}

/** Oldest first. */
export async function listActions(db: Queryable, dataset: string, instrumentId: number): Promise<CorporateAction[]> {
  const rows = await db
    .selectFrom('corporate_action')
    .select(['ex_date', 'kind', 'old_units', 'new_units'])
    .where('dataset', '=', dataset)
    .where('instrument_id', '=', instrumentId)
    .orderBy('ex_date')
    .execute();
  return rows.map((row) => ({
    exDate: row.ex_date,
    kind: row.kind,
    oldUnits: row.old_units,
    newUnits: row.new_units,
  }));
}

/** Instruments of a world whose prices change their unit on a day. */
export async function listExDates(db: Queryable, dataset: string, day: IndiaDate): Promise<number[]> {
  const rows = await db
    .selectFrom('corporate_action')
    .select('instrument_id')
    .where('dataset', '=', dataset)
    .where('ex_date', '=', day)
    .execute();
  return rows.map((row) => row.instrument_id);
}

/** Last prices of before an ex-date, up to a day, in its units: whoever values what is held counts the new units by then. */
export async function turnLastPrices(tx: Tx, dataset: string, day: IndiaDate): Promise<void> {
  const due = sql`last.dataset = ${dataset} AND action.dataset = last.dataset
    AND action.instrument_id = last.instrument_id AND action.ex_date <= ${day}
    AND action.ex_date > GREATEST(last.units_of, (last.at AT TIME ZONE 'Asia/Kolkata')::date)`;
  const { rows } = await sql<{ day: IndiaDate }>`
    SELECT DISTINCT action.ex_date::text AS day FROM corporate_action action, last_price last
    WHERE ${due} ORDER BY day`.execute(tx);
  for (const { day: exDate } of rows) {
    await sql`
      UPDATE last_price last SET price_paise = ${turned('price_paise')}, open_paise = ${turned('open_paise')},
        high_paise = ${turned('high_paise')}, low_paise = ${turned('low_paise')},
        previous_close_paise = ${turned('previous_close_paise')}, units_of = action.ex_date
      FROM corporate_action action WHERE ${due} AND action.ex_date = ${exDate}`.execute(tx);
  }
}

const MOST_PAISE = 2 ** 31 - 1;

/**
 * As prices are turned everywhere: to whole paise. One that no column holds is as much as it does: a list with a wrong ratio
 * would keep the prices of all other shares from being stored.
 */
function turned(column: string): RawBuilder<number> {
  const paise = sql`round(last.${sql.ref(column)}::numeric * action.old_units / action.new_units)`;
  return sql`LEAST(${MOST_PAISE}, GREATEST(1, ${paise}))::int`;
}
