import type { Queryable, Tx } from '@trickdesk/db';
import type { WrittenYear } from './calendar-lines.ts';
import { deleteDaysOf, insertDaysOf, insertYear, readDaysOf } from './calendar-store.ts';

const EXCHANGE = 'NSE';

/** Whether a year is entered, and with exactly the days of a list. */
export type EnteredAs = 'no' | 'same' | 'other';

export async function compareYear(db: Queryable, written: WrittenYear): Promise<EnteredAs> {
  const { isEntered, ...stored } = await readDaysOf(db, EXCHANGE, written.year);
  if (!isEntered) return 'no';
  const { holidays, special } = written;
  return JSON.stringify(stored) === JSON.stringify({ holidays, special }) ? 'same' : 'other';
}

/**
 * Stores a whole year, in the transaction of the deed. Days of it that were written before the year was entered had no
 * effect yet, and are replaced.
 *
 * @returns `no` where it was stored now; else how it was entered before, and nothing is changed
 */
export async function enterYearWithin(tx: Tx, written: WrittenYear): Promise<EnteredAs> {
  // The row of the year is what two who enter it at once meet at: the second one waits for the first.
  if (!(await insertYear(tx, EXCHANGE, written.year))) return compareYear(tx, written);
  await deleteDaysOf(tx, EXCHANGE, written.year);
  await insertDaysOf(tx, EXCHANGE, written);
  return 'no';
}
