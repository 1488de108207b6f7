import { indiaDateOf, weekdayOf } from '@trickdesk/domain';
import type { ClosedTrade } from '../run/types.ts';

/** Figures of some of a report's trades. The rows of a table add up to the figures of all closed trades. */
export interface TradeGroup {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  /** After charges, as everything in a row but `grossPaise`. */
  readonly netPaise: number;
  readonly grossPaise: number;
  readonly chargesPaise: number;
  /** Wins ÷ trades, percent. A row has at least one trade, so it is always there. */
  readonly winRatePct: number;
  /** Net ÷ trades: what one trade brought on average, paise, not rounded. */
  readonly expectancyPaise: number;
}

export interface InstrumentRow extends TradeGroup {
  readonly symbol: string;
}

/** One row for each instrument that was traded, the largest net result first; equals by name. */
export function byInstrument(trades: readonly ClosedTrade[]): InstrumentRow[] {
  return groups(trades, (trade) => trade.symbol)
    .map(([symbol, group]) => ({ symbol, ...group }))
    .sort((a, b) => b.netPaise - a.netPaise || (a.symbol < b.symbol ? -1 : 1));
}

export interface WeekdayRow extends TradeGroup {
  /** 1 Monday to 6 Saturday, 0 Sunday (sessions on a weekend are rare, but there are some). */
  readonly weekday: number;
}

/** One row for each weekday with a trade, Monday first. As in the tables of months, a trade belongs to its exit's day. */
export function byWeekday(trades: readonly ClosedTrade[]): WeekdayRow[] {
  return groups(trades, (trade) => weekdayOf(indiaDateOf(trade.exitAt)))
    .map(([weekday, group]) => ({ weekday, ...group }))
    .sort((a, b) => ((a.weekday + 6) % 7) - ((b.weekday + 6) % 7));
}

function groups<Key>(trades: readonly ClosedTrade[], keyOf: (trade: ClosedTrade) => Key): [Key, TradeGroup][] {
  const members = new Map<Key, ClosedTrade[]>();
  for (const trade of trades) {
    const key = keyOf(trade);
    const group = members.get(key);
    if (group) group.push(trade);
    else members.set(key, [trade]);
  }
  return [...members].map(([key, group]) => [key, groupOf(group)]);
}

function groupOf(trades: readonly ClosedTrade[]): TradeGroup {
  const wins = trades.filter((trade) => trade.netPaise > 0).length;
  const netPaise = trades.reduce((sum, trade) => sum + trade.netPaise, 0);
  return {
    trades: trades.length,
    wins,
    losses: trades.filter((trade) => trade.netPaise < 0).length,
    netPaise,
    grossPaise: trades.reduce((sum, trade) => sum + trade.grossPaise, 0),
    chargesPaise: trades.reduce((sum, trade) => sum + trade.chargesPaise, 0),
    winRatePct: (wins / trades.length) * 100,
    expectancyPaise: netPaise / trades.length,
  };
}
