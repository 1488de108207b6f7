export { profitHandlers } from './calls.ts';
export { createProfitService, type ProfitService } from './service.ts';
