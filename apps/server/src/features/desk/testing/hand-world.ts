import type { BrokerHolding, BrokerPosition } from '@trickdesk/brokers';
import type { HandExitEnd } from '../effects.ts';
import { newOrder } from '../make-order.ts';
import { type DeskOrder, isOver, type OrderShape } from '../model.ts';
import { newRow } from '../order-row.ts';
import { newLine } from '../restore-desk.ts';
import { DeskWorld, SBIN, type WorldOptions } from './desk-world.ts';

const READING_EVERY_MS = 1_250;
const NO_RUN = { deploymentId: 0, runNumber: 0, base: 0, accountId: 1, instrument: SBIN, algo: undefined } as const;

/** A desk's world in which the owner trades by hand as well, and wants all of it closed. */
export class HandWorld extends DeskWorld {
  readonly ends: HandExitEnd[] = [];
  /** Between the moment that the broker's positions are of and the answer. */
  readingTakesMs = 50;
  /** Called at each step of time. */
  check: () => void = () => undefined;
  #wish: { readonly id: number; readonly accountId: number; readonly day: string } | undefined;
  #readAt = 0;
  #reading: { readonly atWall: number; readonly take: () => void } | undefined;
  #own = 0;

  constructor(options: WorldOptions) {
    super(options);
    const store = this.rows.store.bind(this.rows);
    this.rows.store = (step) => {
      store(step);
      this.ends.push(...step.handEnds);
      if (step.handEnds.length > 0) this.#wish = undefined;
    };
    this.watch = () => {
      this.#lookAtAccount();
      this.check();
    };
  }

  /** An order by hand, at the last price where nothing else is said. */
  own(side: 'buy' | 'sell', quantity: number, pricePaise = this.lastPaise): DeskOrder {
    this.#own += 1;
    const now = this.moment();
    const shape: OrderShape = { kind: 'limit', quantity, pricePaise };
    const line = newLine({ ...NO_RUN, product: 'intraday' });
    const order = newOrder(line, { role: 'own', side, shape, now, tag: `hand${this.#own}` });
    order.line = undefined;
    order.rowId = this.rows.insert(newRow(order, { brokerLinkId: 1, at: now.at, wall: now.wall }));
    this.core.add(order);
    return order;
  }

  /** The kill switch: resting orders by hand are cancelled, and everything opened by hand goes. */
  closeAll(): void {
    for (const order of this.core.orders.values())
      if (order.role === 'own' && !isOver(order)) order.cancelWanted = true;
    this.#wish = { id: 1, accountId: 1, day: this.moment().today };
    this.core.hand.take(this.#wish);
  }

  /** The switch is lifted: what rests for the wish is taken back. */
  lift(): void {
    this.#wish = undefined;
    this.core.hand.take(undefined);
    for (const order of this.core.orders.values()) if (order.handExitId !== undefined) order.cancelWanted = true;
  }

  override restart(): void {
    const cancelled = new Set([...this.core.orders.values()].filter((o) => o.cancelWanted).map((o) => o.tag));
    super.restart();
    // What was asked stands in rows of its own, which every desk reads.
    for (const order of this.core.orders.values()) order.cancelWanted = cancelled.has(order.tag) && !isOver(order);
    this.core.hand.take(this.#wish);
    this.#reading = undefined;
  }

  /** Signed units at the broker: all, or those that no trick's order has traded. */
  net(by: 'all' | 'owner' = 'all'): number {
    const isOwners = (tag: string | undefined): boolean =>
      tag === undefined || tag.startsWith('hand') || this.made.get(tag)?.order.role === 'own';
    const counted = this.broker.orders.filter(({ tag }) => by === 'all' || isOwners(tag));
    return counted.reduce((sum, { side, filled }) => sum + (side === 'buy' ? filled : -filled), 0);
  }

  #lookAtAccount(): void {
    const { core, wall } = this;
    if (this.#reading && wall >= this.#reading.atWall) {
      const { take } = this.#reading;
      this.#reading = undefined;
      take();
    }
    if (this.#reading || !core.hand.wantsReading || !this.hasSession || wall - this.#readAt < READING_EVERY_MS) return;
    this.#readAt = wall;
    const signatures = core.hand.signatures(core, this.moment());
    const positions = [positionOf(this.net())];
    const holdings: BrokerHolding[] = [];
    const take = (): void => {
      if (core !== this.core) return;
      const read = { positions, holdings, delivered: [] };
      core.hand.takeReading({ ...read, askedAtWall: wall, answeredAtWall: this.wall, signatures });
    };
    this.#reading = { atWall: wall + this.readingTakesMs, take };
  }
}

function positionOf(netQuantity: number): BrokerPosition {
  const { exchange, token, tradingSymbol } = SBIN;
  const values = { buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0n, sellValuePaise: 0n };
  return { exchange, token, tradingSymbol, product: 'intraday', netQuantity, ...values };
}
