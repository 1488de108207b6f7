import type { Queryable, Tx } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';

/** Every SQL statement about the exchange's calendar. */

export interface CalendarRows {
  readonly years: readonly number[];
  readonly holidays: readonly { readonly day: IndiaDate; readonly name: string | null }[];
  readonly special: readonly SpecialRow[];
  readonly hours: readonly HoursRow[];
  readonly members: ReadonlyMap<string, string>;
}

export interface SpecialRow {
  readonly day: IndiaDate;
  readonly name: string | null;
  /** Both absent while the hours are announced but not known. */
  readonly opens: string | null;
  readonly closes: string | null;
}

export interface HoursRow {
  readonly segment: string;
  readonly from_day: IndiaDate;
  readonly opens: string;
  readonly closes: string;
}

export async function readCalendarRows(db: Queryable, exchange: string): Promise<CalendarRows> {
  const years = await readCalendarYears(db, exchange);
  const days = await readDays(db, exchange, EVERY_DAY);
  const hours = await db
    .selectFrom('calendar_hours')
    .select(['segment', 'from_day', 'opens', 'closes'])
    .where('exchange', '=', exchange)
    .orderBy('from_day')
    .execute();
  const members = await db
    .selectFrom('calendar_member')
    .select(['symbol', 'segment'])
    .where('exchange', '=', exchange)
    .execute();
  return {
    years,
    ...days,
    hours,
    members: new Map(members.map(({ symbol, segment }) => [symbol, segment])),
  };
}

/** Years whose lists are entered, in their order. */
export async function readCalendarYears(db: Queryable, exchange: string): Promise<number[]> {
  const rows = await db
    .selectFrom('calendar_year')
    .select('year')
    .where('exchange', '=', exchange)
    .orderBy('year')
    .execute();
  return rows.map(({ year }) => year);
}

/** Holidays and special sessions of one year, each list by its days. */
export interface DaysRow {
  readonly year: number;
  readonly holidays: readonly { readonly day: IndiaDate; readonly name: string | null }[];
  readonly special: readonly SpecialRow[];
}

type Days = Omit<DaysRow, 'year'>;
type FirstAndLast = readonly [IndiaDate, IndiaDate];
const EVERY_DAY: FirstAndLast = ['0001-01-01', '9999-12-31'];
const ofYear = (year: number): FirstAndLast => [`${year}-01-01`, `${year}-12-31`];

/** What is stored of a year, whether or not it is entered. */
export async function readDaysOf(
  db: Queryable,
  exchange: string,
  year: number,
): Promise<Days & { readonly isEntered: boolean }> {
  const known = await db
    .selectFrom('calendar_year')
    .select('year')
    .where('exchange', '=', exchange)
    .where('year', '=', year)
    .executeTakeFirst();
  return { isEntered: known !== undefined, ...(await readDays(db, exchange, ofYear(year))) };
}

/** Of the days from the first to the last. */
async function readDays(db: Queryable, exchange: string, [first, last]: FirstAndLast): Promise<Days> {
  const holidays = await db
    .selectFrom('calendar_holiday')
    .select(['day', 'name'])
    .where('exchange', '=', exchange)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute();
  const special = await db
    .selectFrom('calendar_special')
    .select(['day', 'name', 'opens', 'closes'])
    .where('exchange', '=', exchange)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute();
  return { holidays, special };
}

/** @returns whether it was not there; who enters the same year at the same time waits for the other's end */
export async function insertYear(tx: Tx, exchange: string, year: number): Promise<boolean> {
  const row = await tx
    .insertInto('calendar_year')
    .values({ exchange, year })
    .onConflict((conflict) => conflict.doNothing())
    .returning('year')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDaysOf(tx: Tx, exchange: string, year: number): Promise<void> {
  const [first, last] = ofYear(year);
  for (const table of ['calendar_holiday', 'calendar_special'] as const) {
    await tx
      .deleteFrom(table)
      .where('exchange', '=', exchange)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .execute();
  }
}

export async function insertDaysOf(tx: Tx, exchange: string, { holidays, special }: DaysRow): Promise<void> {
  const named = holidays.map(({ day, name }) => ({ exchange, day, name }));
  const sessions = special.map(({ day, name, opens, closes }) => ({ exchange, day, name, opens, closes }));
  if (named.length > 0) await tx.insertInto('calendar_holiday').values(named).execute();
  if (sessions.length > 0) await tx.insertInto('calendar_special').values(sessions).execute();
}

export interface CalendarSeed {
  readonly exchange: string;
  readonly years: readonly number[];
  readonly holidays: readonly IndiaDate[];
  readonly special: readonly { readonly day: IndiaDate; readonly opens: string; readonly closes: string }[];
  readonly hours: readonly HoursRow[];
  readonly members: readonly { readonly symbol: string; readonly segment: string }[];
}

/** Fills what nobody has entered yet: whole years, segments and members. What an operator has changed stays. */
export async function insertCalendar(tx: Tx, seed: CalendarSeed): Promise<void> {
  const { exchange } = seed;
  const added = await tx
    .insertInto('calendar_year')
    .values(seed.years.map((year) => ({ exchange, year })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('year')
    .execute();
  const isAdded = (day: IndiaDate): boolean => added.some(({ year }) => day.startsWith(String(year)));
  const holidays = seed.holidays.filter(isAdded).map((day) => ({ exchange, day, name: null }));
  const special = seed.special.filter(({ day }) => isAdded(day)).map((row) => ({ exchange, name: null, ...row }));
  if (holidays.length > 0) {
    await tx
      .insertInto('calendar_holiday')
      .values(holidays)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (special.length > 0) {
    await tx
      .insertInto('calendar_special')
      .values(special)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await insertSegments(tx, seed);
}

/** The shares of a segment as the market's own list names them; who is no longer named leaves it. */
export async function putMembers(
  tx: Tx,
  {
    exchange,
    segment,
    symbols,
  }: { readonly exchange: string; readonly segment: string; readonly symbols: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('calendar_member').where('exchange', '=', exchange).where('segment', '=', segment).execute();
  await tx
    .insertInto('calendar_member')
    .values(symbols.map((symbol) => ({ exchange, symbol, segment })))
    .onConflict((conflict) => conflict.columns(['exchange', 'symbol']).doUpdateSet({ segment }))
    .execute();
}

async function insertSegments(tx: Tx, { exchange, hours, members }: CalendarSeed): Promise<void> {
  const known = await tx.selectFrom('calendar_hours').select('segment').where('exchange', '=', exchange).execute();
  const isNew = ({ segment }: { readonly segment: string }): boolean => !known.some((row) => row.segment === segment);
  const rows = hours.filter(isNew).map((row) => ({ exchange, ...row }));
  const joined = members.filter(isNew).map((row) => ({ exchange, ...row }));
  if (rows.length > 0) await tx.insertInto('calendar_hours').values(rows).execute();
  if (joined.length === 0) return;
  await tx
    .insertInto('calendar_member')
    .values(joined)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
