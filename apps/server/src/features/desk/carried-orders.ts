import type { BrokerOrder } from '@trickdesk/brokers';
import { type IndiaDate, isTerminal } from '@trickdesk/domain';
import type { DeskEffects } from './effects.ts';
import type { DeskMoment, DeskOrder } from './model.ts';

/** A book as it is taken in. */
interface TakenBook {
  /** When the question for the book left. */
  readonly askedAtWall: number;
  readonly now: DeskMoment;
}

/**
 * What reaches a broker after the close waits there for the next session, with its number and its tag. Once a book of
 * that day shows it, it is an order of that day: it is changed, taken back and ended like any other. Otherwise the
 * position that it covers could not be left.
 */
export class CarriedOrders {
  #today: IndiaDate | undefined;
  #sinceWall = 0;

  /** An answer to what was asked before the day was known may still show the book of the day before. */
  isBookOfToday({ askedAtWall, now }: TakenBook): boolean {
    if (this.#today !== now.today) {
      this.#today = now.today;
      this.#sinceWall = now.wall;
    }
    return askedAtWall > this.#sinceWall;
  }

  /** @param report of the order, in a book of today */
  carryOver(order: DeskOrder, report: BrokerOrder, { now }: TakenBook, effects: DeskEffects): void {
    if (order.day >= now.today || isTerminal(report.state)) return;
    order.day = now.today;
    effects.changed.add(order);
    effects.timeline.push({ order, what: 'reported', note: 'The broker has kept it for this day.' });
  }
}
