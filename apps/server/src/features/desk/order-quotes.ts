import type { EpochMs } from '@trickdesk/domain';
import type { Quote } from '@trickdesk/engine';
import type { DeskSend } from './desk-core.ts';
import type { DeskOrder, OrderQuote } from './model.ts';
import { isTriggered } from './prices.ts';

/** As long as fills of test mode take a quote for what the market shows, by the exchange's clock … */
const FRESH_MS = 3_000;
/** … or so long by ours: in a market that runs faster than the clock on the wall, seconds of the exchange are nothing. */
const FRESH_WALL_MS = 500;
/** So many of an instrument are remembered: a stop acts before the desk hears of it. */
const REMEMBERED = 16;

interface Moment {
  readonly at: EpochMs;
  readonly wall: number;
}

interface Seen extends OrderQuote {
  readonly wall: number;
}

/** What the market showed lately, by instrument: the best price of each side with the price that came with them. */
export class LastQuotes {
  readonly #shown = new Map<number, Quote>();
  /** Oldest first. */
  readonly #seen = new Map<number, Seen[]>();

  show(instrumentId: number, quote: Quote): void {
    this.#shown.set(instrumentId, quote);
  }

  /** A price of the market: what was shown right before it came with it. */
  price(instrumentId: number, lastPaise: number, wall: number): void {
    const quote = this.#shown.get(instrumentId);
    if (!quote) return;
    this.#shown.delete(instrumentId);
    const [bidPaise, askPaise] = [quote.bids[0], quote.asks[0]];
    const seen = this.#seen.get(instrumentId) ?? [];
    this.#seen.set(instrumentId, seen);
    // Bid and ask that meet are an auction's book or a market without friction: nothing was to be crossed.
    if (bidPaise === undefined || askPaise === undefined || bidPaise >= askPaise) seen.length = 0;
    else seen.push({ bidPaise, askPaise, lastPaise, at: quote.at, wall });
    if (seen.length > REMEMBERED) seen.shift();
  }

  /** The newest; `null` where there is none that is still what the market shows. */
  newest(instrumentId: number, now: Moment): OrderQuote | null {
    const newest = this.#seen.get(instrumentId)?.at(-1);
    return newest && isFresh(newest, now) ? bare(newest) : null;
  }

  /** What a stop met: the first quote whose price had reached its trigger; the newest where none is remembered. */
  atTrigger({ instrument, side, shape }: Pick<DeskOrder, 'instrument' | 'side' | 'shape'>, now: Moment) {
    const newest = this.newest(instrument.id, now);
    const { triggerPaise } = shape;
    if (!newest || triggerPaise === undefined) return newest;
    const seen = this.#seen.get(instrument.id) ?? [];
    const isReached = ({ lastPaise }: OrderQuote): boolean => isTriggered(side, triggerPaise, lastPaise);
    const last = seen.findLastIndex(isReached);
    if (last < 0) return newest;
    const before = seen.findLastIndex((quote, index) => index < last && !isReached(quote));
    return bare(seen[before + 1] ?? newest);
  }
}

/** Without the moment by our clock. */
function bare({ bidPaise, askPaise, lastPaise, at }: OrderQuote): OrderQuote {
  return { bidPaise, askPaise, lastPaise, at };
}

function isFresh(quote: Seen, { at, wall }: Moment): boolean {
  return at - quote.at <= FRESH_MS || wall - quote.wall <= FRESH_WALL_MS;
}

/**
 * Notes with each order that now leaves for the first time what the market showed: with one that is sent so that it trades
 * at once, and with a stop that has acted. Nobody waits for a quote: where none is known, none is noted, then or later.
 */
export function noteQuotes(
  quotes: LastQuotes,
  { sends, changed }: { readonly sends: readonly DeskSend[]; readonly changed: ReadonlySet<DeskOrder> },
  now: Moment,
): void {
  for (const order of changed)
    if (order.quote === undefined && hasActed(order)) order.quote = quotes.atTrigger(order, now);
  for (const { order, asking } of sends) {
    const kind = asking.verb === 'place' ? order.shape.kind : asking.wants?.kind;
    if (order.quote === undefined && kind === 'limit') order.quote = quotes.newest(order.instrument.id, now);
  }
}

/** A stop whose level was reached: it is in the market, or through. */
function hasActed({ shape, progress }: DeskOrder): boolean {
  return shape.kind === 'stop_limit' && (progress.filledQuantity > 0 || progress.state === 'open');
}
