import { DAY_MS, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileStrategy } from '../compile/index.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { runBacktest } from './backtest.ts';
import { columnsOf } from './columns.ts';
import { openTrials, type SweepInput } from './sweep.ts';
import { inPieces } from './testing/in-pieces.ts';

/** Indicators with several outputs, of each other, looked back at, and in levels. */
const ENTRIES = [
  'ema(close, fast) crosses above ema(close, slow)',
  'macd(close, fast, slow, 5).line > macd(close, fast, slow, 5).signal',
  'macd(close, fast, slow, 5).histogram > 0 and rsi(ema(close, fast), 7) > 40',
  'close > highest(high, fast)[1]',
  'stddev(close, slow) > stddev(close, slow)[3]',
  'ema(close @ NIFTY, slow) > ema(close, fast) @ NIFTY 15m and close > ema(close, fast)',
];
const EXITS = ['close < sma(close, slow)', 'rsi(close, fast) > 65', 'macd(close, fast, slow, 5).line < 0'];
const LENGTH = { default: 5, min: 2, max: 60, step: 1 };

const anySweep = fc
  .record({
    seed: fc.integer(),
    bases: fc.integer({ min: 1, max: 2 }),
    entry: fc.constantFrom(...ENTRIES),
    exit: fc.constantFrom(...EXITS),
    sets: fc.array(fc.tuple(fc.constantFrom(3, 4), fc.constantFrom(9, 20, 50)), { minLength: 3, maxLength: 6 }),
    cuts: fc.array(fc.integer({ min: 1, max: 1_500 }), { maxLength: 2 }),
  })
  .map(({ seed, bases, entry, exit, sets, cuts }): SweepInput => {
    const definition = definitionOf({
      instruments: ['SBIN', 'INFY'].slice(0, bases).map((symbol) => ({ exchange: 'NSE', symbol })),
      entry: { long: entry },
      exit: { long: exit },
      risk: { stopLoss: { kind: 'atr', multiple: 2, length: 9 } },
      parameters: { fast: LENGTH, slow: LENGTH },
      sizing: { method: 'capital_share', percent: 40 },
    });
    const config = configOf(definition);
    const read = columnsOf(randomBars({ seed: seed + 9, days: 4, missing: 0.1 }));
    return {
      ...{ bases: config.bases, settings: config.settings, interval: '1m', calendar: CALENDAR },
      candidates: sets.map(([fast, slow]) => ({
        strategy: compileStrategy(definition, { fast, slow }),
        values: [fast, slow],
      })),
      series: definition.instruments.map((_, i) =>
        inPieces(columnsOf(randomBars({ seed: seed + i, days: 4, missing: 0.02 })), cuts),
      ),
      sources: config.strategy.sources.map(() => ({ bars: inPieces(read, cuts) })),
      ...{ costs: 'angelone', slippageBps: 0 },
      tradeFrom: indiaMoment(DAY) + 2 * DAY_MS,
      // Sets that need more bars begin a day earlier: they share with their like alone.
      warmFrom: ({ warmupBars }, from) => from - (warmupBars > 60 ? 2 : 1) * DAY_MS,
    };
  });

test('sets that take each other’s columns bring the figures that each brings by itself', () => {
  let trades = 0;
  fc.assert(
    fc.property(anySweep, (input) => {
      const { candidates, series, warmFrom, tradeFrom, ...settings } = input;
      const trials = openTrials(input);
      for (const [i, { strategy }] of candidates.entries()) {
        const own = series.map((bars) => {
          if (!('pieces' in bars)) throw new Error('the bars are in pieces');
          return bars.rows(bars.firstRowAt(warmFrom(strategy, tradeFrom)));
        });
        const alone = runBacktest({ ...settings, strategy, series: own, tradeFrom, onProgress: () => undefined });
        const figures = trials.run(i);
        expect(figures.report).toEqual(alone.report);
        trades += figures.report.trades;
      }
    }),
    { numRuns: 12 },
  );
  expect(trades).toBeGreaterThan(200);
}, 60_000);
