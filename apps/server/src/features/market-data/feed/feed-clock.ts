import { type EpochMs, type MarketCalendar, MINUTE_MS } from '@trickdesk/domain';

/** What the clock keeps from an opening that no price has shown yet. */
const UNSEEN_MS = 1_000;
/** A price of the last minute may come so long after the close of a real session, and so long after the one before it. */
const AFTER_CLOSE_MS = MINUTE_MS;

export interface FeedMoment {
  /** The newest moment of any update, by the exchange's clock. */
  readonly exchangeAt: EpochMs;
  /** By our clock: when that was heard, and now. */
  readonly movedAt: EpochMs;
  readonly now: EpochMs;
  readonly speed: number;
  readonly simulated: boolean;
  readonly calendar: Pick<MarketCalendar, 'sessionAt' | 'nextSession'>;
}

/**
 * What the exchange's clock shows. While trading is open, prices tell. Where nothing trades no price does: then the clock
 * goes on up to the next opening, of the simulated exchange as it did before, of the real one as clocks do in India.
 */
export function feedClockAt({ exchangeAt, movedAt, now, speed, simulated, calendar }: FeedMoment): EpochMs {
  const session = calendar.sessionAt(exchangeAt);
  // The last price of a real day need not be from after its close. As long as prices come, they tell: what speaks the real
  // exchange's wire from another address may be on another day than we are.
  if (session && (simulated || now < Math.max(session.closeAt, movedAt) + AFTER_CLOSE_MS)) return exchangeAt;
  const opensAt = calendar.nextSession(exchangeAt)?.openAt ?? Number.POSITIVE_INFINITY;
  const goneOn = simulated ? exchangeAt + Math.round((now - movedAt) * speed) : Math.max(exchangeAt, now);
  return Math.min(goneOn, opensAt - UNSEEN_MS);
}
