import type { EpochMs } from '@trickdesk/domain';
import type { Account } from './account.ts';
import type { BaseRun, MutablePosition } from './base-run.ts';
import type { DecisionFacts, Journal } from './journal.ts';
import { distancePaise, levelPaise, nearerStop, trailingPaise } from './levels.ts';
import { entrySideOf, exitSideOf, fillPricePaise, signOf } from './prices.ts';
import type { SessionClock, TradingDay } from './session-clock.ts';
import type { DecisionRule, Direction, Fill, OrderIntent, RunConfig, VetoRule } from './types.ts';

/** A price at which the market stood. */
export interface MarketMoment {
  readonly at: EpochMs;
  readonly marketPaise: number;
}

/** Turns intents into fills, positions and trades. The only writer of positions and cash. */
export class Execution {
  entriesStopped = false;
  readonly #config: RunConfig;
  readonly #account: Account;
  readonly #journal: Journal;
  readonly #day: TradingDay;
  readonly #clock: SessionClock;
  readonly #bases: readonly BaseRun[];

  constructor(
    config: RunConfig,
    parts: { account: Account; journal: Journal; day: TradingDay; clock: SessionClock; bases: readonly BaseRun[] },
  ) {
    this.#config = config;
    this.#account = parts.account;
    this.#journal = parts.journal;
    this.#day = parts.day;
    this.#clock = parts.clock;
    this.#bases = parts.bases;
  }

  /** Executes what waits for the next price of this base, exits before entries as they were made. */
  fillPending(base: BaseRun, moment: MarketMoment): void {
    while (base.pending.length > 0) {
      const intent = base.pending[0];
      if (!intent) return;
      if (intent.purpose === 'exit') this.#fillExit(base, intent, moment);
      else this.#fillEntry(base, intent, moment);
      base.pending.shift();
    }
  }

  /** Takes back entries that wait for their first price, and says so. */
  withdrawEntries(base: BaseRun, at: EpochMs): void {
    for (const intent of base.pending)
      if (intent.purpose === 'entry') this.#refuse(base, intent, { at, veto: 'stopped' });
    base.pending = base.pending.filter((intent) => intent.purpose === 'exit');
  }

  /** Decides, orders and fills an exit at one moment: levels, square-off and the end of the data. */
  exitNow(base: BaseRun, rule: DecisionRule, moment: MarketMoment & { readonly levelPaise?: number }): void {
    const { position } = base;
    if (!position) return;
    const intent = this.intendExit(base, {
      at: moment.at,
      action: 'exit',
      direction: position.direction,
      rule,
      quantity: position.quantity,
      pricePaise: moment.levelPaise ?? moment.marketPaise,
    });
    this.#fillExit(base, intent, moment);
  }

  intendExit(base: BaseRun, facts: DecisionFacts): OrderIntent {
    const decision = this.#journal.decide(base, facts);
    return this.#journal.intend(base, decision, { side: exitSideOf(facts.direction), purpose: 'exit' });
  }

  intendEntry(base: BaseRun, facts: DecisionFacts): OrderIntent {
    const decision = this.#journal.decide(base, facts);
    return this.#journal.intend(base, decision, { side: entrySideOf(facts.direction), purpose: 'entry' });
  }

  /** Tells where stop and target stand, if that was not told yet. */
  tellLevels(base: BaseRun): void {
    const { position } = base;
    if (!position) return;
    const stop = this.stopOf(base, position);
    base.stopTold = stop?.paise;
    this.#journal.add({
      kind: 'levels',
      levels: {
        base: base.index,
        ...(stop ? { stopPaise: stop.paise } : {}),
        ...(position.targetPaise === undefined ? {} : { targetPaise: position.targetPaise }),
        trailing: stop?.rule === 'trailing',
      },
    });
  }

  stopOf(base: BaseRun, position: MutablePosition): ReturnType<typeof nearerStop> {
    const trailing = trailingPaise(position, base.program.trailing, base.facts.tickPaise);
    return nearerStop(position.direction, position.stopPaise, trailing);
  }

  /** The stop as it would stand if the price had reached `extremePaise`. */
  tightestStop(base: BaseRun, position: MutablePosition, extremePaise: number): number | undefined {
    const { trailing } = base.program;
    if (!trailing) return position.stopPaise;
    const reached = { ...position, extremePaise };
    return nearerStop(position.direction, position.stopPaise, trailingPaise(reached, trailing, base.facts.tickPaise))
      ?.paise;
  }

  #fillEntry(base: BaseRun, intent: OrderIntent, moment: MarketMoment): void {
    const direction = intent.side === 'buy' ? 'long' : 'short';
    const { tickPaise } = base.facts;
    const { slippageBps } = this.#config;
    const pricePaise = fillPricePaise(intent.side, moment.marketPaise, { slippageBps, tickPaise });
    const quantity = this.#affordableAtFill(base, intent, { at: moment.at, marketPaise: pricePaise });
    const veto = this.#vetoAtFill(base, intent, moment.at) ?? (quantity === 0 ? 'not_enough_cash' : undefined);
    if (veto !== undefined) {
      this.#refuse(base, intent, { at: moment.at, veto, pricePaise });
      return;
    }
    const fill = this.#fill(base, intent, { at: moment.at, pricePaise, quantity });
    if (this.#account.isDelivery) this.#account.cashPaise -= quantity * pricePaise;
    this.#day.trades += 1;
    this.#open(base, intent, { fill, direction, marketPaise: moment.marketPaise });
  }

  /** A veto on an entry that was decided before: its intent will not be filled. */
  #refuse(
    base: BaseRun,
    intent: OrderIntent,
    { at, veto, pricePaise }: { readonly at: EpochMs; readonly veto: VetoRule; readonly pricePaise?: number },
  ): void {
    this.#journal.decide(base, {
      at,
      action: 'veto',
      direction: intent.side === 'buy' ? 'long' : 'short',
      rule: 'entry',
      veto,
      quantity: intent.quantity,
      pricePaise: pricePaise ?? intent.referencePaise,
    });
  }

  /** What changed between the decision and its first price. */
  #vetoAtFill(base: BaseRun, intent: OrderIntent, at: EpochMs): VetoRule | undefined {
    // The first price may come after square-off or on another day: an intraday entry is not for then.
    if (at >= this.#clock.squareOffAt(intent.at)) return 'outside_session';
    if (this.entriesStopped) return 'stopped';
    return base.enabled ? undefined : 'base_disabled';
  }

  #open(
    base: BaseRun,
    intent: OrderIntent,
    {
      fill,
      direction,
      marketPaise,
    }: { readonly fill: Fill; readonly direction: Direction; readonly marketPaise: number },
  ): void {
    base.position = {
      base: base.index,
      symbol: base.facts.symbol,
      direction,
      quantity: fill.quantity,
      entryAt: fill.at,
      entryPaise: fill.pricePaise,
      entryChargesPaise: fill.chargesPaise,
      entrySequence: intent.decisionSequence,
      extremePaise: marketPaise,
    };
    base.barsHeld = 0;
    base.adverse = Math.min(0, signOf(direction) * (marketPaise - fill.pricePaise));
    base.favourable = 0;
    base.squareOffAt = this.#clock.squareOffAt(fill.at);
    this.#setLevels(base, base.position);
    if (base.program.stop ?? base.program.target ?? base.program.trailing) this.tellLevels(base);
  }

  /** The price moved since the decision: a share-sized entry shrinks to what cash now pays, a fixed one is all or nothing. */
  #affordableAtFill(base: BaseRun, intent: OrderIntent, { at, marketPaise }: MarketMoment): number {
    const cash = this.#account.availablePaise(this.#bases, base);
    const direction = intent.side === 'buy' ? 'long' : 'short';
    const entry = { direction, pricePaise: marketPaise, at, wanted: intent.quantity } as const;
    const quantity = this.#account.affordable(base, entry, cash);
    const isFixed = this.#config.strategy.definition.sizing.method === 'fixed_quantity';
    return isFixed && quantity < intent.quantity ? 0 : quantity;
  }

  #setLevels(base: BaseRun, position: MutablePosition): void {
    const { stop, target, trailing } = base.program;
    const entry = { direction: position.direction, entryPaise: position.entryPaise, tickPaise: base.facts.tickPaise };
    if (stop) position.stopPaise = levelPaise(stop, entry, 'stop');
    if (target) position.targetPaise = levelPaise(target, entry, 'target');
    if (trailing && trailing.kind !== 'percent')
      position.trailPaise = Math.round(distancePaise(trailing, position.entryPaise));
  }

  #fillExit(base: BaseRun, intent: OrderIntent, moment: MarketMoment): void {
    const { position } = base;
    if (!position) return;
    const sign = signOf(position.direction);
    const move = sign * (moment.marketPaise - position.entryPaise);
    base.adverse = Math.min(base.adverse, move);
    base.favourable = Math.max(base.favourable, move);
    const { tickPaise } = base.facts;
    const pricePaise = fillPricePaise(intent.side, moment.marketPaise, {
      slippageBps: this.#config.slippageBps,
      tickPaise,
    });
    const fill = this.#fill(base, intent, { at: moment.at, pricePaise, quantity: position.quantity });
    const grossPaise = sign * (pricePaise - position.entryPaise) * position.quantity;
    this.#account.cashPaise += this.#account.isDelivery ? pricePaise * position.quantity : grossPaise;
    if (this.#account.isDelivery) base.soldOn = this.#account.dateOf(moment.at);
    this.#closeTrade(base, position, { intent, fill, grossPaise });
  }

  #closeTrade(
    base: BaseRun,
    position: MutablePosition,
    { intent, fill, grossPaise }: { readonly intent: OrderIntent; readonly fill: Fill; readonly grossPaise: number },
  ): void {
    const chargesPaise = position.entryChargesPaise + fill.chargesPaise;
    const netPaise = grossPaise - chargesPaise;
    this.#account.realisedPaise += netPaise;
    this.#account.trades += 1;
    this.#day.realisedPaise += netPaise;
    base.position = undefined;
    base.stopTold = undefined;
    base.squareOffAt = Number.POSITIVE_INFINITY;
    base.barsSinceExit = 0;
    base.lastExitBarAt = base.lastBarAt;
    this.#journal.add({
      kind: 'trade',
      trade: {
        base: base.index,
        symbol: base.facts.symbol,
        direction: position.direction,
        quantity: position.quantity,
        entryAt: position.entryAt,
        entryPaise: position.entryPaise,
        exitAt: fill.at,
        exitPaise: fill.pricePaise,
        grossPaise,
        chargesPaise,
        netPaise,
        exitRule: intent.rule,
        entrySequence: position.entrySequence,
        exitSequence: intent.decisionSequence,
        adversePaise: base.adverse,
        favourablePaise: base.favourable,
      },
    });
  }

  #fill(base: BaseRun, intent: OrderIntent, order: { at: EpochMs; pricePaise: number; quantity: number }): Fill {
    const chargesPaise = this.#account.charge(base, { side: intent.side, ...order });
    const fill: Fill = {
      intentId: intent.id,
      at: order.at,
      base: base.index,
      symbol: base.facts.symbol,
      side: intent.side,
      purpose: intent.purpose,
      quantity: order.quantity,
      pricePaise: order.pricePaise,
      chargesPaise,
    };
    this.#journal.add({ kind: 'fill', fill });
    return fill;
  }
}
