export { INTRADAY_LEVERAGE } from './account.ts';
export type { AdjustedPosition } from './corporate-action.ts';
export type * from './external-types.ts';
export { barPath, type PathPoint, pathStepMs } from './path.ts';
export { fillPricePaise, protectedLimitPaise, sliceQuantity } from './prices.ts';
export { createRun } from './run.ts';
export { SessionClock } from './session-clock.ts';
export type * from './types.ts';
export { CONDITION_RULES, type ConditionRule, type ConditionSaid, type Signal } from './watched.ts';
