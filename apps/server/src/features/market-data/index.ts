export { AFTER_AUCTION_MS } from './auction.ts';
export type { CalendarEnd } from './calendar-end.ts';
export { countSessions, readCalendarLines, type WrittenYear } from './calendar-lines.ts';
export { marketDataCalls } from './calls.ts';
export { compareYear, type EnteredAs, enterYearWithin } from './enter-year.ts';
export { SignInRefused } from './feed/broker-session.ts';
export type { FeedBroker, FeedParts, FeedSettings } from './feed/feed-parts.ts';
export { runFeed } from './feed/run-feed.ts';
export { MOST_INSTRUMENTS } from './feed/spread-feed.ts';
export { createTokenKeep } from './feed/token-keep.ts';
export {
  IMPORT_DATASET,
  type ImportParts,
  type ImportRequest,
  importFile,
  REAL_DATASET,
} from './import/import-file.ts';
export { type FileReport, formatReport, UnreadableFile } from './import/report.ts';
export { ListOutOfReach, storeInstrumentList, UnreadableList } from './instrument-list.ts';
export {
  MARKET_CHANNEL,
  type MarketHandlers,
  type MarketPublisher,
  type MarketStatus,
  publishMarket,
  subscribeMarket,
} from './market-events.ts';
export {
  type MarketListener,
  type MarketStream,
  type MarketStreamParts,
  type NewestPrice,
  streamMarket,
} from './market-stream.ts';
export { createPriceReader, type PriceReader } from './price-reader.ts';
export { askForQuotes } from './quotes-wanted.ts';
export { hullOf } from './read-bars.ts';
export { createMarketData, type MarketDataParts } from './service.ts';
export { publishPrices } from './shown-prices.ts';
export { createStoredCalendar, readCalendarEnd, type StoredCalendar, seedCalendar } from './stored-calendar.ts';
export type {
  BarRequest,
  Coverage,
  FeedHealth,
  HeaderMarket,
  LastPrice,
  MarketDataService,
  MarketState,
  PackedBars,
  StoredInstrument,
  SymbolRef,
} from './types.ts';
export { findUnknownSymbols } from './unknown-symbols.ts';
export { packBars, shareBars, unpackBars } from './unpack-bars.ts';
export { candleOnWire } from './wire.ts';
