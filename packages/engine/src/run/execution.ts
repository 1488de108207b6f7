import type { EpochMs } from '@trickdesk/domain';
import { wholeLots } from './account.ts';
import type { BaseRun } from './base-run.ts';
import type { DecisionFacts } from './decision-of.ts';
import type { IntentEnd, IntentProgress } from './external-types.ts';
import { PartKeeper, type ShownFacts, wholeAmounts } from './parts.ts';
import type { Closing, MarketMoment, Opening, PositionKeeper, RunParts } from './position-keeper.ts';
import { fillPricePaise, signOf } from './prices.ts';
import { isUsable, walkDepth } from './quote.ts';
import type { DecisionRule, Fill, Mutable, OrderIntent, Quote, RunConfig, Side, VetoRule } from './types.ts';

/** What a run asks of whoever executes its intents. */
export interface Execution {
  /** A price of the base, before it acts on the position. */
  onPrice(base: BaseRun, moment: MarketMoment): void;
  /** A bar has closed and is about to be decided on. */
  beforeBar(base: BaseRun, at: EpochMs): void;
  enter(base: BaseRun, facts: DecisionFacts): void;
  exit(base: BaseRun, facts: DecisionFacts): void;
  /** An exit at a price that the market stands at or passes: levels, square-off and the end of the data. */
  exitNow(base: BaseRun, rule: DecisionRule, moment: ExitMoment): void;
  /** No price of the day comes any more: before a moment of a later day. */
  endDay(base: BaseRun): void;
  /** Before an ex-date that leaves no whole unit of what is held: it ends at the last close before it. */
  endBeforeExDate(base: BaseRun, at: EpochMs): void;
  /** Nothing more of an intent will be executed. */
  onIntentEnd(end: IntentEnd): void;
  /** Takes back entries that were not executed yet, and says so. */
  withdrawEntries(
    base: BaseRun,
    withdrawal: { readonly at: EpochMs; readonly veto: VetoRule; readonly rule?: DecisionRule },
  ): void;
}

/** An exit at a price that the market stands at, or passes on its way to a level; what else there is to say of it. */
type ExitMoment = MarketMoment & { readonly levelPaise?: number; readonly note?: string };

/** Of a position that square-off found no price for. */
const NO_PRICE_NOTE = 'no price came at square-off, so the last one of the day counts';

type Friction = Parameters<typeof fillPricePaise>[2];

/** What an order gets at a moment. */
interface Offer {
  readonly side: Side;
  readonly at: EpochMs;
  /** 0 where the quote shows nothing that is not taken yet: the order waits for the next one. */
  readonly quantity: number;
  readonly pricePaise: number;
  /** What a fill says of the quote that was shown; nothing without one. */
  readonly spreadPaise: number | undefined;
  readonly unshownQuantity: number | undefined;
}

/**
 * Fills intents at the next price. Where a quote is shown with it, they cross its spread and take no more than it shows:
 * an entry goes without the rest, an exit's rest waits for the next quote. Otherwise they are filled whole, at the price
 * with slippage. Slippage is never added to a quote's price: crossing the spread is what it stands for.
 */
export class SimulatedExecution implements Execution {
  readonly #parts: RunParts;
  readonly #keeper: PositionKeeper;
  readonly #booking: PartKeeper;
  #friction: Friction;
  /** Of an order that no quote is shown for. Filled anew for each, in the room that the fraction makes: nobody keeps it. */
  readonly #plain: Mutable<Offer> = {
    ...{ side: 'buy', at: 0.5, quantity: 0, pricePaise: 0, spreadPaise: undefined, unshownQuantity: undefined },
  };
  /** Of the position at hand, in the same way. */
  readonly #opening: Mutable<Opening> = { at: 0.5, marketPaise: 0, quantity: 0, entryPaise: 0, chargesPaise: 0 };
  #closing: Mutable<Closing> | undefined;

  constructor({ slippageBps }: Pick<RunConfig, 'slippageBps'>, parts: RunParts, keeper: PositionKeeper) {
    this.#friction = { slippageBps, tickPaise: 1 };
    this.#parts = parts;
    this.#keeper = keeper;
    this.#booking = new PartKeeper(parts, keeper);
  }

  /** Executes what waits for the next price of this base, exits before entries as they were made. */
  onPrice(base: BaseRun, moment: MarketMoment): void {
    for (let intent = base.pending[0]; intent; intent = base.pending[0]) {
      // Whoever takes a run over walks the minute from its start, and after a lost line candles come late: no order is for
      // prices of before it was made, nor what is left of it for those of before its first part.
      if (moment.at < (base.progressOf(intent)?.firstFillAt ?? intent.at)) return;
      const isOver =
        intent.purpose === 'exit' ? this.#fillExit(base, intent, moment) : this.#fillEntry(base, intent, moment);
      if (!isOver) return;
      if (base.pending[0] === intent) base.shiftPending();
    }
  }

  /** Nothing waits for longer than a bar but an exit; an entry behind one was for another market than this one. */
  beforeBar(base: BaseRun, at: EpochMs): void {
    const exit = base.pending.length > 1 ? base.pendingExit() : undefined;
    if (exit && base.progress.has(exit.id)) this.withdrawEntries(base, { at, veto: 'already_in_position' });
  }

  enter(base: BaseRun, facts: DecisionFacts): void {
    base.enqueue(this.#parts.journal.give(this.#keeper.decideEntry(base, facts)));
  }

  exit(base: BaseRun, facts: DecisionFacts): void {
    base.enqueue(this.#keeper.intendExit(base, facts));
  }

  withdrawEntries(base: BaseRun, { at, veto }: { readonly at: EpochMs; readonly veto: VetoRule }): void {
    for (const intent of base.pending) {
      if (intent.purpose !== 'entry') continue;
      this.#keeper.refuse(base, intent, { at, veto });
      base.progress.delete(intent.id);
    }
    base.replacePending(base.pending.filter((intent) => intent.purpose === 'exit'));
  }

  /** Of an entry that somebody refuses before its first price. An exit goes, whatever is said. */
  onIntentEnd({ intentId, at, veto, note }: IntentEnd): void {
    for (const base of this.#parts.bases) {
      const intent = base.pending.find(({ id, purpose }) => id === intentId && purpose === 'entry');
      if (!intent) continue;
      base.replacePending(base.pending.filter((other) => other !== intent));
      base.progress.delete(intentId);
      if (veto !== undefined) this.#keeper.refuse(base, intent, { at, veto, ...(note === undefined ? {} : { note }) });
      return;
    }
    throw new RangeError(`intent ${intentId} is no entry that waits`);
  }

  /**
   * An intraday position never sees another day: it ends at the last price of its own. That none comes any more is known
   * when the session closes, so that is the moment, and later bars change nothing of it. An exit that waits goes likewise.
   */
  endDay(base: BaseRun): void {
    const { position, squareOffAt } = base;
    if (!position || squareOffAt === Number.POSITIVE_INFINITY) return;
    const at = this.#parts.clock.sessionEndOf(squareOffAt);
    const moment = { at, marketPaise: base.marketPaise(), quote: undefined };
    const exit = base.pendingExit();
    // One that was made after the close, too.
    if (exit) this.onPrice(base, { ...moment, at: Math.max(at, exit.at) });
    else this.exitNow(base, 'square_off', { ...moment, note: NO_PRICE_NOTE });
  }

  endBeforeExDate(base: BaseRun, at: EpochMs): void {
    const moment = { at, marketPaise: base.lastClose, quote: undefined };
    const exit = base.pendingExit();
    if (!exit) {
      this.exitNow(base, 'ex_date', moment);
      return;
    }
    this.#fillExit(base, exit, moment);
    base.replacePending(base.pending.filter((intent) => intent !== exit));
  }

  exitNow(base: BaseRun, rule: DecisionRule, moment: ExitMoment): void {
    const { position } = base;
    if (!position) return;
    const intent = this.#keeper.intendExit(base, {
      at: moment.at,
      action: 'exit',
      direction: position.direction,
      rule,
      quantity: position.quantity,
      pricePaise: moment.levelPaise ?? moment.marketPaise,
      note: moment.note,
    });
    if (!this.#fillExit(base, intent, moment)) base.enqueue(intent);
  }

  /** Answers whether it is filled or refused; otherwise it waits. */
  #fillEntry(base: BaseRun, intent: OrderIntent, moment: MarketMoment): boolean {
    const { account, day } = this.#parts;
    const { at, marketPaise } = moment;
    const offer = this.#offer(base, intent.side, intent.quantity, moment);
    const ruled = this.#keeper.vetoAtFill(base, intent, at);
    if (ruled === undefined && offer.quantity === 0) return this.#wait(base, intent);
    const quantity = this.#affordableAtFill(base, offer);
    const veto = ruled ?? (quantity === 0 ? 'not_enough_cash' : undefined);
    const hasWaited = base.progress.size > 0 && base.progress.delete(intent.id);
    if (veto !== undefined) {
      this.#keeper.refuse(base, intent, { at, veto, pricePaise: offer.pricePaise || marketPaise });
      return true;
    }
    // Fewer units need fewer levels: what cash pays at the dearer average it pays at this one.
    const shown = quantity < offer.quantity ? this.#offer(base, intent.side, quantity, moment) : offer;
    const unshownQuantity = hasWaited ? intent.quantity : offer.unshownQuantity;
    const isAsOffered = shown === offer && unshownQuantity === offer.unshownQuantity;
    const filled = isAsOffered ? offer : { ...shown, quantity, unshownQuantity };
    const { pricePaise } = filled;
    const chargesPaise = this.#fill(base, intent, filled);
    if (account.isDelivery) account.cashPaise -= quantity * pricePaise;
    day.trades += 1;
    const opening = this.#opening;
    opening.at = at;
    opening.marketPaise = marketPaise;
    opening.quantity = quantity;
    opening.entryPaise = pricePaise;
    opening.chargesPaise = chargesPaise;
    this.#keeper.open(base, intent, opening);
    return true;
  }

  /** The price moved since the decision: a share-sized entry shrinks to what cash now pays, a fixed one is all or nothing. */
  #affordableAtFill(base: BaseRun, offer: Offer): number {
    const { account, bases, rules } = this.#parts;
    const cash = account.availablePaise(bases, base);
    const quantity = account.affordable(base, offer, cash);
    return rules.sizingMethod === 'fixed_quantity' && quantity < offer.quantity ? 0 : quantity;
  }

  /** Answers whether the position is gone; otherwise what is left of it waits. */
  #fillExit(base: BaseRun, intent: OrderIntent, moment: MarketMoment): boolean {
    const { position } = base;
    if (!position) return true;
    const { at, marketPaise } = moment;
    this.#keeper.markExcursion(base, position, marketPaise);
    const offer = this.#offer(base, intent.side, position.quantity, moment);
    this.#take(base, intent.side, offer.quantity, moment);
    if (offer.quantity < position.quantity || base.progressOf(intent) || position.amounts) {
      return this.#fillExitPart(base, intent, offer);
    }
    const { account } = this.#parts;
    const { quantity, entryPaise, entryChargesPaise } = position;
    const { pricePaise } = offer;
    const exitChargesPaise = this.#fill(base, intent, offer);
    const grossPaise = signOf(position.direction) * (pricePaise - entryPaise) * quantity;
    account.cashPaise += account.isDelivery ? pricePaise * quantity : grossPaise;
    if (account.isDelivery) base.soldOn = account.dateOf(at);
    this.#closing ??= { intent, quantity: 0, exitAt: 0.5, exitPaise: 0, grossPaise: 0, chargesPaise: 0 };
    const closing = this.#closing;
    closing.intent = intent;
    closing.quantity = quantity;
    closing.exitAt = at;
    closing.exitPaise = pricePaise;
    closing.grossPaise = grossPaise;
    closing.chargesPaise = entryChargesPaise + exitChargesPaise;
    this.#keeper.close(base, position, closing);
    return true;
  }

  #fillExitPart(base: BaseRun, intent: OrderIntent, offer: Offer): boolean {
    const { position } = base;
    if (!position) return true;
    const { at, quantity, pricePaise, spreadPaise, unshownQuantity } = offer;
    if (quantity === 0) return this.#wait(base, intent);
    const before = base.progress.get(intent.id);
    const progress = before ?? nothingOf(intent);
    position.amounts ??= wholeAmounts(position);
    const part = { intentId: intent.id, at, quantity, valuePaise: quantity * pricePaise };
    // What was not there is counted when it is asked for first: later parts are of the same units.
    const waits = before === undefined ? unshownQuantity : before.filledQuantity === 0 ? position.quantity : undefined;
    const chargesPaise = this.#booking.charge({ base, intent, progress }, part, factsOf(spreadPaise, waits));
    this.#booking.leave(base, intent, { ...part, chargesPaise });
    if (base.position) return false;
    base.progress.delete(intent.id);
    return true;
  }

  /** Nothing is shown that was not taken: noted, because what is got later is got for having waited. */
  #wait(base: BaseRun, intent: OrderIntent): false {
    if (!base.progress.has(intent.id)) base.progress.set(intent.id, nothingOf(intent));
    return false;
  }

  /** What the market has for an order: the other side of a quote as far as it shows, else all of it with slippage. */
  #offer(base: BaseRun, side: Side, wanted: number, { at, marketPaise, quote }: MarketMoment): Offer {
    const { tickPaise, lotSize } = base.facts;
    if (!quote || !isUsable(quote, at)) {
      const plain = this.#plain;
      plain.side = side;
      plain.at = at;
      plain.quantity = wanted;
      plain.pricePaise = fillPricePaise(side, marketPaise, this.#frictionOf(tickPaise));
      return plain;
    }
    const skip = takenOf(base, quote, side);
    let shown = walkDepth(quote, side, { skip, wanted });
    const lots = wholeLots(shown.quantity, lotSize);
    if (lots < shown.quantity && shown.quantity < wanted) shown = walkDepth(quote, side, { skip, wanted: lots });
    const { quantity, pricePaise } = shown;
    const sign = side === 'buy' ? 1 : -1;
    const spreadPaise = sign * (pricePaise - marketPaise) * quantity;
    const unshownQuantity = quantity < wanted ? wanted - quantity : undefined;
    return { side, at, quantity, pricePaise, spreadPaise, unshownQuantity };
  }

  /** Bases with one tick are most; the object is made again where it changes. */
  #frictionOf(tickPaise: number): Friction {
    if (this.#friction.tickPaise !== tickPaise) this.#friction = { ...this.#friction, tickPaise };
    return this.#friction;
  }

  /**
   * A quote shows its units once, to the parts of an exit and to the entry behind it. What an entry takes nobody asks for
   * again: the position that it opens leaves on the other side, and the next signal comes a bar later.
   */
  #take(base: BaseRun, side: Side, quantity: number, { at, quote }: MarketMoment): void {
    if (!quote || !isUsable(quote, at)) return;
    if (base.taken?.quote !== quote) base.taken = { quote, bought: 0, sold: 0 };
    if (side === 'buy') base.taken.bought += quantity;
    else base.taken.sold += quantity;
  }

  /** @returns the charges of the order */
  #fill(base: BaseRun, intent: OrderIntent, order: Offer): number {
    const { account, journal } = this.#parts;
    const chargesPaise = account.charge(base, order);
    if (journal.tellsDeeds) journal.add({ kind: 'fill', fill: fillOf(base, intent, { ...order, chargesPaise }) });
    return chargesPaise;
  }
}

function fillOf(
  { index: base, facts: { symbol } }: BaseRun,
  { id: intentId, purpose }: OrderIntent,
  { side, at, quantity, pricePaise, chargesPaise, ...shown }: Offer & { readonly chargesPaise: number },
): Fill {
  const fill = { intentId, at, base, symbol, side, purpose, quantity, pricePaise, chargesPaise };
  return { ...fill, ...factsOf(shown.spreadPaise, shown.unshownQuantity) };
}

function factsOf(spreadPaise: number | undefined, unshownQuantity: number | undefined): ShownFacts {
  return {
    ...(spreadPaise === undefined ? {} : { spreadPaise }),
    ...(unshownQuantity === undefined ? {} : { unshownQuantity }),
  };
}

function takenOf({ taken }: BaseRun, quote: Quote, side: Side): number {
  if (taken?.quote !== quote) return 0;
  return side === 'buy' ? taken.bought : taken.sold;
}

function nothingOf({ id: intentId }: OrderIntent): IntentProgress {
  return { intentId, filledQuantity: 0, valuePaise: 0, chargesPaise: 0 };
}
