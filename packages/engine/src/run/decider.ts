import type { Bar, EpochMs } from '@trickdesk/domain';
import type { CompiledCondition } from '../compile/types.ts';
import type { BaseRun } from './base-run.ts';
import type { DecisionFacts } from './decision-of.ts';
import { type EntryMoment, firedDirection, vetoOf } from './entry-rules.ts';
import type { Execution } from './execution.ts';
import { isReadyToEnter } from './levels.ts';
import type { PositionKeeper, RunParts } from './position-keeper.ts';
import { signOf } from './prices.ts';
import { type SizingOutcome, sizeEntry } from './sizing.ts';
import type { BarMode, RunConfig } from './types.ts';

interface Hands {
  readonly execution: Execution;
  readonly keeper: PositionKeeper;
}

/** Decides on closed bars what is to be entered and left. */
export class Decider {
  readonly #config: RunConfig;
  readonly #parts: RunParts;
  readonly #execution: Execution;
  readonly #keeper: PositionKeeper;

  constructor(config: RunConfig, parts: RunParts, { execution, keeper }: Hands) {
    this.#config = config;
    this.#parts = parts;
    this.#execution = execution;
    this.#keeper = keeper;
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
    const maxHold = this.#config.strategy.definition.risk.maxHoldBars;
    if ((fires || (maxHold !== undefined && base.barsHeld >= maxHold)) && !base.pendingExit()) {
      this.#execution.exit(base, {
        at: closeAt,
        action: 'exit',
        direction,
        rule: fires ? 'exit' : 'max_hold',
        veto: undefined,
        quantity: position.quantity,
        pricePaise: bar.close,
        barOpenAt: bar.openAt,
        condition: fires ? condition : undefined,
        sizing: undefined,
      });
    }
    view.inPosition = false;
    if (program.trailing && this.#keeper.stopOf(base, position)?.paise !== base.stopTold) this.#keeper.tellLevels(base);
  }

  entry(base: BaseRun, bar: Bar, { closeAt, mode }: { readonly closeAt: EpochMs; readonly mode: BarMode }): void {
    const direction = firedDirection(base);
    if (direction === undefined || !isReadyToEnter(base.program)) {
      base.lastVeto = undefined;
      return;
    }
    const { openAt: barOpenAt, close: pricePaise } = bar;
    const moment = { parts: this.#parts, base, direction, mode, pricePaise, barOpenAt, closeAt };
    const ruled = vetoOf(this.#config, moment);
    const sized =
      ruled === undefined
        ? sizeEntry(this.#config, this.#parts, { base, direction, pricePaise, at: closeAt })
        : undefined;
    const veto = ruled ?? sized?.veto;
    if (veto === undefined) this.#execution.enter(base, factsOf(moment, 'enter', sized));
    // A signal that stays on for many bars is refused once for each reason, not on every bar.
    else if (veto !== base.lastVeto) this.#parts.journal.decide(base, { ...factsOf(moment, 'veto', sized), veto });
    base.lastVeto = veto;
  }
}

function conditionOf({ base: { program }, direction }: EntryMoment): CompiledCondition | undefined {
  return direction === 'long' ? program.entryLong : program.entryShort;
}

/** Written out key by key, here and for an exit: what is decided ten thousands of times is of one shape. */
function factsOf(moment: EntryMoment, action: 'enter' | 'veto', sized: SizingOutcome | undefined): DecisionFacts {
  return {
    at: moment.closeAt,
    action,
    direction: moment.direction,
    rule: 'entry',
    veto: undefined,
    quantity: sized?.quantity ?? 0,
    pricePaise: moment.pricePaise,
    barOpenAt: moment.barOpenAt,
    condition: conditionOf(moment),
    sizing: sized?.sizing,
  };
}
