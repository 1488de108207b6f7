export { advanceBaskets } from './advance-run.ts';
export { basketHandlers } from './calls.ts';
export { tellDue } from './due.ts';
export { createLiveBasketDesk } from './live-desk.ts';
export { createPaperDesk } from './paper-desk.ts';
export type { AdvanceParts } from './parts.ts';
export { createReviews, seedBaskets } from './review-baskets.ts';
export { type BasketsParts, type BasketsService, createBasketsService } from './service.ts';
export { investSips } from './sip.ts';
