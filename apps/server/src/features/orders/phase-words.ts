import { formatTimeOfDay, indiaMinuteOf, type PhaseAt } from '@trickdesk/domain';
import type { WishProblem } from './own-orders-rules.ts';

const CLOSED = 'The market is closed. Orders are taken while continuous trading is open.';

/** Why an order for a share is not taken at all now; `undefined` where it is. */
export function untakenWords({ phase, auctionFrom }: PhaseAt, symbol: string): string | undefined {
  if (phase === 'closed') return CLOSED;
  if (phase !== 'auction_ahead' || auctionFrom === undefined) return undefined;
  return `Continuous trading in ${symbol} is over for today. Orders for its closing auction are taken from ${timeOf(auctionFrom)}; a stop is not.`;
}

/** Why an order that rests is not changed now; `undefined` where it may be. */
export function unchangeableWords({ phase, auctionFrom }: PhaseAt, symbol: string): string | undefined {
  if (phase !== 'auction_ahead' || auctionFrom === undefined) return undefined;
  return `Continuous trading in ${symbol} is over for today. Orders are changed again in its closing auction, from ${timeOf(auctionFrom)}.`;
}

/** The auction takes no stops. */
export function stopProblem({ phase }: PhaseAt, symbol: string, isStop: boolean): WishProblem | undefined {
  if (phase !== 'auction' || !isStop) return undefined;
  const sentence = `${symbol} is in its closing auction, which takes no stops. Leave the trigger out for a limit order.`;
  return { field: 'triggerPrice', sentence };
}

/** What becomes of a limit order that is taken, where that is not what it becomes on other hours. */
export function phaseNotes({ phase, sessionEnds }: PhaseAt, symbol: string, isStop: boolean): string[] {
  if (phase !== 'auction' || isStop || sessionEnds === undefined) return [];
  return [
    `${symbol} is in its closing auction: the order trades at the one price of the auction after ${timeOf(sessionEnds)}, or the exchange cancels it. It takes prices within 3 % of its reference.`,
  ];
}

function timeOf(at: number): string {
  return formatTimeOfDay(indiaMinuteOf(at));
}
