import type { Queryable, Tx } from '@trickdesk/db';
import type { CorporateAction, IndiaDate } from '@trickdesk/domain';

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
