import { isBare, type RunBatch } from './run-batch.ts';
import { RunLost } from './store.ts';

export interface WriteQueueParts {
  /** Writes batches in one transaction, all or none. */
  readonly write: (batches: readonly RunBatch[]) => Promise<void>;
  /** The run belongs to nobody or to another runner now; nothing more is written. */
  readonly onLost: (reason: RunLost) => void;
  /** Tried several times in vain; nothing more is written. */
  readonly onFault: (error: unknown) => void;
  readonly retryAfterMs: number;
}

const TRIES = 5;
/** What waits is written in parts, so that no transaction grows without bound. */
const MOST_AT_ONCE = 500;

/** Writes what a run led to, in order, one transaction after the other. */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  #waiting: RunBatch[] = [];
  #writing: Promise<void> | undefined;
  #closed = false;
  #abandoned = false;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
  }

  add(batch: RunBatch): void {
    if (this.#closed) return;
    // A bare state that was not yet written is superseded by any later one.
    const last = this.#waiting.at(-1);
    if (last && isBare(last)) this.#waiting.pop();
    this.#waiting.push(batch);
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when what was added so far has been written, or cannot be. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Takes nothing new; resolves when what waits has been written, or cannot be. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  /** Takes nothing new and forgets what waits; what is being written right now is fenced. */
  abandon(): void {
    this.#closed = true;
    this.#abandoned = true;
    this.#waiting = [];
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#writeWithRetry(this.#waiting.splice(0, MOST_AT_ONCE));
    }
  }

  async #writeWithRetry(batches: readonly RunBatch[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#parts.write(batches);
      } catch (error) {
        if (this.#abandoned) return;
        const lost = error instanceof RunLost;
        if (!lost && attempt < TRIES) {
          await new Promise((resolve) => setTimeout(resolve, this.#parts.retryAfterMs * attempt));
          continue;
        }
        this.abandon();
        return lost ? this.#parts.onLost(error) : this.#parts.onFault(error);
      }
    }
  }
}
