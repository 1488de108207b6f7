import type { EpochMs } from '@trickdesk/domain';

/** The wall clock: sessions, tokens, limits, audit. Trading follows the exchange clock of the feed instead. */
export interface Clock {
  readonly now: () => EpochMs;
}

export const systemClock: Clock = { now: () => Date.now() };
