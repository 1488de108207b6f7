export { actHandlers } from './act-calls.ts';
export { operationsHandlers } from './calls.ts';
export { kycCaseHandlers } from './kyc-calls.ts';
export { rewardCaseHandlers } from './reward-calls.ts';
export { createRewardCases } from './reward-cases.ts';
export { createOperationsService, type OperationsService } from './service.ts';
export { userCaseHandlers } from './user-calls.ts';
export { createUserCases, type UserParts } from './users.ts';
