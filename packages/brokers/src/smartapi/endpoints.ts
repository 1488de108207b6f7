import type { RateLimit } from './rate-budget.ts';

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
} as const;

export type Endpoint = keyof typeof PATHS;

/** The network's jitter can bring two calls closer together than they left; the windows are longer by this. */
const MARGIN_MS = 50;
const perSecond = (calls: number): RateLimit => ({ calls, windowMs: 1000 + MARGIN_MS });
const perMinute = (calls: number): RateLimit => ({ calls, windowMs: 60_000 + MARGIN_MS });
const perHour = (calls: number): RateLimit => ({ calls, windowMs: 3_600_000 + MARGIN_MS });

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
};
