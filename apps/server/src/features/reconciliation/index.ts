export { reconciliationCaseHandlers, reconciliationHandlers } from './calls.ts';
export { createReconciliationDesk, type ReconciliationDesk } from './desk.ts';
export { readOpeningFunds } from './opening-funds.ts';
export { createReconciliationService, makeDueReconciliations, type ReconciliationService } from './service.ts';
