export { basketHandlers } from './calls.ts';
export { tellDue } from './due.ts';
export { createLiveBasketDesk } from './live-desk.ts';
export { lookAtBaskets } from './look-at-baskets.ts';
export { findBasketOf } from './owned-store.ts';
export { createPaperDesk } from './paper-desk.ts';
export { createReviews, seedBaskets } from './review-baskets.ts';
export { type BasketsParts, type BasketsService, type BasketTotals, createBasketsService } from './service.ts';
export { catalogueIds } from './store.ts';
