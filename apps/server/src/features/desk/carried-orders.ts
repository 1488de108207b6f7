import type { BrokerOrder } from '@trickdesk/brokers';
import { type IndiaDate, indiaDateOf, isTerminal } from '@trickdesk/domain';
import type { DeskEffects } from './effects.ts';
import type { DeskMoment, DeskOrder } from './model.ts';

/**
 * What reaches a broker after the close waits there for the next session, with its number and its tag. Once that day's
 * book shows it, or it has moved on that day, it is an order of that day: it is changed, taken back, ended and compared
 * like any other. Otherwise the position that it covers could not be left.
 */
export class CarriedOrders {
  #today: IndiaDate | undefined;
  #sinceWall = 0;
  #bookOf: IndiaDate | undefined;
  /** The reports that are heard now stand in a book of today. */
  #isReading = false;

  /** An answer to what was asked before the day was known may still show the book of the day before. */
  onBook(askedAtWall: number, { today, wall }: DeskMoment): void {
    if (this.#today !== today) {
      this.#today = today;
      this.#sinceWall = wall;
    }
    this.#isReading = askedAtWall > this.#sinceWall;
    if (this.#isReading) this.#bookOf = today;
  }

  afterBook(): void {
    this.#isReading = false;
  }

  hasBookOf(day: IndiaDate): boolean {
    return this.#bookOf === day;
  }

  /** Before a report of the order is taken in. */
  carryOver(order: DeskOrder, report: BrokerOrder, { today }: DeskMoment, effects: DeskEffects): void {
    const isOver = isTerminal(report.state);
    const movedOn = report.updatedAt === undefined ? undefined : indiaDateOf(report.updatedAt);
    const day = this.#isReading && !isOver ? today : movedOn;
    if (day === undefined || day <= order.day) return;
    // A broker may put the end of an order down after its day; what it traded, it traded on the day.
    if (isOver && !this.#isReading && report.filledQuantity <= order.progress.filledQuantity) return;
    order.day = day;
    effects.changed.add(order);
    effects.timeline.push({ order, what: 'reported', note: 'The broker has kept it for this day.' });
  }
}
