export { profitHandlers } from './calls.ts';
export { createProfitService, type ProfitService } from './service.ts';
export { listTricksOf } from './store.ts';
