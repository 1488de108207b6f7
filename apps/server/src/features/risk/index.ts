export { riskHandlers } from './calls.ts';
export { findKillSwitch } from './change-store.ts';
export {
  countResting,
  liftDeskSwitchWithin,
  type RestingFigures,
  readDeskSwitch,
  setDeskSwitchWithin,
  wakeSwitched,
} from './desk-switch.ts';
export { createEntryMemory } from './entry-memory.ts';
export type { AccountFacts as RiskAccount } from './figures.ts';
export { createRiskGate, createRiskPreview, type RiskGate } from './gate.ts';
export { guardEntry, type MarketFacts as GuardMarket } from './guards.ts';
export { NO_LIMITS, type RiskLimits } from './limits.ts';
export {
  countRestingOwn,
  liftStopWithin,
  type StopParts,
  type StoppedEntries,
  stopEntriesWithin,
  wakeStopped,
} from './operator-stop.ts';
export { createPriceGuard } from './price-guard.ts';
export { liftProductKillSwitch, type ProductSwitchReport, throwProductKillSwitch } from './product-switch.ts';
export { type AccountReading, readAccountFacts } from './read-facts.ts';
export { decideEntry, type RiskFacts, type RiskSwitches, type RiskVeto } from './rules.ts';
export { createRiskService, type RiskService } from './service.ts';
export { watchDailyLoss } from './watch-loss.ts';
