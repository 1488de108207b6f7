import type { Bus, Database } from '@trickdesk/db';
import { wakeUserStreams } from '../../../platform/user-events/index.ts';
import type { MarketDataService } from '../../market-data/index.ts';
import type { LaterWork, SendLanes } from './send-lanes.ts';
import { RunLost } from './store.ts';
import { type Telling, tellRun } from './tell-run.ts';

export interface TellerParts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  readonly bus: Bus;
  readonly retryAfterMs: number;
  readonly lanes: SendLanes;
  /** The run belongs to nobody or to another runner now, who tells. */
  readonly onLost: (reason: RunLost) => void;
  /** Tried several times in vain: whoever takes the run up next tells. */
  readonly onFault: (error: unknown) => void;
}

const TRIES = 5;

/** Tells what a run's writes have left to be told, one after the other, when no order is about to leave. */
export class RunTeller {
  readonly #parts: TellerParts;
  #work: LaterWork | undefined;
  #isOver = false;

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  /** What was left before must be told by then. */
  begin(telling: Telling): void {
    const work = this.#parts.lanes.later(() => this.#tell(telling));
    this.#work = work;
  }

  /** Resolves when everything is told, or cannot be. The next write of the run comes after it. */
  async told(): Promise<void> {
    const work = this.#work;
    if (!work) return;
    work.hurry();
    await work.done;
    if (this.#work === work) this.#work = undefined;
  }

  /** The right to run is lost: nothing more is told. */
  abandon(): void {
    this.#isOver = true;
  }

  async #tell(telling: Telling): Promise<void> {
    const { database, marketData, bus, retryAfterMs, onLost, onFault } = this.#parts;
    for (let attempt = 1; !this.#isOver; attempt += 1) {
      try {
        await database.transaction((tx) => tellRun(tx, marketData, telling));
        return wakeUserStreams(bus, telling.facts.accountId);
      } catch (error) {
        if (error instanceof RunLost) return onLost(error);
        if (attempt >= TRIES) return onFault(error);
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs * attempt));
      }
    }
  }
}
