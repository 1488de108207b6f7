import type { DeskSettings } from './desk-settings.ts';

/** What the desk knows of its orders when it asks whether the book is due. */
export interface BookReasons {
  readonly wall: number;
  readonly hasOrders: boolean;
  /** Something is unclear, or should have moved by now. */
  readonly needsBook: boolean;
}

/**
 * When the order book is read. The broker gives a turn about once a second: without a reason it is kept, because the
 * next order may need it at once. All times are of the wall clock.
 */
export class BookTurn {
  readonly #settings: Pick<DeskSettings, 'bookEveryMs' | 'idleBookEveryMs'>;
  /** When the last request left. */
  #askedAtWall = 0;
  /** What the broker said may have been missed. */
  #isMissed = false;
  /** Until here there was nothing to look for. */
  #emptyUntilWall = 0;

  constructor(settings: Pick<DeskSettings, 'bookEveryMs' | 'idleBookEveryMs'>) {
    this.#settings = settings;
  }

  /** The book is wanted without a wait, if there is anything to look for. */
  missed(): void {
    this.#isMissed = true;
  }

  asked(wall: number): void {
    this.#askedAtWall = wall;
    this.#isMissed = false;
  }

  isDue({ wall, hasOrders, needsBook }: BookReasons): boolean {
    const { bookEveryMs, idleBookEveryMs } = this.#settings;
    if (!hasOrders && !needsBook) {
      this.#emptyUntilWall = wall;
      this.#isMissed = false;
      return false;
    }
    if (this.#isMissed) return true;
    if (wall - this.#askedAtWall < bookEveryMs) return false;
    return needsBook || wall - Math.max(this.#askedAtWall, this.#emptyUntilWall) >= idleBookEveryMs;
  }
}
