import type { Database, LeaseSet } from '@trickdesk/db';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { LiveDesks } from './live-desk.ts';
import type { Place } from './mode.ts';
import { Troubles } from './troubles.ts';

export interface HoldingsParts {
  readonly database: Pick<Database, 'openLeaseSet'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly desks?: LiveDesks | undefined;
  /** Every place is lost: whatever stands on one must stop at once. */
  readonly onLost: () => void;
  /** A desk has opened: what waited for its place can go on. */
  readonly onReady: () => void;
}

interface Held {
  readonly place: Place;
  /** Its desk has read what the broker has. */
  isReady: boolean;
}

/** The places that a runner holds: leases, and in live mode the open desks of broker accounts. */
export class Holdings {
  readonly #parts: HoldingsParts;
  readonly #held = new Map<string, Held>();
  /** By account; one that was lost and taken again waits for the end of its first opening. */
  readonly #opening = new Map<number, Promise<void>>();
  /** By account. */
  readonly #troubles: Troubles;
  /** Runners that were seen asleep or dead before. */
  #silent: ReadonlySet<number> = new Set();
  #leases: LeaseSet | undefined;
  #confirming: Promise<boolean> | undefined;

  constructor(parts: HoldingsParts) {
    this.#parts = parts;
    this.#troubles = new Troubles(parts.clock);
  }

  /** Broker accounts whose desks are open here. */
  get accounts(): readonly number[] {
    return [...this.#held.values()].flatMap(({ place, isReady }) =>
      isReady && place.brokerLinkId !== undefined ? [place.brokerLinkId] : [],
    );
  }

  /** Begins to beat, so that others see a runner awake before there is anything to run. */
  async beAwake(): Promise<void> {
    await this.#openLeases();
  }

  /** Whether the place is held and ready. A desk is opened beside other work: `onReady` tells when it is. */
  async take(place: Place): Promise<boolean> {
    const known = this.#held.get(place.key);
    if (known) return known.isReady;
    const { brokerLinkId } = place;
    if (brokerLinkId !== undefined && !this.#troubles.mayTry(brokerLinkId)) return false;
    const leases = await this.#openLeases();
    if (!(await leases.tryAcquire(place.key)) || this.#leases !== leases) return false;
    const held: Held = { place, isReady: brokerLinkId === undefined };
    this.#held.set(place.key, held);
    if (brokerLinkId !== undefined) this.#openDesk(held, brokerLinkId, leases);
    return held.isReady;
  }

  /** Whether another runner has died or fallen asleep since this was asked last, so that its places can be had. */
  async seesNewSilence(): Promise<boolean> {
    const leases = await this.#openLeases();
    const before = this.#silent;
    const silent = await leases.silent();
    this.#silent = new Set(silent);
    return silent.some((holder) => !before.has(holder));
  }

  /** Whether it still holds a place that it took, with its desk open. */
  isReady({ key }: Place): boolean {
    return this.#held.get(key)?.isReady === true;
  }

  /** Gives back what is not wanted any more. */
  async keepOnly(keys: ReadonlySet<string>): Promise<void> {
    for (const [key, held] of [...this.#held]) if (held.isReady && !keys.has(key)) await this.#giveBack(key, held);
  }

  /** Whether this process is sure to hold its places at this moment; see `LeaseSet.mayAct`. */
  mayAct(): boolean {
    return this.#leases?.mayAct() === true;
  }

  /** The same, asked of the database where it is not sure: a busy process has not lost anything. */
  async confirm(): Promise<boolean> {
    const leases = this.#leases;
    if (!leases) return false;
    if (leases.mayAct()) return true;
    this.#confirming ??= leases.confirm().finally(() => {
      this.#confirming = undefined;
    });
    return (await this.#confirming) && this.#leases === leases;
  }

  /** Resolves when no desk is being opened. */
  async settled(): Promise<void> {
    await Promise.all(this.#opening.values());
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    await this.settled();
    for (const [key, held] of [...this.#held]) await this.#giveBack(key, held);
    const leases = this.#leases;
    this.#leases = undefined;
    await leases?.close();
  }

  #openDesk(held: Held, brokerLinkId: number, leases: LeaseSet): void {
    const { desks, log, onReady } = this.#parts;
    if (!desks) throw new Error('a broker account was taken up without a desk');
    const isStillHeld = (): boolean => this.#held.get(held.place.key) === held;
    const open = async (): Promise<void> => {
      await this.#opening.get(brokerLinkId);
      if (!isStillHeld()) return;
      try {
        await desks.open(brokerLinkId);
      } catch (error) {
        log.error({ error, brokerLinkId }, 'the desk of a broker account could not be opened');
        this.#troubles.count(brokerLinkId);
        if (!isStillHeld()) return;
        this.#held.delete(held.place.key);
        await leases.release(held.place.key).catch((failure: unknown) => this.#lose(leases, failure));
        return;
      }
      if (!isStillHeld()) return;
      held.isReady = true;
      onReady();
    };
    const work = open().finally(() => {
      if (this.#opening.get(brokerLinkId) === work) this.#opening.delete(brokerLinkId);
    });
    this.#opening.set(brokerLinkId, work);
  }

  async #giveBack(key: string, { place }: Held): Promise<void> {
    const { desks, log } = this.#parts;
    this.#held.delete(key);
    if (place.brokerLinkId !== undefined) {
      await desks?.close(place.brokerLinkId).catch((error: unknown) => {
        log.error({ error, ...place }, 'the desk of a broker account did not close');
        desks.abandon(place.brokerLinkId ?? 0);
      });
    }
    await this.#leases?.release(key);
  }

  async #openLeases(): Promise<LeaseSet> {
    if (this.#leases) return this.#leases;
    const leases = await this.#parts.database.openLeaseSet();
    this.#leases = leases;
    void leases.lost.then((reason) => this.#lose(leases, reason));
    return leases;
  }

  #lose(leases: LeaseSet, reason: unknown): void {
    if (this.#leases !== leases) return;
    const { log, desks, onLost } = this.#parts;
    this.#leases = undefined;
    const lost = [...this.#held.values()];
    this.#held.clear();
    // First of all: nothing more may be sent.
    for (const { place } of lost) if (place.brokerLinkId !== undefined) desks?.abandon(place.brokerLinkId);
    log.error({ error: reason }, 'the runner lost its leases and lets go of every run');
    onLost();
  }
}
