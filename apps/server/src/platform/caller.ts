import type { AbilityRule } from '@trickdesk/contract';

/** Who makes a call, as the session says; never taken from the request's body. */
export interface Caller {
  readonly accountId: number;
  readonly sessionId: string;
  readonly ability: readonly AbilityRule[];
  readonly origin: RequestOrigin;
}

/** Where a request came from, for logs and back-off. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly address: string;
  readonly device: string;
  /** What the browser of a sign-in is known by; clients that keep no cookies have none. */
  readonly browser?: string;
}
