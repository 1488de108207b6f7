import type { BaseRun } from './base-run.ts';
import type { AdjustedPosition } from './corporate-action.ts';
import { type DecisionFacts, decisionOf } from './decision-of.ts';
import type { Closing } from './position-keeper.ts';
import type { RunRecord } from './run-record.ts';
import type { ClosedTrade, OpenPosition, OrderIntent, RunConfig, RunEvent, Side } from './types.ts';

const NOTHING: readonly RunEvent[] = Object.freeze([]);

/** Numbers decisions and intents, and collects the events of one call: or writes them down, where there is a record. */
export class Journal {
  sequence = 0;
  readonly #record: RunRecord | undefined;
  #events: RunEvent[] | undefined;

  constructor({ record }: Pick<RunConfig, 'record'>) {
    this.#record = record;
  }

  /** Whether orders, fills and levels are told: otherwise nobody needs to make them. */
  get tellsDeeds(): boolean {
    return this.#record === undefined;
  }

  /** The events since the last call, in order; one shared empty list where there were none. */
  take(): readonly RunEvent[] {
    const events = this.#events;
    if (!events) return NOTHING;
    this.#events = undefined;
    return events;
  }

  /** An order, a fill or levels, or what came of them. */
  add(event: RunEvent): void {
    if (this.#record) return;
    this.#events ??= [];
    this.#events.push(event);
  }

  /** @returns the decision's number */
  decide(base: BaseRun, facts: DecisionFacts): number {
    this.sequence += 1;
    const { sequence } = this;
    if (this.#record) this.#record.decide(base.index, facts);
    else {
      const place = { sequence, base: base.index, symbol: base.facts.symbol };
      this.add({ kind: 'decision', decision: decisionOf(place, facts, facts.condition?.operands()) });
    }
    return sequence;
  }

  /** The base still has what the position saw. */
  close(base: BaseRun, position: OpenPosition, closing: Closing): void {
    if (this.#record) this.#record.close(base, position, closing);
    else this.add({ kind: 'trade', trade: tradeOf(base, position, closing) });
  }

  adjust(adjusted: AdjustedPosition): void {
    if (this.#record) this.#record.adjust(adjusted);
    else this.add({ kind: 'adjusted', adjusted });
  }

  /** Decides, and makes the intent that follows; `give` hands it out. */
  draft(
    base: BaseRun,
    facts: DecisionFacts,
    order: { readonly side: Side; readonly purpose: 'entry' | 'exit' },
  ): OrderIntent {
    const sequence = this.decide(base, facts);
    return {
      id: sequence,
      decisionSequence: sequence,
      at: facts.at,
      base: base.index,
      symbol: base.facts.symbol,
      side: order.side,
      purpose: order.purpose,
      quantity: facts.quantity,
      rule: facts.rule,
      referencePaise: facts.pricePaise,
    };
  }

  give(intent: OrderIntent): OrderIntent {
    if (this.tellsDeeds) this.add({ kind: 'intent', intent });
    return intent;
  }
}

function tradeOf(base: BaseRun, position: OpenPosition, closing: Closing): ClosedTrade {
  const { intent, quantity, exitAt, exitPaise, grossPaise, chargesPaise } = closing;
  return {
    base: base.index,
    symbol: base.facts.symbol,
    direction: position.direction,
    quantity,
    entryAt: position.entryAt,
    entryPaise: position.entryPaise,
    exitAt,
    exitPaise,
    grossPaise,
    chargesPaise,
    netPaise: grossPaise - chargesPaise,
    exitRule: intent.rule,
    entrySequence: position.entrySequence,
    exitSequence: intent.decisionSequence,
    adversePaise: base.adverse,
    favourablePaise: base.favourable,
  };
}
