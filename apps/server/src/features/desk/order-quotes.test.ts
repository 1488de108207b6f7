import { expect, test } from 'vitest';
import type { DeskSend } from './desk-core.ts';
import type { DeskOrder, OrderShape } from './model.ts';
import { LastQuotes, noteQuotes } from './order-quotes.ts';

const AT = Date.UTC(2026, 6, 31, 5);
const WALL = 1_000_000;
const SBIN = 7;
const now = { at: AT, wall: WALL };
const quoteOf = (best: number, at = AT) => ({ at, bids: [best, 10, best - 5, 20], asks: [best + 10, 30] });

function shown(lasts: readonly number[], at = AT): LastQuotes {
  const quotes = new LastQuotes();
  for (const [index, last] of lasts.entries()) {
    quotes.show(SBIN, quoteOf(last - 5, at + index));
    quotes.price(SBIN, last, WALL);
  }
  return quotes;
}

/** As much of an order as has to do with quotes. */
function orderOf(shape: OrderShape, changes: Partial<DeskOrder> = {}): DeskOrder {
  const progress = { state: 'intended', filledQuantity: 0, filledValuePaise: 0 } as const;
  return { instrument: { id: SBIN }, side: 'sell', shape, progress, quote: undefined, ...changes } as DeskOrder;
}
const LIMIT: OrderShape = { kind: 'limit', quantity: 10, pricePaise: 59_000 };
const STOP: OrderShape = { kind: 'stop_limit', quantity: 10, pricePaise: 58_500, triggerPaise: 59_000 };
const placing = (order: DeskOrder): DeskSend => ({ order, asking: { verb: 'place', sinceWall: WALL } });
const changing = (order: DeskOrder, wants: OrderShape): DeskSend => ({
  order,
  asking: { verb: 'modify', wants, sinceWall: WALL },
});
const note = (quotes: LastQuotes, sends: readonly DeskSend[], moment = now) =>
  noteQuotes(quotes, { sends, changed: new Set(sends.map(({ order }) => order)) }, moment);

test('an order that leaves keeps the best price of each side with the last one, and their moment', () => {
  const order = orderOf(LIMIT);
  note(shown([60_000]), [placing(order)]);
  expect(order.quote).toEqual({ bidPaise: 59_995, askPaise: 60_005, lastPaise: 60_000, at: AT });
  note(shown([61_000]), [changing(order, { ...LIMIT, pricePaise: 58_000 })]);
  expect(order.quote?.lastPaise).toBe(60_000);
});

test('where none is known the order leaves without one, and gets none later', () => {
  const order = orderOf(LIMIT);
  note(new LastQuotes(), [placing(order)]);
  expect(order.quote).toBeNull();
  note(shown([60_000]), [changing(order, LIMIT)]);
  expect(order.quote).toBeNull();
});

test('a quote that is old by both clocks is none; in a market that runs fast, seconds of the exchange are nothing', () => {
  const quotes = shown([60_000]);
  const lastOf = (at: number, wall: number) => quotes.newest(SBIN, { at, wall })?.lastPaise;
  expect(lastOf(AT + 3_000, WALL + 3_000)).toBe(60_000);
  expect(lastOf(AT + 3_001, WALL + 501)).toBeUndefined();
  expect(lastOf(AT + 30_000, WALL + 500)).toBe(60_000);
});

test('a book whose sides meet is none', () => {
  const quotes = shown([60_000]);
  quotes.show(SBIN, { at: AT, bids: [60_000, 10], asks: [60_000, 10] });
  quotes.price(SBIN, 60_000, WALL);
  expect(quotes.newest(SBIN, now)).toBeNull();
});

test('a stop that rests has left into nothing yet; turned into an exit it leaves then', () => {
  const order = orderOf(STOP);
  note(shown([60_000]), [placing(order)]);
  expect(order.quote).toBeUndefined();
  note(shown([59_500]), [changing(order, LIMIT)]);
  expect(order.quote?.lastPaise).toBe(59_500);
});

test('a stop that acted by itself met the book of the price that reached it', () => {
  const acted = { state: 'filled', filledQuantity: 10, filledValuePaise: 589_900 } as const;
  const order = orderOf(STOP, { progress: acted });
  const quotes = shown([59_500, 58_990, 59_010, 58_980, 58_900]);
  noteQuotes(quotes, { sends: [], changed: new Set([order]) }, now);
  expect(order.quote?.lastPaise).toBe(58_980);
  const other = orderOf(STOP, { progress: acted });
  noteQuotes(shown([59_500]), { sends: [], changed: new Set([other]) }, now);
  expect(other.quote?.lastPaise).toBe(59_500);
});

test('a stop that acted is looked for among the last sixteen prices, and met the newest where none of them reached it', () => {
  const order = () => orderOf(STOP, { progress: { state: 'open', filledQuantity: 0, filledValuePaise: 0 } });
  const above = (count: number): number[] => Array.from({ length: count }, (_, index) => 59_100 + index * 10);
  const metOf = (lasts: readonly number[]): number | undefined => {
    const stop = order();
    noteQuotes(shown(lasts), { sends: [], changed: new Set([stop]) }, now);
    return stop.quote?.lastPaise;
  };
  expect(metOf([58_990, ...above(15)])).toBe(58_990);
  expect(metOf([58_990, ...above(16)])).toBe(59_250);
  expect(metOf([59_100, 58_990, 58_980])).toBe(58_990);
  expect(metOf([58_990])).toBe(58_990);
});

test('a stop that rests untouched has met nothing; one that acted without a quote has none', () => {
  const resting = orderOf(STOP, { progress: { state: 'trigger_pending', filledQuantity: 0, filledValuePaise: 0 } });
  const acted = orderOf(STOP, { progress: { state: 'partially_filled', filledQuantity: 1, filledValuePaise: 1 } });
  noteQuotes(new LastQuotes(), { sends: [], changed: new Set([resting, acted]) }, now);
  expect([resting.quote, acted.quote]).toEqual([undefined, null]);
});
