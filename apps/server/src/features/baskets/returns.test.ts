import { describe, expect, test } from 'vitest';
import { returnsOf, valuesOf } from './returns.ts';
import { standingOf } from './standing.ts';

const day = (date: string, rupees: number) => ({ date, valuePaise: rupees * 100, investedPaise: 0 });
const flow = (on: string, rupees: number) => ({ day: on, amountPaise: BigInt(rupees * 100) });

describe('the return of a rupee that was there all the time', () => {
  test('counts the charges of the first purchase, and no money that came in later', () => {
    const flows = [flow('2026-01-05', 1_000), flow('2026-01-06', 1_000)];
    const values = [day('2026-01-05', 990), day('2026-01-06', 2_089)];
    const now = { date: '2026-01-07', valuePaise: 2_089_00, isClosed: false };
    // 0.99, then (2,089 − 1,000) ÷ 990 = 1.1, then nothing.
    expect(returnsOf(flows, values, now).returnPercent).toBeCloseTo(8.9, 10);
  });

  test('of a basket that was opened and closed on one day is what it lost', () => {
    const flows = [flow('2026-01-05', 1_000), flow('2026-01-05', -994)];
    const now = { date: '2026-01-05', valuePaise: 994_00, isClosed: true };
    expect(returnsOf(flows, [], now).returnPercent).toBeCloseTo(-0.6, 10);
  });

  test('of a basket that gave money back and went on does not count it as a loss', () => {
    const flows = [flow('2026-01-05', 1_000), flow('2026-01-06', -400)];
    const values = [day('2026-01-05', 1_000), day('2026-01-06', 600)];
    const now = { date: '2026-01-07', valuePaise: 660_00, isClosed: false };
    expect(returnsOf(flows, values, now).returnPercent).toBeCloseTo(10, 10);
  });
});

describe('the yearly rate of the money', () => {
  test('is that of the reference, and is not shown in the first year', () => {
    const months = Array.from({ length: 12 }, (_, i) => flow(`2025-${String(i + 1).padStart(2, '0')}-05`, 5_000));
    const now = { date: '2026-01-05', valuePaise: 63_000_00, isClosed: false };
    expect(returnsOf(months, [], now).xirrPercent).toBeCloseTo(9.3202, 4);
    const young = { ...now, date: '2026-01-04' };
    expect(returnsOf(months, [], young).xirrPercent).toBeUndefined();
  });
});

test('units follow a split, and the worth of days before it does not move', () => {
  const orders = [
    {
      ...{ id: 1, symbol: 'ITC', side: 'buy' as const, filledQuantity: 10, filledValuePaise: 4_000_00n },
      ...{ chargesPaise: 10_00n, sttPaise: 4_00n, day: '2026-01-05' },
    },
  ];
  const flows = [flow('2026-01-05', 5_000)];
  const actions = new Map([['ITC', [{ exDate: '2026-01-07', kind: 'split' as const, oldUnits: 1, newUnits: 5 }]]]);
  const closes = new Map([
    [
      'ITC',
      new Map([
        ['2026-01-05', 400_00],
        ['2026-01-06', 410_00],
        ['2026-01-07', 82_00],
      ]),
    ],
  ]);
  const values = valuesOf((on) => standingOf({ flows, orders }, actions, on), closes, {
    from: '2026-01-05',
    to: '2026-01-07',
  });
  expect(values.map(({ valuePaise }) => valuePaise)).toEqual([4_990_00, 5_090_00, 5_090_00]);
});
