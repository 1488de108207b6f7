import type { IndiaDate } from '@trickdesk/domain';
import type { TargetWeight } from '@trickdesk/engine';
import type { DayClose } from './daily-closes.ts';

const WHOLE_BPS = 10_000;

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
export function growthOf(
  versions: readonly WeightsSince[],
  closes: ReadonlyMap<string, readonly DayClose[]>,
): GrowthDay[] {
  const first = versions[0];
  if (!first) return [];
  const byDay = new Map(
    [...closes].map(([symbol, days]) => [symbol, new Map(days.map((day) => [day.date, day.close]))]),
  );
  const all = new Set([...closes.values()].flat().map(({ date }) => date));
  const last = new Map<string, number>();
  const growth: GrowthDay[] = [];
  let units: ReadonlyMap<string, number> = new Map();
  let bought: WeightsSince | undefined;
  for (const date of [...all].sort()) {
    for (const [symbol, days] of byDay) last.set(symbol, days.get(date) ?? last.get(symbol) ?? 0);
    if (date < first.since) continue;
    const value = growth.length === 0 ? 100 : worth(units, last);
    const due = versions.findLast(({ since }) => since <= date);
    if (due && due !== bought) {
      if (due.weights.some(({ symbol }) => !last.get(symbol))) return [];
      units = unitsOf(due, value, last);
      bought = due;
    }
    growth.push({ date, value });
  }
  return growth;
}

function unitsOf({ weights }: WeightsSince, value: number, closes: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    weights.map(({ symbol, weightBps }) => [symbol, (value * weightBps) / WHOLE_BPS / (closes.get(symbol) ?? 1)]),
  );
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
