export { operationsHandlers } from './calls.ts';
export { rewardCaseHandlers } from './reward-calls.ts';
export { createRewardCases } from './reward-cases.ts';
export { createOperationsService, type OperationsService } from './service.ts';
