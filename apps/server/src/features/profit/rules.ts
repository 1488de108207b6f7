import type { IndiaDate } from '@trickdesk/domain';

/** One exchange day. Whole paise; `realisedPaise` after charges. */
export interface DayOfProfit {
  readonly date: IndiaDate;
  readonly realisedPaise: bigint;
  readonly unrealisedPaise: bigint;
  readonly chargesPaise: bigint;
}

export interface Profit {
  readonly days: readonly DayOfProfit[];
  readonly realisedPaise: bigint;
  readonly unrealisedPaise: bigint;
  readonly chargesPaise: bigint;
  /** The deepest fall of the running sum from its highest, at or below zero. It begins at zero. */
  readonly drawdownPaise: bigint;
}

/**
 * Days with what is open today, and what they come to.
 *
 * @param rolledUp days on which something was closed, oldest first
 * @param open what is open now, on the exchange's day; absent where the range asked for does not hold that day
 */
export function profitOf(
  rolledUp: readonly Omit<DayOfProfit, 'unrealisedPaise'>[],
  open: { readonly date: IndiaDate; readonly unrealisedPaise: bigint } | undefined,
): Profit {
  const days = rolledUp.map((day) => ({
    ...day,
    unrealisedPaise: day.date === open?.date ? open.unrealisedPaise : 0n,
  }));
  const isMissing = open !== undefined && open.unrealisedPaise !== 0n && days.at(-1)?.date !== open.date;
  if (isMissing)
    days.push({ date: open.date, realisedPaise: 0n, chargesPaise: 0n, unrealisedPaise: open.unrealisedPaise });
  const sum = { realised: 0n, unrealised: 0n, charges: 0n };
  let highest = 0n;
  let drawdownPaise = 0n;
  for (const day of days) {
    sum.realised += day.realisedPaise;
    sum.unrealised += day.unrealisedPaise;
    sum.charges += day.chargesPaise;
    const now = sum.realised + sum.unrealised;
    if (now > highest) highest = now;
    if (now - highest < drawdownPaise) drawdownPaise = now - highest;
  }
  const { realised: realisedPaise, unrealised: unrealisedPaise, charges: chargesPaise } = sum;
  return { days, realisedPaise, unrealisedPaise, chargesPaise, drawdownPaise };
}

/** In percent of the capital, rounded to two decimals as the chart rounds it. */
export function percentOf(paise: bigint, capitalPaise: bigint): number {
  if (capitalPaise <= 0n) return 0;
  const half = paise < 0n ? -capitalPaise : capitalPaise;
  return Number((paise * 20_000n + half) / (2n * capitalPaise)) / 100;
}
