export { reconciliationHandlers } from './calls.ts';
export { readOpeningFunds } from './opening-funds.ts';
export { createReconciliationService, makeDueReconciliations, type ReconciliationService } from './service.ts';
