import type { IndiaDate } from '@trickdesk/domain';

export interface ValuedDay {
  readonly date: IndiaDate;
  /** At the day's close and after its flow, whole paise. */
  readonly valuePaise: number;
  /** Put in that day, before its close; negative: taken out. Whole paise. */
  readonly flowPaise: number;
}

/**
 * What one rupee that was there all the time became, whatever was put in and taken out: the product over the days of
 * (value − flow) ÷ value of the day before. Money that comes to nothing earns from its own day on: value ÷ flow. The
 * first day is where it starts: its flow does not count. For a basket that began with its first purchase, give a day of
 * value 0 before it, and the costs of that purchase are in the return.
 *
 * @param days oldest first, each once
 * @returns a fraction over the whole time, not a yearly one; `undefined` under two days, where there was never anything,
 *   or where a value has no explanation (something from nothing, or less than nothing)
 * @throws RangeError when days are not in order
 */
export function timeWeightedReturn(days: readonly ValuedDay[]): number | undefined {
  let growth: number | undefined;
  let before = days[0];
  for (const day of days.slice(1)) {
    if (!before || day.date <= before.date) throw new RangeError('days of a return must be in order, each once');
    if (before.valuePaise !== 0 || day.flowPaise !== 0 || day.valuePaise !== 0) {
      const factor = growthOf(before.valuePaise, day);
      if (factor === undefined) return undefined;
      growth = (growth ?? 1) * factor;
    }
    before = day;
  }
  return growth === undefined ? undefined : growth - 1;
}

function growthOf(beforePaise: number, { valuePaise, flowPaise }: ValuedDay): number | undefined {
  const [end, start] = beforePaise === 0 ? [valuePaise, flowPaise] : [valuePaise - flowPaise, beforePaise];
  return start > 0 && end >= 0 ? end / start : undefined;
}
