/** Work that waits until no order is about to leave. */
export interface LaterWork {
  /** Somebody needs it now: it begins at once. */
  readonly hurry: () => void;
  /** Resolves when it is done. */
  readonly done: Promise<void>;
}

/** How much of what can wait is done at a time: an order that comes meanwhile must find a free connection. */
const LATER_AT_ONCE = 3;

/**
 * Who may use the database first, where many tricks fire at once: orders before what is told of them. Orders of one
 * broker account leave one after another, since its limits are weighed one after another: those that wait for their
 * turn in the database would keep connections from other accounts.
 */
export class SendLanes {
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #waiting = new Set<() => void>();
  #sending = 0;
  #later = 0;

  /** @throws what the work throws */
  async send<T>(brokerLinkId: number, work: () => Promise<T>): Promise<T> {
    this.#sending += 1;
    const before = this.#last.get(brokerLinkId);
    const turn = before ? before.then(work, work) : work();
    this.#last.set(brokerLinkId, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(brokerLinkId) === turn) this.#last.delete(brokerLinkId);
      this.#sending -= 1;
      this.#beginLater();
    }
  }

  /** @param work never rejects */
  later(work: () => Promise<void>): LaterWork {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const done = begun.then(async () => {
      this.#later += 1;
      try {
        await work();
      } finally {
        this.#later -= 1;
        this.#beginLater();
      }
    });
    this.#waiting.add(begin);
    this.#beginLater();
    const hurry = (): void => {
      this.#waiting.delete(begin);
      begin();
    };
    return { hurry, done };
  }

  #beginLater(): void {
    let free = this.#sending === 0 ? LATER_AT_ONCE - this.#later : 0;
    for (const begin of this.#waiting) {
      if (free <= 0) return;
      free -= 1;
      this.#waiting.delete(begin);
      begin();
    }
  }
}
