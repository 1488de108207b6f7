import type { EpochMs } from '@trickdesk/domain';
import type { BaseRun } from './base-run.ts';
import type { DecisionFacts } from './journal.ts';
import type { MarketMoment, PositionKeeper, RunParts } from './position-keeper.ts';
import { fillPricePaise, signOf } from './prices.ts';
import type { DecisionRule, Fill, OrderIntent, RunConfig, VetoRule } from './types.ts';

/** What a run asks of whoever executes its intents. */
export interface Execution {
  /** A price of the base, before it acts on the position. */
  onPrice(base: BaseRun, moment: MarketMoment): void;
  /** A bar has closed and is about to be decided on. */
  beforeBar(base: BaseRun, at: EpochMs): void;
  enter(base: BaseRun, facts: DecisionFacts): void;
  exit(base: BaseRun, facts: DecisionFacts): void;
  /** An exit at a price that the market stands at or passes: levels, square-off and the end of the data. */
  exitNow(base: BaseRun, rule: DecisionRule, moment: MarketMoment & { readonly levelPaise?: number }): void;
  /** Takes back entries that were not executed yet, and says so. */
  withdrawEntries(
    base: BaseRun,
    withdrawal: { readonly at: EpochMs; readonly veto: VetoRule; readonly rule: DecisionRule },
  ): void;
}

/** Fills intents at the next price, whole and at once. */
export class SimulatedExecution implements Execution {
  readonly #config: RunConfig;
  readonly #parts: RunParts;
  readonly #keeper: PositionKeeper;

  constructor(config: RunConfig, parts: RunParts, keeper: PositionKeeper) {
    this.#config = config;
    this.#parts = parts;
    this.#keeper = keeper;
  }

  /** Executes what waits for the next price of this base, exits before entries as they were made. */
  onPrice(base: BaseRun, moment: MarketMoment): void {
    while (base.pending.length > 0) {
      const intent = base.pending[0];
      if (!intent) return;
      if (intent.purpose === 'exit') this.#fillExit(base, intent, moment);
      else this.#fillEntry(base, intent, moment);
      base.pending.shift();
    }
  }

  /** Nothing waits for longer than a bar here. */
  beforeBar(): void {}

  enter(base: BaseRun, facts: DecisionFacts): void {
    base.pending.push(this.#parts.journal.give(this.#keeper.decideEntry(base, facts)));
  }

  exit(base: BaseRun, facts: DecisionFacts): void {
    base.pending.push(this.#keeper.intendExit(base, facts));
  }

  withdrawEntries(base: BaseRun, { at, veto }: { readonly at: EpochMs; readonly veto: VetoRule }): void {
    for (const intent of base.pending) if (intent.purpose === 'entry') this.#keeper.refuse(base, intent, { at, veto });
    base.pending = base.pending.filter((intent) => intent.purpose === 'exit');
  }

  exitNow(base: BaseRun, rule: DecisionRule, moment: MarketMoment & { readonly levelPaise?: number }): void {
    const { position } = base;
    if (!position) return;
    const intent = this.#keeper.intendExit(base, {
      at: moment.at,
      action: 'exit',
      direction: position.direction,
      rule,
      quantity: position.quantity,
      pricePaise: moment.levelPaise ?? moment.marketPaise,
    });
    this.#fillExit(base, intent, moment);
  }

  #fillEntry(base: BaseRun, intent: OrderIntent, { at, marketPaise }: MarketMoment): void {
    const { account, day } = this.#parts;
    const pricePaise = this.#pricePaise(base, intent, marketPaise);
    const quantity = this.#affordableAtFill(base, intent, { at, marketPaise: pricePaise });
    const veto = this.#keeper.vetoAtFill(base, intent, at) ?? (quantity === 0 ? 'not_enough_cash' : undefined);
    if (veto !== undefined) {
      this.#keeper.refuse(base, intent, { at, veto, pricePaise });
      return;
    }
    const { chargesPaise } = this.#fill(base, intent, { at, pricePaise, quantity });
    if (account.isDelivery) account.cashPaise -= quantity * pricePaise;
    day.trades += 1;
    this.#keeper.open(base, intent, { at, quantity, entryPaise: pricePaise, chargesPaise, marketPaise });
  }

  /** The price moved since the decision: a share-sized entry shrinks to what cash now pays, a fixed one is all or nothing. */
  #affordableAtFill(base: BaseRun, intent: OrderIntent, { at, marketPaise }: MarketMoment): number {
    const { account, bases } = this.#parts;
    const cash = account.availablePaise(bases, base);
    const direction = intent.side === 'buy' ? 'long' : 'short';
    const entry = { direction, pricePaise: marketPaise, at, wanted: intent.quantity } as const;
    const quantity = account.affordable(base, entry, cash);
    const isFixed = this.#config.strategy.definition.sizing.method === 'fixed_quantity';
    return isFixed && quantity < intent.quantity ? 0 : quantity;
  }

  #fillExit(base: BaseRun, intent: OrderIntent, { at, marketPaise }: MarketMoment): void {
    const { position } = base;
    if (!position) return;
    const { account } = this.#parts;
    this.#keeper.markExcursion(base, position, marketPaise);
    const { quantity, entryPaise, entryChargesPaise } = position;
    const pricePaise = this.#pricePaise(base, intent, marketPaise);
    const fill = this.#fill(base, intent, { at, pricePaise, quantity });
    const grossPaise = signOf(position.direction) * (pricePaise - entryPaise) * quantity;
    account.cashPaise += account.isDelivery ? pricePaise * quantity : grossPaise;
    if (account.isDelivery) base.soldOn = account.dateOf(at);
    const chargesPaise = entryChargesPaise + fill.chargesPaise;
    this.#keeper.close(base, position, {
      intent,
      quantity,
      exitAt: at,
      exitPaise: pricePaise,
      grossPaise,
      chargesPaise,
    });
  }

  #pricePaise(base: BaseRun, { side }: OrderIntent, marketPaise: number): number {
    const { slippageBps } = this.#config;
    return fillPricePaise(side, marketPaise, { slippageBps, tickPaise: base.facts.tickPaise });
  }

  #fill(base: BaseRun, intent: OrderIntent, order: { at: EpochMs; pricePaise: number; quantity: number }): Fill {
    const chargesPaise = this.#parts.account.charge(base, { side: intent.side, ...order });
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
    this.#parts.journal.add({ kind: 'fill', fill });
    return fill;
  }
}
