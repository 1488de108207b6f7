import { type EpochMs, indiaDateOf, indiaMoment, type MarketCalendar } from '@trickdesk/domain';

/** Sessions of which a simulated market keeps its minutes; daily bars stay for ever. */
const KEPT_SESSIONS = 60;

/**
 * The first day whose minutes stay: 60 sessions back from a moment, counted by the calendar. `undefined` where the
 * calendar does not reach so far: nothing is thinned by guess.
 */
export function keptFrom(at: EpochMs, calendar: Pick<MarketCalendar, 'previousSession'>): EpochMs | undefined {
  let session = calendar.previousSession(at);
  for (let i = 1; session && i < KEPT_SESSIONS; i += 1) session = calendar.previousSession(session.openAt - 1);
  return session && indiaMoment(indiaDateOf(session.openAt));
}
