import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { OrderIntent } from '@trickdesk/engine';
import { isNotStored } from './entries-store.ts';
import type { EntryGroups } from './entry-groups.ts';
import type { EntryPlan, LiveDesks, Seat, SeatFacts } from './live-desk.ts';
import type { Writing } from './run-writer.ts';
import type { SendLanes } from './send-lanes.ts';
import { RunLost } from './store.ts';

/** What a live run needs of its runner to speak to the desk of its account. */
export interface SeatParts {
  readonly desks: LiveDesks;
  /** Whether this process still holds the account, asked of the database where it is not sure. */
  readonly confirm: () => Promise<boolean>;
  /** Of all runs of the process. */
  readonly lanes: SendLanes;
  /** The same. */
  readonly groups: EntryGroups;
}

type Asked = Pick<Writing, 'requests' | 'landed'>;

/** A run's side of the desk, through the life of its writes. In test mode there is none. */
export class RunSeat {
  readonly #seat: Seat;
  readonly #confirm: SeatParts['confirm'];
  readonly #deploymentId: number;
  #planned = false;
  #left = false;

  constructor({ desks, confirm }: Pick<SeatParts, 'desks' | 'confirm'>, facts: SeatFacts, onNews: () => void) {
    this.#seat = desks.seat(facts, onNews);
    this.#confirm = confirm;
    this.#deploymentId = facts.deploymentId;
  }

  /** Plans entries by what is known, to be stored in one statement; `undefined` where they have to be written as others. */
  async plan(intents: readonly OrderIntent[], at: EpochMs, decidedAtWall?: number): Promise<EntryPlan | undefined> {
    this.rolledBack();
    const plan = await this.#seat.plan?.(intents, at, decidedAtWall);
    this.#planned = plan !== undefined;
    return plan;
  }

  /** Nothing of the plan is stored. */
  dropped(plan: EntryPlan): void {
    this.#planned = false;
    plan.dropped();
  }

  resume(): void {
    this.#seat.resume?.();
  }

  changed(): void {
    this.#seat.changed?.();
  }

  /** Stores what the batch asks of the broker, in its transaction; once more where the transaction is repeated. */
  async write(tx: Tx, { requests, landed }: Asked, at: EpochMs): Promise<void> {
    this.rolledBack();
    if (requests.length === 0) return;
    this.#planned = true;
    try {
      await this.#seat.write(tx, requests, at);
    } catch (error) {
      // What failed before it says more.
      await landed();
      // A desk that was taken over refuses: that is no fault of the run, which goes on elsewhere.
      if (!(await this.#confirm())) throw new RunLost(this.#deploymentId, 'lost the desk of its broker account');
      throw error;
    }
  }

  /**
   * The transaction is through: its orders are sent, if this process may still act. If not, they stay as they are
   * stored, and whoever holds the account by then takes them from there.
   *
   * @returns false when the right to act is lost
   */
  async committed(): Promise<boolean> {
    if (!this.#planned) return true;
    this.#planned = false;
    if (!(await this.#confirm())) return false;
    await this.#seat.committed();
    return true;
  }

  /** @param error what it failed with, where that is known */
  rolledBack(error?: unknown): void {
    if (!this.#planned) return;
    this.#planned = false;
    // Whether it is stored is not known where neither the server nor we have refused it.
    this.#seat.rolledBack(error instanceof RunLost || isNotStored(error));
  }

  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#seat.leave();
  }
}
