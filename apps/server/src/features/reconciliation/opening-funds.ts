import { type IndiaDate, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import { listUnopened, putOpening } from './opening-store.ts';
import { fundsOf } from './read-books.ts';
import type { ReconciliationParts } from './service.ts';

/** Before the session opens: by then the broker has booked what the night brought. */
const BEFORE_OPEN_MS = 15 * MINUTE_MS;
/** As we hear of it the exchange's clock may be so much behind, of the wall clock; a simulated one runs faster meanwhile. */
const CLOCK_LAG_MS = 1_000;

/**
 * Reads the funds of each signed-in broker account once a day, before the first trade where that can be, so that the
 * day's trades and charges have something to be added to.
 */
export async function readOpeningFunds(parts: ReconciliationParts): Promise<void> {
  const { database, marketData, log } = parts;
  const day = await openingDay(parts);
  if (day === undefined) return;
  for (const linkId of await listUnopened(database.kysely, day)) {
    try {
      const access = await parts.access.accessOf(linkId);
      const reply = access ? await parts.broker.sessions.funds(access) : undefined;
      if (reply?.kind !== 'ok') continue;
      const { cashPaise, movedPaise } = fundsOf(reply.value);
      const { now, feed, speed } = await marketData.marketState();
      // A clock that stands would date them before trades that they have in them.
      if (cashPaise === undefined || now === undefined || feed !== 'live' || (await openingDay(parts)) !== day)
        continue;
      // Only what happened after this moment is added.
      await putOpening(database.kysely, { linkId, day }, { cashPaise, movedPaise, at: now + CLOCK_LAG_MS * speed });
    } catch (error) {
      log.error({ error, brokerId: linkId, day }, 'the first funds of the day could not be read');
    }
  }
}

async function openingDay({ marketData }: ReconciliationParts): Promise<IndiaDate | undefined> {
  const { now } = await marketData.marketState();
  if (now === undefined) return undefined;
  const { calendar } = marketData;
  const session = calendar.sessionOn(indiaDateOf(now));
  return session && now >= session.openAt - BEFORE_OPEN_MS && now < session.closeAt ? session.date : undefined;
}
