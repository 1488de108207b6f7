export { type AutoSignInParts, signInByItself } from './auto-sign-in.ts';
export { brokerLinkHandlers } from './calls.ts';
export { createOrderAccess, type OrderAccess } from './order-access.ts';
export { createReleaseReader, type ReleaseReader } from './read-releases.ts';
export { saleReleaseHandlers } from './release-calls.ts';
export type { ReleaseReading } from './release-rules.ts';
export { createSaleReleases, type SaleReleases } from './sale-releases.ts';
export { type BrokerLinkStatus, type BrokerLinksService, createBrokerLinksService } from './service.ts';
export { expireLinks } from './tell-expired.ts';
