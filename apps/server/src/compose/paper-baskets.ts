import type { Bus } from '@trickdesk/db';
import { createPaperDesk, lookAtBaskets } from '../features/baskets/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import type { Foundation } from './foundation.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How soon a basket goes on after a fill, at most. */
const ADVANCE_EVERY_MS = 1_000;

interface Parts {
  readonly bus: Bus;
  readonly marketData: MarketDataService;
}

/** Test mode: what this runs knows prices and the database alone. */
export function repeatPaperBaskets(
  { settings, database, clock, log }: Foundation,
  { bus, marketData }: Parts,
): Repetition {
  const desk = createPaperDesk(marketData, settings.paperSlippageBps);
  const parts = { database, clock, log, bus, marketData, desk };
  return repeat(
    ADVANCE_EVERY_MS,
    () => lookAtBaskets(parts),
    (error) => log.error({ error }, 'baskets of test mode could not be looked at'),
  );
}
