import { addDays } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { independentTrades } from './independent-trades.ts';
import { tradeOver } from './testing/closed-trade.ts';

test('trades on days of their own count fully', () => {
  expect(independentTrades([])).toBe(0);
  expect(
    independentTrades([tradeOver('2026-09-01'), tradeOver('2026-09-02'), tradeOver('2026-09-03', '2026-09-08')]),
  ).toBe(3);
});

test('trades of one day count as one, at whatever hour and in whatever instrument', () => {
  const day = [560, 600, 700, 900].map((minute) => tradeOver('2026-09-01', '2026-09-01', minute));
  expect(independentTrades(day)).toBeCloseTo(1, 12);
});

test('five, seven or nine trades on each of ten days count as ten, not as a little less', () => {
  for (let aDay = 1; aDay <= 12; aDay += 1) {
    const trades = Array.from({ length: 10 * aDay }, (_, i) => tradeOver(addDays('2026-09-01', i % 10)));
    expect(independentTrades(trades), `${aDay} a day`).toBe(10);
  }
});

test('an overlap counts for the days that it lasts', () => {
  // The first has days 1 to 4, the second 3 and 4. First: (1 + 1 + ½ + ½) ÷ 4 = 0.75; second: ½.
  const trades = [tradeOver('2026-09-01', '2026-09-04'), tradeOver('2026-09-03', '2026-09-04')];
  expect(independentTrades(trades)).toBeCloseTo(1.25, 12);
});

test('it is never more than the trades, nor more than the days on which one was open', () => {
  const anySpan = fc.record({ from: fc.integer({ min: 0, max: 60 }), days: fc.integer({ min: 0, max: 20 }) });
  fc.assert(
    fc.property(fc.array(anySpan, { minLength: 1, maxLength: 25 }), (spans) => {
      const trades = spans.map(({ from, days }) =>
        tradeOver(addDays('2026-01-01', from), addDays('2026-01-01', from + days)),
      );
      const open = new Set(spans.flatMap(({ from, days }) => Array.from({ length: days + 1 }, (_, i) => from + i)));
      const count = independentTrades(trades);
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(Math.min(trades.length, open.size) + 1e-9);
      // Against the definition, day by day.
      const shares = spans.map(({ from, days }) => {
        const own = Array.from({ length: days + 1 }, (_, i) => from + i);
        const alone = own.map(
          (day) => 1 / spans.filter((other) => other.from <= day && day <= other.from + other.days).length,
        );
        return alone.reduce((sum, share) => sum + share, 0) / own.length;
      });
      expect(count).toBeCloseTo(
        shares.reduce((sum, share) => sum + share, 0),
        9,
      );
    }),
  );
});
