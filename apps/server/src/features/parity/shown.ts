import type { Side } from '@trickdesk/engine';
import type { Shown } from './facts.ts';
import type { BrokerFill, DonePosition } from './store.ts';

/** The orders at the broker that opened a position. */
export function entryFills(fills: readonly BrokerFill[], position: DonePosition): BrokerFill[] {
  return fills.filter((fill) => fill.trade_order_id === position.entry_order_id);
}

/**
 * The orders at the broker that closed it. A stop that acted before the run wanted out serves no intent: it is told by
 * when it was made.
 */
export function exitFills(fills: readonly BrokerFill[], position: DonePosition): BrokerFill[] {
  const { exit_order_id: exitOrderId, exit_at: exitAt, entry_at: entryAt, symbol } = position;
  if (exitOrderId === null || exitAt === null) return [];
  const isBetween = ({ exchange_at: at }: BrokerFill): boolean => at >= entryAt && at <= exitAt;
  return fills.filter((fill) =>
    fill.trade_order_id === null
      ? fill.role !== 'entry' && fill.symbol === symbol && isBetween(fill)
      : fill.trade_order_id === exitOrderId,
  );
}

/**
 * What orders of one side met when they left.
 *
 * @param quantity units of the trade: orders that the broker filled beyond them count in proportion
 * @returns `undefined` where no quote was known for any of them
 */
export function shownOf(fills: readonly BrokerFill[], quantity: number): Shown | undefined {
  let filled = 0;
  let unquoted = 0;
  let spreadPaise = 0;
  const lowest: number[] = [];
  const highest: number[] = [];
  for (const fill of fills) {
    const { filled_quantity: units, price_paise: limit, side } = fill;
    const quote = quoteOf(fill);
    filled += units;
    if (!quote) {
      unquoted += units;
      continue;
    }
    spreadPaise += crossingPaise(side, quote) * units;
    lowest.push(side === 'sell' ? Math.min(quote.bid, limit) : quote.bid);
    highest.push(side === 'buy' ? Math.max(quote.ask, limit) : quote.ask);
  }
  if (lowest.length === 0) return undefined;
  return {
    spreadPaise: Math.round((spreadPaise * quantity) / filled),
    lowestPaise: Math.min(...lowest),
    highestPaise: Math.max(...highest),
    unquotedQuantity: unquoted,
  };
}

interface BestPrices {
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
}

function quoteOf({ quote_bid_paise: bid, quote_ask_paise: ask, quote_last_paise: last }: BrokerFill) {
  return bid === null || ask === null || last === null ? undefined : { bid, ask, last };
}

/** For a unit, as test mode counts it: the other side's best price against the last one that was traded. */
function crossingPaise(side: Side, { bid, ask, last }: BestPrices): number {
  return side === 'buy' ? ask - last : last - bid;
}
