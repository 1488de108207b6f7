export { reconciliationHandlers } from './calls.ts';
export { createReconciliationService, makeDueReconciliations, type ReconciliationService } from './service.ts';
