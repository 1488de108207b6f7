export { orderHandlers } from './calls.ts';
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
  rolledUpTotals,
} from './store.ts';
export { badgeOf, exitPlanToWire, holdingOf, markOf, orderToWire, positionToWire } from './wire.ts';
