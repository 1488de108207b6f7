import type { EdisDesk } from '../edis/desk.ts';
import type { Faults } from '../faults.ts';
import type { GttDesk } from '../gtt/desk.ts';
import type { Exchange } from '../market/exchange.ts';
import type { OrderBroker } from '../orders/types.ts';
import type { Sessions } from '../sessions.ts';
import type { StoredSession } from '../store.ts';
import type { CallCounters } from './call-counters.ts';
import type { RateLimit } from './rate-limiter.ts';
import type { Reply } from './reply.ts';

/** What every route works on. */
export interface Desk {
  readonly exchange: Exchange;
  readonly sessions: Sessions;
  readonly orders: OrderBroker;
  readonly rules: GttDesk;
  readonly edis: EdisDesk;
  readonly faults: Faults;
  readonly calls: CallCounters;
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
  /** Orders and rules are taken only from the address that is registered for the key. */
  readonly needsRegisteredIp?: boolean;
  readonly handle: (call: RouteCall) => Reply | Promise<Reply>;
}

export const SECURE = '/rest/secure/angelbroking';
export const AUTH = '/rest/auth/angelbroking';

/** The client of a route behind a login. */
export function clientOf({ session }: RouteCall): string {
  return session?.clientCode ?? '';
}

/** Name of a route in faults and counters: the last part of its path. */
export function routeName(route: Route): string {
  return route.path.slice(route.path.lastIndexOf('/') + 1);
}
