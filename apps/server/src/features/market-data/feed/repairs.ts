import type { BrokerReply } from '@trickdesk/brokers';
import type { Bar } from '@trickdesk/domain';
import type { Log } from '../../../platform/log.ts';
import { pause } from './broker-session.ts';
import type { Hole } from './ordered-news.ts';

export interface RepairParts {
  readonly fetch: (hole: Hole) => Promise<BrokerReply<readonly Bar[]>>;
  readonly fill: (hole: Hole, bars: readonly Bar[]) => Promise<void>;
  /** How much hangs on an instrument at this moment: its holes go before those of a lighter one. */
  readonly weightOf: (instrumentId: number) => number;
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

/**
 * Fetches the candles of holes, each until it succeeds: first what most hangs on, then first come first served. After
 * the line was lost every instrument has one, and the broker answers three a second.
 */
export function createRepairs({ fetch, fill, weightOf, onFailure, log, signal }: RepairParts): Repairs {
  const waiting: Hole[] = [];
  let working = 0;

  const heaviest = (): Hole | undefined => {
    let [first, most] = [waiting[0], Number.NEGATIVE_INFINITY];
    for (const hole of waiting) {
      const weight = weightOf(hole.instrumentId);
      if (weight > most) [first, most] = [hole, weight];
    }
    return first;
  };
  /** All that waits of one instrument goes in one request: requests are scarce, minutes are not. */
  const takeOne = (): Hole[] => {
    const first = heaviest();
    const taken = waiting.filter((hole) => hole.instrumentId === first?.instrumentId);
    const left = waiting.filter((hole) => !taken.includes(hole));
    waiting.splice(0, waiting.length, ...left);
    return taken;
  };
  const repair = async (holes: readonly Hole[], whole: Hole): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const reply = await fetch(whole);
      if (reply.kind === 'ok') {
        for (const hole of holes)
          await fill(
            hole,
            reply.value.filter((bar) => isInside(bar, hole)),
          );
        return;
      }
      log.warn({ hole: whole, reply, attempt }, 'missing minutes could not be fetched; trying again');
      await pause(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10)), signal);
    }
  };
  const work = async (): Promise<void> => {
    working += 1;
    try {
      while (!signal.aborted) {
        const holes = takeOne();
        const [first] = holes;
        if (!first) break;
        const from = Math.min(...holes.map((hole) => hole.from));
        await repair(holes, { ...first, from, to: Math.max(...holes.map((hole) => hole.to)) });
      }
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

function isInside(bar: Bar, hole: Hole): boolean {
  return bar.openAt >= hole.from && bar.openAt < hole.to;
}
