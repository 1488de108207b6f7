import type { Bar, EpochMs } from '@trickdesk/domain';
import { type BarColumns, barsOf, columnsOf, firstRowAt, rowsFrom } from './columns.ts';

/** Stored bars that follow one another, one at least. */
export interface BarPiece {
  /** Opening of the first. */
  readonly firstAt: EpochMs;
  readonly count: number;
  /** Makes them ready; the same bars each time. Whoever calls it keeps them for as long as they are looked at. */
  readonly read: () => BarColumns;
}

export type BarSeries = PiecedBars | BarColumns | readonly Bar[];

/**
 * Bars of one instrument, oldest first, no moment twice, in pieces that are read when they are come to: what nobody looks
 * at need not be in memory.
 */
export class PiecedBars {
  readonly pieces: readonly BarPiece[];
  readonly length: number;
  readonly #starts: readonly number[];

  constructor(pieces: readonly BarPiece[]) {
    this.pieces = pieces.filter(({ count }) => count > 0);
    let length = 0;
    this.#starts = this.pieces.map(({ count }) => {
      length += count;
      return length - count;
    });
    this.length = length;
  }

  static from(bars: BarSeries): PiecedBars {
    if (bars instanceof PiecedBars) return bars;
    const columns = 'time' in bars ? bars : columnsOf(bars);
    return new PiecedBars([
      { firstAt: columns.time[0] ?? Number.NaN, count: columns.time.length, read: () => columns },
    ]);
  }

  /** The first row of a piece; the length of the whole after the last. */
  startOf(piece: number): number {
    return this.#starts[piece] ?? this.length;
  }

  /** The piece that a row is in; one beyond the last where it is in none. */
  pieceOf(row: number): number {
    const next = this.#starts.findIndex((start) => start > row);
    if (next >= 0) return next - 1;
    return row < this.length ? this.pieces.length - 1 : this.pieces.length;
  }

  /** The first row whose bar opened at that moment or later; the length where none did. */
  firstRowAt(at: EpochMs): number {
    const next = this.pieces.findIndex(({ firstAt }) => firstAt >= at);
    const index = next < 0 ? this.pieces.length - 1 : next - 1;
    const piece = this.pieces[index];
    return piece ? this.startOf(index) + firstRowAt(piece.read().time, at, 0, piece.count) : 0;
  }

  /** The rows from one on, up to one that is not among them. */
  rows(from: number, to = this.length): PiecedBars {
    return this.map(({ piece, start }) => {
      const [first, end] = [Math.max(0, from - start), Math.min(piece.count, to - start)];
      if (end <= first) return { ...piece, count: 0 };
      if (first === 0 && end === piece.count) return piece;
      const firstAt = first === 0 ? piece.firstAt : (piece.read().time[first] ?? Number.NaN);
      return { firstAt, count: end - first, read: () => rowsFrom(piece.read(), first, end) };
    });
  }

  map(change: (at: { readonly piece: BarPiece; readonly start: number }) => BarPiece): PiecedBars {
    return new PiecedBars(this.pieces.map((piece, i) => change({ piece, start: this.startOf(i) })));
  }

  /** All bars, one object each. */
  *bars(): Generator<Bar> {
    for (const { read } of this.pieces) yield* barsOf(read());
  }
}
