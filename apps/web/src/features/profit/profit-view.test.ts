import { expect, test } from 'vitest';
import { profitPoints } from './profit-view.ts';

test('the chart begins from the capital and adds each day, what is open included', () => {
  const day = (date: string, realisedPaise: number, unrealisedPaise = 0) => ({
    date,
    realisedPaise,
    unrealisedPaise,
    chargesPaise: 5,
  });
  const points = profitPoints({
    badge: 'test',
    hasRoboPro: false,
    profit: [day('2026-01-01', 100), day('2026-01-02', -40, 7)],
    totals: {
      realisedPaise: 60,
      unrealisedPaise: 7,
      chargesPaise: 10,
      netPaise: 67,
      capitalPaise: 1_000,
      movedPaise: 0,
    },
    drawdown: { paise: -33, percent: -3.3 },
  });
  expect(points).toEqual([
    { date: '2025-12-31', valuePaise: 1_000 },
    { date: '2026-01-01', valuePaise: 1_100 },
    { date: '2026-01-02', valuePaise: 1_067 },
  ]);
});
