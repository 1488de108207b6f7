import { createRandom } from '@trickdesk/domain';
import { driftBps, type PlannedOrder, type TargetWeight } from '@trickdesk/engine';
import { decideRun, limitOf, type RunFacts, type RunKind, type RunOrder } from '../decide-run.ts';
import { chargesOf } from '../order-cost.ts';
import { SAME_DAY_CREDIT_PERCENT } from '../standing.ts';
import type { NameNow } from '../wanted-orders.ts';

export interface WorldFacts {
  readonly targets: readonly TargetWeight[];
  /** Paise by symbol. */
  readonly prices: Readonly<Record<string, number>>;
  readonly held?: Readonly<Record<string, number>>;
  readonly cashPaise: number;
  /** For how many sessions a name does not trade. */
  readonly halted?: Readonly<Record<string, number>>;
  /** For how many sessions the exchange refuses every order of a name. */
  readonly banded?: Readonly<Record<string, number>>;
  /** What is there at the broker, where it is less than the basket believes. */
  readonly brokerFundsPaise?: number;
  /** Orders that are filled in part before one is filled whole. */
  readonly partial?: number;
  /** Prices move within every session where it is given. */
  readonly seed?: number;
}

const FIRST_DAY = 5;
const LOOKS_A_SESSION = 60;
const MOST_SESSIONS_HERE = 20;

/** A market and a broker of one basket: sessions, prices that move, orders that are filled, in part, or refused. */
export class BasketWorld {
  readonly targets: readonly TargetWeight[];
  readonly held: Map<string, number>;
  sessions = 0;
  /** How far it was from its weights at the end of each session, in basis points. */
  readonly drifts: number[] = [];
  ended: 'done' | 'given_up' | undefined;
  missing: readonly string[] = [];
  leastCashPaise: number;
  spentPaise = 0;
  /** Orders that were under way when the run ended. */
  orphans = 0;
  readonly #facts: WorldFacts;
  readonly #prices: Map<string, number>;
  readonly #random: () => number;
  readonly #placed: { readonly session: number; readonly order: PlannedOrder; readonly isRefused: boolean }[] = [];
  #cashPaise: number;
  #soldToday = 0;
  #hasTraded = false;
  #orders: RunOrder[] = [];
  #partial: number;

  constructor(facts: WorldFacts) {
    this.#facts = facts;
    this.targets = facts.targets;
    this.held = new Map(Object.entries(facts.held ?? {}));
    this.#prices = new Map(Object.entries(facts.prices));
    this.#cashPaise = facts.cashPaise;
    this.leastCashPaise = facts.cashPaise;
    this.#partial = facts.partial ?? 0;
    const random = createRandom(facts.seed ?? 1);
    this.#random = () => random.next();
  }

  /** Session after session until the run ends. */
  run(kind: RunKind): void {
    while (!this.ended && this.sessions < MOST_SESSIONS_HERE) {
      this.sessions += 1;
      this.#soldToday = 0;
      this.#orders = [];
      let look = 0;
      while (!this.ended && look < LOOKS_A_SESSION && this.#look(kind)) look += 1;
      this.drifts.push(driftBps(this.priced(), this.targets));
    }
  }

  /** @returns whether the session goes on */
  #look(kind: RunKind): boolean {
    this.#movePrices();
    const decision = decideRun(this.facts(kind));
    if (decision.kind === 'wait_for_session') return false;
    if (decision.kind === 'place') for (const order of decision.orders) this.#execute(order);
    if (decision.kind !== 'end') return true;
    this.ended = decision.state;
    this.missing = decision.symbols;
    this.orphans = this.#orders.filter(({ isWorking }) => isWorking).length;
    return false;
  }

  facts(kind: RunKind): RunFacts {
    const heldBack = this.#soldToday - Math.floor((this.#soldToday * Number(SAME_DAY_CREDIT_PERCENT)) / 100);
    return {
      kind,
      day: this.#day(),
      isOpen: true,
      sessions: this.sessions,
      targets: this.targets,
      held: this.held,
      cashPaise: this.#cashPaise,
      spendablePaise: Math.max(0, this.#cashPaise - heldBack),
      names: new Map([...this.#prices].map(([symbol, pricePaise]) => [symbol, this.#nameOf(symbol, pricePaise)])),
      hasTraded: this.#hasTraded,
      orders: this.#orders,
    };
  }

  priced() {
    return [...this.held].map(([symbol, quantity]) => ({
      symbol,
      quantity,
      pricePaise: this.#prices.get(symbol) ?? 0,
    }));
  }

  sidesInOrder(): ('buy' | 'sell')[] {
    return this.#placed.map(({ order }) => order.side);
  }

  /** Names that were bought in a session in which they had been sold before. */
  boughtBack(): string[] {
    const sold = new Set<string>();
    return this.#placed.flatMap(({ session, order: { symbol, side } }) => {
      if (side === 'sell') sold.add(`${session} ${symbol}`);
      return side === 'buy' && sold.has(`${session} ${symbol}`) ? [symbol] : [];
    });
  }

  refusedOn(session: number): number {
    return this.#placed.filter((one) => one.session === session && one.isRefused).length;
  }

  /** What the dearest share is of the whole, in basis points: nearer than that no weight can come. */
  shareBps(): number {
    const worth = this.priced().reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
    const dearest = Math.max(...this.targets.map(({ symbol }) => this.#prices.get(symbol) ?? 0));
    return (dearest * 10_000 * this.targets.length) / 2 / (worth || 1);
  }

  #day(): string {
    return `2026-01-${String(FIRST_DAY + this.sessions).padStart(2, '0')}`;
  }

  #nameOf(symbol: string, pricePaise: number): NameNow {
    const isOpen = this.sessions > (this.#facts.halted?.[symbol] ?? 0);
    return { pricePaise, tickPaise: 5, isOpen, instrumentKind: 'equity' };
  }

  #movePrices(): void {
    if (this.#facts.seed === undefined) return;
    for (const [symbol, price] of this.#prices) {
      const step = Math.round((price * (this.#random() - 0.5)) / 2_000 / 5) * 5;
      this.#prices.set(symbol, Math.max(5, price + step));
    }
  }

  #execute(order: PlannedOrder): void {
    const { symbol, side } = order;
    const isBanded = this.sessions <= (this.#facts.banded?.[symbol] ?? 0);
    const limit = limitOf(order, 5);
    const isPoor =
      side === 'buy' &&
      this.spentPaise + order.quantity * limit > (this.#facts.brokerFundsPaise ?? Number.MAX_SAFE_INTEGER);
    const isRefused = isBanded || isPoor;
    this.#placed.push({ session: this.sessions, order, isRefused });
    if (isRefused) {
      this.#orders.push({ symbol, side, isWorking: false, wasRefused: true, filledQuantity: 0 });
      return;
    }
    const isPart = this.#partial > 0;
    if (isPart) this.#partial -= 1;
    const quantity = isPart ? Math.floor(order.quantity / 2) : order.quantity;
    this.#orders.push({ symbol, side, isWorking: false, wasRefused: false, filledQuantity: quantity });
    if (quantity > 0) this.#book(order, quantity, limit);
  }

  /** At the limit: the worst that an order allows. */
  #book({ symbol, side }: PlannedOrder, quantity: number, pricePaise: number): void {
    const charges = chargesOf({ side, quantity, pricePaise, instrumentKind: 'equity', date: this.#day() }).totalPaise;
    const value = quantity * pricePaise;
    this.#hasTraded = true;
    const before = this.held.get(symbol) ?? 0;
    if (side === 'sell' && quantity > before) throw new Error(`${quantity} of ${symbol} were sold, ${before} held`);
    const after = side === 'buy' ? before + quantity : before - quantity;
    if (after === 0) this.held.delete(symbol);
    else this.held.set(symbol, after);
    this.#cashPaise += (side === 'buy' ? -value : value) - charges;
    if (side === 'buy') this.spentPaise += value;
    else this.#soldToday += value;
    this.leastCashPaise = Math.min(this.leastCashPaise, this.#cashPaise);
  }
}
