import { addDays, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawdownSeries } from './drawdown-series.ts';
import { excursions } from './excursions.ts';
import { distribution } from './histogram.ts';
import { summarise } from './summarise.ts';
import { byInstrument, byWeekday } from './tables.ts';
import { closedTrade } from './testing/closed-trade.ts';

const anyTrade = fc
  .record({
    symbol: fc.constantFrom('SBIN', 'INFY', 'RELIANCE'),
    netPaise: fc.integer({ min: -5_000_00, max: 5_000_00 }),
    chargesPaise: fc.integer({ min: 0, max: 100_00 }),
    day: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ symbol, netPaise, chargesPaise, day }) =>
    closedTrade({
      symbol,
      netPaise,
      chargesPaise,
      grossPaise: netPaise + chargesPaise,
      exitAt: indiaMoment(addDays('2026-01-01', day), 600),
    }),
  );

describe('tables of trades', () => {
  const trades = [
    closedTrade({ symbol: 'SBIN', netPaise: -40_00, grossPaise: -30_00, chargesPaise: 10_00 }),
    closedTrade({ symbol: 'INFY', netPaise: 100_00, grossPaise: 120_00, chargesPaise: 20_00 }),
    closedTrade({ symbol: 'INFY', netPaise: 0, grossPaise: 20_00, chargesPaise: 20_00 }),
  ];

  test('the best instrument stands first, with its own figures after charges', () => {
    expect(byInstrument(trades)).toEqual([
      {
        symbol: 'INFY',
        trades: 2,
        wins: 1,
        losses: 0,
        netPaise: 100_00,
        grossPaise: 140_00,
        chargesPaise: 40_00,
        winRatePct: 50,
        expectancyPaise: 50_00,
      },
      {
        symbol: 'SBIN',
        trades: 1,
        wins: 0,
        losses: 1,
        netPaise: -40_00,
        grossPaise: -30_00,
        chargesPaise: 10_00,
        winRatePct: 0,
        expectancyPaise: -40_00,
      },
    ]);
  });

  test('instruments with the same result stand by name, whichever was traded first', () => {
    const symbols = ['SBIN', 'INFY', 'TCS', 'RELIANCE'];
    for (const order of [symbols, symbols.toReversed()]) {
      const rows = byInstrument(order.map((symbol) => closedTrade({ symbol, netPaise: 5_00 })));
      expect(rows.map(({ symbol }) => symbol)).toEqual(['INFY', 'RELIANCE', 'SBIN', 'TCS']);
    }
  });

  test('a week begins on Monday, and a trade belongs to the Indian day of its exit', () => {
    // 15 September 2026 is a Tuesday. 00:10 in India on the 14th is still the 13th, a Sunday, in London.
    const monday = closedTrade({ exitAt: indiaMoment('2026-09-14', 10) });
    const sunday = closedTrade({ exitAt: indiaMoment('2026-09-13', 600) });
    const saturday = closedTrade({ exitAt: indiaMoment('2026-09-19', 600) });
    expect(byWeekday([sunday, saturday]).map(({ weekday }) => weekday)).toEqual([6, 0]);
    const week = [13, 14, 15, 16, 17, 18, 19].map((day) => closedTrade({ exitAt: indiaMoment(`2026-09-${day}`, 600) }));
    for (const [first] of week.entries()) {
      const turned = [...week.slice(first), ...week.slice(0, first)];
      expect(byWeekday(turned).map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 0]);
    }
    expect(byWeekday([sunday, closedTrade(), monday]).map(({ weekday }) => weekday)).toEqual([1, 2, 0]);
  });

  test('each table adds up to the report', () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 30 }), (list) => {
        const report = summarise({ trades: list, equity: [], startCapitalPaise: 1_00_000_00 });
        for (const rows of [byInstrument(list), byWeekday(list)]) {
          const sum = (figure: 'trades' | 'wins' | 'losses' | 'netPaise' | 'chargesPaise'): number =>
            rows.reduce((total, row) => total + row[figure], 0);
          expect(sum('trades')).toBe(report.trades);
          expect(sum('wins')).toBe(report.wins);
          expect(sum('losses')).toBe(report.losses);
          expect(sum('chargesPaise')).toBe(report.chargesPaise);
          expect(sum('netPaise')).toBe(list.reduce((total, trade) => total + trade.netPaise, 0));
        }
      }),
    );
  });
});

describe('the distribution of results', () => {
  test('has bins of one readable width that touch, and zero parts gains from losses', () => {
    // Quartiles −150 and 300: 2 × 450 ÷ ∛8 = 450, so 500 paise.
    expect(distribution([-700, -200, -100, 0, 100, 200, 600, 900])).toEqual([
      { fromPaise: -1_000, toPaise: -500, trades: 1 },
      { fromPaise: -500, toPaise: 0, trades: 2 },
      { fromPaise: 0, toPaise: 500, trades: 3 },
      { fromPaise: 500, toPaise: 1_000, trades: 2 },
    ]);
  });

  test('of nothing is nothing, of one result is one bin', () => {
    expect(distribution([])).toEqual([]);
    expect(distribution([-3, -3])).toEqual([{ fromPaise: -3, toPaise: -2, trades: 2 }]);
  });

  test('counts each result once, in few bins, none with a gain and a loss', () => {
    const anyResults = fc.array(fc.integer({ min: -100_000_00, max: 100_000_00 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(anyResults, (results) => {
        const bins = distribution(results);
        expect(bins.length).toBeLessThanOrEqual(42);
        for (const { fromPaise, toPaise, trades } of bins) {
          expect(results.filter((result) => result >= fromPaise && result < toPaise)).toHaveLength(trades);
          expect(fromPaise < 0 && toPaise > 0).toBe(false);
        }
        expect(bins.reduce((sum, { trades }) => sum + trades, 0)).toBe(results.length);
      }),
    );
  });
});

describe('the drawdown series', () => {
  test('starts at the capital, is nothing at each new high and deepest where the report says', () => {
    const equity = [90_000_00, 1_10_000_00, 88_000_00, 1_10_000_00].map((equityPaise, i) => ({
      date: addDays('2026-09-01', i),
      equityPaise,
    }));
    const series = drawdownSeries(equity, 1_00_000_00);
    expect(series.map(({ amountPaise }) => amountPaise)).toEqual([10_000_00, 0, 22_000_00, 0]);
    expect(series.map(({ depthPct }) => depthPct)).toEqual([10, 0, 20, 0]);
    const { maxDrawdown } = summarise({ trades: [], equity, startCapitalPaise: 1_00_000_00 });
    expect(maxDrawdown?.pct).toBeCloseTo(20, 10);
    expect(maxDrawdown?.troughDate).toBe(series[2]?.date);
  });

  test('has no depth below a peak that is not positive', () => {
    const [point] = drawdownSeries([{ date: '2026-09-01', equityPaise: -5_00 }], 0);
    expect(point).toEqual({ date: '2026-09-01', amountPaise: 5_00, depthPct: undefined });
  });
});

describe('excursions', () => {
  test('are percent of the entry, apart for trades that ended well and badly', () => {
    const found = excursions([
      closedTrade({ adversePaise: -1_00, favourablePaise: 4_00, netPaise: 5_00, exitSequence: 7 }),
      closedTrade({ adversePaise: -3_00, favourablePaise: 2_00, netPaise: -5_00, direction: 'short' }),
    ]);
    expect(found.rows[0]).toEqual({ exitSequence: 7, symbol: 'SBIN', adversePct: -1, favourablePct: 4, grossPct: 1 });
    expect(found.rows[1]?.grossPct).toBe(-1);
    expect(found).toMatchObject({
      averageAdverseOfWinsPct: -1,
      averageAdverseOfLossesPct: -3,
      averageFavourableOfLossesPct: 2,
    });
    expect(found.edgeRatio).toBeCloseTo(6 / 4, 10);
  });

  test('of a trade of exactly nothing are those of no win and no loss, and without an entry price there are none', () => {
    const move = { adversePaise: -2_00, favourablePaise: 3_00 };
    const even = excursions([closedTrade({ ...move, netPaise: 0 })]);
    expect(even).toMatchObject({ averageAdverseOfWinsPct: undefined, averageAdverseOfLossesPct: undefined });
    expect(even.edgeRatio).toBeCloseTo(1.5, 10);
    const least = [closedTrade({ ...move, netPaise: 1 }), closedTrade({ ...move, netPaise: -1 })];
    expect(excursions(least)).toMatchObject({ averageAdverseOfWinsPct: -2, averageAdverseOfLossesPct: -2 });
    expect(excursions([closedTrade({ ...move, entryPaise: 0 })]).rows).toEqual([]);
    expect(excursions([closedTrade({ ...move, entryPaise: 1 })]).rows).toHaveLength(1);
  });

  test('of no trade, and beside no adverse move, say nothing', () => {
    expect(excursions([])).toMatchObject({ rows: [], averageAdverseOfWinsPct: undefined, edgeRatio: undefined });
    expect(excursions([closedTrade({ favourablePaise: 1 })]).edgeRatio).toBeUndefined();
  });
});
