import type { ProgramRows } from '../compile/types.ts';
import type { BaseRun } from './base-run.ts';
import type { MutableMoment } from './entry-rules.ts';
import type { Closing, RunParts } from './position-keeper.ts';
import { fillPricePaise } from './prices.ts';
import type { RunRecord } from './run-record.ts';
import { Sizer } from './sizing.ts';
import type { Mutable, OpenPosition, OrderIntent, RunConfig, Side } from './types.ts';

/**
 * Whole trades at once, in runs that keep figures alone: the entry that is decided at one bar's close and filled at the
 * next opening, the exit likewise, and nothing in between. A sweep is mostly made of such trades, and four events of a run
 * cost each of them three times as much. What is done is what `Decider` and `SimulatedExecution` do, in the same order and
 * by the same rates; whatever is not plain is left to them. A property holds figures with and without it to the same bytes.
 */
export class RoundTrips {
  readonly #parts: RunParts;
  readonly #record: RunRecord;
  readonly #slippageBps: number;
  readonly #sizer: Sizer;
  #moment: MutableMoment | undefined;
  // Filled anew for each trade, in the room that the fractions make for moments: nobody keeps them.
  readonly #order: Mutable<Charged> = { side: 'buy', quantity: 0, pricePaise: 0, at: 0.5 };
  readonly #intent: Mutable<OrderIntent>;
  readonly #position: Mutable<OpenPosition>;
  readonly #closing: Mutable<Closing>;

  private constructor(config: RunConfig, parts: RunParts, record: RunRecord) {
    this.#parts = parts;
    this.#record = record;
    this.#slippageBps = config.slippageBps;
    this.#sizer = new Sizer(parts.rules);
    this.#intent = {
      ...{ id: 0, decisionSequence: 0, at: 0.5, base: 0, symbol: '', side: 'sell', purpose: 'exit' },
      ...{ quantity: 0, rule: 'exit', referencePaise: 0 },
    };
    this.#position = {
      ...{ base: 0, symbol: '', direction: 'long', quantity: 0, entryAt: 0.5, entryPaise: 0, entryChargesPaise: 0 },
      ...{ entrySequence: 0, extremePaise: 0 },
    };
    const amounts = { grossPaise: 0, chargesPaise: 0 };
    this.#closing = { intent: this.#intent, quantity: 0, exitAt: 0.5, exitPaise: 0, ...amounts };
  }

  /** @returns `undefined` for a run whose trades can end, or entries be refused, by more than its conditions, hours and cash */
  static of(config: RunConfig, parts: RunParts): RoundTrips | undefined {
    const { record, strategy, execution } = config;
    const { rules, bases } = parts;
    const [base, ...others] = bases;
    if (!record || record.isTold || !base || others.length > 0 || execution === 'external') return undefined;
    const { stop, target, trailing, entryShort } = base.program;
    if (stop ?? target ?? trailing ?? entryShort) return undefined;
    const limits = [rules.maxHoldBars, rules.maxLossPerDayPaise, rules.maxTradesPerDay];
    if (limits.some(Number.isFinite) || rules.cooldownBars > 0) return undefined;
    return strategy.definition.sizing.method === 'volatility_target'
      ? undefined
      : new RoundTrips(config, parts, record);
  }

  /**
   * Makes one trade of a base that is flat and waits for nothing: decided at the close of one row, left at that of another
   * of the same day. The run then stands at the opening of the row after it.
   *
   * @returns false where it is not plain: then nothing was done
   */
  make(base: BaseRun, rows: ProgramRows, entryRow: number, exitRow: number): boolean {
    const { account, bases, journal, day } = this.#parts;
    const enteredAt = rows.time[entryRow + 1] ?? Number.NaN;
    const leftAt = rows.time[exitRow + 1] ?? Number.NaN;
    const quantity = this.#wantedQuantity(base, rows, entryRow, leftAt);
    if (quantity === 0) return false;
    const order = this.#order;
    const entryPaise = this.#fillPaise(base, 'buy', rows.open[entryRow + 1] ?? 0);
    order.side = 'buy';
    order.quantity = quantity;
    order.pricePaise = entryPaise;
    order.at = enteredAt;
    // The price has moved since the decision.
    if (account.affordable(base, order, account.availablePaise(bases, base)) < quantity) return false;
    const entryChargesPaise = account.charge(base, order);
    if (account.isDelivery) account.cashPaise -= quantity * entryPaise;
    day.trades += 1;

    const exitPaise = this.#fillPaise(base, 'sell', rows.open[exitRow + 1] ?? 0);
    order.side = 'sell';
    order.pricePaise = exitPaise;
    order.at = leftAt;
    const exitChargesPaise = account.charge(base, order);
    const grossPaise = (exitPaise - entryPaise) * quantity;
    account.cashPaise += account.isDelivery ? exitPaise * quantity : grossPaise;
    if (account.isDelivery) base.soldOn = account.dateOf(leftAt);

    // One decision each.
    journal.sequence += 2;
    this.#intent.decisionSequence = journal.sequence;
    this.#position.entryPaise = entryPaise;
    const closing = this.#closing;
    closing.quantity = quantity;
    closing.exitAt = leftAt;
    closing.exitPaise = exitPaise;
    closing.grossPaise = grossPaise;
    closing.chargesPaise = entryChargesPaise + exitChargesPaise;
    const netPaise = grossPaise - closing.chargesPaise;
    account.realisedPaise += netPaise;
    account.trades += 1;
    day.realisedPaise += netPaise;
    this.#record.close(base, this.#position, closing);
    base.barsSinceExit = 0;
    base.lastExitBarAt = rows.time[exitRow] ?? Number.NaN;
    base.lastVeto = undefined;
    return true;
  }

  /** @returns 0 where the entry would be refused, or hours end the position */
  #wantedQuantity(base: BaseRun, rows: ProgramRows, entryRow: number, leftAt: number): number {
    const { clock } = this.#parts;
    const { symbol } = base.facts;
    if (!base.enabled) return 0;
    const barOpenAt = rows.time[entryRow] ?? Number.NaN;
    const closeAt = clock.closeOfBar(barOpenAt);
    if (!clock.allowsEntry(barOpenAt, closeAt, symbol)) return 0;
    // All of it is on one day, whose square-off is one moment.
    if (leftAt >= clock.squareOffAt(closeAt, symbol)) return 0;
    const moment = this.#momentOf(base);
    moment.pricePaise = rows.close[entryRow] ?? 0;
    moment.barOpenAt = barOpenAt;
    moment.closeAt = closeAt;
    const { veto, quantity } = this.#sizer.size(moment);
    return veto === undefined ? quantity : 0;
  }

  #momentOf(base: BaseRun): MutableMoment {
    this.#moment ??= {
      ...{ parts: this.#parts, base, direction: 'long', mode: 'live' },
      ...{ pricePaise: 0, barOpenAt: 0.5, closeAt: 0.5 },
    };
    return this.#moment;
  }

  #fillPaise(base: BaseRun, side: Side, marketPaise: number): number {
    return fillPricePaise(side, marketPaise, { slippageBps: this.#slippageBps, tickPaise: base.facts.tickPaise });
  }
}

interface Charged {
  readonly side: Side;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly at: number;
}
