import type { IndiaDate } from '@trickdesk/domain';
import type { TargetWeight } from '@trickdesk/engine';
import type { DayClose } from './daily-closes.ts';

/** What a basket is made of from a day on. */
export interface WeightsSince {
  readonly since: IndiaDate;
  readonly weights: readonly TargetWeight[];
}

export interface GrowthDay {
  readonly date: IndiaDate;
  /** Of 100 on the first day. */
  readonly value: number;
}

/**
 * What 100 became that followed a basket's reviews: weights are taken at the close of the first trading day of each
 * version and grow apart until the next one. Before charges.
 *
 * @param versions oldest first
 * @returns empty where a name has no close on the day that it is bought
 */
export function growthOf(versions: readonly WeightsSince[], closes: ReadonlyMap<string, readonly DayClose[]>): GrowthDay[] {
  const first = versions[0];
  if (!first) return [];
  const byDay = new Map([...closes].map(([symbol, days]) => [symbol, new Map(days.map((day) => [day.date, day.close]))]));
  const dates = [...new Set([...closes.values()].flat().map(({ date }) => date))].filter((date) => date >= first.since).sort();
  const last = new Map<string, number>();
  const growth: GrowthDay[] = [];
  let units = new Map<string, number>();
  let next = 0;
  for (const date of dates) {
    for (const [symbol, days] of byDay) {
      const close = days.get(date);
      if (close !== undefined) last.set(symbol, close);
    }
    let value = growth.length === 0 ? 100 : worth(units, last);
    let version = versions[next];
    let due: WeightsSince | undefined;
    for (; version && version.since <= date; version = versions[next]) {
      due = version;
      next += 1;
    }
    if (due) {
      if (due.weights.some(({ symbol }) => !last.has(symbol))) return [];
      units = new Map(due.weights.map(({ symbol, weightBps }) => [symbol, (value * weightBps) / 10_000 / (last.get(symbol) ?? 1)]));
      value = worth(units, last);
    }
    growth.push({ date, value });
  }
  return growth;
}

function worth(units: ReadonlyMap<string, number>, closes: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [symbol, amount] of units) sum += amount * (closes.get(symbol) ?? 0);
  return sum;
}

/** Change over the last so many years, percent; `undefined` where the series is younger. */
export function changeOver(growth: readonly GrowthDay[], from: IndiaDate): number | undefined {
  const end = growth.at(-1);
  const start = growth.findLast(({ date }) => date <= from);
  return end && start && start.value > 0 ? (end.value / start.value - 1) * 100 : undefined;
}
