export {
  createSmartApi,
  SMARTAPI_FEED_URL,
  SMARTAPI_MASTER_URL,
  SMARTAPI_ORDER_FEED_URL,
  SMARTAPI_URL,
  type SmartApi,
  type SmartApiOutside,
  type SmartApiSettings,
} from './client.ts';
export { MAX_SUBSCRIPTIONS } from './feed-subscriptions.ts';
export type { ClientIdentity } from './http-exchange.ts';
export type { RateLimit } from './rate-budget.ts';
export type { BrokerLog, BrokerLogEntry } from './redact.ts';
export { systemTiming, type Timing } from './timing.ts';
export { totpAt } from './totp.ts';
