import { closableByHand, type IndiaDate } from '@trickdesk/domain';
import type { DeskSettings } from './desk-settings.ts';
import type { HandExitEnd } from './effects.ts';
import { toldOf } from './hand-exit-words.ts';
import { freeIn, type HandGroup, type HandKnown, type HandReading, handGroups } from './hand-groups.ts';
import type { DeskMoment } from './model.ts';
import { alive, type HandAction, planHandExit } from './plan-hand-exit.ts';

/** An owner's wish that everything they opened by hand be closed, as it is stored. */
export interface HandWish {
  readonly id: number;
  readonly accountId: number;
  /** The exchange's day that it is for: it ends with its session. */
  readonly day: IndiaDate;
}

export interface HandPlan {
  readonly actions: readonly HandAction[];
  /** The wish has come to its end. */
  readonly end: HandExitEnd | undefined;
}

/** A reading of the account says nothing about later. */
const READING_LASTS_MS = 5_000;
const NOTHING: HandPlan = { actions: [], end: undefined };

/**
 * Closes what an owner opened by hand. How much there is follows from the day's orders and from the account's positions,
 * which are believed where a look into the order book after them shows no execution besides.
 */
export class HandExit {
  readonly #settings: DeskSettings;
  #wish: HandWish | undefined;
  #reading: HandReading | undefined;
  #isChecked = false;
  #wantsReading = false;
  /** Since when readings show nothing to close, of each group. */
  readonly #emptySince = new Map<string, number>();

  constructor(settings: DeskSettings) {
    this.#settings = settings;
  }

  get wish(): HandWish | undefined {
    return this.#wish;
  }

  /** Positions and holdings must be read before anything more can be closed. */
  get wantsReading(): boolean {
    return this.#wantsReading;
  }

  /** They were read, and only the order book tells whether they hold. */
  get wantsBook(): boolean {
    return this.#wish !== undefined && this.#reading !== undefined && !this.#isChecked;
  }

  /** What is stored of the wish now. */
  take(wish: HandWish | undefined): void {
    if (wish?.id === this.#wish?.id) return;
    this.#wish = wish;
    this.#wantsReading = false;
    this.#reading = undefined;
    this.#emptySince.clear();
  }

  /** What the desk knows now, to go with the positions that are being asked for. */
  signatures(known: HandKnown, now: DeskMoment): ReadonlyMap<string, string> {
    return new Map(handGroups(known, now.today).map(({ key, signature }) => [key, signature]));
  }

  takeReading(reading: HandReading): void {
    this.#reading = reading;
    this.#isChecked = false;
    this.#wantsReading = false;
  }

  /** @param askedAtWall when the book that was taken in was asked for */
  afterBook(askedAtWall: number): void {
    if (this.#reading && askedAtWall >= this.#reading.answeredAtWall) this.#isChecked = true;
  }

  plan(known: HandKnown, now: DeskMoment): HandPlan {
    const wish = this.#wish;
    this.#wantsReading = false;
    if (!wish || now.today < wish.day) return NOTHING;
    const groups = now.today === wish.day ? handGroups(known, now.today) : [];
    const actions: HandAction[] = [];
    const left: HandGroup[] = [];
    let isOpen = false;
    for (const group of groups) {
      const closable = this.#closable(group, now);
      if (this.#isDone(group, closable, now)) continue;
      if (isPast(group, now)) {
        left.push(group);
        continue;
      }
      isOpen = true;
      if (closable === undefined) this.#wantsReading = this.#reading === undefined || this.#isChecked;
      actions.push(...planHandExit({ group, closable, now, settings: this.#settings }));
    }
    if (isOpen) return { actions, end: undefined };
    this.take(undefined);
    return { actions, end: toldOf(wish, { groups, left, isLate: now.today > wish.day }) };
  }

  /** `undefined` where the account must be read first. */
  #closable(group: HandGroup, now: DeskMoment): number | undefined {
    const { own, handedOver, taken } = group.units;
    if (own + handedOver === 0 && taken === 0) return 0;
    const reading = this.#reading;
    if (!reading || !this.#isChecked || now.wall - reading.askedAtWall > READING_LASTS_MS) return undefined;
    const free = freeIn(group, reading);
    if (!free) return undefined;
    const closable = closableByHand(group.units, free, group.product);
    if (closable !== 0) this.#emptySince.delete(group.key);
    else if (!this.#emptySince.has(group.key)) this.#emptySince.set(group.key, reading.askedAtWall);
    return closable;
  }

  /** Nothing is left, and nothing under way could open it again. */
  #isDone(group: HandGroup, closable: number | undefined, now: DeskMoment): boolean {
    if (closable !== 0 || alive(group).some(({ cancelWanted, handExitId }) => cancelWanted || handExitId !== undefined))
      return false;
    const { own, handedOver, taken } = group.units;
    if (own + handedOver === 0 && taken === 0) return true;
    // The broker's books come late: what was bought a moment ago may not be among the positions yet.
    const since = this.#emptySince.get(group.key) ?? now.wall;
    return (this.#reading?.askedAtWall ?? 0) - since >= this.#settings.missingAfterMs;
  }
}

/** Continuous trading of the instrument is over for the day. */
function isPast({ instrument }: HandGroup, { at, closesAt }: DeskMoment): boolean {
  if (!closesAt) return false;
  const end = closesAt(instrument.symbol);
  return end === undefined || at >= end;
}
