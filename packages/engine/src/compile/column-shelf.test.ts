import { expect, test } from 'vitest';
import { ColumnShelf, shelved } from './column-shelf.ts';
import type { Outputs } from './columns.ts';

const ROWS = 10;

/** A step that numbers rows in each output, and how often it worked. */
function counting(...names: readonly string[]) {
  const outputs: Outputs = new Map(names.map((name) => [name, new Float64Array(4)]));
  const worked = { rows: 0 };
  const step = (count: number): void => {
    for (const [name, out] of outputs)
      for (let i = 0; i < count; i += 1) out[i] = (name === 'signal' ? 100 : 0) + worked.rows + i;
    worked.rows += count;
  };
  return { outputs, worked, step };
}

function read(shelf: ColumnShelf, own: ReturnType<typeof counting>, blocks: readonly number[]): number[][] {
  const step = shelved(own.step, own.outputs, 'macd(close)', shelf);
  const seen = [...own.outputs].map((): number[] => []);
  for (const count of blocks) {
    step(count);
    [...own.outputs.values()].forEach((out, i) => {
      seen[i]?.push(...out.subarray(0, count));
    });
  }
  return seen;
}

const numbers = Array.from({ length: ROWS }, (_, i) => i);

test('the first that reads a series to its end works, the next ones take it, in blocks of any size', () => {
  const shelf = new ColumnShelf(ROWS, { bytes: 1_000 });
  const [first, second] = [counting('line'), counting('line')];
  expect(read(shelf, first, [4, 4, 2])).toEqual([numbers]);
  expect(read(shelf, second, [1, 3, 4, 2])).toEqual([numbers]);
  expect([first.worked.rows, second.worked.rows]).toEqual([ROWS, 0]);
});

test('what was not read to its end, or lacks an output, is worked out again', () => {
  const shelf = new ColumnShelf(ROWS, { bytes: 1_000 });
  read(shelf, counting('line'), [4, 4]);
  const again = counting('line');
  expect(read(shelf, again, [4, 4, 2])).toEqual([numbers]);
  expect(again.worked.rows).toBe(ROWS);
  const both = counting('line', 'signal');
  expect(read(shelf, both, [4, 4, 2])).toEqual([numbers, numbers.map((i) => i + 100)]);
  expect(both.worked.rows).toBe(ROWS);
});

test('without room nothing is left there, and nothing is lost', () => {
  const room = { bytes: ROWS * 8 };
  const [one, other] = [new ColumnShelf(ROWS, room), new ColumnShelf(ROWS, room)];
  read(one, counting('line'), [4, 4, 2]);
  expect(room.bytes).toBe(0);
  for (const shelf of [other, other]) {
    const own = counting('line');
    expect(read(shelf, own, [4, 4, 2])).toEqual([numbers]);
    expect(own.worked.rows).toBe(ROWS);
  }
});
