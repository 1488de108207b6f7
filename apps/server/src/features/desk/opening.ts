import { type EpochMs, indiaDateOf, type MarketCalendar } from '@trickdesk/domain';
import type { DeskMoment } from './model.ts';

/** Whether the session is on, and for which shares continuous trading: in an auction no stop can rest. */
export function openingOf(
  calendar: MarketCalendar,
  at: EpochMs,
): Pick<DeskMoment, 'isOpen' | 'isContinuous' | 'closesAt'> {
  const { hoursOf } = calendar;
  const closesAt = (symbol: string): EpochMs | undefined => {
    const today = calendar.sessionOn(indiaDateOf(at));
    return today && (hoursOf ? hoursOf(symbol, today) : today).closeAt;
  };
  const session = calendar.sessionAt(at);
  if (!session || !hoursOf) return { isOpen: session !== undefined, closesAt };
  return { isOpen: true, isContinuous: (symbol) => at < hoursOf(symbol, session).closeAt, closesAt };
}
