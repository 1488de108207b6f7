import { daysBetween, type IndiaDate } from '@trickdesk/domain';
import { timeWeightedReturn, xirr } from '@trickdesk/engine';
import type { Flow, Standing } from './standing.ts';

/** A holding at the close of a day, whole paise. */
export interface ValueDay {
  readonly date: IndiaDate;
  readonly valuePaise: number;
  readonly investedPaise: number;
}

export interface Returns {
  /** A year's rate, percent; `undefined` in the first year, when it would be blown up from days. */
  readonly xirrPercent: number | undefined;
  /** Over the whole time, percent. */
  readonly returnPercent: number | undefined;
}

/** A rate of a year says nothing about a shorter time. */
const YEAR_DAYS = 365;

/**
 * What the money earned, and what a rupee earned that was there all the time.
 *
 * @param values at the close of each day of before, oldest first
 * @param now what it is worth; of one that is closed what it was sold for, on that day, with `isClosed`
 */
export function returnsOf(
  flows: readonly Flow[],
  values: readonly Pick<ValueDay, 'date' | 'valuePaise'>[],
  now: { readonly date: IndiaDate; readonly valuePaise: number; readonly isClosed: boolean },
): Returns {
  // What a sale of all brought has gone out as the last flow: it is the end of the growth, and no flow of it.
  const kept = now.isClosed ? flows.slice(0, -1) : flows;
  const [first] = kept;
  if (!first) return { xirrPercent: undefined, returnPercent: undefined };
  const dated = kept.map(({ day: date, amountPaise }) => ({ date, amountPaise: -Number(amountPaise) }));
  const isOld = daysBetween(first.day, now.date) >= YEAR_DAYS;
  const rate = isOld ? xirr([...dated, { date: now.date, amountPaise: now.valuePaise }]) : undefined;
  const growth = timeWeightedReturn(daysOf(kept, values, now));
  return {
    xirrPercent: rate === undefined ? undefined : rate * 100,
    returnPercent: growth === undefined ? undefined : growth * 100,
  };
}

function daysOf(
  flows: readonly Flow[],
  values: readonly Pick<ValueDay, 'date' | 'valuePaise'>[],
  now: { date: IndiaDate; valuePaise: number },
) {
  const flowOn = new Map<IndiaDate, number>();
  for (const { day, amountPaise } of flows) flowOn.set(day, (flowOn.get(day) ?? 0) + Number(amountPaise));
  const past = values.filter(({ date }) => date < now.date);
  const known = new Map([
    ...past.map(({ date, valuePaise }) => [date, valuePaise] as const),
    [now.date, now.valuePaise],
  ]);
  const days = [...new Set([...known.keys(), ...flowOn.keys()])].filter((date) => date <= now.date).sort();
  let last = 0;
  const valued = days.map((date) => {
    const flowPaise = flowOn.get(date) ?? 0;
    last = known.get(date) ?? last + flowPaise;
    return { date, valuePaise: last, flowPaise };
  });
  const [begin] = valued;
  // The charges of the first purchase belong to the return: it begins with nothing.
  return begin ? [{ date: DAY_BEFORE_ALL, valuePaise: 0, flowPaise: 0 }, ...valued] : [];
}

const DAY_BEFORE_ALL = '0001-01-01';

/** What a holding was worth at the close of each day on which one of its names traded. */
export function valuesOf(
  standingAt: (day: IndiaDate) => Standing,
  closes: ReadonlyMap<string, ReadonlyMap<IndiaDate, number>>,
  { from, to }: { readonly from: IndiaDate; readonly to: IndiaDate },
): ValueDay[] {
  const dates = [...new Set([...closes.values()].flatMap((days) => [...days.keys()]))].sort();
  const last = new Map<string, number>();
  const values: ValueDay[] = [];
  for (const date of dates) {
    for (const [symbol, days] of closes) {
      const close = days.get(date);
      if (close !== undefined) last.set(symbol, close);
    }
    if (date < from || date > to) continue;
    const { held, cashPaise, investedPaise } = standingAt(date);
    let worth = Number(cashPaise);
    for (const [symbol, quantity] of held) worth += quantity * (last.get(symbol) ?? 0);
    values.push({ date, valuePaise: worth, investedPaise: Number(investedPaise) });
  }
  return values;
}

/** Why a year's rate and the growth differ, in words. */
export function explainReturns({ xirrPercent, returnPercent }: Returns): string {
  if (returnPercent === undefined) return 'There is no return yet: nothing has been held over the close of a day.';
  if (xirrPercent === undefined) {
    return 'The return is what one rupee earned that was there all the time, after charges. A yearly rate is shown after a year: before, it would be blown up from a few months.';
  }
  return 'The return is what one rupee earned that was there all the time. XIRR is the yearly rate that your own money earned, so it also depends on when you put it in: more money before a good stretch lifts it, more before a bad one lowers it.';
}
