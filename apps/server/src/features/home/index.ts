export { homeHandlers } from './calls.ts';
export type { BrokerStatus } from './rules.ts';
export { createHomeService, type HomeService } from './service.ts';
