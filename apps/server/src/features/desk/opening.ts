import {
  type EpochMs,
  indiaDateOf,
  indiaMoment,
  type MarketCalendar,
  NSE_CALENDAR,
  parseTimeOfDay,
  type Session,
} from '@trickdesk/domain';
import type { DeskMoment } from './model.ts';

/**
 * Whether the session is on, and for which shares continuous trading: in an auction no stop can rest.
 *
 * @param pricedAt the newest price that was heard of, by the exchange's clock
 */
export function openingOf(
  calendar: MarketCalendar,
  at: EpochMs,
  pricedAt?: EpochMs,
): Pick<DeskMoment, 'isOpen' | 'isContinuous' | 'closesAt' | 'takesEntries'> {
  const { hoursOf } = calendar;
  const seen = seenSession(calendar, at, pricedAt);
  const closesAt = (symbol: string): EpochMs | undefined => {
    const today = calendar.sessionOn(indiaDateOf(at)) ?? seen;
    return today && (hoursOf ? hoursOf(symbol, today) : today).closeAt;
  };
  const session = calendar.sessionAt(at) ?? seen;
  const takesEntries = seen === undefined;
  if (!session || !hoursOf) return { isOpen: session !== undefined, closesAt, takesEntries };
  return { isOpen: true, isContinuous: (symbol) => at < hoursOf(symbol, session).closeAt, closesAt, takesEntries };
}

/**
 * The session of a day that the calendar does not know, once a price of it has shown that it is one. Nobody guesses by
 * whether it could be: but what is held must have its stop, and be left, where the exchange plainly trades.
 */
function seenSession(calendar: MarketCalendar, at: EpochMs, pricedAt: EpochMs | undefined): Session | undefined {
  const date = indiaDateOf(at);
  if (pricedAt === undefined || calendar.kindOf(date) !== 'unknown') return undefined;
  const openAt = indiaMoment(date, parseTimeOfDay(NSE_CALENDAR.opens));
  const closeAt = indiaMoment(date, parseTimeOfDay(NSE_CALENDAR.closes));
  const isOn = pricedAt >= openAt && at >= openAt && at < closeAt;
  return isOn ? { date, openAt, closeAt } : undefined;
}
