import type { EpochMs } from '@trickdesk/domain';
import { type BarColumns, columnsOf } from './columns.ts';
import type { PiecedBars } from './pieced-bars.ts';

const NO_ROWS: BarColumns = columnsOf([]);

/** Goes through a series piece by piece and holds one of them. */
export class PieceReader {
  readonly series: PiecedBars;
  #index = -1;
  /** The piece at hand; without rows after the last. */
  rows: BarColumns = NO_ROWS;
  /** Its first row, in the whole series. */
  start = 0;

  constructor(series: PiecedBars) {
    this.series = series;
  }

  /** Takes the piece of a row, or none where the series ends before it. @returns the row's place in the piece */
  seek(row: number): number {
    this.#take(this.series.pieceOf(row));
    return row - this.start;
  }

  next(): void {
    this.#take(this.#index + 1);
  }

  /** Opening of a row of the piece, or of the first of the next one; infinite after the last. */
  openAt(row: number): EpochMs {
    return this.rows.time[row] ?? this.series.pieces[this.#index + 1]?.firstAt ?? Number.POSITIVE_INFINITY;
  }

  #take(index: number): void {
    const { pieces, length } = this.series;
    const piece = pieces[index];
    this.#index = Math.min(index, pieces.length);
    this.rows = piece ? piece.read() : NO_ROWS;
    this.start = piece ? this.series.startOf(index) : length;
  }
}
