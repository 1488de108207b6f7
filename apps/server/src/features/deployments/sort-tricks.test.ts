import { expect, test } from 'vitest';
import { isValued, sortByValue } from './sort-tricks.ts';

const trick = (TricksId: number, openPositions: number, dayPnlPaise: number, totalPnlPaise: number) => ({
  TricksId,
  openPositions,
  dayPnlPaise,
  totalPnlPaise,
});
const tricks = [trick(1, 0, -5_00, 80_00), trick(2, 2, 10_00, -3_00), trick(3, 0, -5_00, 0)];
const idsOf = (sort: Parameters<typeof sortByValue>[1]) => sortByValue(tricks, sort).map(({ TricksId }) => TricksId);

test('tricks are ordered by what they hold and are worth; equal ones by their ids, turned round with the rest', () => {
  expect([idsOf('open'), idsOf('-open')]).toEqual([
    [1, 3, 2],
    [2, 3, 1],
  ]);
  expect([idsOf('today'), idsOf('-today')]).toEqual([
    [1, 3, 2],
    [2, 3, 1],
  ]);
  expect([idsOf('total'), idsOf('-total')]).toEqual([
    [2, 3, 1],
    [1, 3, 2],
  ]);
});

test('only orders by value need all tricks to be valued', () => {
  expect(['-today', 'open', 'name', undefined].map((sort) => isValued(sort))).toEqual([true, true, false, false]);
});
