import type { FeedTick } from '@trickdesk/brokers';
import { expect, test } from 'vitest';
import { WISH_LASTS_MS } from '../quotes-wanted.ts';
import { createShownQuotes } from './shown-quotes.ts';

const AT = 1_780_286_400_000;
/** The feed uses one object for all of them. */
const bids = { count: 2, pricePaise: new Float64Array(5), quantity: new Float64Array(5), orders: new Float64Array(5) };
const asks = { count: 1, pricePaise: new Float64Array(5), quantity: new Float64Array(5), orders: new Float64Array(5) };

function tickOf(at: number, best: number, mode: FeedTick['mode'] = 'full'): FeedTick {
  bids.pricePaise.set([best, best - 5]);
  bids.quantity.set([10, 20]);
  asks.pricePaise.set([best + 10]);
  asks.quantity.set([30]);
  // The rest of an update is nothing to an order book.
  return { exchangeAt: at, mode, bids, asks } as unknown as FeedTick;
}

const inTest = (...instrumentIds: number[]) => ({ instrumentIds, isLive: false });

function shown() {
  const quotes = createShownQuotes();
  expect(quotes.want(inTest(7, 8), 0)).toEqual([7, 8]);
  return quotes;
}

test('an order book is kept until its tick is told, and is that tick’s, not a later one’s', () => {
  const quotes = shown();
  quotes.note(7, tickOf(AT, 1_000));
  quotes.note(7, tickOf(AT + 500, 2_000));
  expect(quotes.take(7, AT)).toEqual({ at: AT, bids: [1_000, 10, 995, 20], asks: [1_010, 30] });
  expect(quotes.take(7, AT)).toBeUndefined();
  expect(quotes.take(8, AT + 500)).toBeUndefined();
  expect(quotes.take(7, AT + 500)?.bids[0]).toBe(2_000);
});

test('what nobody asks for, and updates without a book, leave nothing', () => {
  const quotes = shown();
  quotes.note(9, tickOf(AT, 1_000));
  quotes.note(7, tickOf(AT, 1_000, 'quote'));
  expect([quotes.take(9, AT), quotes.take(7, AT)]).toEqual([undefined, undefined]);
});

test('the same book again is told once a second, a changed one at once', () => {
  const quotes = shown();
  const toldAt = [0, 400, 800, 1_000, 1_400, 1_500].filter((later) => {
    quotes.note(7, tickOf(AT + later, later < 1_500 ? 1_000 : 1_005));
    return quotes.take(7, AT + later) !== undefined;
  });
  expect(toldAt).toEqual([0, 1_000, 1_500]);
});

test('a wish lasts while it is repeated', () => {
  const quotes = shown();
  expect(quotes.want(inTest(7), 10_000)).toEqual([]);
  expect(quotes.lapsed(WISH_LASTS_MS)).toEqual([]);
  expect(quotes.lapsed(WISH_LASTS_MS + 1)).toEqual([8]);
  expect(quotes.want(inTest(8), WISH_LASTS_MS + 2)).toEqual([8]);
});

test('most hangs on what somebody trades on for real, for as long as they say so', () => {
  const quotes = shown();
  const weights = (nowMs: number) => [7, 8, 9].map((id) => quotes.weightOf(id, nowMs));
  quotes.want({ instrumentIds: [8], isLive: true }, 1_000);
  // Test mode trades on it, too.
  quotes.want(inTest(8), 2_000);
  expect(weights(2_000)).toEqual([1, 2, 0]);
  expect(weights(WISH_LASTS_MS + 1)).toEqual([0, 2, 0]);
  expect(weights(WISH_LASTS_MS + 1_001)).toEqual([0, 1, 0]);
  expect(weights(WISH_LASTS_MS + 2_001)).toEqual([0, 0, 0]);
});
