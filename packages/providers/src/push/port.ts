/** How a browser is told of something while no page of ours is open in it (RFC 8030). */

/** What a browser answers when it is asked for pushes; the two keys are in base 64 for URLs. */
export interface PushSubscriptionKeys {
  /** Where its maker takes messages for it: whoever knows it may send there. */
  readonly endpoint: string;
  /** The browser's point on P-256, uncompressed. */
  readonly p256dh: string;
  /** 16 bytes that only the browser and we know. */
  readonly auth: string;
}

export interface PushMessage {
  /** At most 3 KB: services refuse more than 4 KB once it is sealed. */
  readonly payload: string;
  /** How long the service keeps it for a browser that is away, seconds. */
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
  /** A later message of the same topic takes the place of one that was not fetched: 32 letters of base 64 at most. */
  readonly topic: string;
}

/**
 * What became of a message. `gone`: the browser no longer takes any, and nobody asks it again. `refused`: this message
 * will never be taken. `unclear`: it may have been taken; sent again under its topic it is shown once.
 */
export type PushOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly httpStatus: number }
  | { readonly kind: 'unclear'; readonly cause: 'timeout' | 'network' | 'busy'; readonly retryAfterSeconds?: number };

export interface WebPush {
  /** Never throws, never repeats. */
  readonly send: (to: PushSubscriptionKeys, message: PushMessage) => Promise<PushOutcome>;
}
