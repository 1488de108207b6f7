import type { BrokerReply } from '@trickdesk/brokers';
import type { Bar } from '@trickdesk/domain';
import type { Log } from '../../../platform/log.ts';
import { pause } from './broker-session.ts';
import type { Hole } from './instrument-track.ts';

export interface RepairParts {
  readonly fetch: (hole: Hole) => Promise<BrokerReply<readonly Bar[]>>;
  readonly fill: (hole: Hole, bars: readonly Bar[]) => Promise<void>;
  /** Something that trying again does not cure. */
  readonly onFailure: (error: unknown) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface Repairs {
  readonly add: (hole: Hole) => void;
  readonly open: () => number;
}

/** As many at once as one round of the broker's budget serves; it is the budget that sets the pace. */
const WORKERS = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;

/** Fetches the candles of holes, first come first served, each until it succeeds. */
export function createRepairs({ fetch, fill, onFailure, log, signal }: RepairParts): Repairs {
  const waiting: Hole[] = [];
  let working = 0;

  const repair = async (hole: Hole): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const reply = await fetch(hole);
      if (reply.kind === 'ok') return fill(hole, reply.value);
      log.warn({ hole, reply, attempt }, 'missing minutes could not be fetched; trying again');
      await pause(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10)), signal);
    }
  };
  const work = async (): Promise<void> => {
    working += 1;
    try {
      for (let hole = waiting.shift(); hole && !signal.aborted; hole = waiting.shift()) await repair(hole);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    } finally {
      working -= 1;
    }
  };
  return {
    add: (hole) => {
      waiting.push(hole);
      if (working < WORKERS) void work();
    },
    open: () => waiting.length + working,
  };
}
