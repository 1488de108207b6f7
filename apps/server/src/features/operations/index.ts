export { operationsHandlers } from './calls.ts';
export { kycCaseHandlers } from './kyc-calls.ts';
export { createOperationsService, type OperationsService } from './service.ts';
