export { parityHandlers } from './calls.ts';
export { createParityService, makeDueReports, type ParityService } from './service.ts';
export { dayToWire as parityDayToWire } from './wire.ts';
