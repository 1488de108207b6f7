import type { IndiaDate } from '@trickdesk/domain';

/** One strategy of a portfolio: what its back-test was worth at the end of each day, after charges. Whole paise. */
export interface MemberEquity {
  readonly id: number;
  readonly capitalPaise: number;
  /** Oldest first. */
  readonly equity: readonly { readonly date: IndiaDate; readonly valuePaise: number }[];
}

export interface CombinedMember {
  readonly id: number;
  readonly capitalPaise: number;
  readonly netPnlPaise: number;
  readonly maxDrawdownPercent: number;
}

export interface DayValue {
  readonly date: IndiaDate;
  readonly valuePaise: number;
  /** 0 or negative. */
  readonly drawdownPercent: number;
}

export interface Combined {
  readonly capitalPaise: number;
  readonly netPnlPaise: number;
  readonly maxDrawdownPercent: number;
  readonly equity: readonly DayValue[];
  readonly members: readonly CombinedMember[];
  readonly correlation: readonly {
    readonly first: number;
    readonly second: number;
    readonly value: number | undefined;
  }[];
}

/** Fewer days than this say nothing about how alike two results are. */
export const FEWEST_DAYS_FOR_CORRELATION = 10;

/**
 * Several strategies side by side, each with its own capital, over the days that all of them have. Every figure of the
 * whole is the sum of its parts.
 *
 * @returns `undefined` where there is no day that all of them have
 */
export function combine(members: readonly MemberEquity[]): Combined | undefined {
  const days = commonDays(members);
  if (days.length === 0) return undefined;
  const results = members.map((member) => dailyResults(member, days));
  const alone = members.map((member, i) => equityOf(member.capitalPaise, days, results[i] ?? []));
  const capitalPaise = members.reduce((sum, member) => sum + member.capitalPaise, 0);
  const together = days.map((_, day) => results.reduce((sum, each) => sum + (each[day] ?? 0), 0));
  const equity = equityOf(capitalPaise, days, together);
  return {
    capitalPaise,
    netPnlPaise: total(together),
    maxDrawdownPercent: deepest(equity),
    equity,
    members: members.map(({ id, capitalPaise: own }, i) => ({
      id,
      capitalPaise: own,
      netPnlPaise: total(results[i] ?? []),
      maxDrawdownPercent: deepest(alone[i] ?? []),
    })),
    correlation: pairs(members.map(({ id }) => id)).map(([a, b]) => ({
      first: members[a]?.id ?? 0,
      second: members[b]?.id ?? 0,
      value: correlationOf(results[a] ?? [], results[b] ?? []),
    })),
  };
}

function commonDays(members: readonly MemberEquity[]): readonly IndiaDate[] {
  const [first, ...others] = members.map(({ equity }) => equity.map(({ date }) => date));
  const sets = others.map((dates) => new Set(dates));
  return (first ?? []).filter((date) => sets.every((dates) => dates.has(date)));
}

/** What each of some days brought, from the value before it on: nothing between two of them is lost. */
function dailyResults({ capitalPaise, equity }: MemberEquity, days: readonly IndiaDate[]): readonly number[] {
  const at = new Map(equity.map(({ date, valuePaise }) => [date, valuePaise]));
  const firstDay = days[0] ?? '';
  let before = equity.findLast(({ date }) => date < firstDay)?.valuePaise ?? capitalPaise;
  return days.map((date) => {
    const value = at.get(date) ?? before;
    const result = value - before;
    before = value;
    return result;
  });
}

function equityOf(capitalPaise: number, days: readonly IndiaDate[], results: readonly number[]): readonly DayValue[] {
  let valuePaise = capitalPaise;
  let peak = capitalPaise;
  return days.map((date, i) => {
    valuePaise += results[i] ?? 0;
    peak = Math.max(peak, valuePaise);
    return { date, valuePaise, drawdownPercent: peak > 0 ? ((valuePaise - peak) / peak) * 100 : 0 };
  });
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const deepest = (equity: readonly DayValue[]): number =>
  equity.reduce((worst, { drawdownPercent }) => Math.min(worst, drawdownPercent), 0);

function pairs(ids: readonly number[]): readonly (readonly [number, number])[] {
  return ids.flatMap((_, a) => ids.slice(a + 1).map((__, i) => [a, a + 1 + i] as const));
}

/**
 * Pearson's coefficient of two series of one length, −1 to 1.
 *
 * @returns `undefined` where they are too short, or one of them never moves
 */
export function correlationOf(one: readonly number[], other: readonly number[]): number | undefined {
  const n = Math.min(one.length, other.length);
  if (n < FEWEST_DAYS_FOR_CORRELATION) return undefined;
  const [meanOne, meanOther] = [total(one.slice(0, n)) / n, total(other.slice(0, n)) / n];
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (let i = 0; i < n; i += 1) {
    const [a, b] = [(one[i] ?? 0) - meanOne, (other[i] ?? 0) - meanOther];
    both += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  if (ofOne === 0 || ofOther === 0) return undefined;
  return Math.max(-1, Math.min(1, both / Math.sqrt(ofOne * ofOther)));
}
