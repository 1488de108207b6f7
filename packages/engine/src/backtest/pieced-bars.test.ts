import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBars } from '../run/testing/random-series.ts';
import { columnsOf, firstRowAt } from './columns.ts';
import { PieceReader } from './piece-reader.ts';
import { type BarPiece, PiecedBars } from './pieced-bars.ts';
import { inPieces } from './testing/in-pieces.ts';

const BARS = randomBars({ seed: 3, days: 2, minutes: 60, missing: 0.1 });
const COLUMNS = columnsOf(BARS);
const LENGTH = BARS.length;
const row = fc.integer({ min: 0, max: LENGTH });
const anyCuts = fc.array(fc.integer({ min: 1, max: LENGTH }), { maxLength: 8 });

test('rows are found and cut as in one whole', () => {
  fc.assert(
    fc.property(anyCuts, row, row, fc.integer({ min: -2, max: 2 }), (cuts, a, b, beside) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const series = inPieces(COLUMNS, cuts);
      const part = series.rows(from, to);
      expect([...part.bars()]).toEqual(BARS.slice(from, to));
      expect(part.length).toBe(to - from);
      const at = (BARS[Math.min(a, LENGTH - 1)]?.openAt ?? 0) + beside;
      expect(series.firstRowAt(at)).toBe(firstRowAt(COLUMNS.time, at, 0, LENGTH));
      expect([...part.rows(1).bars()]).toEqual(BARS.slice(from, to).slice(1));
    }),
  );
});

test('a reader begins anywhere and knows when the next bar opens', () => {
  fc.assert(
    fc.property(anyCuts, row, (cuts, start) => {
      const reader = new PieceReader(inPieces(COLUMNS, cuts));
      const seen: number[] = [];
      for (let at = reader.seek(start); reader.openAt(at) < Number.POSITIVE_INFINITY; at += 1) {
        if (at === reader.rows.time.length) {
          reader.next();
          at = 0;
        }
        seen.push(reader.openAt(at));
      }
      expect(seen).toEqual(BARS.slice(start).map(({ openAt }) => openAt));
    }),
  );
});

test('pieces are read one after another, and none that lies outside', () => {
  const read: number[] = [];
  const whole = inPieces(COLUMNS, [20, 40, 60]);
  const told = whole.map(({ piece, start }): BarPiece => {
    return {
      ...piece,
      read: () => {
        read.push(start);
        return piece.read();
      },
    };
  });
  const [last] = [...told.rows(40, 60).bars()].slice(-1);
  expect(last).toEqual(BARS[59]);
  expect(read).toEqual([40]);
  expect(new PiecedBars([]).firstRowAt(0)).toBe(0);
});
