import type { EpochMs } from '@trickdesk/domain';
import type { BaseRun } from './base-run.ts';
import type {
  Decision,
  DecisionRule,
  Direction,
  OperandValue,
  OrderIntent,
  RunConfig,
  RunEvent,
  Side,
  Told,
  VetoRule,
} from './types.ts';

const NOTHING: readonly RunEvent[] = Object.freeze([]);
const IN_BRIEF: Readonly<Record<Exclude<Told, 'all'>, ReadonlySet<RunEvent['kind']>>> = {
  reasons: new Set(['decision', 'trade', 'adjusted']),
  trades: new Set(['trade']),
};
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
  readonly #tells: Told;
  #events: RunEvent[] | undefined;

  constructor({ tells = 'all' }: Pick<RunConfig, 'tells'>) {
    this.#tells = tells;
  }

  /** The events since the last call, in order; one shared empty list where there were none. */
  take(): readonly RunEvent[] {
    const events = this.#events;
    if (!events) return NOTHING;
    this.#events = undefined;
    return events;
  }

  add(event: RunEvent): void {
    if (this.#tells !== 'all' && !IN_BRIEF[this.#tells].has(event.kind)) return;
    this.#events ??= [];
    this.#events.push(event);
  }

  decide(base: BaseRun, facts: DecisionFacts): Decision {
    this.sequence += 1;
    const { veto, barOpenAt, condition, sizing, note } = facts;
    // The order of keys is part of the format: the same run gives the same bytes. They are set one after another, since
    // spreading what may be absent cost eight times as much, and a back-test decides ten thousands of times.
    const decision = {
      sequence: this.sequence,
      at: facts.at,
      base: base.index,
      symbol: base.facts.symbol,
      action: facts.action,
      direction: facts.direction,
      rule: facts.rule,
    } as { -readonly [Key in keyof Decision]: Decision[Key] };
    if (veto !== undefined) decision.veto = veto;
    decision.quantity = facts.quantity;
    decision.pricePaise = facts.pricePaise;
    if (barOpenAt !== undefined) decision.barOpenAt = barOpenAt;
    if (condition !== undefined) decision.condition = condition.text;
    decision.operands = (this.#tells === 'trades' ? undefined : condition?.operands()) ?? NO_OPERANDS;
    if (sizing !== undefined) decision.sizing = sizing;
    if (note !== undefined) decision.note = note;
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
