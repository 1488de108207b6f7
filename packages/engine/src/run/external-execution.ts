import type { EpochMs } from '@trickdesk/domain';
import { openCostPaise } from './account.ts';
import type { BaseRun, MutablePosition } from './base-run.ts';
import type { DecisionFacts } from './decision-of.ts';
import type { Execution } from './execution.ts';
import type { BrokerExit, ExternalFill, IntentEnd, IntentProgress } from './external-types.ts';
import { type BookedIntent, book, checkFill, findIntent, isWanted, strike } from './intent-book.ts';
import { distancePaise, levelAway } from './levels.ts';
import { amountsOf, averagePaise, PartKeeper } from './parts.ts';
import type { MarketMoment, PositionKeeper, RunParts } from './position-keeper.ts';
import { fillPricePaise, signOf } from './prices.ts';
import type { DecisionRule, OrderIntent, RunConfig, VetoRule } from './types.ts';

interface Withdrawal {
  readonly at: EpochMs;
  readonly veto: VetoRule;
  /** Set where the position goes too: a part that is filled after all is sold at once. */
  readonly rule?: DecisionRule;
}

/**
 * Keeps intents until whoever executes them tells of their fills and their end. Money is exact: positions are kept by
 * the value of their parts, averages are made for showing and for levels.
 *
 * An entry that turns a position round is held back until the position is gone, so that its fills are never taken for
 * the exit's. What is left of an entry is withdrawn where an exit is wanted, where the run stopped, or where its time
 * is over; a part that was under way then still counts when it comes.
 */
export class ExternalExecution implements Execution {
  readonly #config: RunConfig;
  readonly #parts: RunParts;
  readonly #keeper: PositionKeeper;
  readonly #booking: PartKeeper;

  constructor(config: RunConfig, parts: RunParts, keeper: PositionKeeper) {
    this.#config = config;
    this.#parts = parts;
    this.#keeper = keeper;
    this.#booking = new PartKeeper(parts, keeper);
  }

  onPrice(base: BaseRun, { at, marketPaise }: MarketMoment): void {
    base.lastPriceAt = at;
    for (const intent of [...base.pending]) {
      if (!isWanted(base, intent)) continue;
      const veto = this.#keeper.vetoAtFill(base, intent, at);
      if (veto === undefined) continue;
      const { slippageBps } = this.#config;
      const { tickPaise } = base.facts;
      this.#withdraw(base, intent, {
        at,
        veto,
        pricePaise: fillPricePaise(intent.side, marketPaise, { slippageBps, tickPaise }),
      });
    }
  }

  /** An entry that was held back for a whole bar was for another market than this one. */
  beforeBar(base: BaseRun, at: EpochMs): void {
    this.#refuseHeld(base, { at, veto: 'already_in_position' });
  }

  enter(base: BaseRun, facts: DecisionFacts): void {
    const intent = this.#keeper.decideEntry(base, facts);
    const isHeld = base.position !== undefined;
    book(base, intent, isHeld);
    if (!isHeld) this.#parts.journal.give(intent);
  }

  /** Only the units of `facts` go, which somebody else has closed: nothing is decided about the others. */
  #exitPart(base: BaseRun, facts: DecisionFacts): void {
    this.#withdrawGiven(base, { at: facts.at, veto: 'stopped' });
    const intent = this.#keeper.intendExit(base, facts);
    book(base, intent, false);
    const progress = base.progress.get(intent.id);
    if (progress) base.progress.set(intent.id, { ...progress, keepsRest: true });
  }

  exit(base: BaseRun, facts: DecisionFacts): void {
    this.#withdrawGiven(base, { at: facts.at, veto: 'stopped', rule: facts.rule });
    book(base, this.#keeper.intendExit(base, facts), false);
  }

  exitNow(base: BaseRun, rule: DecisionRule, moment: MarketMoment & { readonly levelPaise?: number }): void {
    const { position } = base;
    if (!position) return;
    this.#keeper.markExcursion(base, position, moment.marketPaise);
    const { direction, quantity } = position;
    const pricePaise = moment.levelPaise ?? moment.marketPaise;
    this.exit(base, { at: moment.at, action: 'exit', direction, rule, quantity, pricePaise });
  }

  /** Whether somebody else has, or may have, something of it. An entry that was decided at a close waits for the next opening. */
  isGivenOut({ position, pending }: BaseRun): boolean {
    const { clock } = this.#parts;
    return (
      position !== undefined || pending.some(({ purpose, at }) => purpose === 'exit' || at < clock.sessionEndOf(at))
    );
  }

  withdrawEntries(base: BaseRun, withdrawal: Withdrawal): void {
    for (const intent of [...base.pending]) if (isWanted(base, intent)) this.#withdraw(base, intent, withdrawal);
  }

  /** All but the entry that waits for the position to go. */
  #withdrawGiven(base: BaseRun, withdrawal: Withdrawal): void {
    for (const intent of [...base.pending]) {
      if (isWanted(base, intent) && base.progress.get(intent.id)?.isHeld !== true)
        this.#withdraw(base, intent, withdrawal);
    }
  }

  /** The veto is told where nothing was executed; where something was, there is a position and no refusal. */
  #withdraw(base: BaseRun, intent: OrderIntent, withdrawal: Withdrawal & { readonly pricePaise?: number }): void {
    const progress = base.progress.get(intent.id);
    if (!progress) return;
    if (progress.filledQuantity === 0) this.#keeper.refuse(base, intent, withdrawal);
    if (progress.isHeld === true) {
      strike(base, intent.id);
      return;
    }
    const { rule, at } = withdrawal;
    base.progress.set(intent.id, { ...progress, isWithdrawn: true, ...(rule === undefined ? {} : { exitRule: rule }) });
    this.#parts.journal.add({ kind: 'withdrawn', withdrawn: { intentId: intent.id, at, base: base.index } });
  }

  onFill(fill: ExternalFill): void {
    const booked = findIntent(this.#parts.bases, fill.intentId);
    checkFill(booked, fill);
    const chargesPaise = this.#booking.charge(booked, fill);
    if (booked.intent.purpose === 'entry') this.#fillEntry(booked, fill, chargesPaise);
    else this.#fillExit(booked, fill, chargesPaise);
    this.#releaseHeld(booked.base, fill.at);
  }

  #fillEntry({ base, intent, progress }: BookedIntent, fill: ExternalFill, chargesPaise: number): void {
    const { account } = this.#parts;
    if (account.isDelivery) account.cashPaise -= fill.valuePaise;
    if (base.position) this.#enlarge(base, base.position, { ...fill, chargesPaise });
    else this.#open(base, intent, { ...fill, chargesPaise });
    // It was under way when the exit was decided: what came of it goes as well.
    if (progress.exitRule !== undefined && !base.pendingExit()) this.#exitRest(base, progress.exitRule, fill.at);
    this.#leaveIfPassed(base, fill.at);
  }

  /** A level that the market stood beyond at the fill. A price of before it says nothing: then the next one decides. */
  #leaveIfPassed(base: BaseRun, at: EpochMs): void {
    const { position, lastPrice, lastPriceAt } = base;
    if (!position || base.pendingExit() || !(lastPriceAt >= at) || Number.isNaN(lastPrice)) return;
    const hit = this.#keeper.levelReached(base, position, { previousPaise: Number.NaN, pricePaise: lastPrice });
    if (hit) this.exitNow(base, hit.rule, { at: lastPriceAt, marketPaise: lastPrice, levelPaise: hit.levelPaise });
  }

  #open(base: BaseRun, intent: OrderIntent, part: ExternalFill & { readonly chargesPaise: number }): void {
    const { at, quantity, valuePaise, chargesPaise } = part;
    const entryPaise = averagePaise(valuePaise, quantity);
    this.#parts.day.trades += 1;
    const marketPaise = base.marketPaise() || entryPaise;
    const position = this.#keeper.open(base, intent, { at, quantity, entryPaise, chargesPaise, marketPaise });
    const { stop, target } = base.program;
    position.amounts = {
      enteredQuantity: quantity,
      enteredPaise: valuePaise,
      releasedPaise: 0,
      exitedPaise: 0,
      exitChargesPaise: 0,
      ...(stop?.kind === 'distance' ? { stopDistancePaise: distancePaise(stop, entryPaise) } : {}),
      ...(target?.kind === 'distance' ? { targetDistancePaise: distancePaise(target, entryPaise) } : {}),
    };
  }

  #enlarge(base: BaseRun, position: MutablePosition, part: ExternalFill & { readonly chargesPaise: number }): void {
    const amounts = amountsOf(position);
    const enteredQuantity = amounts.enteredQuantity + part.quantity;
    const enteredPaise = amounts.enteredPaise + part.valuePaise;
    position.amounts = { ...amounts, enteredQuantity, enteredPaise };
    position.quantity += part.quantity;
    position.entryPaise = averagePaise(enteredPaise, enteredQuantity);
    position.entryChargesPaise += part.chargesPaise;
    this.#moveLevels(base, position);
    if (base.program.stop ?? base.program.target ?? base.program.trailing) this.#keeper.tellLevels(base);
  }

  /** Levels that lie a distance from the entry follow its average, unless the owner has put them somewhere. */
  #moveLevels({ program, facts }: BaseRun, position: MutablePosition): void {
    const { stop, target } = program;
    const { direction, entryPaise } = position;
    const entry = { direction, entryPaise, tickPaise: facts.tickPaise };
    const amounts = amountsOf(position);
    const distanceOf = (level: typeof stop, first: number | undefined): number | undefined =>
      level?.kind === 'percent' ? distancePaise(level, entryPaise) : first;
    const stopAway = distanceOf(stop, amounts.stopDistancePaise);
    const targetAway = distanceOf(target, amounts.targetDistancePaise);
    if (stopAway !== undefined && !amounts.isStopOwn) position.stopPaise = levelAway(stopAway, entry, 'stop');
    if (targetAway !== undefined && !amounts.isTargetOwn) position.targetPaise = levelAway(targetAway, entry, 'target');
  }

  #fillExit({ base, intent, progress }: BookedIntent, fill: ExternalFill, chargesPaise: number): void {
    this.#booking.leave(base, intent, { ...fill, chargesPaise });
    if (progress.keepsRest === true) return;
    if (base.position && !base.pendingExit()) this.#exitRest(base, intent.rule, fill.at);
  }

  /** An exit that was made for less than is held now: the rest goes for the same reason. */
  #exitRest(base: BaseRun, rule: DecisionRule, at: EpochMs): void {
    const { position } = base;
    if (!position) return;
    const { direction, quantity } = position;
    this.exit(base, { at, action: 'exit', direction, rule, quantity, pricePaise: base.marketPaise() });
  }

  /** What became of a position over night is the broker's to say. */
  endDay(): void {}

  /** What a broker holds is handed over before. */
  endBeforeExDate(): void {}

  onIntentEnd({ intentId, at, reason, veto, note }: IntentEnd): void {
    const { base, intent, progress } = findIntent(this.#parts.bases, intentId);
    if (intent.purpose === 'entry' && progress.isWithdrawn !== true) {
      const rule = veto ?? (reason === 'refused' ? 'broker_refused' : undefined);
      if (rule !== undefined)
        this.#keeper.refuse(base, intent, { at, veto: rule, ...(note === undefined ? {} : { note }) });
    }
    strike(base, intentId);
    if (intent.purpose === 'exit' && base.position) this.#refuseHeld(base, { at, veto: 'already_in_position' });
    this.#releaseHeld(base, at);
  }

  onBrokerExit(exit: BrokerExit, base: BaseRun): void {
    if (base.pendingExit()) return;
    const { position } = base;
    const { at, pricePaise, intentQuantity: quantity } = exit;
    const held = position?.quantity ?? 0;
    if (!position || !Number.isSafeInteger(quantity) || quantity <= 0 || quantity > held) {
      throw new RangeError(`the position holds ${held}, the broker's exit is for ${quantity}`);
    }
    // One order stands at the broker for both: it is the nearer of them that was reached.
    const rule = exit.rule === 'stop' ? (this.#keeper.stopOf(base, position)?.rule ?? 'stop') : exit.rule;
    this.#keeper.markExcursion(base, position, pricePaise);
    const facts = { at, action: 'exit', direction: position.direction, rule, quantity, pricePaise } as const;
    if (exit.keepsRest === true) this.#exitPart(base, facts);
    else this.exit(base, facts);
  }

  detach(base: BaseRun, at: EpochMs): void {
    const { position } = base;
    if (base.pending.length > 0) throw new RangeError('a position cannot leave while an intent of it is pending');
    if (!position) return;
    const { account, day, journal } = this.#parts;
    const { exitedPaise, releasedPaise, exitChargesPaise } = amountsOf(position);
    const costPaise = openCostPaise(position);
    const sign = signOf(position.direction);
    const grossPaise = releasedPaise === 0 ? 0 : sign * (exitedPaise - releasedPaise);
    const chargesPaise = position.entryChargesPaise + exitChargesPaise;
    if (account.isDelivery) account.detachedPaise += costPaise;
    account.realisedPaise += grossPaise - chargesPaise;
    day.realisedPaise += grossPaise - chargesPaise;
    const { symbol, direction, quantity, entryAt, entryPaise, entrySequence } = position;
    const facts = { at, base: base.index, symbol, direction, quantity, entryAt, entryPaise, entrySequence };
    journal.add({ kind: 'detached', detached: { ...facts, costPaise, grossPaise, chargesPaise } });
    this.#keeper.leave(base);
  }

  #refuseHeld(base: BaseRun, withdrawal: Withdrawal): void {
    const held = heldOf(base);
    if (held) this.#withdraw(base, held, withdrawal);
  }

  /** The base is flat: the entry that waited for that is given out, if it still may be. */
  #releaseHeld(base: BaseRun, at: EpochMs): void {
    const held = heldOf(base);
    if (!held || base.position) return;
    const veto = this.#keeper.vetoAtFill(base, held, at) ?? this.#parts.entries.blockedBy;
    if (veto !== undefined) {
      this.#withdraw(base, held, { at, veto });
      return;
    }
    const progress = base.progress.get(held.id);
    if (progress) base.progress.set(held.id, given(progress));
    this.#parts.journal.give(held);
  }
}

function given({ isHeld: _, ...progress }: IntentProgress): IntentProgress {
  return progress;
}

function heldOf({ pending, progress }: BaseRun): OrderIntent | undefined {
  return pending.find(({ id }) => progress.get(id)?.isHeld === true);
}
