import { type EpochMs, roundToTick } from '@trickdesk/domain';
import type { Account } from './account.ts';
import type { BaseRun, MutablePosition } from './base-run.ts';
import type { DecisionFacts } from './decision-of.ts';
import type { Journal } from './journal.ts';
import { distancePaise, hitLevel, type LevelHit, levelPaise, nearerStop, trailingPaise } from './levels.ts';
import { entrySideOf, exitSideOf, signOf } from './prices.ts';
import type { RunRules } from './run-rules.ts';
import type { SessionClock, TradingDay } from './session-clock.ts';
import type { ClosedTrade, LevelChange, OrderIntent, Quote, VetoRule } from './types.ts';

/** A price at which the market stood. */
export interface MarketMoment {
  readonly at: EpochMs;
  readonly marketPaise: number;
  /** What was shown at that moment or shortly before it. */
  readonly quote?: Quote | undefined;
}

/** Parts of a run that whoever executes works on. */
export interface RunParts {
  readonly rules: RunRules;
  readonly account: Account;
  readonly journal: Journal;
  readonly day: TradingDay;
  readonly clock: SessionClock;
  readonly bases: readonly BaseRun[];
  readonly entries: EntrySwitch;
}

/** Whether new entries are wanted at all. */
export interface EntrySwitch {
  areStopped: boolean;
  blockedBy: VetoRule | undefined;
}

export interface Opening extends MarketMoment {
  readonly quantity: number;
  readonly entryPaise: number;
  readonly chargesPaise: number;
}

/** How a position ends. */
export interface Closing
  extends Pick<ClosedTrade, 'quantity' | 'exitAt' | 'exitPaise' | 'grossPaise' | 'chargesPaise'> {
  readonly intent: OrderIntent;
}

/** Decides orders and keeps positions with their levels, whoever executes. */
export class PositionKeeper {
  readonly #parts: RunParts;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** The decision and the intent of an exit. */
  intendExit(base: BaseRun, facts: DecisionFacts): OrderIntent {
    const { journal } = this.#parts;
    const order = { side: exitSideOf(facts.direction), purpose: 'exit' } as const;
    return journal.give(journal.draft(base, facts, order));
  }

  /** The decision of an entry; its intent is made, not yet given out. */
  decideEntry(base: BaseRun, facts: DecisionFacts): OrderIntent {
    const { journal } = this.#parts;
    return journal.draft(base, facts, { side: entrySideOf(facts.direction), purpose: 'entry' });
  }

  /** A veto on an entry that was decided before: what is left of its intent will not be filled. */
  refuse(
    base: BaseRun,
    intent: OrderIntent,
    refusal: { readonly at: EpochMs; readonly veto: VetoRule; readonly pricePaise?: number; readonly note?: string },
  ): void {
    this.#parts.journal.decide(base, {
      at: refusal.at,
      action: 'veto',
      direction: intent.side === 'buy' ? 'long' : 'short',
      rule: 'entry',
      veto: refusal.veto,
      quantity: intent.quantity - base.filledOf(intent),
      pricePaise: refusal.pricePaise ?? intent.referencePaise,
      note: refusal.note,
    });
  }

  /** What changed between the decision and its first price. */
  vetoAtFill(base: BaseRun, intent: OrderIntent, at: EpochMs): VetoRule | undefined {
    const { clock, entries } = this.#parts;
    // The first price may come after square-off or on another day: an intraday entry is not for then.
    if (at >= clock.squareOffAt(intent.at, base.facts.symbol)) return 'outside_session';
    if (entries.areStopped) return 'stopped';
    return base.enabled ? undefined : 'base_disabled';
  }

  /** Tells where stop and target stand. */
  tellLevels(base: BaseRun): void {
    const { position } = base;
    if (!position) return;
    const stop = this.stopOf(base, position);
    base.stopTold = stop?.paise;
    if (!this.#parts.journal.tellsDeeds) return;
    this.#parts.journal.add({
      kind: 'levels',
      levels: {
        base: base.index,
        ...(stop ? { stopPaise: stop.paise } : {}),
        ...(position.targetPaise === undefined ? {} : { targetPaise: position.targetPaise }),
        trailing: stop?.rule === 'trailing',
      },
    });
  }

  /** Where the owner puts the levels of an open position, or whether its stop follows the price. */
  setLevels(base: BaseRun, levels: LevelChange): void {
    const { position } = base;
    if (!position || (levels.entry ?? position.entrySequence) !== position.entrySequence) return;
    const onGrid = (paise: number): number => roundToTick(paise, base.facts.tickPaise, 'nearest');
    const isMadeFixed = levels.trailing === false && this.fixStop(base, position);
    if (levels.trailing === true) delete position.isTrailingOff;
    if (levels.stopPaise !== undefined) position.stopPaise = onGrid(levels.stopPaise);
    if (levels.targetPaise !== undefined) position.targetPaise = onGrid(levels.targetPaise);
    if (position.amounts) {
      const own = {
        ...(levels.stopPaise === undefined && !isMadeFixed ? {} : { isStopOwn: true as const }),
        ...(levels.targetPaise === undefined ? {} : { isTargetOwn: true as const }),
      };
      position.amounts = { ...position.amounts, ...own };
    }
    this.tellLevels(base);
  }

  stopOf(base: BaseRun, position: MutablePosition): ReturnType<typeof nearerStop> {
    const trailing = trailingPaise(position, base.program.trailing, base.facts.tickPaise);
    return nearerStop(position.direction, position.stopPaise, trailing);
  }

  /**
   * The level that the market's step reaches. A position is opened at a price that may lie beyond its levels already: no
   * step led there, and it leaves at that price.
   */
  levelReached(
    base: BaseRun,
    position: MutablePosition,
    step: { readonly previousPaise: number; readonly pricePaise: number },
  ): LevelHit | undefined {
    if (this.#parts.rules.sparesEntryBar && base.barsHeld === 0) return undefined;
    return hitLevel(position, this.stopOf(base, position), step);
  }

  /** The stop does not follow the price any more. @returns false where it never did */
  fixStop(base: BaseRun, position: MutablePosition): boolean {
    if (!base.program.trailing || position.isTrailingOff) return false;
    const stopPaise = this.stopOf(base, position)?.paise;
    if (stopPaise !== undefined) position.stopPaise = stopPaise;
    position.isTrailingOff = true;
    return true;
  }

  /** The stop as it would stand if the price had reached `extremePaise`. */
  tightestStop(base: BaseRun, position: MutablePosition, extremePaise: number): number | undefined {
    const { trailing } = base.program;
    if (!trailing) return position.stopPaise;
    const reached = { ...position, extremePaise };
    return nearerStop(position.direction, position.stopPaise, trailingPaise(reached, trailing, base.facts.tickPaise))
      ?.paise;
  }

  open(base: BaseRun, intent: OrderIntent, opening: Opening): MutablePosition {
    const direction = intent.side === 'buy' ? 'long' : 'short';
    const { at, quantity, entryPaise, chargesPaise, marketPaise } = opening;
    const position: MutablePosition = {
      base: base.index,
      symbol: base.facts.symbol,
      direction,
      quantity,
      entryAt: at,
      entryPaise,
      entryChargesPaise: chargesPaise,
      entrySequence: intent.decisionSequence,
      extremePaise: marketPaise,
    };
    base.position = position;
    base.barsHeld = 0;
    base.adverse = Math.min(0, signOf(direction) * (marketPaise - entryPaise));
    base.favourable = 0;
    base.squareOffAt = this.#parts.clock.squareOffAt(at, base.facts.symbol);
    this.#setLevels(base, position);
    if (base.program.stop ?? base.program.target ?? base.program.trailing) this.tellLevels(base);
    return position;
  }

  #setLevels(base: BaseRun, position: MutablePosition): void {
    const { stop, target, trailing } = base.program;
    const entry = { direction: position.direction, entryPaise: position.entryPaise, tickPaise: base.facts.tickPaise };
    if (stop) position.stopPaise = levelPaise(stop, entry, 'stop');
    if (target) position.targetPaise = levelPaise(target, entry, 'target');
    if (trailing && trailing.kind !== 'percent')
      position.trailPaise = Math.round(distancePaise(trailing, position.entryPaise));
  }

  /** How far the market went for and against the position. */
  markExcursion(base: BaseRun, position: MutablePosition, marketPaise: number): void {
    const move = signOf(position.direction) * (marketPaise - position.entryPaise);
    if (move < base.adverse) base.adverse = move;
    if (move > base.favourable) base.favourable = move;
  }

  close(base: BaseRun, position: MutablePosition, closing: Closing): void {
    const { account, day, journal } = this.#parts;
    const netPaise = closing.grossPaise - closing.chargesPaise;
    account.realisedPaise += netPaise;
    account.trades += 1;
    day.realisedPaise += netPaise;
    this.leave(base);
    journal.close(base, position, closing);
  }

  /** The base is flat from now on. */
  leave(base: BaseRun): void {
    base.position = undefined;
    base.stopTold = undefined;
    base.squareOffAt = Number.POSITIVE_INFINITY;
    base.barsSinceExit = 0;
    base.lastExitBarAt = base.lastBarAt;
  }
}
