import { addDays, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClosedTrade } from '../run/types.ts';
import type { BacktestReport, SummaryInput } from './report.ts';
import { cagrPct } from './returns.ts';
import { summarise } from './summarise.ts';

let sequence = 0;

/** A trade of 10 units bought at ₹100.00 that ends with a net result in whole paise. */
function trade(netPaise: number, exitDate = '2026-09-15', chargesPaise = 0): ClosedTrade {
  sequence += 2;
  return {
    base: 0,
    symbol: 'SBIN',
    direction: 'long',
    quantity: 10,
    entryAt: indiaMoment(exitDate, 560),
    entryPaise: 100_00,
    exitAt: indiaMoment(exitDate, 600),
    exitPaise: 101_00,
    grossPaise: netPaise + chargesPaise,
    chargesPaise,
    netPaise,
    exitRule: 'exit',
    entrySequence: sequence - 1,
    exitSequence: sequence,
    adversePaise: 0,
    favourablePaise: 0,
  };
}

/** One point for each day from the date on. */
function daily(values: readonly number[], from = '2026-09-01') {
  return values.map((equityPaise, i) => ({ date: addDays(from, i), equityPaise }));
}

function summary(change: Partial<SummaryInput>): BacktestReport {
  return summarise({ trades: [], equity: [], startCapitalPaise: 100_000_00, ...change });
}

/** Eleven equities with published figures: mean daily return 0.00511329, deviation 0.02225947. */
const SERIES = [100_000, 101_000, 100_500, 102_000, 99_000, 99_500, 103_000, 102_000, 104_000, 101_500, 105_000].map(
  (rupees) => rupees * 100,
);
const RESULTS = [1200, -500, 800, -300, -400, 1500, -200, 600].map((rupees) => rupees * 100);

describe('figures of the equity curve', () => {
  const report = summary({ equity: daily(SERIES.slice(1)), startDate: '2026-08-31' });

  test('match the published series', () => {
    expect(report.sharpe).toBeCloseTo(3.646582, 6);
    expect(report.sortino).toBeCloseTo(6.49541, 6);
    expect(report.volatilityPct).toBeCloseTo(2.225947 * Math.sqrt(252), 4);
    expect(report.calmar).toBeCloseTo(82.265068, 4);
    expect(report.returnPct).toBeCloseTo(5, 10);
  });

  test('match it with a riskless return of 6.5 %', () => {
    const riskless = summary({ equity: daily(SERIES.slice(1)), riskFreePct: 6.5 });
    expect(riskless.sharpe).toBeCloseTo(3.468341, 6);
    expect(riskless.sortino).toBeCloseTo(6.111184, 6);
  });

  test('the deepest drawdown has its depth, its dates and its length', () => {
    // 1,02,000 on 3 September, 99,000 on the 4th, back above on the 6th.
    expect(report.maxDrawdown).toEqual({
      pct: expect.closeTo(2.941176, 6),
      amountPaise: 3_000_00,
      peakDate: '2026-09-03',
      troughDate: '2026-09-04',
      recoveredDate: '2026-09-06',
      lengthDays: 3,
    });
  });

  test('a drawdown that never recovered lasts to the end of the data', () => {
    const falling = summary({ equity: daily([120_000_00, 90_000_00, 95_000_00]) });
    expect(falling.maxDrawdown).toMatchObject({
      pct: 25,
      peakDate: '2026-09-01',
      troughDate: '2026-09-02',
      lengthDays: 2,
    });
    expect(falling.maxDrawdown?.recoveredDate).toBeUndefined();
  });

  test('a loss on the first day is a drawdown from the start capital', () => {
    expect(summary({ equity: daily([90_000_00]) }).maxDrawdown?.pct).toBeCloseTo(10, 10);
  });

  test('one that begins with a first day that is a Monday begins on the Friday before, and the year counts from there', () => {
    const mondays = summary({
      equity: [
        { date: '2026-09-07', equityPaise: 90_000_00 },
        { date: '2026-09-08', equityPaise: 95_000_00 },
      ],
    });
    expect(mondays.maxDrawdown).toMatchObject({ peakDate: '2026-09-04', troughDate: '2026-09-07', lengthDays: 4 });
    expect(mondays.cagrPct).toBe(cagrPct(100_000_00, 95_000_00, 4));
  });

  test('yearly growth counts calendar days', () => {
    // ₹1,00,000 to ₹1,50,000 from 1 April 2022 to 1 April 2025: 1096 days.
    expect(cagrPct(100_000, 150_000, 1096)).toBeCloseTo(14.4573, 4);
    const report = summary({ equity: [{ date: '2025-04-01', equityPaise: 150_000_00 }], startDate: '2022-04-01' });
    expect(report.cagrPct).toBeCloseTo(14.4573, 4);
  });

  test('months and years add up to the net result', () => {
    const equity = [
      { date: '2025-12-30', equityPaise: 110_000_00 },
      { date: '2025-12-31', equityPaise: 105_000_00 },
      { date: '2026-01-01', equityPaise: 126_000_00 },
      { date: '2026-02-02', equityPaise: 120_000_00 },
    ];
    const report = summary({
      equity,
      trades: [trade(100, '2025-12-31'), trade(100, '2026-02-02'), trade(100, '2026-02-02')],
    });
    expect(report.months).toEqual([
      { month: '2025-12', profitPaise: 5_000_00, returnPct: 5, trades: 1 },
      { month: '2026-01', profitPaise: 21_000_00, returnPct: 20, trades: 0 },
      { month: '2026-02', profitPaise: -6_000_00, returnPct: expect.closeTo(-4.761905, 6), trades: 2 },
    ]);
    expect(report.years.map(({ year, profitPaise, trades }) => [year, profitPaise, trades])).toEqual([
      ['2025', 5_000_00, 1],
      ['2026', 15_000_00, 2],
    ]);
  });
});

describe('figures of trades', () => {
  test('match the published list', () => {
    const report = summary({ trades: RESULTS.map((net) => trade(net)) });
    expect(report).toMatchObject({
      trades: 8,
      wins: 4,
      losses: 4,
      winRatePct: 50,
      averageWinPaise: 1025_00,
      averageLossPaise: 350_00,
    });
    expect(report.profitFactor).toBeCloseTo(2.928571, 6);
    expect(report.expectancyPaise).toBe(337_50);
    expect(report).toMatchObject({ largestWinPaise: 1500_00, largestLossPaise: 500_00, longestLosingRun: 2 });
    // Eight times 10 × (₹100 + ₹101).
    expect(report.turnoverPaise).toBe(8 * 2010_00);
  });

  test('the longest losing run follows the order of exits, whatever the order of the list', () => {
    const days = ['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04'];
    const trades = [-1, -1, 1, -1].map((net, i) => trade(net, days[i]));
    expect(
      summary({ trades: [trades[3], trades[0], trades[2], trades[1]].flatMap((each) => each ?? []) }).longestLosingRun,
    ).toBe(2);
  });

  test('a trade of exactly nothing is neither won nor lost', () => {
    const report = summary({ trades: [trade(0), trade(100)] });
    expect(report).toMatchObject({ trades: 2, wins: 1, losses: 0, winRatePct: 50, expectancyPaise: 50 });
  });

  test('net is after charges, gross before, by kind where they were kept apart', () => {
    const report = summary({
      trades: [trade(900, '2026-09-15', 100), trade(-150, '2026-09-15', 50)],
      equity: daily([100_007_50]),
      chargesByKind: { brokeragePaise: 120, gstPaise: 30 },
    });
    expect(report).toMatchObject({
      netPaise: 750,
      grossPaise: 900,
      chargesPaise: 150,
      chargesByKind: { brokeragePaise: 120, gstPaise: 30 },
    });
  });

  test('exposure is the share of bars with a position', () => {
    expect(summary({ bars: 400, barsInPosition: 100 }).exposurePct).toBe(25);
  });
});

describe('figures without a meaning', () => {
  test('a run without trades or days says nothing instead of a number', () => {
    const report = summary({});
    const absent = [
      'cagrPct',
      'volatilityPct',
      'sharpe',
      'sortino',
      'calmar',
      'maxDrawdown',
      'winRatePct',
      'profitFactor',
      'expectancyPaise',
      'averageWinPaise',
      'averageLossPaise',
      'exposurePct',
    ] as const;
    for (const figure of absent) expect(report[figure], figure).toBeUndefined();
    expect(report).toMatchObject({ netPaise: 0, trades: 0, longestLosingRun: 0, months: [] });
  });

  test('without a loss there is no profit factor; without a fall no Sortino, no Calmar and no drawdown', () => {
    const report = summary({ trades: [trade(100)], equity: daily([101_000_00, 102_000_00, 103_000_00]) });
    expect(report.profitFactor).toBeUndefined();
    expect(report.sortino).toBeUndefined();
    expect(report.calmar).toBeUndefined();
    expect(report.maxDrawdown).toBeUndefined();
  });

  test('a flat curve has no Sharpe ratio', () => {
    const report = summary({ equity: daily([100_000_00, 100_000_00, 100_000_00]) });
    expect(report.sharpe).toBeUndefined();
    expect(report.volatilityPct).toBe(0);
  });

  test('no figure is ever infinite or not a number, even through ruin', () => {
    const anyEquity = fc.array(fc.integer({ min: -50_000_00, max: 400_000_00 }), { maxLength: 40 });
    const anyTrades = fc.array(fc.integer({ min: -5_000_00, max: 5_000_00 }), { maxLength: 20 });
    fc.assert(
      fc.property(
        anyEquity,
        anyTrades,
        fc.integer({ min: 0, max: 200_000_00 }),
        (equity, results, startCapitalPaise) => {
          const report = summary({
            equity: daily(equity),
            trades: results.map((net) => trade(net)),
            startCapitalPaise,
          });
          for (const value of figuresOf(report)) expect(Number.isFinite(value)).toBe(true);
          const months = report.months.reduce((sum, month) => sum + month.profitPaise, 0);
          expect(months).toBe(equity.length > 0 ? report.netPaise : 0);
        },
      ),
    );
  });
});

function figuresOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(figuresOf) : [];
}

test('months and years are told from their last points, and a trade counts in those of its exit', () => {
  const at = (date: string, rupees: number) => ({ date, equityPaise: rupees * 100 });
  const equity = [
    ...[at('2025-11-28', 110_000), at('2025-12-01', 120_000), at('2025-12-31', 99_000)],
    ...[at('2026-02-02', 90_000), at('2026-02-03', 108_900)],
  ];
  const exits = ['2025-11-28', '2025-12-01', '2025-12-31', '2026-02-03'];
  const { months, years } = summary({ equity, trades: exits.map((date) => trade(100, date)) });
  expect(months).toEqual([
    { month: '2025-11', profitPaise: 10_000_00, returnPct: 10, trades: 1 },
    { month: '2025-12', profitPaise: -11_000_00, returnPct: -10, trades: 2 },
    { month: '2026-02', profitPaise: 9_900_00, returnPct: 10, trades: 1 },
  ]);
  expect(years).toEqual([
    { year: '2025', profitPaise: -1_000_00, returnPct: -1, trades: 3 },
    { year: '2026', profitPaise: 9_900_00, returnPct: 10, trades: 1 },
  ]);
});
