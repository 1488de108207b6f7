import type { EpochMs } from '@trickdesk/domain';
import type { BaseRun } from '../run/base-run.ts';
import { firstRowAt, type MutableBar } from './columns.ts';
import { ExDates } from './ex-dates.ts';
import { HoldingRows } from './holding-rows.ts';
import { PieceReader } from './piece-reader.ts';
import type { PiecedBars } from './pieced-bars.ts';
import { dayEndOf } from './tally.ts';

/**
 * Where a base's series stands, in rows of the piece at hand. Its program has worked on the rows `from` to `to`; what is
 * before `row` is done, and nothing can happen before `eventRow`.
 */
export class Cursor extends PieceReader {
  readonly base: BaseRun;
  /** The event's: its opening moment, and what was read of it so far. Its volume only programs read. */
  readonly bar: MutableBar = { openAt: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  row = 0;
  from = 0;
  to = 0;
  eventRow = 0;
  /** Opening of the event's bar, or of the first bar after the block; infinite after the last. */
  eventAt = Number.POSITIVE_INFINITY;
  /** The midnight after the bar that was come to last, and the first row of the block that opened after it. */
  dayEndsAt = Number.NEGATIVE_INFINITY;
  dayEndRow = 0;
  walks = false;
  /** On the rows before it an entry is refused as it was on the row before, which nobody is told of again. */
  refusedUntil = 0;
  /** Of the last day that began and ended within one block: most days are as long. */
  #rowsOfDay = 1;
  readonly exDates: ExDates;
  readonly entryLong = new HoldingRows();
  /** The same rows, asked for ahead of what is being decided on. */
  readonly entryAhead = new HoldingRows();
  readonly entryShort = new HoldingRows();
  readonly exitLong = new HoldingRows();
  readonly exitShort = new HoldingRows();

  constructor(base: BaseRun, series: PiecedBars) {
    super(series);
    this.base = base;
    this.exDates = new ExDates(series, base.facts.actions);
  }

  get isAtBlockEnd(): boolean {
    return this.eventRow === this.to;
  }

  /** Where the units of prices change next, as a row of the piece. */
  get exDateRow(): number {
    return this.exDates.row - this.start;
  }

  enterDayOf(openAt: EpochMs): void {
    const { row, to, rows } = this;
    this.dayEndsAt = dayEndOf(openAt);
    const likely = row + this.#rowsOfDay;
    const isIt =
      likely < to && (rows.time[likely] ?? 0) >= this.dayEndsAt && (rows.time[likely - 1] ?? 0) < this.dayEndsAt;
    this.dayEndRow = isIt ? likely : firstRowAt(rows.time, this.dayEndsAt, row, to);
    if (this.dayEndRow < to) this.#rowsOfDay = this.dayEndRow - row;
  }

  // Each price is a place in memory of its own, far from the last event's: an event reads those that it needs.

  readOpen(): void {
    this.bar.open = this.rows.open[this.eventRow] ?? 0;
  }

  readClose(): void {
    this.bar.close = this.rows.close[this.eventRow] ?? 0;
  }

  readPath(): void {
    const { bar, rows, eventRow } = this;
    this.readOpen();
    bar.high = rows.high[eventRow] ?? 0;
    bar.low = rows.low[eventRow] ?? 0;
    this.readClose();
  }

  startAt(row: number): void {
    this.row = row;
    this.from = row;
    this.to = row;
  }
}
