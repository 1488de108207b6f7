export { orderHandlers } from './calls.ts';
export { type HandPosition, readHandPositions } from './hand-positions.ts';
export { filledOnSide } from './held-store.ts';
export type { HandOrder, HandVeto, OwnOrderParts } from './own-order-parts.ts';
export { ownOrderHandlers } from './own-orders-calls.ts';
export { createOwnOrdersService, type OwnOrdersService } from './own-orders-service.ts';
export { findPlaced, type OrderProgressRow, readOwnProgress } from './own-progress.ts';
export { releaseProblem } from './release-problem.ts';
export { dayUnrealisedPaise, investedPaise, unrealisedPaise } from './rules.ts';
export { createOrdersService, type OrdersService } from './service.ts';
export {
  listOrders,
  listPositions,
  type OrderRecord,
  openPositionsOf,
  ordersById,
  type PositionRecord,
  positionsById,
  preparedOpenPositionsOf,
  rolledUpTotals,
} from './store.ts';
export { badgeOf, exitPlanToWire, holdingOf, markOf, orderToWire, positionToWire } from './wire.ts';
