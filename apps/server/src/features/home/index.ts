export { homeHandlers } from './calls.ts';
export {
  type DemoProgress,
  forgetDemoProgress,
  putDemoProgress,
  readDemoProgress,
} from './demo-progress-store.ts';
export type { BrokerStatus } from './rules.ts';
export { createHomeService, type HomeService } from './service.ts';
