import type { BacktestRun } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { bestPlaces, type ComparedRun, differingBases, growthOf, isHindered } from './compare-view.ts';

const report: BacktestRun = {
  basis: {
    ...{ data: 'Simulated market, seed 1', simulated: true, from_date: '2026-01-01', to_date: '2026-01-02' },
    ...{ days: 2, bars: 750, afterCharges: true },
  },
  ...{ capitalPaise: 100_000_00, netPnlPaise: 5_000_00, grossPnlPaise: 6_000_00, chargesPaise: 1_000_00, charges: [] },
  ...{ returnPercent: 5, turnoverPaise: 0, trades: 3, longestLosingRun: 1, monthly: [], yearly: [] },
  equity: [
    { date: '2026-01-01', valuePaise: 110_000_00, drawdownPercent: 0 },
    { date: '2026-01-02', valuePaise: 105_000_00, drawdownPercent: -4.5 },
  ],
};

function run(changes: Partial<ComparedRun> = {}, reported: Partial<BacktestRun> = {}): ComparedRun {
  return {
    ...{ BacktestId: 1, name: 'Trend', status: 'done', progressPercent: 100, instruments: ['SBIN', 'INFY'] },
    ...{ interval: '1m', prices: 'market', from_date: '2026-01-01', to_date: '2026-01-02', capitalPaise: 100_000_00 },
    ...{ costs: true, slippageBps: 2, createdAt: '2026-01-03T00:00:00Z', versionHash: 'a' },
    ...changes,
    report: { ...report, ...reported },
  };
}

test('curves of any capital begin at 0 % the day before and are read in percent of it', () => {
  const small = growthOf(report);
  expect(small.map(({ date }) => date)).toEqual(['2025-12-31', '2026-01-01', '2026-01-02']);
  expect(small.map(({ value }) => Number(value.toFixed(6)))).toEqual([0, 10, 5]);
  expect(growthOf({ ...report, equity: [] })).toEqual([]);
});

test('runs of the same rest on the same, whatever the order of their instruments', () => {
  expect(differingBases([run(), run({ BacktestId: 2, instruments: ['INFY', 'SBIN'] })])).toEqual([]);
});

test.each([
  ['days', run({}, { basis: { ...report.basis, to_date: '2026-02-02' } })],
  ['prices', run({ prices: 'imported' })],
  ['prices', run({}, { basis: { ...report.basis, data: 'Simulated market, seed 2' } })],
  ['costs', run({ costs: false })],
  ['slippage', run({ slippageBps: 5 })],
] as const)('with different %s no figure is called better', (basis, other) => {
  const runs = [run({}, { netPnlPaise: 1 }), other];
  expect(differingBases(runs)).toEqual([basis]);
  expect(isHindered(differingBases(runs))).toBe(true);
  expect(bestPlaces('return', [run({}, { returnPercent: 1 }), other])).toEqual([]);
});

test('other instruments or rules are what is compared: the better figure is named', () => {
  const runs = [run(), run({ instruments: ['TCS'], versionHash: 'b' }, { returnPercent: 7, chargesPaise: 2_000_00 })];
  expect(differingBases(runs)).toEqual(['instruments', 'rules']);
  expect([bestPlaces('return', runs), bestPlaces('charges', runs), bestPlaces('trades', runs)]).toEqual([[1], [0], []]);
});

test('amounts of different capitals are not held against each other, their percents are', () => {
  const runs = [
    run(),
    run({ capitalPaise: 200_000_00 }, { capitalPaise: 200_000_00, returnPercent: 7, netPnlPaise: 9 }),
  ];
  expect([bestPlaces('net', runs), bestPlaces('return', runs)]).toEqual([[], [1]]);
});

test('the smaller fall is the better one, whichever sign it is told with', () => {
  const fall = { amountPaise: 1, from_date: '2026-01-01', deepest_date: '2026-01-01', days: 1 };
  const runs = [run({}, { drawdown: { ...fall, percent: -9 } }), run({}, { drawdown: { ...fall, percent: -3 } })];
  expect(bestPlaces('drawdown', runs)).toEqual([1]);
});

test('a tie names all that are best, the same everywhere names none, and so does a figure that one alone has', () => {
  const [high, low] = [run({}, { sharpe: 2 }), run({}, { sharpe: 1 })];
  expect(bestPlaces('sharpe', [high, low, high])).toEqual([0, 2]);
  expect(bestPlaces('sharpe', [high, high])).toEqual([]);
  expect(bestPlaces('sharpe', [high, run()])).toEqual([]);
});
