import { indiaDateOf } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { type BacktestResult, columnsOf, runBacktest } from '../../backtest/index.ts';
import { chargesForOrder } from '../../charges/index.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../../run/testing/fixtures.ts';
import { randomBars } from '../../run/testing/random-series.ts';
import { FAMILIES } from '../../run/testing/strategies.ts';
import { distribution } from '../histogram.ts';
import { independentTrades } from '../independent-trades.ts';
import { dailyReturns } from '../returns.ts';
import { byInstrument, byWeekday } from '../tables.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import { costSensitivity } from './cost-sensitivity.ts';
import { heldTrade, tradableBars } from './held-trades.ts';
import { type RandomEntries, type RoundTrip, randomEntries } from './random-entries.ts';
import { deflatedSharpe } from './sharpe-confidence.ts';
import { verdictOf } from './verdict.ts';
import { verdictWords } from './verdict-words.ts';

/** What the pieces make of runs of the engine itself, with charges and slippage, over bars that nobody can foresee. */
const SLIPPAGE_BPS = 3;
const BARS = randomBars({ seed: 3, days: 70 });
const COLUMNS = columnsOf(BARS);

function backtest(family: string, slippageBps = SLIPPAGE_BPS): BacktestResult {
  const { strategy, bases, settings } = configOf(FAMILIES[family] ?? definitionOf());
  return runBacktest({
    strategy,
    bases,
    series: [COLUMNS],
    interval: '1m',
    settings,
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps,
    closeAtEnd: true,
  });
}

function costPaise({ direction, quantity, entryPaise, exitPaise }: RoundTrip): number {
  const order = {
    tariff: 'angelone',
    exchange: 'NSE',
    product: 'INTRADAY',
    instrumentKind: 'equity',
    quantity,
  } as const;
  const [bought, sold] = direction === 'long' ? [entryPaise, exitPaise] : [exitPaise, entryPaise];
  const charges =
    chargesForOrder({ ...order, side: 'buy', pricePaise: bought, date: DAY }).totalPaise +
    chargesForOrder({ ...order, side: 'sell', pricePaise: sold, date: DAY }).totalPaise;
  return charges + (quantity * (bought + sold) * SLIPPAGE_BPS) / 10_000;
}

function atRandom(result: BacktestResult): RandomEntries | undefined {
  return randomEntries({
    trades: result.trades.flatMap((trade) => heldTrade(trade, COLUMNS.time) ?? []),
    barsOf: () => tradableBars(COLUMNS.time, { openPaise: COLUMNS.open, closePaise: COLUMNS.close }),
    costPaise,
    seed: 1,
    samples: 60,
  });
}

describe.each(['breakout', 'trend', 'VWAP'])('of a run without an edge (%s)', (family) => {
  const result = backtest(family);
  const random = atRandom(result);

  test('random entries cost and bring what the run did, for they are charged alike', () => {
    expect(random?.trades).toBe(result.trades.length);
    expect(Math.abs(random?.deviationsAbove ?? 99)).toBeLessThan(4);
    // Charges and slippage make nearly all of the loss.
    expect(random?.meanPaise).toBeLessThan(0);
  });

  test('the verdict is none, in words', () => {
    const returns = dailyReturns(result.equity.map((point) => point.equityPaise));
    const verdict = verdictOf({
      sessions: returns.length,
      independentTrades: independentTrades(result.trades),
      netPaise: result.report.netPaise,
      deflatedSharpe: deflatedSharpe({ returns, trials: 1 }),
      bootstrap: bootstrapIntervals({ returns, seed: 1 }),
      randomEntries: random,
      costs: {
        slippageBps: SLIPPAGE_BPS,
        sensitivity: costSensitivity({ trades: result.trades, slippageBps: SLIPPAGE_BPS }),
      },
    });
    expect(verdict.evidence).toBe('none');
    expect(verdictWords(verdict).sentence).toMatch(/^No evidence of an edge\. After charges it gained nothing/);
  });

  test('trades of a day count as one, and the tables hold every trade', () => {
    const days = new Set(result.trades.map((trade) => indiaDateOf(trade.entryAt)));
    expect(result.trades.length).toBeGreaterThan(days.size);
    expect(independentTrades(result.trades)).toBeCloseTo(days.size, 9);
    for (const rows of [byInstrument(result.trades), byWeekday(result.trades), distribution(netsOf(result))]) {
      expect(rows.reduce((sum, row) => sum + row.trades, 0)).toBe(result.report.trades);
    }
  });
});

test('the straight line of costs foretells what a run with twice the slippage brings, to a twentieth of its cost', () => {
  const counted = backtest('breakout');
  const twice = backtest('breakout', 2 * SLIPPAGE_BPS);
  const foretold = costSensitivity({
    trades: counted.trades,
    slippageBps: SLIPPAGE_BPS,
    levelsBps: [2 * SLIPPAGE_BPS],
  });
  const net = netsOf(twice).reduce((sum, one) => sum + one, 0);
  const cost = (foretold.turnoverPaise * SLIPPAGE_BPS) / 10_000;
  expect(Math.abs((foretold.levels[0]?.netPaise ?? 0) - net)).toBeLessThan(cost / 20);
});

function netsOf(result: BacktestResult): number[] {
  return result.trades.map((trade) => trade.netPaise);
}
