import { indiaMoment } from '@trickdesk/domain';
import { besideIndex } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { closesFrom } from './comparisons.ts';

const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25'] as const;
const EQUITY = DAYS.map((date, i) => ({ date, equityPaise: 1_000_00 + i * 10_00 }));

function index(closes: readonly number[], days: readonly string[] = DAYS) {
  const prices = Int32Array.from(closes);
  const time = Float64Array.from(days.slice(0, closes.length), (date) => indiaMoment(date, 555));
  const open = prices.map((close) => close - 5_00);
  return { time, open, high: prices, low: open, close: prices, volume: new Float64Array(prices.length) };
}

const beside = (bars: ReturnType<typeof index>) =>
  besideIndex({ equity: EQUITY, startCapitalPaise: 990_00 }, closesFrom(bars, DAYS[0]));

test('an index that begins with the run is followed from the opening of that day, over all days', () => {
  const found = beside(index([100_00, 110_00, 114_00]));
  expect(found).toMatchObject({ sessions: 3, commonSessions: 3, compared: { fromDate: DAYS[0], toDate: DAYS[2] } });
  expect(found?.compared?.figures.returnPct).toBeCloseTo((114 / 95 - 1) * 100, 9);
});

test('one with a close before it is followed from that close, and one that begins later not on the first day', () => {
  const whole = beside(index([80_00, 100_00, 110_00, 114_00], ['2026-11-20', ...DAYS]));
  expect(whole?.compared?.figures.returnPct).toBeCloseTo((114 / 80 - 1) * 100, 9);
  expect(beside(index([110_00, 114_00], DAYS.slice(1)))?.commonSessions).toBe(1);
});
