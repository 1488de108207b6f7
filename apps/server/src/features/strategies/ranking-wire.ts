import { type gettopten, type OutputOf, type TrickItem, zCategory, zRisk } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import { rounded, thinned } from './rules.ts';
import { FEWEST_TRADES, FEWEST_TRADING_DAYS, type Track } from './track-rules.ts';
import type { listTracked } from './track-store.ts';
import { SPARKLINE_POINTS, trackFigures } from './wire.ts';

/** A ranking in the words of the wire. Part of the border, like `calls.ts`. */

export const RANKED = 10;

export interface RankingAsked {
  /** By the last thirty days, not from the start. */
  readonly thirtyDay: boolean;
  readonly test: boolean;
}

export type TopTen = OutputOf<typeof gettopten>;
export type RankedTrick = TopTen['trick_list'][number];

interface Market {
  readonly data: string;
  readonly simulated: boolean;
}

interface LineAsked extends RankingAsked {
  readonly market: Market;
  readonly rank: number;
}

/** The entry with what its followers made in the place of every figure of its back-test. */
export function resultItem(
  item: TrickItem & Pick<RankedTrick, 'state'>,
  track: Track,
  { thirtyDay, test, market, rank }: LineAsked,
): RankedTrick {
  const { return30dPercent: _a, returnTotalPercent: _b, maxDrawdownPercent: _c, ...kept } = item;
  const { returnPercent } = track;
  return {
    ...kept,
    ...trackFigures(track),
    ...(thirtyDay ? { return30dPercent: returnPercent } : { returnTotalPercent: returnPercent }),
    maxDrawdownPercent: track.maxDrawdownPercent,
    winRatePercent: rounded((track.wins / track.trades) * 100),
    returnPercent,
    rank,
    sparkline: thinned(track.curve, SPARKLINE_POINTS),
    basis: {
      kind: test ? 'test' : 'live',
      ...market,
      from_date: track.from,
      to_date: track.to,
      days: track.tradingDays,
      afterCharges: true,
    },
  };
}

/** A line without a figure of a return. `trades` are those of the back-test that `basis` names. */
export const unrankedItem = (item: TrickItem, rank: number): RankedTrick => ({
  ...item,
  ...{ rank, users: 0, state: 'offered' },
});

const RISKS: readonly TrickItem['risk'][] = ['low', 'medium', 'high'];

/**
 * Low risk first; of one risk, the longer record first, whatever came of it; then by name.
 *
 * @param days on which something was closed, by trick
 */
export function byRiskAndRecord(items: readonly TrickItem[], days: ReadonlyMap<number, number>): TrickItem[] {
  const daysOf = ({ TricksId }: TrickItem): number => days.get(TricksId) ?? 0;
  return items.toSorted(
    (a, b) =>
      RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) || daysOf(b) - daysOf(a) || a.name.localeCompare(b.name, 'en'),
  );
}

type Tracked = Awaited<ReturnType<typeof listTracked>>[number];

/** One that is not there any more, as it was when it was first traded. */
export function goneItem(row: Tracked): TrickItem {
  return {
    TricksId: row.strategy_id,
    name: row.name,
    summary: row.summary,
    author: row.author,
    category: zCategory.parse(row.category),
    segment: row.segment === 'positional' ? 'positional' : 'intraday',
    risk: zRisk.parse(row.risk),
    minCapitalPaise: toSafePaise(row.min_capital_paise),
    trades: 0,
    liveUsers: 0,
    cloned: false,
  };
}

export const HIDDEN_NOTE =
  'Returns are shown to verified clients only. These are in order of risk, and then of how long they have been traded.';

/** What a ranking rests on. */
export function rankingNote(
  lines: number,
  { test, thirtyDay, tooFew }: RankingAsked & { readonly tooFew: number },
  { data, simulated }: Market,
): string {
  const period = thirtyDay ? ' in the last 30 days' : '';
  const broker = !test && simulated ? ' at the simulated broker' : '';
  const where = `${broker}${period}`;
  const mode = test ? 'test' : 'live';
  const left =
    tooFew === 0
      ? ''
      : ` ${tooFew === 1 ? 'One trick has' : `${tooFew} tricks have`} too few trades to be ranked: ${FEWEST_TRADES} on ${FEWEST_TRADING_DAYS} days are the least.`;
  if (lines === 0) {
    if (tooFew > 0) return `Nothing is ranked${period}.${left}`;
    return `No ${mode} trade that counts has been closed${where}, so there is nothing to rank. Days up to the one on which a trick was made do not count.`;
  }
  return `What users’ ${mode} tricks made after charges${where} (${data}), of their capital, with what is open now. Copies that were stopped, users who left and retired tricks are counted.${left}`;
}
