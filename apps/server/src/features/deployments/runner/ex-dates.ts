import { type CorporateAction, type EpochMs, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import type { History, RunEvent, StrategyRun } from '@trickdesk/engine';
import type { LevelsBody } from './commands.ts';
import { inUnitsOfDay } from './units-between.ts';

/** An ex-date that a run of one instrument has still to go over. */
export interface DueExDate {
  readonly action: CorporateAction;
  /** All earlier bars in its units. */
  readonly history: () => History;
}

/** An order that waits over the night is for as much as it was. */
export interface ResizedOrder {
  readonly intentId: number;
  readonly quantity: number;
}

/** What a run has to store of an ex-date. */
export interface ExDateCrossed {
  readonly events: readonly RunEvent[];
  readonly resized: readonly ResizedOrder[];
}

/** The ex-dates of a run: those that it has gone over are stored with it, so that no successor goes over one again. */
export class ExDatesOfRun {
  readonly #run: () => StrategyRun;
  readonly #crossed: (IndiaDate | null)[];
  readonly #due: DueExDate[][];
  readonly #known: (readonly CorporateAction[])[];

  /**
   * @param run told of everything up to now
   * @param crossed for each base the last that it went over
   */
  constructor(run: () => StrategyRun, crossed: readonly (IndiaDate | null)[]) {
    this.#run = run;
    this.#crossed = [...crossed];
    this.#due = crossed.map(() => []);
    this.#known = crossed.map(() => []);
  }

  /** The last ex-date of a base that was gone over; what it is fed is in that day's units, or those of later bars. */
  crossed(base: number): IndiaDate | undefined {
    return this.#crossed[base] ?? undefined;
  }

  /** As it is stored; nothing where there were none, as in most runs. */
  get stored(): readonly (IndiaDate | null)[] | undefined {
    return this.#crossed.some((day) => day !== null) ? this.#crossed : undefined;
  }

  /** @param known those that were gone over before, too; oldest first */
  expect(base: number, due: readonly DueExDate[], known: readonly CorporateAction[]): void {
    this.#due[base] = [...due];
    this.#known[base] = known;
  }

  /**
   * Levels of a position in the units that it is held in: between the owner's word and its being carried out, either the
   * run or the price that the owner looked at may have gone over an ex-date.
   */
  inItsUnits({ unitsOf, ...levels }: LevelsBody, fedUntil: readonly EpochMs[]): Omit<LevelsBody, 'unitsOf'> {
    const { base, stopPaise, targetPaise } = levels;
    if (unitsOf === undefined) return levels;
    const days = { from: unitsOf, to: laterOf(indiaDateOf(fedUntil[base] ?? 0), this.crossed(base)) };
    const turned = (paise: number): number => inUnitsOfDay(paise, days, this.#known[base] ?? []);
    return {
      ...levels,
      ...(stopPaise === undefined ? {} : { stopPaise: turned(stopPaise) }),
      ...(targetPaise === undefined ? {} : { targetPaise: turned(targetPaise) }),
    };
  }

  /** Whether a base has one to go over before a bar that opens then. */
  isDue(base: number, openAt: EpochMs): boolean {
    const next = this.#due[base]?.[0];
    return next !== undefined && indiaMoment(next.action.exDate) <= openAt;
  }

  /** Goes over the next. What a broker holds leaves the run first: nobody but the owner knows what became of it there. */
  cross(base: number, isOnPaper: boolean): ExDateCrossed {
    const next = this.#due[base]?.shift();
    if (!next) throw new RangeError(`base ${base} has no ex-date to go over`);
    const { action, history } = next;
    const at = indiaMoment(action.exDate);
    const run = this.#run();
    const handed = isOnPaper ? [] : this.#handOver(base, at);
    const before = run.state().bases[base]?.pending ?? [];
    const events = [...handed, ...run.onExDate(base, { action, at, history: history() })];
    this.#crossed[base] = action.exDate;
    const resized = (run.state().bases[base]?.pending ?? []).flatMap(({ id: intentId, quantity }) =>
      before.find(({ id }) => id === intentId)?.quantity === quantity ? [] : [{ intentId, quantity }],
    );
    return { events, resized };
  }

  /** Its orders have ended with their day: what of them waits for the opening would trade units that are no more. */
  #handOver(base: number, at: EpochMs): RunEvent[] {
    const run = this.#run();
    const { position, pending = [], progress = [] } = run.state().bases[base] ?? {};
    if (!position) return [];
    // One that is held back for the position to go is refused with the exit.
    const given = pending.filter(({ id }) => progress.every(({ intentId, isHeld }) => intentId !== id || !isHeld));
    const ended = given.flatMap(({ id }) => [...run.onIntentEnd({ intentId: id, at, reason: 'cancelled' })]);
    return [...ended, ...[...run.detach(base, at)].map(withReason)];
  }
}

/** An ex-date may have been gone over before its first bar. */
export function laterOf(day: IndiaDate, crossed: IndiaDate | undefined): IndiaDate {
  return crossed !== undefined && crossed > day ? crossed : day;
}

function withReason(event: RunEvent): RunEvent {
  return event.kind === 'detached' ? { ...event, detached: { ...event.detached, because: 'ex_date' } } : event;
}
