import type { Database } from '@trickdesk/db';
import type { Log } from '../../../platform/log.ts';
import { type EntriesAlone, type RunWrite, runOf } from './entries-alone.ts';
import { type EntriesOfRun, isNotStored, placeEntries } from './entries-store.ts';
import type { EntryPlan } from './live-desk.ts';
import type { Written } from './run-writer.ts';
import type { RunSeat } from './seat.ts';
import type { SendLanes } from './send-lanes.ts';

/** What became of a write. */
export interface WriteEnd {
  readonly written: Written;
  /** False when the right to act is lost. */
  readonly mayAct: boolean;
}

/** Entries of one run, to be stored by one statement. */
export interface EntryWrite extends RunWrite {
  readonly seat: RunSeat;
  readonly alone: EntriesAlone;
}

interface Waiting extends EntryWrite {
  /** `undefined`: nothing of it was stored. */
  readonly end: (end: WriteEnd | undefined) => void;
  readonly fail: (error: unknown) => void;
}

interface Planned {
  readonly one: Waiting;
  readonly plan: EntryPlan;
  readonly run: EntriesOfRun;
}

export interface EntryGroupsParts {
  readonly database: Pick<Database, 'prepared'>;
  readonly lanes: SendLanes;
  readonly log: Log;
}

/** So many runs by one statement: the first of them waits for the last. */
const MOST_AT_ONCE = 25;

/**
 * Entries of one account that fire together are weighed one after another in memory, and stored by one statement. All or
 * none: where something has changed, each is written by itself, and weighed by what is stored then.
 */
export class EntryGroups {
  readonly #parts: EntryGroupsParts;
  /** By link. */
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(parts: EntryGroupsParts) {
    this.#parts = parts;
  }

  /** @returns `undefined` where nothing was stored, so that it has to be written as other things are */
  write(brokerLinkId: number, write: EntryWrite): Promise<WriteEnd | undefined> {
    return new Promise((end, fail) => {
      const one = { ...write, end, fail };
      const waiting = this.#waiting.get(brokerLinkId);
      if (waiting && waiting.length < MOST_AT_ONCE) waiting.push(one);
      else void this.#begin(brokerLinkId, one);
    });
  }

  /** Whoever comes until its turn goes with it. */
  async #begin(brokerLinkId: number, first: Waiting): Promise<void> {
    const group = [first];
    this.#waiting.set(brokerLinkId, group);
    await this.#parts.lanes.send(brokerLinkId, async () => {
      // Runs that hear of the same moment are told of it one after another.
      await undefined;
      if (this.#waiting.get(brokerLinkId) === group) this.#waiting.delete(brokerLinkId);
      await this.#writeGroup(group);
    });
  }

  /** Never throws: each is told what became of its own. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const planned: Planned[] = [];
    try {
      for (const one of group) {
        const plan = await this.#plan(one, planned[0]?.plan);
        if (plan) planned.push({ one, plan, run: runOf(one, one.alone, plan) });
      }
      const [first] = planned;
      if (first) await this.#store(first.plan, planned);
      // Whoever was told already is not told again.
      for (const { end } of group) end(undefined);
    } catch (error) {
      this.#failed(group, error);
    }
  }

  #failed(group: readonly Waiting[], error: unknown): void {
    for (const { seat } of group) seat.rolledBack(error);
    const isCertain = isNotStored(error);
    if (isCertain) this.#parts.log.warn({ error }, 'entries could not be stored at once: each is written by itself');
    for (const { end, fail } of group) {
      if (isCertain) end(undefined);
      else fail(error);
    }
  }

  /** Of one group all rest on the same. */
  async #plan({ seat, alone, batches }: Waiting, first: EntryPlan | undefined): Promise<EntryPlan | undefined> {
    const plan = await seat.plan(alone.intents, batches.at(-1)?.at ?? 0, alone.decidedAtWall);
    if (!plan || !first || (plan.version === first.version && plan.fence === first.fence)) return plan;
    seat.dropped(plan);
    return undefined;
  }

  async #store(place: EntryPlan, planned: readonly Planned[]): Promise<void> {
    const placed = await placeEntries(
      this.#parts.database,
      place,
      planned.map(({ run }) => run),
    );
    // All are numbered before the first leaves: what is known of the account is whole then.
    for (const [n, { one, plan }] of planned.entries()) {
      const orders = placed?.runs[n]?.orders;
      if (placed && orders) plan.stored(placed.version, orders);
      else one.seat.dropped(plan);
    }
    for (const [n, { one, run }] of planned.entries()) {
      const ours = placed?.runs[n];
      if (ours) await this.#send(one, { ...writtenOf(ours.orders, run), life: ours.life });
    }
  }

  async #send({ seat, end, fail }: Waiting, written: Written): Promise<void> {
    try {
      end({ written, mayAct: await seat.committed() });
    } catch (error) {
      fail(error);
    }
  }
}

function writtenOf(orders: readonly { readonly id: number }[], { decisions }: EntriesOfRun): Omit<Written, 'life'> {
  return {
    orderIds: new Set(orders.map(({ id }) => id)),
    positionIds: new Set(),
    sentences: decisions.map(({ sentence }) => sentence),
  };
}
