import type { BrokerAccess, BrokerSessions, MarketData, MarketFeeds } from '../port.ts';
import { type OpeningOf, usualOpening } from './candles.ts';
import { DEFAULT_LIMITS, type Endpoint } from './endpoints.ts';
import { DEFAULT_FEED_SETTINGS, type FeedSettings, SmartApiFeed } from './feed.ts';
import { type OpenConnection, openConnection } from './feed-connection.ts';
import { createMarketData } from './market-data.ts';
import { createRateBudget, type RateLimit } from './rate-budget.ts';
import { type BrokerLog, type BrokerLogEntry, redactEntry } from './redact.ts';
import { createSessions } from './sessions.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createTransport } from './transport.ts';

export const SMARTAPI_URL = 'https://apiconnect.angelone.in';
export const SMARTAPI_FEED_URL = 'wss://smartapisocket.angelone.in/smart-stream';
export const SMARTAPI_MASTER_URL = 'https://margincalculator.angelone.in/OpenAPI_File/files/OpenAPIScripMaster.json';

export interface SmartApiSettings {
  /** Without a slash at the end. */
  readonly baseUrl?: string;
  readonly feedUrl?: string;
  readonly masterUrl?: string;
  /** For one answer, body included. */
  readonly timeoutMs?: number;
  readonly masterTimeoutMs?: number;
  /** How long a call may wait for its turn in the rate budget. */
  readonly maxQueueWaitMs?: number;
  /** Per client code; named endpoints replace the published limits. */
  readonly limits?: Partial<Readonly<Record<Endpoint, readonly RateLimit[]>>>;
  readonly feed?: Partial<Omit<FeedSettings, 'url'>>;
  readonly openingOf?: OpeningOf;
}

/** Stand-ins for the outside; each has the real thing as its default. */
export interface SmartApiOutside {
  readonly fetch?: typeof fetch;
  readonly openConnection?: OpenConnection;
  readonly timing?: Timing;
  readonly random?: () => number;
  readonly log?: BrokerLog;
}

export interface SmartApi extends MarketFeeds {
  readonly sessions: BrokerSessions;
  /**
   * Market data in the name of a client. Cheap: make a new one when the tokens change.
   *
   * @param user who shares the client's rate budget in turns, such as `chart` or `download`
   */
  readonly marketData: (access: BrokerAccess, user?: string) => MarketData;
}

/** One per process: the broker's rate limits hold for all its users together. */
export function createSmartApi(settings: SmartApiSettings = {}, outside: SmartApiOutside = {}): SmartApi {
  const timing = outside.timing ?? systemTiming;
  const random = outside.random ?? Math.random;
  const doFetch = outside.fetch ?? fetch;
  const log = (entry: BrokerLogEntry): void => {
    // Entries hold no secrets by design; the mask is for the entry that someone adds later.
    outside.log?.(redactEntry(entry));
  };
  const transport = createTransport({
    baseUrl: settings.baseUrl ?? SMARTAPI_URL,
    fetch: doFetch,
    timing,
    random,
    timeoutMs: settings.timeoutMs ?? 7_000,
    maxQueueWaitMs: settings.maxQueueWaitMs ?? 30_000,
    budget: createRateBudget({ ...DEFAULT_LIMITS, ...settings.limits }, timing),
    log,
  });
  const master = {
    fetch: doFetch,
    masterUrl: settings.masterUrl ?? SMARTAPI_MASTER_URL,
    timeoutMs: settings.masterTimeoutMs ?? 120_000,
  };
  const feedSettings = { ...DEFAULT_FEED_SETTINGS, ...settings.feed, url: settings.feedUrl ?? SMARTAPI_FEED_URL };
  const feedParts = { settings: feedSettings, open: outside.openConnection ?? openConnection, timing, random, log };
  const openingOf = settings.openingOf ?? usualOpening;
  return {
    sessions: createSessions(transport, timing),
    marketData: (access, user = 'default') => createMarketData({ transport, master, openingOf }, access, user),
    openFeed: (access, listener) => new SmartApiFeed(feedParts, access, listener),
  };
}
