export { operationsHandlers } from './calls.ts';
export { createOperationsService, type OperationsService } from './service.ts';
