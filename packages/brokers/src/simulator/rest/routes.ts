import type { Accounts } from '../accounts.ts';
import type { Faults } from '../faults.ts';
import type { Exchange } from '../market/exchange.ts';
import type { Sessions } from '../sessions.ts';
import type { StoredSession } from '../store.ts';
import type { RateLimit } from './rate-limiter.ts';
import type { Reply } from './reply.ts';

/** What every route works on. The order engine joins here. */
export interface Desk {
  readonly exchange: Exchange;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly faults: Faults;
}

export interface RouteCall {
  readonly desk: Desk;
  /** Parsed JSON of a POST; `undefined` where there is none. */
  readonly body: unknown;
  /** What follows the route's path, as in `details/{id}`. */
  readonly rest: string;
  /** Absent only on routes without a login. */
  readonly session: StoredSession | undefined;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit: RateLimit;
  /**
   * `login`: no token; `refresh`: a known token, expired or not; `session`: a live token.
   */
  readonly auth: 'login' | 'refresh' | 'session';
  /** True where the path goes on with an id. */
  readonly takesRest?: boolean;
  readonly handle: (call: RouteCall) => Reply | Promise<Reply>;
}

export const SECURE = '/rest/secure/angelbroking';
export const AUTH = '/rest/auth/angelbroking';

/** A field of a request body as text: the broker takes numbers and strings alike. Absent and null are empty. */
export function textField(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !(name in body)) return '';
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Name of a route in faults and counters: the last part of its path. */
export function routeName(route: Route): string {
  return route.path.slice(route.path.lastIndexOf('/') + 1);
}
