export type { Board } from './board.ts';
export { readinessHandlers } from './calls.ts';
export { createReadinessService, type ReadinessFactsParts, type ReadinessService } from './service.ts';
export { followBrokerAccounts, tellReadiness } from './watch.ts';
export { summaryToWire } from './wire.ts';
