import { expect, test } from 'vitest';
import { ColumnShelf, shelved } from './column-shelf.ts';
import type { Outputs } from './columns.ts';
import { type Span, spanOf } from './span.ts';

const ROWS = 10;

/** A step that numbers rows in each output, and how often it worked. */
function counting(...names: readonly string[]) {
  const outputs: Outputs = new Map(names.map((name) => [name, new Float64Array(4)]));
  const spans = new Map([...outputs.values()].map((column) => [column, spanOf(column)]));
  const worked = { rows: 0 };
  const step = (count: number): void => {
    for (const [name, out] of outputs)
      for (let i = 0; i < count; i += 1) out[i] = (name === 'signal' ? 100 : 0) + worked.rows + i;
    worked.rows += count;
  };
  return { outputs, spans, worked, step };
}

/** As who reads the columns themselves sees them, and as who reads where they lie. */
function read(shelf: ColumnShelf, own: ReturnType<typeof counting>, blocks: readonly number[], isCopied = true) {
  const { outputs, spans } = own;
  const spanAt = (column: Float64Array): Span => spans.get(column) ?? spanOf(column);
  for (const span of spans.values()) span.isCopied = isCopied;
  const step = shelved(own.step, { outputs, key: 'macd(close)', shelf, spanOf: spanAt });
  const seen = [...outputs].map((): number[] => []);
  for (const count of blocks) {
    step(count);
    [...outputs.values()].forEach((out, i) => {
      const { values, from } = spanAt(out);
      if (isCopied) expect([values, from]).toEqual([out, 0]);
      seen[i]?.push(...values.subarray(from, from + count));
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
  const third = counting('line');
  expect(read(shelf, third, [1, 3, 4, 2], false)).toEqual([numbers]);
  expect(third.worked.rows).toBe(0);
  // Nothing was copied.
  expect([...third.outputs.values()].flatMap((out) => [...out])).toEqual([0, 0, 0, 0]);
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
