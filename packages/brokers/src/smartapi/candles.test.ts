import { DAY_MS, INTERVALS, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, candleWindows, INTERVAL_RULES, usualOpening, zCandles } from './candles.ts';

const at = (text: string): number => Date.parse(`${text}:00+05:30`);
const momentOf = (wire: string): number => at(wire.replace(' ', 'T'));

test('a long request is cut at the longest span that the broker answers', () => {
  expect(candleWindows(at('2026-01-01T09:15'), at('2026-03-05T15:30'), '1m')).toEqual([
    { fromdate: '2026-01-01 09:15', todate: '2026-01-30 23:59' },
    { fromdate: '2026-01-31 00:00', todate: '2026-03-01 23:59' },
    { fromdate: '2026-03-02 00:00', todate: '2026-03-05 15:29' },
  ]);
});

test('daily bars are asked for from midnight, because the broker stamps them so', () => {
  expect(candleWindows(at('2026-07-28T09:15'), at('2026-07-29T09:16'), '1d')).toEqual([
    { fromdate: '2026-07-28 00:00', todate: '2026-07-29 09:15' },
  ]);
});

test('an empty or reversed span asks for nothing', () => {
  const moment = at('2026-07-28T09:15');
  expect(candleWindows(moment, moment, '1m')).toEqual([]);
  expect(candleWindows(moment + MINUTE_MS, moment, '1d')).toEqual([]);
});

test('the windows cover every minute asked for once, none is too long and none reaches beyond the end', () => {
  const start = indiaMoment('2024-01-01');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 * DAY_MS }),
      fc.integer({ min: 1, max: 500 * DAY_MS }),
      fc.constantFrom(...INTERVALS),
      (offset, span, interval) => {
        const from = start + offset;
        const to = from + span;
        const windows = candleWindows(from, to, interval).map(
          (w) => [momentOf(w.fromdate), momentOf(w.todate)] as const,
        );
        windows.forEach(([first, last], i) => {
          expect(last).toBeGreaterThanOrEqual(first);
          expect(last).toBeLessThan(to);
          expect(last - first).toBeLessThan(INTERVAL_RULES[interval].maxDays * DAY_MS);
          if (i > 0) expect(first).toBe((windows[i - 1]?.[1] ?? 0) + MINUTE_MS);
        });
        const firstMinute = Math.ceil(from / MINUTE_MS) * MINUTE_MS;
        if (firstMinute < to && interval !== '1d') {
          expect(windows[0]?.[0]).toBe(firstMinute);
          expect(windows.at(-1)?.[1]).toBe(Math.ceil(to / MINUTE_MS) * MINUTE_MS - MINUTE_MS);
        }
      },
    ),
  );
});

test('rows become bars in paise, in order, once each and only within the span', () => {
  const rows = zCandles.parse([
    ['2026-07-28T09:16:00+05:30', 812.5, 813, 812, 812.95, 1200],
    ['2026-07-28T09:15:00+05:30', '812.05', '812.50', '811.90', '812.45', '1,500'],
    ['2026-07-28T09:16:00+05:30', 812.5, 814, 812, 813.95, 1300],
    ['2026-07-28T09:17:00+05:30', 1, 1, 1, 1, 1],
  ]);
  const range = { from: at('2026-07-28T09:15'), to: at('2026-07-28T09:17'), interval: '1m' } as const;
  expect(barsOf(rows, range, usualOpening)).toEqual([
    { openAt: at('2026-07-28T09:15'), open: 81_205, high: 81_250, low: 81_190, close: 81_245, volume: 1500 },
    { openAt: at('2026-07-28T09:16'), open: 81_250, high: 81_400, low: 81_200, close: 81_395, volume: 1300 },
  ]);
});

test('a daily bar opens with its session, not at midnight', () => {
  const rows = zCandles.parse([['2026-07-28T00:00:00+05:30', 1, 2, 1, 2, 3]]);
  const range = { from: at('2026-07-28T09:15'), to: at('2026-07-29T00:00'), interval: '1d' } as const;
  expect(barsOf(rows, range, usualOpening).map((bar) => bar.openAt)).toEqual([at('2026-07-28T09:15')]);
  const evening = (): number => at('2026-07-28T18:00');
  expect(barsOf(rows, range, evening).map((bar) => bar.openAt)).toEqual([at('2026-07-28T18:00')]);
});

test('no candles is an empty list, and a row that is no candle makes the answer unreadable', () => {
  expect(zCandles.parse(null)).toEqual([]);
  expect(zCandles.parse([])).toEqual([]);
  for (const row of [
    ['2026-07-28T09:15:00', 1, 1, 1, 1, 1],
    ['2026-07-28T09:15:00+05:30', 1, 1, 1, 1],
    ['2026-07-28T09:15:00+05:30', 1, 'NA', 1, 1, 1],
  ]) {
    expect(zCandles.safeParse([row]).success).toBe(false);
  }
});
