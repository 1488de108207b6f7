import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalCdf, normalQuantile } from './normal.ts';
import { deflatedSharpe, expectedBestSharpe, probabilisticSharpe, sharpeMoments } from './sharpe-confidence.ts';

describe('the normal distribution', () => {
  test.each([
    [-3, 0.0013498980316301],
    [-1.96, 0.0249978951482204],
    [-1, 0.1586552539314571],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [4, 0.9999683287581669],
  ])('Φ(%d) is that of the tables', (x, share) => {
    expect(normalCdf(x)).toBeCloseTo(share, 14);
  });

  test('a quantile is where the share lies, and a share of nothing or all has none', () => {
    expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 11);
    expect(normalQuantile(0.01)).toBeCloseTo(-2.3263478740408408, 11);
    for (const share of [0, 1, -1, Number.NaN]) expect(() => normalQuantile(share)).toThrow(RangeError);
  });
});

describe('the moments of daily returns', () => {
  test('are those worked out by hand', () => {
    // Mean 0.01; squares of the distances 0, 4, 1, 1, 4 × 10⁻⁴: sample variance 10/4 × 10⁻⁴, deviation 0.0158114.
    // Skew 0 (−8 + 1 − 1 + 8); kurtosis (16 + 1 + 1 + 16)/5 ÷ (10/5)² = 6.8 ÷ 4 = 1.7.
    const moments = sharpeMoments([0.01, -0.01, 0.02, 0, 0.03]);
    expect(moments?.sharpe).toBeCloseTo(0.01 / Math.sqrt(2.5e-4), 12);
    expect(moments?.skew).toBeCloseTo(0, 12);
    expect(moments?.kurtosis).toBeCloseTo(1.7, 12);
    expect(moments?.sessions).toBe(5);
  });

  test('of too few days, or of days that are all equal, are nothing', () => {
    expect(sharpeMoments([0.01, 0.02])).toBeUndefined();
    expect(sharpeMoments([0.01, 0.01, 0.01, 0.01])).toBeUndefined();
  });
});

describe('the probabilistic Sharpe ratio', () => {
  test('is worked out by hand', () => {
    // SR = 0.6324555, T − 1 = 4, skew 0, kurtosis 1.7: 0.6324555 × 2 ÷ √(1 + 0.175 × 0.4) = 1.264911 ÷ 1.034408
    // = 1.222836, and Φ(1.222836) = 0.8893041.
    const moments = sharpeMoments([0.01, -0.01, 0.02, 0, 0.03]);
    expect(moments && probabilisticSharpe(moments)).toBeCloseTo(0.8893041, 7);
  });

  test('is a half against the Sharpe ratio itself, and grows with the number of days', () => {
    const moments = { sessions: 100, sharpe: 0.1, skew: -1, kurtosis: 5 };
    expect(probabilisticSharpe(moments, 0.1)).toBe(0.5);
    const longer = probabilisticSharpe({ ...moments, sessions: 400 }) ?? 0;
    expect(longer).toBeGreaterThan(probabilisticSharpe(moments) ?? 1);
  });

  test('has no value where its denominator vanishes', () => {
    // Two values only: kurtosis = 1 + skew², and 1 − γ₃·SR + γ₃²/4·SR² = (1 − γ₃·SR/2)² is 0 at SR = 2/γ₃.
    expect(probabilisticSharpe({ sessions: 10, sharpe: 1, skew: 2, kurtosis: 5 })).toBeUndefined();
  });
});

describe('the deflated Sharpe ratio', () => {
  /** The example of Bailey and López de Prado (2014): 2.5 a year over five years of 250 days, among 100 trials. */
  const published = { sessions: 1250, sharpe: 2.5 / Math.sqrt(250), skew: -3, kurtosis: 10 };
  /** Of a year ½; of a day as many times less as a year has days. */
  const variance = 0.5 / 250;

  test('of the published example is the published one', () => {
    // Φ⁻¹(0.99) = 2.3263479, Φ⁻¹(1 − 0.01/e) = 2.6802104: 0.4227843 × 2.3263479 + 0.5772157 × 2.6802104 = 2.5306030;
    // × √0.002 = 0.0447214 is 0.1131720.
    const lucky = expectedBestSharpe(100, variance);
    expect(lucky).toBeCloseTo(0.113172, 6);
    // (0.1581139 − 0.1131720) × √1249 ÷ √(1 + 3 × 0.1581139 + 9/4 × 0.025) = 1.2838160; Φ of it is 0.9003968.
    expect(probabilisticSharpe(published, lucky)).toBeCloseTo(0.9003968, 6);
  });

  test('would have been enough after 46 trials, and with normal returns after 88, as published', () => {
    expect(probabilisticSharpe(published, expectedBestSharpe(46, variance))).toBeCloseTo(0.9505, 4);
    const normal = { ...published, skew: 0, kurtosis: 3 };
    expect(probabilisticSharpe(normal, expectedBestSharpe(88, variance))).toBeCloseTo(0.9505, 4);
  });

  test('takes the variance of the trials that are known', () => {
    // Sharpe ratios 0.1, 0.3, 0.5 and 0.6324555: mean 0.3831139, sample variance 0.0542983; lucky 0.2451657;
    // (0.6324555 − 0.2451657) × 2 ÷ 1.0344080 = 0.7488144; Φ of it is 0.7730155.
    const returns = [0.01, -0.01, 0.02, 0, 0.03];
    const found = deflatedSharpe({ returns, trials: 4, trialSharpes: [0.1, 0.3, 0.5, 0.01 / Math.sqrt(2.5e-4)] });
    expect(found?.luckySharpe).toBeCloseTo(0.2451657, 7);
    expect(found?.confidence).toBeCloseTo(0.7730155, 7);
    expect(found?.confidenceUndeflated).toBeCloseTo(0.8893041, 7);
  });

  test('of a single trial is the probabilistic one', () => {
    const found = deflatedSharpe({ returns: [0.01, -0.01, 0.02, 0, 0.03], trials: 1 });
    expect(found?.luckySharpe).toBe(0);
    expect(found?.confidence).toBe(found?.confidenceUndeflated);
  });

  test('takes trials of which nothing is known as independent ones without an edge', () => {
    const returns = [0.01, -0.01, 0.02, 0, 0.03];
    const found = deflatedSharpe({ returns, trials: 10 });
    expect(found?.luckySharpe).toBeCloseTo(expectedBestSharpe(10, 1 / 4), 12);
  });

  test('falls with each further trial, and is never not a number', () => {
    const anyReturns = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(anyReturns, fc.integer({ min: 1, max: 500 }), (returns, trials) => {
        const fewer = deflatedSharpe({ returns, trials });
        const more = deflatedSharpe({ returns, trials: trials + 1 });
        for (const value of Object.values(fewer ?? {})) expect(Number.isFinite(value)).toBe(true);
        if (fewer && more) expect(more.confidence).toBeLessThanOrEqual(fewer.confidence + 1e-12);
      }),
    );
  });

  test('refuses fewer trials than it is shown', () => {
    for (const trials of [0, 1, 1.5]) {
      expect(() => deflatedSharpe({ returns: [], trials, trialSharpes: [0.1, 0.2] })).toThrow(RangeError);
    }
  });
});
