export { brokerLinkHandlers } from './calls.ts';
export { type BrokerLinkStatus, type BrokerLinksService, createBrokerLinksService } from './service.ts';
