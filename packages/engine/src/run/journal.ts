import type { EpochMs } from '@trickdesk/domain';
import type { BaseRun } from './base-run.ts';
import type {
  Decision,
  DecisionRule,
  Direction,
  OperandValue,
  OrderIntent,
  RunEvent,
  Side,
  VetoRule,
} from './types.ts';

const NOTHING: readonly RunEvent[] = Object.freeze([]);
const NO_OPERANDS: readonly OperandValue[] = Object.freeze([]);

export interface DecisionFacts {
  readonly at: EpochMs;
  readonly action: Decision['action'];
  readonly direction: Direction;
  readonly rule: DecisionRule;
  readonly veto?: VetoRule;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly barOpenAt?: EpochMs | undefined;
  readonly condition?: { readonly text: string; operands(): readonly OperandValue[] } | undefined;
  readonly sizing?: Decision['sizing'] | undefined;
  readonly note?: string | undefined;
}

/** Collects the events of one call and numbers decisions and intents. */
export class Journal {
  sequence = 0;
  #events: RunEvent[] | undefined;

  /** The events since the last call, in order; one shared empty list where there were none. */
  take(): readonly RunEvent[] {
    const events = this.#events;
    if (!events) return NOTHING;
    this.#events = undefined;
    return events;
  }

  add(event: RunEvent): void {
    this.#events ??= [];
    this.#events.push(event);
  }

  decide(base: BaseRun, facts: DecisionFacts): Decision {
    this.sequence += 1;
    // The order of keys is part of the format: the same run gives the same bytes.
    const decision: Decision = {
      sequence: this.sequence,
      at: facts.at,
      base: base.index,
      symbol: base.facts.symbol,
      action: facts.action,
      direction: facts.direction,
      rule: facts.rule,
      ...(facts.veto === undefined ? {} : { veto: facts.veto }),
      quantity: facts.quantity,
      pricePaise: facts.pricePaise,
      ...(facts.barOpenAt === undefined ? {} : { barOpenAt: facts.barOpenAt }),
      ...(facts.condition === undefined ? {} : { condition: facts.condition.text }),
      operands: facts.condition?.operands() ?? NO_OPERANDS,
      ...(facts.sizing === undefined ? {} : { sizing: facts.sizing }),
      ...(facts.note === undefined ? {} : { note: facts.note }),
    };
    this.add({ kind: 'decision', decision });
    return decision;
  }

  /** The intent of a decision; `give` hands it out. */
  draft(
    base: BaseRun,
    decision: Decision,
    order: { readonly side: Side; readonly purpose: 'entry' | 'exit' },
  ): OrderIntent {
    return {
      id: decision.sequence,
      decisionSequence: decision.sequence,
      at: decision.at,
      base: base.index,
      symbol: base.facts.symbol,
      side: order.side,
      purpose: order.purpose,
      quantity: decision.quantity,
      rule: decision.rule,
      referencePaise: decision.pricePaise,
    };
  }

  give(intent: OrderIntent): OrderIntent {
    this.add({ kind: 'intent', intent });
    return intent;
  }
}
