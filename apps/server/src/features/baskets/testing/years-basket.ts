import { type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { sliceQuantity, type TargetWeight } from '@trickdesk/engine';
import { decideRun, limitOf, type RunDecision, type RunFacts, type RunKind } from '../decide-run.ts';
import { outcomeOf } from '../end-run.ts';
import { chargesOf } from '../order-cost.ts';
import type { OrderRow } from '../owned-store.ts';
import { reportOf } from '../paper-desk.ts';
import type { MarketMoment, OrderReport } from '../parts.ts';
import { type ExecutedOrder, type Flow, type Standing, spendableOn, standingOf } from '../standing.ts';
import type { YearsMarket } from './years-market.ts';

export interface YearsRun {
  readonly id: number;
  readonly kind: RunKind;
  readonly amountPaise: bigint | undefined;
  readonly targets: readonly TargetWeight[];
  readonly begunOn: IndiaDate;
  /** Before its money came. */
  readonly cashBeforePaise: bigint;
  state: 'working' | 'waiting' | 'done' | 'given_up';
  sessions: number;
  lastDay: IndiaDate | undefined;
  /** Sessions that it was tried in and nothing of the market or of the account was in its way. */
  freeSessions: number;
  hasTraded: boolean;
}

const MOST_UNITS = 50_000;

/**
 * A basket that is held in test mode, in memory: the rules of the product decide, fill and account; this class stores
 * what they say, as the store does, and keeps a book of its own, unit by unit and paisa by paisa, to compare with.
 */
export class YearsBasket {
  readonly flows: Flow[] = [];
  readonly orders: OrderRow[] = [];
  readonly runs: YearsRun[] = [];
  status: 'open' | 'closed' = 'open';
  /** Its own book: paise, and units by symbol. */
  cashPaise = 0n;
  readonly units = new Map<string, number>();
  /** What the account can pay for today, where that is less than the basket believes. */
  fundsPaise: bigint | undefined;
  readonly #market: YearsMarket;
  readonly #executed: ExecutedOrder[] = [];
  #wasInTheWay = false;
  /** The last one: between two fills every look asks for the same. */
  #standing: { readonly key: string; readonly standing: Standing } | undefined;

  constructor(market: YearsMarket) {
    this.#market = market;
  }

  get underWay(): YearsRun | undefined {
    return this.runs.find(({ state }) => state === 'working' || state === 'waiting');
  }

  get working(): readonly OrderRow[] {
    return this.orders.filter(({ state }) => state === 'intended' || state === 'sent');
  }

  standingAt(day: IndiaDate): Standing {
    const key = `${day} ${this.flows.length} ${this.#executed.length}`;
    if (this.#standing?.key !== key) {
      const standing = standingOf({ flows: this.flows, orders: this.#executed }, this.#market.actions, day);
      this.#standing = { key, standing };
    }
    return this.#standing.standing;
  }

  /** Money in and out, into both books. */
  pay(day: IndiaDate, amountPaise: bigint): void {
    this.flows.push({ day, amountPaise });
    this.cashPaise += amountPaise;
  }

  split(symbol: string, into: number): void {
    const held = this.units.get(symbol);
    if (held !== undefined) this.units.set(symbol, held * into);
  }

  begin(kind: RunKind, day: IndiaDate, { amountPaise, targets }: Pick<YearsRun, 'amountPaise' | 'targets'>): void {
    const cashBeforePaise = this.cashPaise;
    if (amountPaise !== undefined) this.pay(day, amountPaise);
    const counts = { sessions: 0, freeSessions: 0, lastDay: undefined, hasTraded: false };
    const id = this.runs.length + 1;
    this.runs.push({ id, kind, amountPaise, targets, begunOn: day, cashBeforePaise, state: 'working', ...counts });
  }

  /** One look at what is under way, as the runner's. @returns the decision */
  look(moment: MarketMoment): RunDecision | undefined {
    const run = this.underWay;
    if (!run) return undefined;
    this.#takeReports(run, moment);
    if (moment.isOpen && run.lastDay !== moment.day) this.#startSession(run, moment.day);
    const facts = this.#factsOf(run, moment);
    const decision = decideRun(facts);
    if (decision.kind === 'place') this.#place(run, decision.orders, facts, moment);
    else if (decision.kind === 'end') this.#end(run, decision.state, moment.day);
    else run.state = decision.kind === 'wait_for_session' ? 'waiting' : 'working';
    return decision;
  }

  #startSession(run: YearsRun, day: IndiaDate): void {
    run.sessions += 1;
    run.lastDay = day;
    const symbols = [...run.targets.map(({ symbol }) => symbol), ...this.units.keys()];
    this.#wasInTheWay = this.fundsPaise !== undefined || !this.#market.allows(symbols);
    if (!this.#wasInTheWay) run.freeSessions += 1;
  }

  #factsOf(run: YearsRun, { day, isOpen }: MarketMoment): RunFacts {
    const { held, cashPaise } = this.standingAt(day);
    const symbols = new Set([...run.targets.map(({ symbol }) => symbol), ...held.keys()]);
    const today = this.orders.filter((order) => order.basket_run_id === run.id && order.day === day);
    return {
      ...{ kind: run.kind, day, isOpen, sessions: run.sessions, targets: run.targets, held },
      ...{ cashPaise: Number(cashPaise), spendablePaise: Number(spendableOn(day, cashPaise, this.#executed)) },
      names: new Map([...this.#market.names()].filter(([symbol]) => symbols.has(symbol))),
      hasTraded: run.hasTraded,
      orders: today.map((order) => ({
        ...{ symbol: order.symbol, side: order.side, filledQuantity: order.filled_quantity },
        isWorking: order.state === 'intended' || order.state === 'sent',
        wasRefused: order.state === 'rejected',
      })),
    };
  }

  #place(run: YearsRun, orders: readonly Parameters<typeof limitOf>[0][], facts: RunFacts, moment: MarketMoment): void {
    for (const order of orders) {
      const limit = limitOf(order, facts.names.get(order.symbol)?.tickPaise ?? 1);
      const isRefused = this.#market.refuses(order, limit) || this.#isPoorFor(order, limit);
      // A refusal takes this session out of those in which it has to come near.
      if (isRefused && !this.#wasInTheWay) run.freeSessions -= 1;
      this.#wasInTheWay ||= isRefused;
      for (const quantity of sliceQuantity(order.quantity, { freezeQuantity: MOST_UNITS, lotSize: 1 })) {
        const at = new Date(moment.now);
        this.orders.push({
          ...{ id: this.orders.length + 1, basket_run_id: run.id, owned_basket_id: 1 },
          ...{ symbol: order.symbol, side: order.side, quantity, limit_paise: limit, day: moment.day },
          ...{ state: isRefused ? 'rejected' : 'intended', reason: null, broker_order_id: null },
          ...{ filled_quantity: 0, filled_value_paise: 0n, charges_paise: 0n, stt_paise: 0n },
          ...{ exchange_at: at, placed_at: at, updated_at: at },
        });
      }
    }
  }

  #isPoorFor({ side, quantity }: Parameters<typeof limitOf>[0], limitPaise: number): boolean {
    if (side === 'sell' || this.fundsPaise === undefined) return false;
    const left = this.fundsPaise - BigInt(quantity * limitPaise);
    if (left >= 0n) this.fundsPaise = left;
    return left < 0n;
  }

  #takeReports(run: YearsRun, moment: MarketMoment): void {
    for (const order of this.working) {
      const seen = this.#market.seen(order.symbol, moment.now);
      for (const report of reportOf(order, seen, moment)) this.#fill(run, order, report);
    }
  }

  #fill(run: YearsRun, order: OrderRow, { state, filledQuantity, filledValuePaise }: OrderReport): void {
    Object.assign(order, { state, filled_quantity: filledQuantity, filled_value_paise: filledValuePaise });
    if (filledQuantity === 0) return;
    const { id, symbol, side, day } = order;
    const isFirstSale = !this.#executed.some(
      (one) => one.symbol === symbol && one.side === 'sell' && one.day === day && one.id < id,
    );
    const { totalPaise, sttPaise } = chargesOf({
      ...{ side, quantity: filledQuantity, date: day, isFirstSale },
      pricePaise: Math.round(Number(filledValuePaise) / filledQuantity),
      instrumentKind: this.#market.names().get(symbol)?.instrumentKind ?? 'equity',
    });
    Object.assign(order, { charges_paise: BigInt(totalPaise), stt_paise: BigInt(sttPaise) });
    run.hasTraded = true;
    this.#executed.push({
      ...{ id, symbol, side, day, filledQuantity, filledValuePaise },
      ...{ chargesPaise: BigInt(totalPaise), sttPaise: BigInt(sttPaise) },
    });
    const sign = side === 'buy' ? 1 : -1;
    const units = (this.units.get(symbol) ?? 0) + sign * filledQuantity;
    if (units < 0) throw new Error(`${filledQuantity} of ${symbol} were sold on ${day}, more than held`);
    if (units === 0) this.units.delete(symbol);
    else this.units.set(symbol, units);
    this.cashPaise -= BigInt(sign) * filledValuePaise + BigInt(totalPaise);
  }

  #end(run: YearsRun, state: 'done' | 'given_up', day: IndiaDate): void {
    const own = this.orders.filter((order) => order.basket_run_id === run.id);
    const facts = { run: { kind: run.kind, amount_paise: run.amountPaise ?? null }, decision: { state }, own };
    const { outPaise, isClosed } = outcomeOf({ ...facts, standing: this.standingAt(day) });
    if (outPaise > 0n) this.pay(day, -outPaise);
    run.state = state;
    if (isClosed) this.status = 'closed';
  }
}

/** A moment so many seconds after a session's opening. */
export function momentAt(day: IndiaDate, openAt: number, seconds: number): MarketMoment {
  return { now: openAt + seconds * 1_000, day, isOpen: true, speed: 1 };
}

/** The evening of a day: what is still under way then ends. */
export function eveningOf(day: IndiaDate): MarketMoment {
  return { now: indiaMoment(day, 20 * 60), day, isOpen: false, speed: 1 };
}
