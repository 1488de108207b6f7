export { type AutoSignInParts, signInByItself } from './auto-sign-in.ts';
export { brokerLinkHandlers } from './calls.ts';
export { createOrderAccess, type OrderAccess } from './order-access.ts';
export { type BrokerLinkStatus, type BrokerLinksService, createBrokerLinksService } from './service.ts';
export { expireLinks } from './tell-expired.ts';
