import type { EpochMs } from '@trickdesk/domain';
import type { Exchange } from './market/exchange.ts';

export interface ClockOptions {
  readonly exchange: Exchange;
  /** Wall clock in milliseconds. */
  readonly wall: () => number;
  /** Market seconds in one wall second. */
  readonly speed: number;
  readonly paused?: boolean;
  /** The clock rests when nobody has called for this long (wall ms). */
  readonly restAfterMs?: number;
}

export interface ClockState {
  readonly now: EpochMs;
  readonly speed: number;
  readonly paused: boolean;
  readonly resting: boolean;
}

/** Maps the wall clock to the exchange's: moves it on when `beat` is called, some twenty times a second. */
export interface MarketClock {
  readonly beat: () => void;
  readonly state: () => ClockState;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly setSpeed: (speed: number) => void;
  /** Lets market time pass at once, sending all that falls into it; works while paused. */
  readonly step: (marketMs: number) => void;
  readonly jumpTo: (at: EpochMs) => void;
  /** Somebody called: the clock does not rest. */
  readonly touch: () => void;
}

const REST_AFTER_MS = 30 * 60_000;
/** A process that stood still (a stopped laptop, a long pause for garbage) does not make the market jump. */
const LONGEST_BEAT_MS = 1_000;

export function createMarketClock(options: ClockOptions): MarketClock {
  const { exchange, wall, restAfterMs = REST_AFTER_MS } = options;
  let { speed } = options;
  let paused = options.paused ?? false;
  let lastBeat = wall();
  let lastCall = wall();
  const resting = (): boolean => wall() - lastCall > restAfterMs;

  return {
    beat: () => {
      const at = wall();
      const passed = Math.min(LONGEST_BEAT_MS, Math.max(0, at - lastBeat));
      lastBeat = at;
      if (!paused && !resting()) exchange.runTo(exchange.now() + passed * speed);
    },
    state: () => ({ now: exchange.now(), speed, paused, resting: resting() }),
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      lastBeat = wall();
    },
    setSpeed: (next) => {
      speed = next;
    },
    step: (marketMs) => exchange.runTo(exchange.now() + marketMs),
    jumpTo: (at) => exchange.jumpTo(at),
    touch: () => {
      lastCall = wall();
    },
  };
}
