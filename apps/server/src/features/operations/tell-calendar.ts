import type { Database } from '@trickdesk/db';
import { type IndiaDate, indiaDateOf, shortDay } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { listAbleTo } from '../accounts/index.ts';
import { type CalendarEnd, type MarketDataService, readCalendarEnd } from '../market-data/index.ts';
import { notify } from '../notifications/index.ts';

export interface CalendarFacts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: Pick<MarketDataService, 'marketState' | 'simulated'>;
}

/** Until when the calendar is known, once a year has to be entered. */
export async function findCalendarEnd(facts: CalendarFacts): Promise<CalendarEnd | undefined> {
  const today = await exchangeDay(facts);
  return today === undefined ? undefined : readCalendarEnd(facts.database.kysely, today);
}

/** The exchange's day; the real one's also before its feed has been heard for the first time. */
export async function exchangeDay({
  clock,
  marketData,
}: Omit<CalendarFacts, 'database'>): Promise<IndiaDate | undefined> {
  const { now } = await marketData.marketState();
  if (now !== undefined) return indiaDateOf(now);
  return marketData.simulated ? undefined : indiaDateOf(clock.now());
}

/** Tells everybody who may see the desk that a year of the exchange's calendar is missing, once on each of its days. */
export async function tellCalendarEnd(facts: CalendarFacts): Promise<void> {
  const { database } = facts;
  const today = await exchangeDay(facts);
  if (today === undefined) return;
  const end = await readCalendarEnd(database.kysely, today);
  if (!end) return;
  const operators = await listAbleTo(database.kysely, 'Desk');
  await database.transaction(async (tx) => {
    for (const accountId of operators) {
      await notify(tx, {
        ...{ accountId, category: 'tricks', dedupeKey: `calendar:${end.missingYear}:${today}` },
        ...{ title: titleOf(end), body: bodyOf(end) },
        ...{ link: '/ops/desk', severity: 'urgent' },
      });
    }
  });
}

function titleOf({ missingYear: year }: CalendarEnd): string {
  return `The exchange’s calendar knows no day of ${year}`;
}

function bodyOf({ lastDay, daysLeft, missingYear: year }: CalendarEnd): string {
  const end = `${shortDay(lastDay)} ${lastDay.slice(0, 4)}`;
  if (daysLeft < 0) {
    return `It ended on ${end}. On a day that it does not know nothing is entered. Enter the list of ${year} on the trading desk.`;
  }
  return `It ends on ${end}; days left after today: ${daysLeft}. On a day that it does not know nothing is entered. Enter the list of ${year} on the trading desk.`;
}
