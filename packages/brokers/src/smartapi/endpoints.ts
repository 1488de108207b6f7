import type { RateLimit, SharedLimit } from './rate-budget.ts';

const AUTH = '/rest/auth/angelbroking';
const SECURE = '/rest/secure/angelbroking';

export const PATHS = {
  logIn: `${AUTH}/user/v1/loginByPassword`,
  renew: `${AUTH}/jwt/v1/generateTokens`,
  profile: `${SECURE}/user/v1/getProfile`,
  logOut: `${SECURE}/user/v1/logout`,
  funds: `${SECURE}/user/v1/getRMS`,
  lastPrice: `${SECURE}/order/v1/getLtpData`,
  quote: `${SECURE}/market/v1/quote/`,
  candles: `${SECURE}/historical/v1/getCandleData`,
  search: `${SECURE}/order/v1/searchScrip`,
  place: `${SECURE}/order/v1/placeOrder`,
  modify: `${SECURE}/order/v1/modifyOrder`,
  cancel: `${SECURE}/order/v1/cancelOrder`,
  orderBook: `${SECURE}/order/v1/getOrderBook`,
  order: `${SECURE}/order/v1/details`,
  tradeBook: `${SECURE}/order/v1/getTradeBook`,
  positions: `${SECURE}/order/v1/getPosition`,
  holdings: `${SECURE}/portfolio/v1/getHolding`,
  margin: `${SECURE}/margin/v1/batch`,
  createGtt: `${SECURE}/gtt/v1/createRule`,
  modifyGtt: `${SECURE}/gtt/v1/modifyRule`,
  cancelGtt: `${SECURE}/gtt/v1/cancelRule`,
  gttRules: `${SECURE}/gtt/v1/ruleList`,
  beginRelease: `${SECURE}/edis/v1/verifyDis`,
  sendTpin: `${SECURE}/edis/v1/generateTPIN`,
  releaseOutcome: `${SECURE}/edis/v1/getTranStatus`,
} as const;

export type Endpoint = keyof typeof PATHS;

/** The network's jitter can bring two calls closer together than they left; the windows are longer by this. */
const MARGIN_MS = 150;
const perSecond = (calls: number): RateLimit => ({ calls, windowMs: 1000 + MARGIN_MS });
const perMinute = (calls: number): RateLimit => ({ calls, windowMs: 60_000 + MARGIN_MS });
const perHour = (calls: number): RateLimit => ({ calls, windowMs: 3_600_000 + MARGIN_MS });
const keeping = (reserved: number, limit: RateLimit): RateLimit => ({ ...limit, reserved });

/**
 * Entries and moves of stops leave a part of each window to exits: a quiet second helps nobody whose hour is used up.
 * A position is left by a change of its stop, so stops that follow a price must not use up all changes.
 */
const ORDER_WRITE: readonly RateLimit[] = [keeping(100, perMinute(500)), keeping(250, perHour(1000))];
/** A book is read at most this often, each of them. */
const BOOK: readonly RateLimit[] = [{ calls: 1, windowMs: 1200 }];
const GTT_WRITE: readonly RateLimit[] = [perSecond(9), perMinute(500), perHour(5000)];

/**
 * The broker's published limits, per client code. Two are kept below them: quotes, where its pages disagree (10 and 1 a
 * second), and candles, where clients report refusals at the published 3.
 */
export const DEFAULT_LIMITS: Readonly<Record<Endpoint, readonly RateLimit[]>> = {
  logIn: [perSecond(1)],
  renew: [perSecond(1), perHour(1000)],
  profile: [perSecond(3), perHour(1000)],
  logOut: [perSecond(1)],
  funds: [perSecond(2)],
  lastPrice: [perSecond(10), perMinute(500), perHour(5000)],
  quote: [perSecond(1), perMinute(500), perHour(5000)],
  candles: [perSecond(2), perMinute(180), perHour(5000)],
  search: [perSecond(1)],
  place: ORDER_WRITE,
  modify: ORDER_WRITE,
  cancel: ORDER_WRITE,
  orderBook: BOOK,
  order: [perSecond(10), perMinute(500), perHour(5000)],
  tradeBook: BOOK,
  positions: BOOK,
  holdings: BOOK,
  margin: [perSecond(10), perMinute(500), perHour(5000)],
  createGtt: GTT_WRITE,
  modifyGtt: GTT_WRITE,
  cancelGtt: GTT_WRITE,
  gttRules: [perSecond(10), perMinute(500), perHour(5000)],
  // The broker publishes none for these; a person asks for them by hand.
  beginRelease: [perSecond(1)],
  sendTpin: [perSecond(1)],
  releaseOutcome: [perSecond(1)],
};

const MAX_ORDERS_A_SECOND = 9;

/**
 * What all writes of orders count towards together.
 *
 * @param aSecond fewer than the broker's nine, to stay clear of them; more has no effect
 */
export function orderLimits(aSecond: number): SharedLimit {
  return {
    groups: ['place', 'modify', 'cancel'] satisfies Endpoint[],
    limits: [keeping(2, perSecond(Math.min(aSecond, MAX_ORDERS_A_SECOND)))],
  };
}
