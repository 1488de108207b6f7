export { activityHandlers } from './calls.ts';
export { type Activity, recordActivity, recordTradeActivity, type TradeActivity } from './record.ts';
export { type ActivityService, createActivityService } from './service.ts';
