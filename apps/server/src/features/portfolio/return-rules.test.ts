import { addDays, daysBetween } from '@trickdesk/domain';
import { xirr } from '@trickdesk/engine';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cameTo,
  dayValues,
  flowsOf,
  type HeldParcel,
  heldOverNight,
  inBenchmark,
  priceFinder,
} from './return-rules.ts';

const TODAY = '2026-01-05';
const lot = (boughtOn: string, quantity: number, costPaise: number, sold?: [string, number]): HeldParcel => ({
  ...{ symbol: 'SBIN', boughtOn, quantity, costPaise },
  ...(sold ? { soldOn: sold[0], proceedsPaise: sold[1] } : {}),
});

describe('flows', () => {
  test('are what went into shares and came out, by day; what came and went within a day is none', () => {
    const parcels = [
      lot('2025-03-03', 10, 8_000_00),
      lot('2025-03-03', 5, 4_000_00, ['2025-06-02', 4_500_00]),
      lot('2025-06-02', 1, 900_00),
      lot('2025-06-03', 1, 900_00, ['2025-06-03', 950_00]),
      { symbol: 'SBIN', quantity: 3 },
    ].filter(heldOverNight);
    const flows = flowsOf(parcels);
    expect(flows).toEqual([
      { date: '2025-03-03', putInPaise: 12_000_00, takenOutPaise: 0 },
      { date: '2025-06-02', putInPaise: 900_00, takenOutPaise: 4_500_00 },
    ]);
    expect(cameTo(flows, 11_000_00)).toEqual({
      ...{ since: '2025-03-03', putInPaise: 12_900_00, takenOutPaise: 4_500_00 },
      ...{ valuePaise: 11_000_00, gainPaise: 2_600_00 },
    });
    expect(cameTo([], 0)).toBeUndefined();
  });
});

describe('values of before', () => {
  const closes = new Map([
    [
      'SBIN',
      new Map([
        ['2025-03-03', 800_00],
        ['2025-03-04', 165_00],
        ['2025-03-05', 170_00],
      ]),
    ],
  ]);
  const split = { exDate: '2025-03-04', kind: 'split', oldUnits: 1, newUnits: 5 } as const;

  test('are of the units of their day: a split changes none of them', () => {
    // 50 of today were 10 on the day before the split.
    const values = dayValues([lot('2025-03-03', 50, 8_000_00)], closes, new Map([['SBIN', [split]]]), TODAY);
    expect(values.map(({ valuePaise }) => valuePaise)).toEqual([8_000_00, 8_250_00, 8_500_00]);
    const gone = lot('2025-03-03', 10, 8_000_00, ['2025-03-04', 8_300_00]);
    const sold = dayValues([gone], closes, new Map([['SBIN', [{ ...split, exDate: '2025-03-05' }]]]), TODAY);
    expect(sold.map(({ valuePaise }) => valuePaise)).toEqual([8_000_00, 0, 0]);
  });

  test('are the cost where there was no close yet, and end before today', () => {
    const late = new Map([
      [
        'SBIN',
        new Map([
          ['2025-03-05', 170_00],
          [TODAY, 999_00],
        ]),
      ],
      ['X', new Map([['2025-03-04', 1]])],
    ]);
    expect(dayValues([lot('2025-03-04', 10, 1_600_00)], late, new Map(), TODAY)).toEqual([
      { date: '2025-03-04', valuePaise: 1_600_00 },
      { date: '2025-03-05', valuePaise: 1_700_00 },
    ]);
  });
});

describe('the benchmark', () => {
  const closes = [
    { date: '2025-03-03', close: 20_000_00 },
    { date: '2025-06-02', close: 22_000_00 },
  ];
  const priceOn = priceFinder(closes, { today: TODAY, pricePaise: 25_000_00 });

  test('takes the same purchases on the same days, and gives back what it had become', () => {
    const parcels = [lot('2025-03-03', 10, 8_000_00), lot('2025-03-03', 5, 4_000_00, ['2025-06-10', 9_999_00])];
    // 8,000 × 25,000 ÷ 20,000, and 4,000 × 22,000 ÷ 20,000 at the last close before 10 June.
    expect(inBenchmark(parcels, priceOn, TODAY)).toEqual({
      valuePaise: 10_000_00,
      flows: [
        { date: '2025-03-03', putInPaise: 12_000_00, takenOutPaise: 0 },
        { date: '2025-06-10', putInPaise: 0, takenOutPaise: 4_400_00 },
      ],
    });
  });

  test('is not known where its prices begin later, and earns nothing of what was bought today', () => {
    expect(inBenchmark([lot('2025-03-02', 1, 1_00)], priceOn, TODAY)).toBeUndefined();
    expect(inBenchmark([lot(TODAY, 1, 7_00)], priceOn, TODAY)?.valuePaise).toBe(7_00);
  });

  test('has every rupee that was put in, whatever its prices; standing still it gives each back', () => {
    const anyParcel = fc
      .record({
        bought: fc.integer({ min: 0, max: 700 }),
        days: fc.option(fc.integer({ min: 1, max: 400 })),
        cost: fc.integer({ min: 1, max: 1e10 }),
        proceeds: fc.integer({ min: 0, max: 1e10 }),
      })
      .map(({ bought, days, cost, proceeds }) => {
        const on = addDays('2023-01-02', bought);
        return lot(on, 1, cost, days === null ? undefined : [addDays(on, days), proceeds]);
      });
    const anyPrice = fc.integer({ min: 1_000_00, max: 30_000_00 });
    fc.assert(
      fc.property(
        fc.array(anyParcel, { minLength: 1, maxLength: 25 }),
        fc.array(anyPrice, { minLength: 1, maxLength: 9 }),
        (parcels, prices) => {
          const on = (day: string): number => prices[Math.abs(daysBetween('2023-01-02', day)) % prices.length] ?? 1;
          const own = flowsOf(parcels);
          const instead = inBenchmark(parcels, on, TODAY);
          expect(instead?.flows.map(({ date, putInPaise }) => [date, putInPaise])).toEqual(
            own.map(({ date, putInPaise }) => [date, putInPaise]),
          );
          const came = cameTo(instead?.flows ?? [], instead?.valuePaise ?? 0);
          expect((came?.putInPaise ?? 0) + (came?.gainPaise ?? 0)).toBe(
            (came?.takenOutPaise ?? 0) + (came?.valuePaise ?? 0),
          );
          const still = inBenchmark(parcels, () => 20_000_00, TODAY);
          expect(cameTo(still?.flows ?? [], still?.valuePaise ?? 0)?.gainPaise).toBe(0);
          // The yearly rate is the one at which all that went in and came out is worth nothing today.
          const dated = [
            ...(instead?.flows ?? []).map(({ date, putInPaise, takenOutPaise }) => ({
              date,
              amountPaise: takenOutPaise - putInPaise,
            })),
            { date: TODAY, amountPaise: instead?.valuePaise ?? 0 },
          ];
          const rate = xirr(dated);
          if (rate === undefined) return;
          const worth = (amounts: typeof dated): number =>
            amounts.reduce(
              (sum, { date, amountPaise }) => sum + amountPaise * (1 + rate) ** (daysBetween(date, TODAY) / 365),
              0,
            );
          const gross = worth(dated.map(({ date, amountPaise }) => ({ date, amountPaise: Math.abs(amountPaise) })));
          expect(Math.abs(worth(dated)) / gross).toBeLessThan(1e-6);
        },
      ),
      { numRuns: scaledCount('portfolios beside a benchmark', 60) },
    );
  });
});
