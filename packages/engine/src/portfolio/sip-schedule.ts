import { addDays, type IndiaDate, type MarketCalendar, weekdayOf } from '@trickdesk/domain';

export type SipFrequency = 'weekly' | 'fortnightly' | 'monthly' | 'quarterly';

export interface SipPlan {
  readonly frequency: SipFrequency;
  /** Monthly and quarterly: day of the month, 1 to 31. Weekly and fortnightly: 1 Monday to 5 Friday. */
  readonly anchor: number;
  /** The first instalment is the first nominal day from here on; every other week, or third month, counts from it. */
  readonly startOn: IndiaDate;
}

export interface SipDate {
  /** Names the instalment: `2026-01` for months and quarters, the nominal day for weeks. Never two with one name. */
  readonly key: string;
  /** The day that was agreed; in a short month its last. */
  readonly nominalOn: IndiaDate;
  /** The nominal day or the next regular trading day; `undefined` while the calendar does not know the year. */
  readonly dueOn: IndiaDate | undefined;
}

/** Longer than any exchange was ever closed. */
const MOST_DAYS_AHEAD = 366;
const MONTHS_APART = { monthly: 1, quarterly: 3 };
const DAYS_APART = { weekly: 7, fortnightly: 14 };

/**
 * The next instalments of a plan, oldest first: nominal days after `after`, and none before the plan's start. A day
 * without regular trading rolls on to the next with it, over a month's end too; the instalment stays that of its month.
 *
 * @param after the nominal day of the last instalment that was dealt with; `undefined` before the first
 * @param count how many, at least zero
 * @param isSpecial sessions at unusual hours or on weekends, on which no instalment falls due
 * @throws RangeError when the anchor is no day of its frequency, or the count not whole
 */
// biome-ignore lint/complexity/useMaxParams: a plan, where one is in it, and the two facts of its exchange
export function nextSipDates(
  plan: SipPlan,
  after: IndiaDate | undefined,
  count: number,
  calendar: MarketCalendar,
  isSpecial: (date: IndiaDate) => boolean,
): readonly SipDate[] {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('a count must be whole, at least zero');
  const nominal = nominalDays(plan);
  const dates: SipDate[] = [];
  for (let i = 0; dates.length < count; i += 1) {
    const { key, nominalOn } = nominal(i);
    if (after !== undefined && nominalOn <= after) continue;
    dates.push({ key, nominalOn, dueOn: dueDay(nominalOn, calendar, isSpecial) });
  }
  return dates;
}

type Nominal = Pick<SipDate, 'key' | 'nominalOn'>;

/** The nominal day of each instalment by its number, from 0. */
function nominalDays({ frequency, anchor, startOn }: SipPlan): (index: number) => Nominal {
  if (frequency === 'monthly' || frequency === 'quarterly') {
    checkAnchor(anchor, 31);
    const started = Number(startOn.slice(0, 4)) * 12 + Number(startOn.slice(5, 7)) - 1;
    const first = dayOfMonth(started, anchor).nominalOn < startOn ? started + 1 : started;
    return (index) => dayOfMonth(first + index * MONTHS_APART[frequency], anchor);
  }
  checkAnchor(anchor, 5);
  const first = addDays(startOn, (anchor - weekdayOf(startOn) + 7) % 7);
  return (index) => {
    const nominalOn = addDays(first, index * DAYS_APART[frequency]);
    return { key: nominalOn, nominalOn };
  };
}

function checkAnchor(anchor: number, last: number): void {
  if (Number.isSafeInteger(anchor) && anchor >= 1 && anchor <= last) return;
  throw new RangeError(`an instalment's day must be a whole number from 1 to ${last}`);
}

/** @param month months since the year 0 */
function dayOfMonth(month: number, anchor: number): Nominal {
  const lastDay = Number(addDays(`${monthText(month + 1)}-01`, -1).slice(8));
  const key = monthText(month);
  return { key, nominalOn: `${key}-${String(Math.min(anchor, lastDay)).padStart(2, '0')}` };
}

function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

function dueDay(
  nominalOn: IndiaDate,
  calendar: MarketCalendar,
  isSpecial: (date: IndiaDate) => boolean,
): IndiaDate | undefined {
  for (let i = 0; i <= MOST_DAYS_AHEAD; i += 1) {
    const day = addDays(nominalOn, i);
    const kind = calendar.kindOf(day);
    if (kind === 'unknown') return undefined;
    if (kind === 'session' && !isSpecial(day)) return day;
  }
  return undefined;
}
