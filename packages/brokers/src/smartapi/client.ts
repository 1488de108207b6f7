import type { BrokerAccess, BrokerSessions, MarketData, MarketFeeds } from '../port.ts';
import type { BrokerOrderApi } from '../port-orders.ts';
import type { BrokerReleaseApi } from '../port-releases.ts';
import { type OpeningOf, usualOpening } from './candles.ts';
import { DEFAULT_LIMITS, type Endpoint, orderLimits } from './endpoints.ts';
import { DEFAULT_FEED_SETTINGS, type FeedSettings, SmartApiFeed } from './feed.ts';
import { type OpenConnection, openConnection, openOrderConnection } from './feed-connection.ts';
import { type ClientIdentity, NOBODY } from './http-exchange.ts';
import { createMarketData } from './market-data.ts';
import { type OrderFeedSettings, SmartApiOrderFeed } from './orders/order-feed.ts';
import { createOrders } from './orders/orders.ts';
import { createWriter } from './orders/writer.ts';
import { createRateBudget, type RateBudget, type RateLimit } from './rate-budget.ts';
import { type BrokerLog, type BrokerLogEntry, redactEntry } from './redact.ts';
import { CDSL_FORM_URL, createReleases } from './releases.ts';
import { createSessions } from './sessions.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createTransport } from './transport.ts';

export const SMARTAPI_URL = 'https://apiconnect.angelone.in';
export const SMARTAPI_FEED_URL = 'wss://smartapisocket.angelone.in/smart-stream';
export const SMARTAPI_ORDER_FEED_URL = 'wss://tns.angelone.in/smart-order-update';
export const SMARTAPI_MASTER_URL = 'https://margincalculator.angelone.in/OpenAPI_File/files/OpenAPIScripMaster.json';

export interface SmartApiSettings {
  /** Without a slash at the end. */
  readonly baseUrl?: string;
  /** With a `baseUrl` of its own, both streams are looked for there: no token of another broker goes to the real one. */
  readonly feedUrl?: string;
  readonly orderFeedUrl?: string;
  readonly masterUrl?: string;
  /** Where the depository's form is posted; with a `baseUrl` of its own, it is looked for there. */
  readonly releaseFormUrl?: string;
  readonly identity?: ClientIdentity;
  /** For one answer, body included. */
  readonly timeoutMs?: number;
  readonly masterTimeoutMs?: number;
  /** How long a call may wait for its turn in the rate budget. */
  readonly maxQueueWaitMs?: number;
  /** The same for an order, whose price is of its moment. */
  readonly maxOrderWaitMs?: number;
  /** Orders placed, modified and cancelled together, per client code; above the broker's nine it has no effect. */
  readonly ordersASecond?: number;
  /** Per client code; named endpoints replace the published limits. */
  readonly limits?: Partial<Readonly<Record<Endpoint, readonly RateLimit[]>>>;
  readonly feed?: Partial<Omit<FeedSettings, 'url'>>;
  readonly orderFeed?: Partial<Omit<OrderFeedSettings, 'url'>>;
  readonly openingOf?: OpeningOf;
}

/** Stand-ins for the outside; each has the real thing as its default. */
export interface SmartApiOutside {
  readonly fetch?: typeof fetch;
  readonly openConnection?: OpenConnection;
  readonly openOrderConnection?: OpenConnection;
  readonly timing?: Timing;
  readonly random?: () => number;
  readonly log?: BrokerLog;
}

export interface SmartApi extends MarketFeeds, BrokerOrderApi, BrokerReleaseApi {
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
  const calls = {
    baseUrl: settings.baseUrl ?? SMARTAPI_URL,
    identity: settings.identity ?? NOBODY,
    fetch: doFetch,
    timeoutMs: settings.timeoutMs ?? 7_000,
    budget: budgetOf(settings, timing),
    log,
  };
  const transport = createTransport({
    ...calls,
    timing,
    random,
    maxQueueWaitMs: settings.maxQueueWaitMs ?? 30_000,
  });
  const writer = createWriter({ ...calls, maxQueueWaitMs: settings.maxOrderWaitMs ?? 5_000 });
  const master = {
    fetch: doFetch,
    masterUrl: settings.masterUrl ?? SMARTAPI_MASTER_URL,
    timeoutMs: settings.masterTimeoutMs ?? 120_000,
  };
  const feedSettings = { ...DEFAULT_FEED_SETTINGS, ...settings.feed, url: feedUrlOf(settings) };
  const feedParts = { settings: feedSettings, open: outside.openConnection ?? openConnection, timing, random, log };
  const orderFeedParts = {
    settings: {
      ...DEFAULT_FEED_SETTINGS,
      ...settings.orderFeed,
      url: orderFeedUrlOf(settings),
    },
    open: outside.openOrderConnection ?? openOrderConnection,
    timing,
    random,
    log,
  };
  const releaseFormUrl = formUrlOf(settings);
  const openingOf = settings.openingOf ?? usualOpening;
  return {
    sessions: createSessions(transport, timing),
    marketData: (access, user = 'default') => createMarketData({ transport, master, openingOf }, access, user),
    openFeed: (access, listener) => new SmartApiFeed(feedParts, access, listener),
    orders: (access) => createOrders({ transport, writer, timing }, access),
    releaseFormUrl,
    releases: (access) => createReleases({ transport, formUrl: releaseFormUrl }, access),
    openOrderFeed: (access, listener) => new SmartApiOrderFeed(orderFeedParts, access, listener),
  };
}

function feedUrlOf({ feedUrl, baseUrl }: SmartApiSettings): string {
  return feedUrl ?? (baseUrl === undefined ? SMARTAPI_FEED_URL : streamAt(baseUrl, 'smart-stream'));
}

function orderFeedUrlOf({ orderFeedUrl, baseUrl }: SmartApiSettings): string {
  return orderFeedUrl ?? (baseUrl === undefined ? SMARTAPI_ORDER_FEED_URL : streamAt(baseUrl, 'smart-order-update'));
}

function formUrlOf({ releaseFormUrl, baseUrl }: SmartApiSettings): string {
  return releaseFormUrl ?? (baseUrl === undefined ? CDSL_FORM_URL : `${baseUrl}/eDIS/VerifyDIS/`);
}

function streamAt(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/^http/, 'ws')}/${path}`;
}

function budgetOf(settings: SmartApiSettings, timing: Timing): RateBudget {
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  return createRateBudget({ limits, shared: [orderLimits(settings.ordersASecond ?? 5)] }, timing);
}
