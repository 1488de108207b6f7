import { expect, test } from 'vitest';
import { neighbourhood, type SweepCell } from './neighbourhood.ts';

/** Rows are the first parameter, columns the second; steps between their values differ on purpose. */
function grid(values: readonly (readonly (number | undefined)[])[]): SweepCell[] {
  return values.flatMap((row, i) => row.map((value, j) => ({ parameters: [5 * 2 ** i, 10 + j * j], value })));
}

test('a plateau: all around the best gain nearly as much', () => {
  const found = neighbourhood(
    grid([
      [8, 9, 8, -9],
      [9, 10, 9, -9],
      [8, 9, 8, -9],
    ]),
  );
  expect(found).toMatchObject({ neighbours: 8, gainingNeighbours: 8, gainingPct: 100, middleOfNeighbours: 8.5 });
  expect(found?.best.parameters).toEqual([10, 11]);
  // Their mean is 68 ÷ 8 = 8.5.
  expect(found?.dropPct).toBeCloseTo(15, 10);
});

test('a lone peak: those around it lose', () => {
  const found = neighbourhood(
    grid([
      [10, -2, 5],
      [-2, 2, 5],
    ]),
  );
  // In the corner there are three; their mean is −2 ÷ 3.
  expect(found).toMatchObject({ neighbours: 3, gainingNeighbours: 1 });
  expect(found?.gainingPct).toBeCloseTo(100 / 3, 10);
  expect(found?.dropPct).toBeCloseTo((100 * (10 + 2 / 3)) / 10, 10);
});

test('cells that did not trade are not neighbours', () => {
  expect(neighbourhood(grid([[undefined, 4, 2]]))).toMatchObject({ neighbours: 1, gainingPct: 100, dropPct: 50 });
});

test('a cell that lost all is a neighbour that does not gain, though it has no value', () => {
  const [usedUp, best, other] = grid([[undefined, 4, 2]]);
  if (!usedUp || !best || !other) throw new Error('three cells');
  const found = neighbourhood([{ ...usedUp, isUsedUp: true }, best, other]);
  expect(found).toMatchObject({ neighbours: 2, gainingNeighbours: 1, gainingPct: 50, dropPct: 50 });
  const alone = neighbourhood([{ ...usedUp, isUsedUp: true }, best]);
  expect(alone).toMatchObject({ neighbours: 1, gainingNeighbours: 0, gainingPct: 0, dropPct: undefined });
});

test('a neighbour gains where it is said to, whatever its value', () => {
  const cells = [
    { parameters: [1], value: 0.01, gained: false },
    { parameters: [2], value: 0.1, gained: true },
    { parameters: [3], value: 0.02 },
  ];
  expect(neighbourhood(cells)).toMatchObject({ neighbours: 2, gainingNeighbours: 1, gainingPct: 50 });
});

test('where there is nothing to compare with, or nothing was gained, the figure is left out', () => {
  expect(neighbourhood([])).toBeUndefined();
  expect(neighbourhood(grid([[undefined]]))).toBeUndefined();
  const alone = neighbourhood(grid([[7]]));
  expect(alone).toMatchObject({ neighbours: 0, gainingNeighbours: 0 });
  expect([alone?.gainingPct, alone?.dropPct, alone?.middleOfNeighbours]).toEqual([undefined, undefined, undefined]);
  expect(neighbourhood(grid([[-1, -2]]))?.dropPct).toBeUndefined();
});

test('cells of different sweeps are refused', () => {
  expect(() => neighbourhood([{ parameters: [1] }, { parameters: [1, 2] }])).toThrow(RangeError);
});
