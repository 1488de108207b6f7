import type { Database, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { OrderIntent } from '@trickdesk/engine';
import type { DeskRequest, LiveDesks, OrderNews, Seat, SeatFacts } from '../runner/live-desk.ts';

/** One order as a broker has it. */
export interface FakeOrder {
  readonly linkId: number;
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly intent: Pick<OrderIntent, 'id' | 'base' | 'side' | 'quantity'>;
  readonly instrumentId: number;
  filledQuantity: number;
  valuePaise: number;
  isCancelled: boolean;
}

/** A broker that fills at the next price, in two parts. It outlives every process. */
export class FakeBroker {
  readonly orders: FakeOrder[] = [];
  /** How often it was asked to place an order; one intent must come once. */
  placed = 0;

  find(run: Pick<FakeOrder, 'deploymentId' | 'runNumber'>, intentId: number): FakeOrder | undefined {
    return this.orders.find(
      (order) =>
        order.deploymentId === run.deploymentId && order.runNumber === run.runNumber && order.intent.id === intentId,
    );
  }

  place(order: FakeOrder): void {
    this.placed += 1;
    this.orders.push(order);
  }

  /** Units held of an instrument by what was executed. */
  held(deploymentId: number, instrumentId: number): number {
    return this.orders
      .filter((order) => order.deploymentId === deploymentId && order.instrumentId === instrumentId)
      .reduce((sum, { intent, filledQuantity }) => sum + (intent.side === 'buy' ? filledQuantity : -filledQuantity), 0);
  }
}

interface Listener {
  readonly facts: SeatFacts;
  readonly onNews: () => void;
}

/** Desks of one process at a fake broker: orders are sent after the commit, and what was not is found when it opens. */
export class FakeDesks implements LiveDesks {
  readonly #database: Database;
  readonly #broker: FakeBroker;
  readonly #open = new Set<number>();
  readonly #listeners = new Set<Listener>();
  #work: Promise<void> = Promise.resolve();
  /** The run is not told that there is news. */
  silent = false;
  /** Nothing is executed, whatever the price. */
  frozen = false;
  /** What is taken back is gone with the next price, not at once. */
  slow = false;
  readonly #cancels: (() => void)[] = [];
  /** What runs asked for, in order, once their transactions were through. */
  readonly requests: DeskRequest[] = [];
  readonly opened: number[] = [];
  readonly abandoned: number[] = [];

  constructor(database: Database, broker: FakeBroker) {
    this.#database = database;
    this.#broker = broker;
  }

  async open(brokerLinkId: number): Promise<void> {
    this.opened.push(brokerLinkId);
    this.#open.add(brokerLinkId);
  }

  seat(facts: SeatFacts, onNews: () => void): Seat {
    const listener = { facts, onNews };
    this.#listeners.add(listener);
    this.#then(() => this.#sendForgotten(facts));
    let staged: readonly DeskRequest[] = [];
    return {
      write: async (_tx: Tx, requests) => {
        staged = requests;
      },
      committed: async () => {
        this.requests.push(...staged);
        for (const request of staged) this.#carryOut(facts, request);
        staged = [];
      },
      rolledBack: () => {
        staged = [];
      },
      leave: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  async close(brokerLinkId: number): Promise<void> {
    await this.settled();
    this.#open.delete(brokerLinkId);
  }

  abandon(brokerLinkId: number): void {
    this.abandoned.push(brokerLinkId);
    this.#open.delete(brokerLinkId);
  }

  onPrice(instrumentId: number, at: EpochMs, pricePaise: number): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
    for (const order of this.frozen ? [] : this.#broker.orders) {
      if (order.instrumentId !== instrumentId || order.isCancelled || !this.#open.has(order.linkId)) continue;
      const left = order.intent.quantity - order.filledQuantity;
      if (left === 0) continue;
      const quantity = order.filledQuantity === 0 ? Math.ceil(left / 2) : left;
      order.filledQuantity += quantity;
      order.valuePaise += quantity * pricePaise;
      this.tell(order, { kind: 'fill', intentId: order.intent.id, at, quantity, valuePaise: quantity * pricePaise });
    }
  }

  onQuote(): void {}

  /** As of orders by hand. */
  byHand: readonly number[] = [];

  traded(): readonly number[] {
    return this.byHand;
  }

  onBar(): void {}

  onClock(): void {}

  wake(): void {}

  /** Stores a piece of news in a transaction of the desk's own, then tells the run. */
  tell(run: Pick<FakeOrder, 'deploymentId' | 'runNumber'>, news: OrderNews): void {
    this.#then(async () => {
      await this.#database.kysely
        .insertInto('order_news')
        .values({
          deployment_id: run.deploymentId,
          run_number: run.runNumber,
          body: JSON.stringify(news),
          at: new Date(0),
          applied_at: null,
        })
        .execute();
      if (this.silent) return;
      for (const { facts, onNews } of this.#listeners) if (facts.deploymentId === run.deploymentId) onNews();
    });
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }

  #carryOut(facts: SeatFacts, request: DeskRequest): void {
    if (!this.#open.has(facts.brokerLinkId)) throw new Error('a desk that is not open was asked to send');
    if (request.kind === 'intent') this.#send(facts, request.placed.intent);
    if (request.kind !== 'withdrawn') return;
    if (this.slow) this.#cancels.push(() => this.#cancel(facts, request.intentId));
    else this.#cancel(facts, request.intentId);
  }

  #send(facts: SeatFacts, { id, base, side, quantity }: FakeOrder['intent']): void {
    const { deploymentId, runNumber, brokerLinkId: linkId, instruments } = facts;
    this.#broker.place({
      linkId,
      deploymentId,
      runNumber,
      intent: { id, base, side, quantity },
      instrumentId: instruments[base]?.id ?? 0,
      filledQuantity: 0,
      valuePaise: 0,
      isCancelled: false,
    });
  }

  #cancel(facts: SeatFacts, intentId: number): void {
    const order = this.#broker.find(facts, intentId);
    if (!order || order.filledQuantity === order.intent.quantity) return;
    order.isCancelled = true;
    this.tell(facts, { kind: 'ended', intentId, at: 0, reason: 'cancelled', note: 'withdrawn' });
  }

  /** What was stored and never sent: the process before ended in between. */
  async #sendForgotten(facts: SeatFacts): Promise<void> {
    const rows = await this.#database.kysely
      .selectFrom('trade_order')
      .select(['intent_id', 'symbol', 'side', 'quantity'])
      .where('deployment_id', '=', facts.deploymentId)
      .where('run_number', '=', facts.runNumber)
      .where('state', '=', 'intended')
      .orderBy('id')
      .execute();
    for (const { intent_id: id, symbol, side, quantity } of rows) {
      const base = facts.instruments.findIndex((instrument) => instrument.symbol === symbol);
      if (!this.#broker.find(facts, id)) this.#send(facts, { id, base, side, quantity });
    }
  }
}
