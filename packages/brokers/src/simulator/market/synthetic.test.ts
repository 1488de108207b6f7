import type { Bar } from '@trickdesk/domain';
import { mustEqual } from '@trickdesk/testkit';
import { describe, expect, test } from 'vitest';
import type { MarketSource } from './market-source.ts';
import { createSyntheticSource } from './synthetic.ts';
import { INDICES, SYNTHETIC_FACTS } from './universe.ts';

const source = createSyntheticSource({ seed: 1 });
const [FROM, LAST_YEAR, TO] = ['2023-01-02', '2024-07-01', '2025-07-04'];

function token(symbol: string): string {
  return source.instruments.find((instrument) => instrument.symbol === symbol)?.token ?? '';
}

function minutes(of: MarketSource, symbol: string, date: string): readonly Bar[] {
  return of.dayBars(token(symbol), date)?.bars ?? [];
}

function returns(symbol: string): number[] {
  const closes = source.dailyBars(token(symbol), FROM, TO).map((bar) => bar.close);
  return closes.slice(1).map((close, i) => Math.log(close / (closes[i] ?? close)));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  a.forEach((value, i) => {
    const [x, y] = [value - meanA, (b[i] ?? meanB) - meanB];
    both += x * y;
    squareA += x * x;
    squareB += y * y;
  });
  return both / Math.sqrt(squareA * squareB);
}

describe('one seed is one market', () => {
  test('a day is the same however and whenever it is asked for', () => {
    const cold = createSyntheticSource({ seed: 1 });
    const later = createSyntheticSource({ seed: 1 });
    later.dailyBars(token('SBIN'), '2023-01-02', '2024-01-02');
    expect(minutes(cold, 'SBIN', '2024-12-03')).toEqual(minutes(later, 'SBIN', '2024-12-03'));
    expect(minutes(cold, 'BANKNIFTY', '2025-07-08')).toEqual(minutes(later, 'BANKNIFTY', '2025-07-08'));
    expect(minutes(cold, 'SBIN', '2024-12-03')).toHaveLength(375);
  });

  test('its ticks are the same too', () => {
    const first = (): unknown[] => {
      const fresh = createSyntheticSource({ seed: 5 });
      const session = fresh.sessionOn('2025-07-07');
      const ticks = session ? fresh.ticks(session) : [][Symbol.iterator]();
      return Array.from({ length: 500 }, () => ticks.next().value);
    };
    expect(first()).toEqual(first());
  });

  test('another seed is another market', () => {
    const other = createSyntheticSource({ seed: 2 });
    expect(minutes(other, 'SBIN', '2024-12-03')).not.toEqual(minutes(source, 'SBIN', '2024-12-03'));
  });
});

describe('its prices are possible', () => {
  test('every price is positive, on the tick, and inside its own high and low', () => {
    const ticks = new Map(source.instruments.map((instrument) => [instrument.symbol, instrument.tickPaise]));
    for (const { symbol } of source.instruments) {
      for (const date of ['2023-01-02', '2024-06-04', '2025-07-07']) {
        for (const bar of minutes(source, symbol, date)) {
          const prices = [bar.open, bar.high, bar.low, bar.close];
          const isOnTick = prices.every((price) => price % (ticks.get(symbol) ?? 1) === 0);
          mustEqual([Math.min(...prices), Math.max(...prices), bar.low > 0, isOnTick], [bar.low, bar.high, true, true]);
        }
      }
    }
  });

  test('no share moves beyond its price band in a day, and each meets its level before the first simulated day', () => {
    for (const { instrument, levelRupees, tracks } of SYNTHETIC_FACTS) {
      if (tracks) continue;
      const bars = source.dailyBars(instrument.token, LAST_YEAR, TO);
      const moves = bars.slice(1).map((bar, i) => Math.abs(bar.close / (bars[i]?.close ?? 1) - 1));
      expect(Math.max(...moves)).toBeLessThan(0.1);
      expect(Math.abs((bars.at(-1)?.close ?? 0) / 100 - levelRupees)).toBeLessThanOrEqual(instrument.tickPaise / 100);
    }
  });

  test('there are 500 sessions and more before the first simulated day', () => {
    expect(source.sessionsBetween(FROM, TO).length).toBeGreaterThan(500);
    expect(source.dailyBars(token('LIQUIDBEES'), FROM, TO).length).toBeGreaterThan(500);
  });

  test('opens and closes of an index are the weighted sums of its constituents', () => {
    const bank = INDICES.find((facts) => facts.name === 'BANKNIFTY');
    const whole = bank?.weights.reduce((sum, [, percent]) => sum + percent, 0) ?? 1;
    const units = (bank?.weights ?? []).map(([symbol, percent]) => {
      const anchor = minutes(source, symbol, '2025-07-04').at(-1)?.close ?? 1;
      return { symbol, count: ((bank?.level ?? 0) * 100 * (percent / whole)) / anchor };
    });
    const date = '2025-07-07';
    const index = minutes(source, 'BANKNIFTY', date);
    for (const t of [0, 100, 374]) {
      const sum = units.reduce(
        (total, { symbol, count }) => total + count * (minutes(source, symbol, date)[t]?.close ?? 0),
        0,
      );
      expect(Math.abs(sum - (index[t]?.close ?? 0))).toBeLessThanOrEqual(2.5 + 1e-6);
    }
  });
});

describe('it behaves like a market', () => {
  const market = returns('NIFTY');

  test('volatility comes in clusters: squared returns follow squared returns', () => {
    const squares = market.map((value) => value * value);
    const lags = [1, 2, 3, 4, 5].map((lag) => correlation(squares.slice(lag), squares.slice(0, -lag)));
    expect(lags.reduce((sum, value) => sum + value, 0) / lags.length).toBeGreaterThan(0.05);
  });

  test('an index moves by half a percent to two percent on an ordinary day', () => {
    const deviation = Math.sqrt(market.reduce((sum, value) => sum + value * value, 0) / market.length);
    expect(deviation).toBeGreaterThan(0.005);
    expect(deviation).toBeLessThan(0.02);
  });

  test('banks move together more than a bank and a drug maker, gold goes its own way', () => {
    const bank = returns('ICICIBANK');
    expect(correlation(bank, returns('HDFCBANK'))).toBeGreaterThan(0.5);
    expect(correlation(bank, returns('HDFCBANK'))).toBeGreaterThan(correlation(bank, returns('SUNPHARMA')) + 0.1);
    expect(Math.abs(correlation(market, returns('GOLDBEES')))).toBeLessThan(0.25);
  });

  test('an index fund follows its index', () => {
    expect(correlation(market, returns('NIFTYBEES'))).toBeGreaterThan(0.99);
  });

  test('there are gaps overnight', () => {
    const bars = source.dailyBars(token('SBIN'), FROM, TO);
    const gaps = bars.slice(1).map((bar, i) => Math.abs(Math.log(bar.open / (bars[i]?.close ?? bar.open))));
    expect(gaps.filter((gap) => gap > 0.003).length / gaps.length).toBeGreaterThan(0.2);
  });

  test('volume is high after the open and before the close, low at noon', () => {
    const share = (from: number, to: number): number =>
      source
        .sessionsBetween('2025-05-01', '2025-06-30')
        .flatMap(({ date }) => minutes(source, 'RELIANCE', date).slice(from, to))
        .reduce((sum, bar) => sum + bar.volume, 0);
    expect(share(0, 30)).toBeGreaterThan(2 * share(180, 210));
    expect(share(345, 375)).toBeGreaterThan(1.4 * share(180, 210));
  });

  test('minutes are rougher after the open than at noon', () => {
    const rough = (from: number, to: number): number =>
      source
        .sessionsBetween('2025-05-01', '2025-06-30')
        .flatMap(({ date }) => minutes(source, 'RELIANCE', date).slice(from, to))
        .reduce((sum, bar) => sum + (bar.high - bar.low) / bar.open, 0);
    expect(rough(0, 30)).toBeGreaterThan(1.5 * rough(180, 210));
  });
});
