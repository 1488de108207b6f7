import type { Bus } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import { createOrderAccess } from '../features/broker-links/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { makeDueReports } from '../features/parity/index.ts';
import { makeDueReconciliations } from '../features/reconciliation/index.ts';
import { openBrokerAccess } from './broker-access.ts';
import type { Foundation } from './foundation.ts';
import { type Repetition, repeat } from './repeat.ts';

/** A fast simulated market shows the broker's books of a day for a second or two only. */
const LOOK_EVERY_MS = 400;
/** Once a day was looked at, what is still missing of it may wait. */
const AGAIN_EVERY_MS = 15_000;
/** By the exchange's clock, after the close: the last orders have been told, and the last bars stored. */
const SETTLED_MS = [12_000, 46_000];

/** After each session: the books against the broker's, and what was done against the back-test of the day. */
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
      const closeAt = marketData.calendar.sessionOn(indiaDateOf(now))?.closeAt ?? 0;
      const step = closeAt + SETTLED_MS.filter((settledMs) => now >= closeAt + settledMs).length;
      if (step === looked.step && clock.now() - looked.at < AGAIN_EVERY_MS) return;
      looked = { step, at: clock.now() };
      await makeDueReconciliations({ database, bus, clock, log, marketData, access, broker });
      await makeDueReports({ database, clock, log, marketData, paperSlippageBps });
    },
    (error) => log.error({ error }, 'the end of the day could not be looked at'),
  );
}
