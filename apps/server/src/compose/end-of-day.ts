import type { Bus } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import { createOrderAccess } from '../features/broker-links/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { makeDueReports } from '../features/parity/index.ts';
import { makeDueReconciliations, readOpeningFunds } from '../features/reconciliation/index.ts';
import { collectGarbage } from '../platform/spare-heap.ts';
import { openBrokerAccess } from './broker-access.ts';
import type { Foundation } from './foundation.ts';
import { type Repetition, repeat } from './repeat.ts';

/** A fast simulated market shows the broker's books of a day for some seconds only. */
const LOOK_EVERY_MS = 400;
/** Once a day was looked at, what is still missing of it may wait. */
const AGAIN_EVERY_MS = 15_000;
/** By the exchange's clock: the first funds of the day are read before anything is traded. */
const BEFORE_OPEN_MS = 10 * 60_000;
/** By the exchange's clock, after the close: the last orders have been told, and the last bars stored. */
const SETTLED_MS = [12_000, 46_000];

/** Before each session the first funds of the day; after it: the books against the broker's, and what was done against the back-test of the day. */
export function watchEndOfDay(foundation: Foundation, bus: Bus, marketData: MarketDataService): Repetition {
  const { database, clock, log, settings } = foundation;
  const { secrets, smartApi: broker } = openBrokerAccess(foundation);
  const access = createOrderAccess({ database, clock, secrets });
  const { paperSlippageBps } = settings;
  let looked = { step: 0, at: Number.NEGATIVE_INFINITY };
  return repeat(
    LOOK_EVERY_MS,
    async () => {
      const { now } = await marketData.marketState();
      if (now === undefined) return;
      const { openAt = 0, closeAt = 0 } = marketData.calendar.sessionOn(indiaDateOf(now)) ?? {};
      const moments = [openAt - BEFORE_OPEN_MS, openAt, ...SETTLED_MS.map((settledMs) => closeAt + settledMs)];
      const step = closeAt + moments.filter((moment) => now >= moment).length;
      if (step === looked.step && clock.now() - looked.at < AGAIN_EVERY_MS) return;
      looked = { step, at: clock.now() };
      const books = { database, bus, clock, log, marketData, access, broker };
      await readOpeningFunds(books);
      await makeDueReconciliations(books);
      await makeDueReports({ database, clock, log, marketData, paperSlippageBps, afterReport: collectGarbage });
    },
    (error) => log.error({ error }, 'the end of the day could not be looked at'),
  );
}
