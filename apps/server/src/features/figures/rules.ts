import type { IndiaDate, Paise } from '@trickdesk/domain';

/** What was made on one of the exchange's days, whole paise. */
export interface DayAmount {
  readonly day: IndiaDate;
  readonly amount: Paise;
}

/** The days, oldest first, over which the running sum fell deepest from its highest: what they made together is the fall. */
export function deepestFall(days: readonly DayAmount[]): readonly DayAmount[] {
  let [sum, highest, deepest] = [0n, 0n, 0n];
  let afterHighest = 0;
  let fall: readonly DayAmount[] = [];
  days.forEach(({ amount }, i) => {
    sum += amount;
    if (sum > highest) [highest, afterHighest] = [sum, i + 1];
    if (sum - highest < deepest) [deepest, fall] = [sum - highest, days.slice(afterHighest, i + 1)];
  });
  return fall;
}

/** Days with what is open added to its own. */
export function withOpen(days: readonly DayAmount[], open: DayAmount | undefined): readonly DayAmount[] {
  if (!open || open.amount === 0n) return days;
  const others = days.filter(({ day }) => day !== open.day);
  const own = days.find(({ day }) => day === open.day);
  const today = { day: open.day, amount: open.amount + (own?.amount ?? 0n) };
  return [...others, today].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
