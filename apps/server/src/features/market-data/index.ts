export {
  MARKET_CHANNEL,
  type MarketHandlers,
  type MarketPublisher,
  type MarketStatus,
  publishMarket,
  subscribeMarket,
} from './market-events.ts';
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
