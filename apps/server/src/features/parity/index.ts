export { parityHandlers } from './calls.ts';
export { createParityService, makeDueReports, type ParityService } from './service.ts';
