import {
  type EpochMs,
  formatTimeOfDay,
  INTERVAL_MINUTES,
  indiaMinuteOf,
  MINUTE_MS,
  parseTimeOfDay,
  type Session,
  shortDay,
  weekdayOf,
} from '@trickdesk/domain';
import { type Cause, causeOf } from './causes.ts';
import type { DayFacts, TrickFacts } from './facts.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** What the exchange's day says against a trick: no session, none of its hours, or its last entry is over. */
export function dayCauses(day: DayFacts, trick: TrickFacts): Cause[] {
  const cause = (code: Cause['code'], sentence: string): Cause[] => [causeOf(code, sentence, trick.id)];
  if (day.now === undefined) {
    return cause('no_prices', 'No price has come from the market yet, so nobody knows what time it is there.');
  }
  if (day.kind === 'unknown') {
    const year = day.date.slice(0, 4);
    return cause(
      'calendar_unknown',
      `The exchange’s list of holidays for ${year} is not known here, and nobody guesses. An operator adds it.`,
    );
  }
  if (day.kind === 'closed') return cause('holiday', `${closedWords(day)} ${nextWords(day.next)}`);
  return hoursCauses(day, trick, day.now);
}

/** What the day is, for the head of the board. */
export function dayWords(day: DayFacts): string {
  if (day.now === undefined) return 'No price has come from the market yet.';
  if (day.kind === 'unknown') return `The calendar of ${day.date.slice(0, 4)} is not known. Nothing is guessed.`;
  if (day.kind === 'closed' || !day.session) return `${closedWords(day)} ${nextWords(day.next)}`;
  const { openAt, closeAt } = day.session;
  if (day.now < openAt) {
    return `The market opens at ${timeOf(openAt)} and closes at ${timeOf(closeAt)}.${auctionWords(day)}`;
  }
  if (day.now < closeAt) return `The market is open until ${timeOf(closeAt)}.${auctionWords(day)}`;
  return `The market has closed for today. ${nextWords(day.next)}`;
}

function auctionWords({ isAuctionUnknown }: DayFacts): string {
  if (isAuctionUnknown !== true) return '';
  return ' Which shares have a closing auction is not known here yet: all are treated as if they had one. The broker’s list of instruments tells.';
}

function closedWords({ date, holiday }: DayFacts): string {
  const name = DAYS[weekdayOf(date)] ?? date;
  return holiday === undefined ? `The exchange is closed today, ${name}.` : `The exchange is closed today: ${holiday}.`;
}

function nextWords(next: Session | undefined): string {
  if (!next) return 'The next session is not known yet.';
  return `The next session opens on ${DAYS[weekdayOf(next.date)]}, ${shortDay(next.date)}, at ${timeOf(next.openAt)}.`;
}

function hoursCauses(day: DayFacts, trick: TrickFacts, now: EpochMs): Cause[] {
  const { weekdays, entryFrom, entryTo } = trick.definition.session;
  const today = weekdayOf(day.date);
  // 1 Monday to 7 Sunday, as definitions count.
  if (!weekdays.includes(today === 0 ? 7 : today)) {
    return [causeOf('weekday', `It does not enter on a ${DAYS[today]}. ${nextWords(day.next)}`, trick.id)];
  }
  const lasts = trick.bases
    .map(({ session }) => lastEntryAt(session, trick, day.session))
    .filter((at) => at !== undefined);
  const last = lasts.length === 0 ? undefined : Math.max(...lasts);
  if (last === undefined) {
    const hours = day.session ? `${timeOf(day.session.openAt)} to ${timeOf(day.session.closeAt)}` : 'other hours';
    const sentence = `Today’s session runs from ${hours}, and it enters only from ${entryFrom} to ${entryTo}.`;
    return [causeOf('special_hours', sentence, trick.id)];
  }
  if (now <= last) return [];
  return [
    causeOf(
      'after_last_entry',
      `Its last entry today was possible at ${timeOf(last)}. ${nextWords(day.next)}`,
      trick.id,
    ),
  ];
}

type Hours = Pick<TrickFacts, 'definition' | 'squareOffMinute'>;

/** The last close of a bar on which a run may enter that day; `undefined` where there is none. */
export function lastEntryAt(session: Session | undefined, trick: Hours, whole = session): EpochMs | undefined {
  if (!session) return undefined;
  const { interval, session: rule } = trick.definition;
  // A daily bar is decided on at the session's close, whoever is in an auction before it; what comes of it is bought when
  // the next one opens.
  if (interval === '1d') return (whole ?? session).closeAt;
  const stepMs = INTERVAL_MINUTES[interval] * MINUTE_MS;
  const from = parseTimeOfDay(rule.entryFrom) ?? 0;
  const to = parseTimeOfDay(rule.entryTo) ?? 0;
  const outAt = Math.min(squareOffAt(session, trick, whole), auctionAt(session, whole));
  const bars = Math.ceil((session.closeAt - session.openAt) / stepMs);
  for (let bar = bars; bar >= 1; bar -= 1) {
    const closeAt = Math.min(session.openAt + bar * stepMs, session.closeAt);
    const minute = indiaMinuteOf(closeAt);
    if (minute < from) return undefined;
    if (minute <= to && closeAt < outAt) return closeAt;
  }
  return undefined;
}

/** What is decided when a share goes into its auction could not be sent any more. */
function auctionAt(session: Session, whole = session): EpochMs {
  return session.closeAt < whole.closeAt ? session.closeAt : Number.POSITIVE_INFINITY;
}

/** When intraday positions of the day end: a minute before the close at the latest, so that a price still comes. */
function squareOffAt(session: Session, { definition, squareOffMinute }: Hours, whole = session): EpochMs {
  if (definition.product !== 'INTRADAY') return Number.POSITIVE_INFINITY;
  const own = parseTimeOfDay(definition.session.squareOff ?? '') ?? Number.POSITIVE_INFINITY;
  const minute = Math.min(own, squareOffMinute ?? Number.POSITIVE_INFINITY);
  const midnight = session.openAt - indiaMinuteOf(session.openAt) * MINUTE_MS;
  const at = midnight + minute * MINUTE_MS;
  // As the engine has it: who would be held into a closing auction is out ten minutes before it.
  if (session.closeAt < whole.closeAt && at >= session.closeAt) return session.closeAt - 10 * MINUTE_MS;
  return Math.min(at, session.closeAt - MINUTE_MS);
}

/** `15:05`, and the date where it is not today's. */
export function timeOf(at: EpochMs): string {
  return formatTimeOfDay(indiaMinuteOf(at));
}
