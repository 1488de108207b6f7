import type { MarketCalendar } from './calendar.ts';
import { type EpochMs, MINUTE_MS } from './india-time.ts';

/**
 * What the exchange takes for a share. `auction_ahead`: nothing, while it makes up the reference price of the closing
 * auction. `auction`: limits alone, which trade at one price at its end or are cancelled.
 */
export type TradingPhase = 'closed' | 'continuous' | 'auction_ahead' | 'auction';

/** So long after a share's continuous trading the exchange takes orders for its closing auction. */
export const AUCTION_AHEAD_MS = 5 * MINUTE_MS;

/** What is taken at a moment, and where that is nothing for now from when on something is. */
export interface PhaseAt {
  readonly phase: TradingPhase;
  readonly auctionFrom?: EpochMs;
  readonly sessionEnds?: EpochMs;
}

export function phaseAt(calendar: MarketCalendar, symbol: string, at: EpochMs): PhaseAt {
  const session = calendar.sessionAt(at);
  if (!session) return { phase: 'closed' };
  const { closeAt } = calendar.hoursOf?.(symbol, session) ?? session;
  if (at < closeAt) return { phase: 'continuous' };
  const auctionFrom = closeAt + AUCTION_AHEAD_MS;
  return { phase: at < auctionFrom ? 'auction_ahead' : 'auction', auctionFrom, sessionEnds: session.closeAt };
}
