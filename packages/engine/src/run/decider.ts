import type { Bar, EpochMs } from '@trickdesk/domain';
import type { BaseRun } from './base-run.ts';
import { type DecisionFacts, noFacts } from './decision-of.ts';
import { type EntryMoment, firedDirection, type MutableMoment, vetoOf } from './entry-rules.ts';
import type { Execution } from './execution.ts';
import type { PositionKeeper, RunParts } from './position-keeper.ts';
import { signOf } from './prices.ts';
import { Sizer, type SizingOutcome } from './sizing.ts';
import type { BarMode, Direction, VetoRule } from './types.ts';

interface Hands {
  readonly execution: Execution;
  readonly keeper: PositionKeeper;
}

/** Decides on closed bars what is to be entered and left. */
export class Decider {
  readonly #parts: RunParts;
  readonly #execution: Execution;
  readonly #keeper: PositionKeeper;
  readonly #entryFacts = noFacts('enter');
  readonly #exitFacts = noFacts('exit');
  readonly #sizer: Sizer;
  #moment: MutableMoment | undefined;

  constructor(parts: RunParts, { execution, keeper }: Hands) {
    this.#parts = parts;
    this.#execution = execution;
    this.#keeper = keeper;
    this.#sizer = new Sizer(parts.rules);
  }

  exit(base: BaseRun, bar: Bar, closeAt: EpochMs): void {
    const { position, program } = base;
    if (!position) return;
    base.barsHeld += 1;
    const { direction } = position;
    const view = program.position;
    view.inPosition = true;
    view.bars = base.barsHeld;
    view.profitPercent = signOf(direction) * (bar.close / position.entryPaise - 1) * 100;
    const condition = direction === 'long' ? program.exitLong : program.exitShort;
    const fires = condition?.fires() === true;
    if ((fires || base.barsHeld >= this.#parts.rules.maxHoldBars) && !base.pendingExit()) {
      const facts = this.#exitFacts;
      facts.at = closeAt;
      facts.direction = direction;
      facts.rule = fires ? 'exit' : 'max_hold';
      facts.quantity = position.quantity;
      facts.pricePaise = bar.close;
      facts.barOpenAt = bar.openAt;
      facts.condition = fires ? condition : undefined;
      this.#execution.exit(base, facts);
    }
    view.inPosition = false;
    if (program.trailing && this.#keeper.stopOf(base, position)?.paise !== base.stopTold) this.#keeper.tellLevels(base);
  }

  entry(base: BaseRun, bar: Bar, closeAt: EpochMs, mode: BarMode): void {
    const direction = firedDirection(base);
    if (direction === undefined) {
      base.lastVeto = undefined;
      return;
    }
    const moment = this.#momentOf(base, bar);
    moment.direction = direction;
    moment.mode = mode;
    moment.closeAt = closeAt;
    const ruled = vetoOf(moment);
    const sized = ruled === undefined ? this.#sizer.size(moment) : undefined;
    const veto = ruled ?? sized?.veto;
    if (veto === undefined) this.#execution.enter(base, this.#entryFactsOf(moment, veto, sized));
    // A signal that stays on for many bars is refused once for each reason, not on every bar.
    else if (!wasRefusedSo(base, direction, veto))
      this.#parts.journal.decide(base, this.#entryFactsOf(moment, veto, sized));
    base.lastVeto = veto;
    base.lastVetoDirection = direction;
  }

  /** One object for all signals: nobody keeps it. It begins with fractions, so that V8 keeps room for moments in it. */
  #momentOf(base: BaseRun, { openAt, close }: Bar): MutableMoment {
    this.#moment ??= {
      ...{ parts: this.#parts, base, direction: 'long', mode: 'warmup' },
      ...{ pricePaise: 0, barOpenAt: 0.5, closeAt: 0.5 },
    };
    const moment = this.#moment;
    moment.base = base;
    moment.pricePaise = close;
    moment.barOpenAt = openAt;
    return moment;
  }

  #entryFactsOf(moment: EntryMoment, veto: VetoRule | undefined, sized: SizingOutcome | undefined): DecisionFacts {
    const facts = this.#entryFacts;
    const { program } = moment.base;
    facts.at = moment.closeAt;
    facts.action = veto === undefined ? 'enter' : 'veto';
    facts.direction = moment.direction;
    facts.veto = veto;
    facts.quantity = sized?.quantity ?? 0;
    facts.pricePaise = moment.pricePaise;
    facts.barOpenAt = moment.barOpenAt;
    facts.condition = moment.direction === 'long' ? program.entryLong : program.entryShort;
    facts.sizing = sized?.sizing;
    return facts;
  }
}

/** Whether the bar before had the same signal, refused for the same reason. */
function wasRefusedSo({ lastVeto, lastVetoDirection }: BaseRun, direction: Direction, veto: VetoRule): boolean {
  return veto === lastVeto && (lastVetoDirection ?? direction) === direction;
}
