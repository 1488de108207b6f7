import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MarketFreshness } from './freshness.ts';

const OPEN = Date.parse('2026-03-12T14:32:05+05:30');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A market that is watched, and how often it said that something shows. */
function watched() {
  const market = new MarketFreshness();
  const onChange = vi.fn();
  return { market, onChange, stop: market.subscribe(onChange) };
}

test('figures are old after more than three seconds without data, and new with the next price', () => {
  const { market, onChange } = watched();
  market.tell({ status: 'open', feed: 'live', clockAt: OPEN });
  vi.advanceTimersByTime(2_900);
  expect(market.read()).toBeUndefined();
  vi.advanceTimersByTime(100);
  expect(market.read(), 'exactly three seconds').toBeUndefined();
  vi.advanceTimersByTime(100);
  expect(market.read()).toBe(3);
  vi.advanceTimersByTime(2_000);
  expect(market.read()).toBe(5);
  market.tell({ quoteAt: OPEN + 1_000 });
  expect(market.read()).toBeUndefined();
  expect(onChange).toHaveBeenCalledTimes(4);
});

test('each kind of news keeps figures new: a price, and the exchange clock that has moved', () => {
  const { market } = watched();
  market.tell({ status: 'open', feed: 'live', clockAt: OPEN });
  for (let second = 1; second <= 10; second += 1) {
    vi.advanceTimersByTime(2_900);
    market.tell(second % 2 === 0 ? { quoteAt: OPEN + second } : { clockAt: OPEN + second });
    expect(market.read()).toBeUndefined();
  }
});

test('what is told again is not new: a clock that stands still, the last price of a stream that was opened anew', () => {
  const { market } = watched();
  market.tell({ status: 'open', feed: 'live', clockAt: OPEN, quoteAt: OPEN });
  for (let second = 1; second <= 4; second += 1) {
    vi.advanceTimersByTime(1_000);
    market.tell({ status: 'open', feed: 'live', clockAt: OPEN, quoteAt: OPEN });
  }
  expect(market.read()).toBe(4);
});

test('a market that begins anew at an earlier time is new', () => {
  const { market } = watched();
  market.tell({ status: 'open', feed: 'live', clockAt: OPEN });
  vi.advanceTimersByTime(2_000);
  market.tell({ clockAt: OPEN - 3_600_000 });
  vi.advanceTimersByTime(2_000);
  expect(market.read()).toBeUndefined();
});

test('prices of a feed that was silent before anybody looked are old at once', () => {
  const { market } = watched();
  market.tell({ status: 'open', feed: 'stale', clockAt: OPEN });
  expect(market.read()).toBe(5);
});

test('the prices with which a stream begins make a silent feed no newer, whichever is heard first', () => {
  const { market } = watched();
  market.tell({ status: 'open', feed: 'stale', clockAt: OPEN });
  market.tell({ quoteAt: OPEN - 2_000 });
  expect(market.read()).toBe(5);
  market.tell({ quoteAt: OPEN - 1_000 });
  expect(market.read(), 'a price that came later').toBeUndefined();

  const { market: other } = watched();
  other.tell({ quoteAt: OPEN - 2_000 });
  other.tell({ status: 'open', feed: 'stale', clockAt: OPEN });
  expect(other.read()).toBe(5);
  other.tell({ quoteAt: OPEN + 1_000 });
  expect(other.read()).toBeUndefined();
});

test('of a closed market figures are those of the close, however long ago; when it opens their age counts', () => {
  const { market } = watched();
  market.tell({ status: 'closed', feed: 'live', clockAt: OPEN });
  vi.advanceTimersByTime(60_000);
  expect(market.read()).toBe('close');
  market.tell({ status: 'pre_open' });
  expect(market.read()).toBeUndefined();
  market.tell({ status: 'open', clockAt: OPEN + 60_000 });
  expect(market.read()).toBeUndefined();
  vi.advanceTimersByTime(3_100);
  expect(market.read()).toBe(3);
});

test('nothing is looked at while nobody watches, and the age is right for whoever comes later', () => {
  const { market, stop } = watched();
  market.tell({ status: 'open', feed: 'live', clockAt: OPEN });
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(7_500);
  market.subscribe(() => undefined);
  expect(market.read()).toBe(7);
});
