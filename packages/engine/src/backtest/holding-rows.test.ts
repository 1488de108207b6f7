import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompiledCondition } from '../compile/types.ts';
import { HoldingRows } from './holding-rows.ts';

function conditionOf(column: Float64Array | undefined, areRowsKnown = false): CompiledCondition {
  const none = { operandCount: 0, readOperands: () => undefined, operandsAt: () => [], operands: () => [] };
  const held = Int32Array.from([...(column ?? [])].flatMap((value, row) => (value === 1 ? [row] : [])));
  const rows = areRowsKnown ? { rows: held, count: held.length } : undefined;
  return { text: 'close > 0', column, rows, fires: () => false, ...none };
}

const anyBlock = fc.record({
  column: fc.array(fc.constantFrom(0, 0, 1, Number.NaN), { minLength: 1, maxLength: 30 }),
  from: fc.integer({ min: 0, max: 9 }),
  areRowsKnown: fc.boolean(),
});
const anyAsked = fc.array(fc.tuple(fc.nat(29), fc.nat(30)), { maxLength: 12 });

test('rows asked for in any order are those that a search for each would find', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyBlock, anyAsked), { maxLength: 3 }), (blocks) => {
      const rows = new HoldingRows();
      for (const [{ column, from, areRowsKnown }, asked] of blocks) {
        rows.startAt(conditionOf(Float64Array.from(column), areRowsKnown), from, from + column.length);
        for (const [first, last] of asked) {
          const row = from + Math.min(first, column.length - 1);
          const end = Math.max(row, from + Math.min(last, column.length));
          const places = column.map((value, i) => ({ holds: value === 1, at: from + i }));
          const wanted = places.filter(({ at }) => at >= row && at < end);
          expect(rows.next(row, end)).toBe(wanted.find(({ holds }) => holds)?.at ?? end);
          expect(rows.endOf(row, end)).toBe(wanted.find(({ holds }) => !holds)?.at ?? end);
        }
      }
    }),
  );
});

test('what is not asked for never holds, and what depends on the position is not known ahead', () => {
  const rows = new HoldingRows();
  rows.startAt(undefined, 3, 9);
  expect([rows.isKnownAhead, rows.next(4, 8), rows.endOf(4, 8)]).toEqual([true, 8, 4]);
  rows.startAt(conditionOf(undefined), 3, 9);
  expect(rows.isKnownAhead).toBe(false);
});
