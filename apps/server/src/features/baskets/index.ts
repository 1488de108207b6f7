export { type BasketDeskService, createBasketDesk } from './basket-desk.ts';
export { basketHandlers } from './calls.ts';
export { type DayClose, dailyCloses } from './daily-closes.ts';
export { basketCaseHandlers } from './desk-calls.ts';
export { tellDue } from './due.ts';
export {
  type BasketFigure,
  type BasketPart,
  explainBasket,
  explainBaskets,
  type RateFigure,
} from './explain-figures.ts';
export { createLiveBasketDesk } from './live-desk.ts';
export { lookAtBaskets } from './look-at-baskets.ts';
export { findBasketOf } from './owned-store.ts';
export { createPaperDesk } from './paper-desk.ts';
export { type Returns, returnsOf } from './returns.ts';
export { createReviews, seedBaskets } from './review-baskets.ts';
export { type BasketsParts, type BasketsService, type BasketTotals, createBasketsService } from './service.ts';
export { countLiveDoings, type LiveDoings, stopLiveRuns } from './stop-store.ts';
export { catalogueIds } from './store.ts';
