export { marketDataCalls } from './calls.ts';
export {
  MARKET_CHANNEL,
  type MarketHandlers,
  type MarketPublisher,
  type MarketStatus,
  publishMarket,
  subscribeMarket,
} from './market-events.ts';
export { describeDataset } from './rules.ts';
export { createMarketData, type MarketDataParts } from './service.ts';
export type {
  BarColumns,
  BarRequest,
  Coverage,
  FeedHealth,
  HeaderMarket,
  LastPrice,
  MarketDataService,
  MarketState,
  StoredInstrument,
  SymbolRef,
} from './types.ts';
