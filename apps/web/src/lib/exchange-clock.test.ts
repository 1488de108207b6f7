import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchangeNow, tellExchange } from './exchange-clock.ts';

const TOLD = '2026-03-12T14:32:05+05:30';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("between two messages the clock goes on at the market's speed", () => {
  tellExchange({ now: TOLD, speed: 10, status: 'open', feed: 'live', simulated: true });
  vi.advanceTimersByTime(2_000);
  expect(exchangeNow() - Date.parse(TOLD)).toBe(20_000);
});

test('a feed that has gone quiet stops the clock instead of letting it run away', () => {
  tellExchange({ now: TOLD, speed: 1 });
  vi.advanceTimersByTime(60_000);
  expect(exchangeNow() - Date.parse(TOLD)).toBe(5_000);
});
