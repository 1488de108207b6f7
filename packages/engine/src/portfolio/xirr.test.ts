import { addDays, daysBetween } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DatedFlow, xirr } from './xirr.ts';

const flow = (date: string, rupees: number): DatedFlow => ({ date, amountPaise: Math.round(rupees * 100) });

describe('XIRR', () => {
  test('of the example that spreadsheets document', () => {
    const flows = [
      flow('2008-01-01', -10_000),
      flow('2008-03-01', 2_750),
      flow('2008-10-30', 4_250),
      flow('2009-02-15', 3_250),
      flow('2009-04-01', 2_750),
    ];
    expect(xirr(flows)).toBeCloseTo(0.373362535, 8);
    expect(xirr(flows.toReversed())).toBeCloseTo(0.373362535, 8);
  });

  test('of a year of instalments', () => {
    const months = Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}-05`);
    const flows = [...months.map((date) => flow(date, -5_000)), flow('2026-01-05', 63_000)];
    expect(xirr(flows)).toBeCloseTo(0.093202, 6);
  });

  test('of a short loss', () => {
    expect(xirr([flow('2025-01-01', -10_000), flow('2025-04-01', 9_000)])).toBeCloseTo(-0.347729, 6);
  });

  test('is unknown without a flow of each sign, on one day, or beyond its range', () => {
    expect(xirr([])).toBeUndefined();
    expect(xirr([flow('2025-01-01', 0), flow('2025-04-01', 0)])).toBeUndefined();
    expect(xirr([flow('2025-01-01', -10), flow('2025-04-01', -10), flow('2025-05-01', 0)])).toBeUndefined();
    expect(xirr([flow('2025-01-01', -10), flow('2025-01-01', 10)])).toBeUndefined();
    expect(xirr([flow('2025-01-01', -10), flow('2025-01-01', 11)])).toBeUndefined();
    expect(xirr([flow('2025-01-01', -10), flow('2026-01-01', 111)])).toBeUndefined();
    expect(xirr([flow('2025-01-01', -10), flow('2026-01-01', 110)])).toBeCloseTo(10, 9);
  });

  test('finds what Newton does not: nearly all lost within a month', () => {
    const rate = xirr([flow('2025-01-01', -10_000), flow('2025-01-31', 5_000)]);
    expect(rate).toBeCloseTo(0.5 ** (365 / 30) - 1, 9);
  });

  test('is one of several rates that fit, near 10 %', () => {
    const flows = [flow('2025-01-01', -1_000), flow('2026-01-01', 2_350), flow('2027-01-01', -1_365)];
    expect(xirr(flows)).toBeCloseTo(0.05, 9);
  });

  test('is unknown where two rates fit, one far below 10 % and one far above, and Newton leads to neither', () => {
    // At −82.3 % and at 314.1 % a year these are worth nothing: neither says what the money earned.
    const flows = [flow('2006-08-01', -50_306.97), flow('2007-01-04', 99_749.5), flow('2007-09-30', -21_122.52)];
    expect(xirr(flows)).toBeUndefined();
  });

  test('is the rate at which the flows are worth nothing, wherever they are worth more at one end of the range and less at the other', () => {
    const start = '2001-03-01';
    const anyFlows = fc
      .tuple(
        fc.integer({ min: 100_00, max: 1_00_00_000_00 }),
        fc.array(
          fc.record({
            after: fc.integer({ min: 1, max: 7_000 }),
            paise: fc.integer({ min: -1_00_000_00, max: 50_000_00 }),
          }),
          { maxLength: 40 },
        ),
        fc.record({
          after: fc.integer({ min: 7_001, max: 9_000 }),
          paise: fc.integer({ min: 1_00, max: 5_00_00_000_00 }),
        }),
      )
      .map(([first, between, last]) => [
        { date: start, amountPaise: -first },
        ...[...between, last].map(({ after, paise }) => ({ date: addDays(start, after), amountPaise: paise })),
      ]);
    const worthAt = (flows: readonly DatedFlow[], rate: number): number => {
      const last = flows.at(-1)?.date ?? start;
      return flows.reduce(
        (sum, { date, amountPaise }) => sum + amountPaise * (1 + rate) ** (daysBetween(date, last) / 365),
        0,
      );
    };
    fc.assert(
      fc.property(
        anyFlows.filter((flows) => worthAt(flows, -0.9999) * worthAt(flows, 10) < 0),
        (flows) => {
          const rate = xirr(flows) ?? Number.NaN;
          const discounted = flows.map(
            ({ date, amountPaise }) => amountPaise / (1 + rate) ** (daysBetween(start, date) / 365),
          );
          const size = discounted.reduce((sum, value) => sum + Math.abs(value), 0);
          expect(Math.abs(discounted.reduce((sum, value) => sum + value, 0)) / size).toBeLessThan(1e-7);
        },
      ),
    );
  });

  test('of money that was left alone is its yearly growth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 9_000 }),
        fc.double({ min: -0.95, max: 9.5, noNaN: true }),
        (days, yearly) => {
          const end = Math.round(1e10 * (1 + yearly) ** (days / 365));
          fc.pre(Number.isSafeInteger(end) && end > 1e6);
          const flows = [
            { date: '2001-03-01', amountPaise: -1e10 },
            { date: addDays('2001-03-01', days), amountPaise: end },
          ];
          expect(xirr(flows)).toBeCloseTo((end / 1e10) ** (365 / days) - 1, 6);
        },
      ),
    );
  });
});
