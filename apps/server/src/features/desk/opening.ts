import type { EpochMs, MarketCalendar } from '@trickdesk/domain';
import type { DeskMoment } from './model.ts';

/** Whether the session is on, and for which shares continuous trading: in an auction no stop can rest. */
export function openingOf(calendar: MarketCalendar, at: EpochMs): Pick<DeskMoment, 'isOpen' | 'isContinuous'> {
  const session = calendar.sessionAt(at);
  const { hoursOf } = calendar;
  if (!session || !hoursOf) return { isOpen: session !== undefined };
  return { isOpen: true, isContinuous: (symbol) => at < hoursOf(symbol, session).closeAt };
}
