import { type BasketsService, catalogueIds } from '../features/baskets/index.ts';
import { roboPlans } from '../features/billing/index.ts';
import { createRoboService, type RoboService } from '../features/robo/index.ts';
import type { CatalogueReader } from '../features/strategies/index.ts';
import type { Foundation } from './foundation.ts';
import { renderPdf } from './render-pdf.ts';

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
