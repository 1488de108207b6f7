import type { TrickItem } from '@trickdesk/contract';
import { rounded, thinned } from './rules.ts';
import type { StrategyResult } from './user-results-store.ts';
import { SPARKLINE_POINTS } from './wire.ts';

/** A ranking in the words of the wire. Part of the border, like `calls.ts`. */

export const RANKED = 10;

export interface RankingAsked {
  /** By the last thirty days, not from the start. */
  readonly thirtyDay: boolean;
  readonly test: boolean;
}

/** A line of the ranking, on one basis throughout. */
export type RankedTrick = TrickItem & {
  readonly basis: NonNullable<TrickItem['basis']>;
  readonly returnPercent: number;
  /** Accounts whose closed positions the line rests on; none with a back-test. */
  readonly users: number;
};

interface Market {
  readonly data: string;
  readonly simulated: boolean;
}

interface DaysResult extends StrategyResult {
  /** All days of the mode, oldest first. */
  readonly days: readonly { readonly day: string; readonly net: bigint }[];
}

/** The entry with what users made of it in the place of every figure of its back-test. */
export function resultItem(
  item: TrickItem,
  result: DaysResult,
  asked: RankingAsked & { readonly fromDay: string | undefined; readonly market: Market },
): RankedTrick {
  const { return30dPercent: _a, returnTotalPercent: _b, maxDrawdownPercent: _c, ...kept } = item;
  const returnPercent = percentOf(result.net, result.capital);
  const days = result.days.map(({ day }) => day).filter((day) => asked.fromDay === undefined || day >= asked.fromDay);
  return {
    ...kept,
    ...(asked.thirtyDay ? { return30dPercent: returnPercent } : { returnTotalPercent: returnPercent }),
    winRatePercent: rounded((result.wins / result.trades) * 100),
    trades: result.trades,
    users: result.users,
    returnPercent,
    sparkline: curveOf(result),
    basis: {
      kind: asked.test ? 'test' : 'live',
      ...asked.market,
      from_date: days[0] ?? '',
      to_date: days.at(-1) ?? '',
      days: days.length,
      afterCharges: true,
    },
  };
}

/** The sum of all days so far, in percent of the capital. */
function curveOf({ days, capital }: DaysResult): number[] {
  let net = 0n;
  const curve = days.map((day) => {
    net += day.net;
    return percentOf(net, capital);
  });
  return thinned([0, ...curve], SPARKLINE_POINTS);
}

const percentOf = (net: bigint, capital: bigint): number => rounded((Number(net) / Number(capital)) * 100);

/** What a ranking rests on. */
export function rankingNote(
  items: readonly Pick<RankedTrick, 'basis'>[],
  { test, thirtyDay }: RankingAsked,
  { data, simulated }: Market,
): string {
  const period = thirtyDay ? ' in the last 30 days' : '';
  const luck = 'Few trades mean that luck weighs more than skill.';
  if (!test) {
    const broker = simulated ? ' at the simulated broker' : '';
    if (items.length === 0) return `No live trade has been closed${broker}${period}, so there is nothing to rank.`;
    return `What users’ live tricks made after charges${broker}${period} (${data}), of their capital. ${luck}`;
  }
  const backTests = items.filter(({ basis }) => basis.kind === 'back_test').length;
  if (items.length === 0) return `No test trade has been closed${period}, and no back-test is ready.`;
  if (backTests === items.length) {
    return `No test trade has been closed${period}. These are back-tests after charges on the data named (${data}). ${luck}`;
  }
  const below = backTests > 0 ? ' Below them stand tricks without a closed test trade, by their back-test.' : '';
  return `What users’ test tricks made after charges${period} (${data}), of their capital.${below} ${luck}`;
}
