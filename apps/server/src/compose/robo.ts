import { type BasketsService, catalogueIds } from '../features/baskets/index.ts';
import { roboPlans } from '../features/billing/index.ts';
import { createRoboService, type RoboService, tellReviews } from '../features/robo/index.ts';
import type { CatalogueReader } from '../features/strategies/index.ts';
import type { Foundation } from './foundation.ts';
import { renderPdf } from './render-pdf.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How late on its day a review is told of. */
const TELL_REVIEWS_EVERY_MS = 10 * 60_000;

interface Parts {
  readonly catalogue: CatalogueReader;
  readonly baskets: BasketsService;
}

/** What the calls of ROBO Pro are answered by. */
export function openRobo({ database, clock, settings }: Foundation, { catalogue, baskets }: Parts): RoboService {
  return createRoboService({
    ...{ database, clock, renderPdf, catalogue, baskets },
    adviserNumber: settings.registrations.investmentAdviser,
    sandbox: settings.payments.razorpay === undefined,
    plans: roboPlans,
    basketIds: catalogueIds,
  });
}

/** Whose risk profile is due for a review is told so. */
export function repeatRoboReviews({ database, clock, log }: Foundation): Repetition {
  return repeat(
    TELL_REVIEWS_EVERY_MS,
    () => tellReviews({ database, clock, isUnlocked: roboPlans.isUnlocked }),
    (error) => log.error({ error }, 'reviews of risk profiles could not be told of'),
  );
}
