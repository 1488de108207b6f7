import type { BacktestSweep } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import en from '../../../public/assets/locales/en.json' with { type: 'json' };
import { heatRows, mapNoteOf, namesOf, signedDaily } from './sweep-view.ts';

const cell = (values: number[], returnPercent: number) => ({
  ...{ values, returnPercent, netPnlPaise: 0, trades: 1, maxDrawdownPercent: 0 },
});
const sweep: BacktestSweep = {
  parameters: [
    { name: 'fast', label: 'Fast average', values: [3, 5] },
    { name: 'slow', values: [10, 20, 30] },
  ],
  combinations: [
    cell([3, 10], 1),
    cell([3, 20], 2),
    cell([3, 30], 3),
    cell([5, 10], 4),
    cell([5, 20], 5),
    cell([5, 30], 6),
  ],
  best: 5,
};

test('the first parameter goes down and the second across, whatever the order of the combinations', () => {
  const rows = [
    { name: '3', cells: [1, 2, 3] },
    { name: '5', cells: [4, 5, 6] },
  ];
  expect(heatRows(sweep)).toEqual(rows);
  expect(heatRows({ ...sweep, combinations: sweep.combinations.toReversed() })).toEqual(rows);
  expect(namesOf(sweep)).toEqual(['Fast average', 'slow']);
});

test('a map of results that no charges were taken off does not say that they were', () => {
  const noteOf = (afterCharges: boolean) => en.backtests.sweep[mapNoteOf({ afterCharges })];
  expect(noteOf(true)).toContain('after charges');
  expect(noteOf(false)).toContain('no charges counted');
  expect(en.backtests.report.meaning.profitFactor).not.toContain('charges');
});

test('a day’s mean keeps three decimals and its sign', () => {
  expect([0.0125, -0.2, 0, undefined].map(signedDaily)).toEqual(['+0.013%', '−0.200%', '0.000%', undefined]);
});
