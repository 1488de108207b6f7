import type { BrokerPosition } from '@trickdesk/brokers';
import { describe, expect, test } from 'vitest';
import { DESK_DEFAULTS } from './desk-settings.ts';
import { HandExit, type HandWish } from './hand-exit.ts';
import type { DeskMoment, DeskOrder } from './model.ts';
import { SBIN } from './testing/desk-world.ts';
import { byHand, entry, NOW, sale, TODAY, YESTERDAY } from './testing/planned-line.ts';

const WISH: HandWish = { id: 1, accountId: 1, day: TODAY };
const WALL = NOW.wall;

function positionOf(netQuantity: number): BrokerPosition {
  const { exchange, token, tradingSymbol } = SBIN;
  const values = { buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0n, sellValuePaise: 0n };
  return { exchange, token, tradingSymbol, product: 'intraday', netQuantity, ...values };
}

/** A desk that is to close what was opened by hand, and knows these orders. */
class Closing {
  readonly hand = new HandExit(DESK_DEFAULTS);
  readonly #orders: DeskOrder[];

  constructor(orders: DeskOrder[], wish = WISH) {
    this.#orders = orders;
    this.hand.take(wish);
  }

  get known() {
    return { lines: new Map(), orders: new Map(this.#orders.map((order) => [order.tag, order])) };
  }

  /** What the account has, asked for then, answered 20 ms later, with a look into the book another 30 ms later. */
  read(netQuantity: number, askedAtWall: number): void {
    const signatures = this.hand.signatures(this.known, NOW);
    const read = { positions: [positionOf(netQuantity)], holdings: [], delivered: [], signatures };
    this.hand.takeReading({ ...read, askedAtWall, answeredAtWall: askedAtWall + 20 });
    this.hand.afterBook(askedAtWall + 50);
  }

  /** What is done then: units that are sold, or how it ends. */
  plan(wall: number, moment: Partial<DeskMoment> = {}): unknown {
    const { actions, end } = this.hand.plan(this.known, { ...NOW, wall, ...moment });
    if (end) return end.outcome;
    return actions.map((action) => (action.kind === 'create' ? action.shape.quantity : action.kind));
  }
}

const boughtByHand = (filled = 10): DeskOrder => byHand('filled', { filled });
const soldByHand = (filled = 10): DeskOrder => byHand('filled', { filled, side: 'sell' });

describe('what was opened by hand is closed', () => {
  test('only after the account was read, and the order book after its answer', () => {
    const desk = new Closing([boughtByHand()]);
    const wants = () => [desk.hand.wantsReading, desk.hand.wantsBook];
    expect(wants()).toEqual([false, false]);
    expect(desk.plan(WALL)).toEqual([]);
    expect(wants()).toEqual([true, false]);
    const signatures = desk.hand.signatures(desk.known, NOW);
    const times = { askedAtWall: WALL, answeredAtWall: WALL + 20 };
    desk.hand.takeReading({ positions: [positionOf(10)], holdings: [], delivered: [], signatures, ...times });
    expect(wants()).toEqual([false, true]);
    desk.hand.afterBook(WALL + 19);
    expect(wants()).toEqual([false, true]);
    // It is on its way: not read again meanwhile.
    expect(desk.plan(WALL + 30)).toEqual([]);
    expect(wants()).toEqual([false, true]);
    desk.hand.afterBook(WALL + 20);
    expect(wants()).toEqual([false, false]);
    expect(desk.plan(WALL + 40)).toEqual([10]);
    expect(wants()).toEqual([false, false]);
  });

  test('by no reading before the book after it, though one before was believed', () => {
    const desk = new Closing([boughtByHand()]);
    desk.read(10, WALL);
    const signatures = desk.hand.signatures(desk.known, NOW);
    const times = { askedAtWall: WALL + 100, answeredAtWall: WALL + 120 };
    desk.hand.takeReading({ positions: [positionOf(10)], holdings: [], delivered: [], signatures, ...times });
    expect([desk.plan(WALL + 130), desk.hand.wantsBook]).toEqual([[], true]);
  });

  test('and asks for nothing before its owner does', () => {
    const hand = new HandExit(DESK_DEFAULTS);
    expect([hand.wantsReading, hand.wantsBook]).toEqual([false, false]);
  });

  test('and what is read for one position is not read for another', () => {
    const delivered = byHand('filled', { filled: 10, product: 'delivery' });
    const orders = [boughtByHand(), delivered];
    const desk = new Closing(orders);
    desk.read(10, WALL);
    const more = byHand('filled', { filled: 5, product: 'delivery' });
    orders.push(more);
    expect([desk.plan(WALL + 60), desk.hand.wantsReading]).toEqual([[10], true]);
    // Gone again by hand.
    orders.push(byHand('filled', { filled: 15, side: 'sell', product: 'delivery' }));
    expect([desk.plan(WALL + 70), desk.hand.wantsReading]).toEqual([[10], false]);
  });

  test('down to the last unit', () => {
    const desk = new Closing([boughtByHand(1)]);
    desk.plan(WALL);
    expect(desk.hand.wantsReading).toBe(true);
    desk.read(1, WALL);
    expect(desk.plan(WALL + 60)).toEqual([1]);
  });

  test('by a reading of the last five seconds, during which nothing was traded', () => {
    const desk = new Closing([boughtByHand()]);
    desk.read(10, WALL);
    expect(desk.plan(WALL + 5_000)).toEqual([10]);
    expect(desk.plan(WALL + 5_001)).toEqual([]);
    expect(desk.hand.wantsReading).toBe(true);
    const orders = [boughtByHand()];
    const traded = new Closing(orders);
    traded.read(10, WALL);
    orders.push(soldByHand(4));
    expect(traded.plan(WALL + 60)).toEqual([]);
    expect(traded.hand.wantsReading).toBe(true);
  });

  test('by a reading of its own, not by one that was made for another wish', () => {
    const desk = new Closing([boughtByHand()]);
    desk.read(10, WALL);
    desk.hand.take({ ...WISH });
    expect(desk.plan(WALL + 60)).toEqual([10]);
    desk.hand.take({ ...WISH, id: 2 });
    expect([desk.hand.wish?.id, desk.plan(WALL + 60), desk.hand.wantsReading]).toEqual([2, [], true]);
    desk.hand.take(undefined);
    expect([desk.hand.wantsReading, desk.hand.wantsBook, desk.plan(WALL + 60)]).toEqual([false, false, []]);
  });

  test('and a reading that nobody waits for any more asks for no book', () => {
    const desk = new Closing([boughtByHand()]);
    desk.hand.take(undefined);
    desk.hand.afterBook(WALL);
    const times = { askedAtWall: WALL, answeredAtWall: WALL };
    desk.hand.takeReading({ positions: [], holdings: [], delivered: [], signatures: new Map(), ...times });
    expect(desk.hand.wantsBook).toBe(false);
  });

  test('also where it was sold again, and a trick lost units by that', () => {
    const lost = sale(10, 'filled', { filled: 10, elsewhere: true });
    const desk = new Closing([boughtByHand(), soldByHand(), lost]);
    expect([desk.plan(WALL), desk.hand.wantsReading]).toEqual([[], true]);
    // Late books are waited for as well.
    desk.read(0, WALL);
    expect(desk.plan(WALL + 60)).toEqual([]);
  });
});

describe('the wish ends', () => {
  test('at once where nothing was opened', () => {
    expect(new Closing([]).plan(WALL)).toBe('nothing');
    expect(new Closing([byHand('cancelled')]).plan(WALL)).toBe('nothing');
    expect(new Closing([boughtByHand(), soldByHand()]).plan(WALL)).toBe('nothing');
    const tookOver = entry(10, 'filled', { filled: 10, settled: true, settledQuantity: 10 });
    expect(new Closing([tookOver, soldByHand()]).plan(WALL)).toBe('nothing');
    const desk = new Closing([]);
    desk.plan(WALL);
    expect(desk.hand.wish).toBeUndefined();
  });

  test('when two readings four seconds apart show nothing: the broker’s books come late', () => {
    const desk = new Closing([boughtByHand()]);
    desk.read(0, WALL);
    expect(desk.plan(WALL + 60)).toEqual([]);
    desk.read(0, WALL + 3_999);
    expect(desk.plan(WALL + 4_100)).toEqual([]);
    desk.read(0, WALL + 4_000);
    expect(desk.plan(WALL + 4_100)).toBe('nothing');
  });

  test('not by two readings between which something was there', () => {
    const desk = new Closing([boughtByHand()]);
    desk.read(0, WALL);
    desk.plan(WALL + 60);
    desk.read(10, WALL + 2_000);
    expect(desk.plan(WALL + 2_060)).toEqual([10]);
    desk.read(0, WALL + 4_000);
    expect(desk.plan(WALL + 4_060)).toEqual([]);
    desk.read(0, WALL + 8_000);
    expect(desk.plan(WALL + 8_060)).toBe('nothing');
  });

  test('not by readings for the wish before', () => {
    const desk = new Closing([boughtByHand()]);
    desk.read(0, WALL);
    desk.plan(WALL + 60);
    desk.hand.take({ ...WISH, id: 2 });
    desk.read(0, WALL + 4_000);
    expect(desk.plan(WALL + 4_060)).toEqual([]);
  });

  test('not by a reading since which something was traded', () => {
    const orders = [boughtByHand()];
    const desk = new Closing(orders);
    desk.read(0, WALL);
    desk.plan(WALL + 60);
    desk.read(0, WALL + 4_000);
    orders.push(boughtByHand(5));
    expect(desk.plan(WALL + 4_060)).toEqual([]);
  });

  test.each<[string, Partial<DeskOrder>]>([
    ['is being taken back', { cancelWanted: true }],
    ['was made to close it', { handExitId: 1 }],
  ])('not while an order %s: it could open something again', (_, more) => {
    expect(new Closing([byHand('open', more)]).plan(WALL)).not.toBe('nothing');
    expect(new Closing([byHand('open')]).plan(WALL)).toBe('nothing');
    expect(new Closing([byHand('cancelled', more)]).plan(WALL)).toBe('nothing');
  });

  test('with the session of its day, and tells what is left', () => {
    const past = (closesAt: DeskMoment['closesAt'] & object) => new Closing([boughtByHand()]).plan(WALL, { closesAt });
    expect(past(() => NOW.at)).toBe('session_over');
    expect(past(() => undefined)).toBe('session_over');
    expect(past(() => NOW.at + 1)).toEqual([]);
  });

  test('on the next day, of which it closes nothing; before its day it waits', () => {
    const desk = new Closing([boughtByHand()], { ...WISH, day: YESTERDAY });
    desk.read(10, WALL);
    expect(desk.plan(WALL + 60)).toBe('session_over');
    const early = new Closing([boughtByHand()]);
    expect(early.plan(WALL, { today: YESTERDAY })).toEqual([]);
    expect([early.hand.wish, early.hand.wantsReading]).toEqual([WISH, false]);
  });
});
