import type { BaseRun } from './base-run.ts';
import type { AdjustedPosition } from './corporate-action.ts';
import { type DecisionFacts, decisionOf } from './decision-of.ts';
import { NumberStream } from './number-stream.ts';
import type { Closing } from './position-keeper.ts';
import type {
  BaseFacts,
  ClosedTrade,
  Decision,
  DecisionRule,
  Direction,
  OpenPosition,
  RunEvent,
  Told,
} from './types.ts';

/** What a decision shares with others: written once, and named by its number from then on. */
interface DecisionHead extends Pick<DecisionFacts, 'action' | 'direction' | 'rule' | 'veto' | 'condition' | 'note'> {
  readonly kind: 'decision';
  readonly code: number;
  readonly base: number;
  readonly hasBar: boolean;
  readonly method: string | undefined;
  readonly hasVolatility: boolean;
  readonly times: number | undefined;
  readonly isCut: boolean;
  /** Numbers of such a decision. */
  readonly size: number;
}

interface TradeHead extends Pick<ClosedTrade, 'base' | 'direction' | 'exitRule'> {
  readonly kind: 'trade';
  readonly code: number;
}

interface AdjustedHead {
  readonly kind: 'adjusted';
  readonly code: number;
  readonly adjusted: AdjustedPosition;
}

type Head = DecisionHead | TradeHead | AdjustedHead;

/** What the figures of a report need of trades, in the order in which they were closed. */
export interface TradeResults {
  readonly count: number;
  readonly netPaise: Float64Array;
  readonly chargesPaise: Float64Array;
  /** Value bought and value sold. */
  readonly turnoverPaise: Float64Array;
  readonly exitAt: Float64Array;
  readonly exitSequence: Float64Array;
}

/** The record in words. */
export interface ToldRun {
  readonly events: readonly RunEvent[];
  readonly decisions: readonly Decision[];
  readonly trades: readonly ClosedTrade[];
}

/** Numbers of a decision before its bar, its size and its operands, and of a trade, the head's code among them. */
const DECISION_NUMBERS = 4;
const TRADE_NUMBERS = 12;
/** Of a trade that is kept for the figures alone: a row of `TradeResults`. */
const RESULT_NUMBERS = 5;

/**
 * What a run from the start on decides and does, as numbers: ten thousands of decisions are made and few are looked at.
 * In words they are the same to the byte as those of a run that tells of each at once.
 */
export class RunRecord implements ToldRun {
  readonly #bases: readonly BaseFacts[];
  /** Whether it can be told in words; otherwise it keeps what figures need. */
  readonly isTold: boolean;
  readonly #stream = new NumberStream();
  readonly #heads: Head[] = [];
  /** For each base those of its own. */
  readonly #decisionHeads: DecisionHead[][];
  readonly #tradeHeads: TradeHead[][];
  #trades = 0;
  #told: ToldRun | undefined;

  constructor(bases: readonly BaseFacts[], tells: Exclude<Told, 'all'>) {
    this.#bases = bases;
    this.isTold = tells === 'reasons';
    this.#decisionHeads = bases.map(() => []);
    this.#tradeHeads = bases.map(() => []);
  }

  decide(base: number, facts: DecisionFacts): void {
    if (!this.isTold) return;
    const head = this.#decisionHeadOf(base, facts);
    let at = this.#stream.take(head.size);
    const { numbers } = this.#stream;
    numbers[at] = head.code;
    numbers[at + 1] = facts.at;
    numbers[at + 2] = facts.quantity;
    numbers[at + 3] = facts.pricePaise;
    at += DECISION_NUMBERS;
    if (facts.barOpenAt !== undefined) {
      numbers[at] = facts.barOpenAt;
      at += 1;
    }
    const { sizing } = facts;
    if (sizing) {
      numbers[at] = sizing.capitalPaise;
      numbers[at + 1] = sizing.amountPaise;
      at += 2;
      if (sizing.volatilityPercent !== undefined) {
        numbers[at] = sizing.volatilityPercent;
        at += 1;
      }
      if (sizing.wantedQuantity !== undefined) {
        numbers[at] = sizing.wantedQuantity;
        at += 1;
      }
    }
    facts.condition?.readOperands(numbers, at);
  }

  close(base: BaseRun, position: OpenPosition, closing: Closing): void {
    this.#trades += 1;
    if (!this.isTold) {
      this.#keepResult(position, closing);
      return;
    }
    const { intent } = closing;
    const head = this.#tradeHeadOf(base.index, position.direction, intent.rule);
    const at = this.#stream.take(TRADE_NUMBERS);
    const { numbers } = this.#stream;
    numbers[at] = head.code;
    numbers[at + 1] = closing.quantity;
    numbers[at + 2] = position.entryAt;
    numbers[at + 3] = position.entryPaise;
    numbers[at + 4] = closing.exitAt;
    numbers[at + 5] = closing.exitPaise;
    numbers[at + 6] = closing.grossPaise;
    numbers[at + 7] = closing.chargesPaise;
    numbers[at + 8] = position.entrySequence;
    numbers[at + 9] = intent.decisionSequence;
    numbers[at + 10] = base.adverse;
    numbers[at + 11] = base.favourable;
  }

  #keepResult(position: OpenPosition, closing: Closing): void {
    const at = this.#stream.take(RESULT_NUMBERS);
    const { numbers } = this.#stream;
    const { quantity, exitPaise, grossPaise, chargesPaise } = closing;
    numbers[at] = grossPaise - chargesPaise;
    numbers[at + 1] = chargesPaise;
    numbers[at + 2] = quantity * (position.entryPaise + exitPaise);
    numbers[at + 3] = closing.exitAt;
    numbers[at + 4] = closing.intent.decisionSequence;
  }

  adjust(adjusted: AdjustedPosition): void {
    if (!this.isTold) return;
    const code = this.#heads.length;
    this.#heads.push({ kind: 'adjusted', code, adjusted });
    const at = this.#stream.take(1);
    this.#stream.numbers[at] = code;
  }

  /** Of all closed trades, without making one of them. */
  results(): TradeResults {
    const column = (): Float64Array => new Float64Array(this.#trades);
    const netPaise = column();
    const chargesPaise = column();
    const turnoverPaise = column();
    const exitAt = column();
    const exitSequence = column();
    let count = 0;
    const readResult = (numbers: Float64Array, at: number): number => {
      netPaise[count] = numbers[at] ?? 0;
      chargesPaise[count] = numbers[at + 1] ?? 0;
      turnoverPaise[count] = numbers[at + 2] ?? 0;
      exitAt[count] = numbers[at + 3] ?? 0;
      exitSequence[count] = numbers[at + 4] ?? 0;
      count += 1;
      return at + RESULT_NUMBERS;
    };
    const readTrade = (numbers: Float64Array, at: number): number => {
      const head = this.#headOf(numbers, at);
      if (head.kind !== 'trade') return at + sizeOf(head);
      const charges = numbers[at + 7] ?? 0;
      netPaise[count] = (numbers[at + 6] ?? 0) - charges;
      chargesPaise[count] = charges;
      turnoverPaise[count] = (numbers[at + 1] ?? 0) * ((numbers[at + 3] ?? 0) + (numbers[at + 5] ?? 0));
      exitAt[count] = numbers[at + 4] ?? 0;
      exitSequence[count] = numbers[at + 9] ?? 0;
      count += 1;
      return at + TRADE_NUMBERS;
    };
    this.#stream.each(this.isTold ? readTrade : readResult);
    return { count, netPaise, chargesPaise, turnoverPaise, exitAt, exitSequence };
  }

  get events(): readonly RunEvent[] {
    return this.#tell().events;
  }

  get decisions(): readonly Decision[] {
    return this.#tell().decisions;
  }

  get trades(): readonly ClosedTrade[] {
    return this.#tell().trades;
  }

  /** Everything in words; made when it is asked for first. */
  #tell(): ToldRun {
    if (!this.isTold) throw new Error('of this run only what its figures need was kept');
    this.#told ??= this.#toldRun();
    return this.#told;
  }

  #toldRun(): ToldRun {
    const events: RunEvent[] = [];
    const decisions: Decision[] = [];
    const trades: ClosedTrade[] = [];
    this.#stream.each((numbers, at) => {
      const head = this.#headOf(numbers, at);
      if (head.kind === 'decision') {
        const decision = this.#decisionAt(head, { numbers, at, sequence: decisions.length + 1 });
        decisions.push(decision);
        events.push({ kind: 'decision', decision });
      } else if (head.kind === 'trade') {
        const trade = this.#tradeAt(head, { numbers, at });
        trades.push(trade);
        events.push({ kind: 'trade', trade });
      } else events.push({ kind: 'adjusted', adjusted: head.adjusted });
      return at + sizeOf(head);
    });
    return { events, decisions, trades };
  }

  #headOf(numbers: Float64Array, at: number): Head {
    const head = this.#heads[numbers[at] ?? -1];
    if (!head) throw new Error('the record is torn');
    return head;
  }

  #decisionHeadOf(base: number, facts: DecisionFacts): DecisionHead {
    const heads = this.#decisionHeads[base] ?? [];
    for (let i = 0; i < heads.length; i += 1) {
      const head = heads[i];
      if (head && isLike(head, facts)) return head;
    }
    const { action, direction, rule, veto, condition, note, sizing, barOpenAt } = facts;
    const hasVolatility = sizing?.volatilityPercent !== undefined;
    const isCut = sizing?.wantedQuantity !== undefined;
    const hasBar = barOpenAt !== undefined;
    const head = {
      ...({
        kind: 'decision',
        code: this.#heads.length,
        base,
        action,
        direction,
        rule,
        veto,
        condition,
        note,
      } as const),
      ...{ hasBar, method: sizing?.method, hasVolatility, times: sizing?.times, isCut },
      size:
        DECISION_NUMBERS +
        (hasBar ? 1 : 0) +
        (sizing ? 2 : 0) +
        (hasVolatility ? 1 : 0) +
        (isCut ? 1 : 0) +
        (condition?.operandCount ?? 0),
    };
    this.#heads.push(head);
    heads.push(head);
    return head;
  }

  #tradeHeadOf(base: number, direction: Direction, exitRule: DecisionRule): TradeHead {
    const heads = this.#tradeHeads[base] ?? [];
    for (let i = 0; i < heads.length; i += 1) {
      const head = heads[i];
      if (head?.exitRule === exitRule && head.direction === direction) return head;
    }
    const head: TradeHead = { kind: 'trade', code: this.#heads.length, base, direction, exitRule };
    this.#heads.push(head);
    heads.push(head);
    return head;
  }

  #decisionAt(head: DecisionHead, { numbers, at, sequence }: Place & { readonly sequence: number }): Decision {
    const { action, direction, rule, veto, condition, note, method } = head;
    let next = at + DECISION_NUMBERS;
    const read = (): number => {
      next += 1;
      return numbers[next - 1] ?? Number.NaN;
    };
    const barOpenAt = head.hasBar ? read() : undefined;
    const sizing =
      method === undefined
        ? undefined
        : {
            method,
            capitalPaise: read(),
            amountPaise: read(),
            volatilityPercent: head.hasVolatility ? read() : undefined,
            times: head.times,
            wantedQuantity: head.isCut ? read() : undefined,
          };
    const [moment = 0, quantity = 0, pricePaise = 0] = numbers.subarray(at + 1, at + DECISION_NUMBERS);
    const facts = { at: moment, action, direction, rule, quantity, pricePaise, condition };
    return decisionOf(
      { sequence, base: head.base, symbol: this.#symbolOf(head.base) },
      { ...facts, barOpenAt, sizing, note, ...(veto === undefined ? {} : { veto }) },
      condition?.operandsAt(numbers, next),
    );
  }

  #tradeAt({ base, direction, exitRule }: TradeHead, { numbers, at }: Place): ClosedTrade {
    const read = (place: number): number => numbers[at + place] ?? Number.NaN;
    return {
      base,
      symbol: this.#symbolOf(base),
      direction,
      quantity: read(1),
      entryAt: read(2),
      entryPaise: read(3),
      exitAt: read(4),
      exitPaise: read(5),
      grossPaise: read(6),
      chargesPaise: read(7),
      netPaise: read(6) - read(7),
      exitRule,
      entrySequence: read(8),
      exitSequence: read(9),
      adversePaise: read(10),
      favourablePaise: read(11),
    };
  }

  #symbolOf(base: number): string {
    return this.#bases[base]?.symbol ?? '';
  }
}

interface Place {
  readonly numbers: Float64Array;
  readonly at: number;
}

function isLike(head: DecisionHead, facts: DecisionFacts): boolean {
  return (
    head.rule === facts.rule &&
    head.direction === facts.direction &&
    head.action === facts.action &&
    head.condition === facts.condition &&
    head.veto === facts.veto &&
    head.hasBar === (facts.barOpenAt !== undefined) &&
    head.method === facts.sizing?.method &&
    head.hasVolatility === (facts.sizing?.volatilityPercent !== undefined) &&
    head.times === facts.sizing?.times &&
    head.isCut === (facts.sizing?.wantedQuantity !== undefined) &&
    head.note === facts.note
  );
}

function sizeOf(head: Head): number {
  if (head.kind === 'decision') return head.size;
  return head.kind === 'trade' ? TRADE_NUMBERS : 1;
}
