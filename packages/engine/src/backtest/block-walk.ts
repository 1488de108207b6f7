import type { EpochMs } from '@trickdesk/domain';
import type { BarClock } from '../bars/index.ts';
import type { BaseProgram, CompiledLevel } from '../compile/types.ts';
import type { BaseRun } from '../run/base-run.ts';
import { PATH_POINTS, pathStepOf } from '../run/path.ts';
import type { Run } from '../run/run.ts';
import { Cursor } from './block-cursor.ts';
import { firstRowAt, pathPoint } from './columns.ts';
import type { PiecedBars } from './pieced-bars.ts';
import type { Tally } from './tally.ts';

export interface BlockWalkParts {
  readonly run: Run;
  readonly tally: Tally;
  /** Of the bars, and of the strategy. */
  readonly clock: BarClock;
  /** Between two points of a whole bar's path; never less than those of a short one. */
  readonly stepMs: number;
  /** Bars before this moment only warm indicators. */
  readonly tradeFrom: EpochMs;
  readonly maxHoldBars: number | undefined;
}

/**
 * Feeds a run stored bars of the strategy's own interval. Conditions are worked out for blocks of bars at once; then it
 * goes from one bar on which something can happen to the next, in order of time over all bases: an entry condition that
 * holds, a price to fill at, a level inside the bar, square-off, an exit, the first bar of a day. On those everything is
 * decided by the run, bar and point as in `PointWalk`; the bars between pass at once.
 */
export class BlockWalk {
  readonly #parts: BlockWalkParts;
  readonly #cursors: readonly Cursor[];
  /** Of the events at hand. In a field, because a moment that is handed on is a number in memory each time. */
  #at = Number.NEGATIVE_INFINITY;
  #isOpen = false;
  /** Of this turn. */
  #blocksLeft = 0;

  constructor(parts: BlockWalkParts, series: readonly PiecedBars[]) {
    this.#parts = parts;
    this.#cursors = parts.run.bases.flatMap((base, i) => (series[i] ? [new Cursor(base, series[i])] : []));
  }

  all(): void {
    while (this.goOn(Number.MAX_SAFE_INTEGER));
  }

  /** Works on so many blocks, of whatever base. Answers whether there may be more. */
  goOn(blocks: number): boolean {
    if (!this.#isOpen) for (const cursor of this.#cursors) this.#open(cursor);
    this.#isOpen = true;
    this.#blocksLeft = blocks;
    const [first, ...others] = this.#cursors;
    if (first && others.length === 0) {
      this.#alone(first);
      return first.eventAt !== Number.POSITIVE_INFINITY;
    }
    while (this.#next()) this.#step();
    return this.#blocksLeft <= 0;
  }

  /** As below, of one base: most runs have no other, and nobody needs to be asked who is first. */
  #alone(cursor: Cursor): void {
    const { tally } = this.#parts;
    while (cursor.eventAt !== Number.POSITIVE_INFINITY) {
      if (cursor.isAtBlockEnd) {
        this.#nextBlock(cursor);
        if (this.#blocksLeft <= 0) return;
        continue;
      }
      this.#passTo(cursor, cursor.eventRow);
      if (tally.isNewDay(cursor.eventAt)) tally.rollDay(cursor.eventAt);
      this.#barAlone(cursor);
    }
  }

  #barAlone(cursor: Cursor): void {
    const { eventRow } = cursor;
    if (this.#opening(cursor)) for (let point = 1; point < PATH_POINTS; point += 1) this.#point(cursor, point);
    if (cursor.eventRow === eventRow && !this.#roundTrip(cursor)) this.#close(cursor);
  }

  /**
   * The trades that this bar and the next ones of its day decide, up to the opening at which the last of them ends: as
   * long as all of a trade is known and nothing else happens. Answers whether there was one.
   */
  #roundTrip(cursor: Cursor): boolean {
    const { run, tally } = this.#parts;
    const { roundTrips } = run;
    const { base, rows, eventRow, dayEndRow, entryAhead, exitLong } = cursor;
    if (!roundTrips || base.isActive || !entryAhead.isKnownAhead || !exitLong.isKnownAhead) return false;
    let [doneTo, held] = [eventRow, 0];
    let entryRow = entryAhead.next(eventRow, dayEndRow);
    while (entryRow < dayEndRow) {
      const exitRow = exitLong.next(entryRow + 1, dayEndRow);
      // A signal while a position is held is refused, which is a decision of its own.
      if (exitRow + 1 >= dayEndRow || entryAhead.next(entryRow + 1, dayEndRow) <= exitRow) break;
      if (!roundTrips.make(base, rows, entryRow, exitRow)) break;
      doneTo = exitRow + 1;
      held += exitRow - entryRow;
      entryRow = entryAhead.next(doneTo, dayEndRow);
    }
    if (doneTo === eventRow) return false;
    cursor.row = doneTo;
    this.#count(cursor, doneTo - eventRow, rows.time[doneTo - 1] ?? Number.NaN);
    tally.inPosition += held;
    tally.pass(doneTo - eventRow);
    this.#look(cursor);
    return true;
  }

  #nextBlock(cursor: Cursor): void {
    this.#blocksLeft -= 1;
    this.#passTo(cursor, cursor.to);
    if (cursor.to === cursor.exDateRow) this.#crossExDate(cursor);
    this.#load(cursor);
    this.#look(cursor);
  }

  /**
   * Finds the earliest event, after the blocks that end before it were left behind. Answers whether there is one in this
   * turn.
   */
  #next(): boolean {
    while (this.#blocksLeft > 0) {
      const first = this.#earliest();
      if (!first) return false;
      if (!first.isAtBlockEnd) {
        this.#at = first.eventAt;
        return true;
      }
      this.#nextBlock(first);
    }
    return false;
  }

  /** Of those at one moment, the first whose block ends: what follows may be an event of the same moment. */
  #earliest(): Cursor | undefined {
    let first: Cursor | undefined;
    for (const cursor of this.#cursors) {
      if (cursor.eventAt < (first?.eventAt ?? Number.POSITIVE_INFINITY)) first = cursor;
      else if (first?.isAtBlockEnd === false && cursor.eventAt === first.eventAt && cursor.isAtBlockEnd) first = cursor;
    }
    return first;
  }

  /** Warms the program up, and looks for the first event. */
  #open(cursor: Cursor): void {
    const { exDates } = cursor;
    const warm = cursor.series.firstRowAt(this.#parts.tradeFrom);
    while (exDates.row <= warm) exDates.take();
    if (warm > 0) this.#warmUp(cursor.base, exDates.before(warm));
    cursor.startAt(cursor.seek(warm));
    this.#load(cursor);
    this.#look(cursor);
  }

  #warmUp(base: BaseRun, history: PiecedBars): void {
    const { clock, tally } = this.#parts;
    const { program } = base;
    for (const { read, count } of history.pieces) {
      const rows = read();
      for (let from = 0; from < count; from += program.capacity) {
        program.load(rows, from, Math.min(program.capacity, count - from), clock);
      }
      base.lastInputAt = rows.time[count - 1] ?? Number.NaN;
      base.lastClose = rows.close[count - 1] ?? Number.NaN;
    }
    base.lastMode = 'warmup';
    tally.pass(history.length);
  }

  #load(cursor: Cursor): void {
    if (cursor.to === cursor.rows.time.length) {
      cursor.next();
      cursor.startAt(0);
    }
    const { program } = cursor.base;
    cursor.from = cursor.to;
    cursor.to = Math.min(cursor.rows.time.length, cursor.from + program.capacity, cursor.exDateRow);
    const count = cursor.to - cursor.from;
    if (count > 0) program.load(cursor.rows, cursor.from, count, this.#parts.clock);
    cursor.dayEndRow = firstRowAt(cursor.rows.time, cursor.dayEndsAt, cursor.from, cursor.to);
    cursor.entryLong.startAt(program.entryLong, cursor.from, cursor.to);
    cursor.entryAhead.startAt(program.entryLong, cursor.from, cursor.to);
    cursor.entryShort.startAt(program.entryShort, cursor.from, cursor.to);
    cursor.exitLong.startAt(program.exitLong, cursor.from, cursor.to);
    cursor.exitShort.startAt(program.exitShort, cursor.from, cursor.to);
  }

  /** The block has ended where prices change their unit. */
  #crossExDate(cursor: Cursor): void {
    const { run, tally, clock } = this.#parts;
    const { base, exDates, start, to } = cursor;
    const at = cursor.openAt(to);
    this.#endDayBefore(at);
    while (cursor.exDateRow === to) {
      const action = exDates.take();
      if (!action) return;
      const history = [{ bars: exDates.before(start + to).bars(), interval: clock.interval }];
      tally.collect(run.adjust(base, { action, at, history }));
    }
  }

  /** Finds the next row of the block on which something can happen. */
  #look(cursor: Cursor): void {
    cursor.eventRow = this.#eventRow(cursor, Math.max(cursor.row, cursor.dayEndRow));
    const { rows, eventRow } = cursor;
    cursor.eventAt = eventRow < rows.time.length ? (rows.time[eventRow] ?? Number.NaN) : cursor.openAt(eventRow);
    if (cursor.eventAt === Number.POSITIVE_INFINITY) this.#passTo(cursor, cursor.to);
  }

  /** @param end the first row of the next day, or the block's end */
  #eventRow(cursor: Cursor, end: number): number {
    const { base, rows, row, entryLong, entryShort } = cursor;
    cursor.refusedUntil = row;
    const { position } = base;
    if (row >= end || base.pending.length > 0) return row;
    if (!entryLong.isKnownAhead || !entryShort.isKnownAhead) return row;
    if (!position) return entryShort.next(row, entryLong.next(row, end));
    const exit = position.direction === 'long' ? cursor.exitLong : cursor.exitShort;
    if (!exit.isKnownAhead) return row;
    cursor.refusedUntil = this.#refusedUntil(cursor, end);
    const until = entryShort.next(cursor.refusedUntil, entryLong.next(cursor.refusedUntil, end));
    return this.#rowThatTouches({ base, rows }, row, exit.next(row, until));
  }

  /**
   * While a position is held, an entry that goes on holding is refused for the same reason on each bar, where nothing
   * that is asked before depends on the bar.
   */
  #refusedUntil({ base, row, entryLong, entryShort }: Cursor, end: number): number {
    const { program, lastVeto } = base;
    if (lastVeto !== 'already_in_position' || !isAlwaysReady(program)) return row;
    if (program.entryLong && program.entryShort) return row;
    return program.entryLong ? entryLong.endOf(row, end) : entryShort.endOf(row, end);
  }

  /** The first row whose prices or whose age can do something to the position. */
  #rowThatTouches({ base, rows }: Pick<Cursor, 'base' | 'rows'>, row: number, end: number): number {
    const { position, program, barsHeld, squareOffAt } = base;
    if (!position) return end;
    // A trailing stop moves with every extreme, and is told.
    if (program.trailing) return row;
    const lastPoint = (PATH_POINTS - 1) * this.#parts.stepMs;
    let until = firstRowAt(rows.time, squareOffAt - lastPoint, row, end);
    const { maxHoldBars } = this.#parts;
    if (maxHoldBars !== undefined) until = Math.min(until, Math.max(row, row + maxHoldBars - barsHeld - 1));
    const isLong = position.direction === 'long';
    const lowest = (isLong ? position.stopPaise : position.targetPaise) ?? Number.NEGATIVE_INFINITY;
    const highest = (isLong ? position.targetPaise : position.stopPaise) ?? Number.POSITIVE_INFINITY;
    if (lowest === Number.NEGATIVE_INFINITY && highest === Number.POSITIVE_INFINITY) return until;
    const { high, low } = rows;
    for (let i = row; i < until; i += 1) if ((low[i] ?? 0) <= lowest || (high[i] ?? 0) >= highest) return i;
    return until;
  }

  #passTo(cursor: Cursor, row: number): void {
    const bars = row - cursor.row;
    if (bars <= 0) return;
    const { run, tally } = this.#parts;
    const { base, rows } = cursor;
    const { lastVeto } = base;
    run.quiet.pass(base, rows, cursor.row, row);
    if (row <= cursor.refusedUntil) base.lastVeto = lastVeto;
    cursor.row = row;
    this.#count(cursor, bars, rows.time[row - 1] ?? Number.NaN);
    tally.pass(bars);
  }

  #count({ base }: Cursor, bars: number, lastAt: EpochMs): void {
    const { tally } = this.#parts;
    tally.traded += bars;
    if (base.position) tally.inPosition += bars;
    if (!(lastAt <= tally.lastAt)) tally.lastAt = lastAt;
  }

  /** The events of one moment: their bars' prices in order of time, then their closes. */
  #step(): void {
    const at = this.#at;
    this.#endDayBefore(at);
    this.#prices();
    for (const cursor of this.#cursors) if (cursor.eventAt === at) this.#close(cursor);
  }

  #endDayBefore(at: EpochMs): void {
    const { tally } = this.#parts;
    if (!tally.isNewDay(at)) return;
    for (const cursor of this.#cursors)
      this.#passTo(cursor, firstRowAt(cursor.rows.time, at, cursor.row, cursor.eventRow));
    tally.rollDay(at);
  }

  #prices(): void {
    const at = this.#at;
    let walks = false;
    for (const cursor of this.#cursors) {
      if (cursor.eventAt !== at) continue;
      this.#passTo(cursor, cursor.eventRow);
      if (this.#opening(cursor)) walks = true;
    }
    for (let point = 1; walks && point < PATH_POINTS; point += 1) {
      for (const cursor of this.#cursors) if (cursor.eventAt === at && cursor.walks) this.#point(cursor, point);
    }
  }

  /** The first price of an event's bar. Answers whether the rest of its path is to be walked. */
  #opening(cursor: Cursor): boolean {
    const { run, tally, stepMs } = this.#parts;
    const { base, bar, eventAt } = cursor;
    bar.openAt = eventAt;
    run.comeTo(eventAt);
    cursor.walks = false;
    if (eventAt >= cursor.dayEndsAt && this.#beginsCalmly(cursor)) return false;
    if (!base.isActive || run.quiet.passesUnseen(base, eventAt + (PATH_POINTS - 1) * stepMs)) return false;
    if (base.pending.length > 0) cursor.readOpen();
    else if (this.#passesWhole(cursor)) return false;
    tally.collect(run.priceAtHand(base, eventAt, bar.open));
    cursor.walks = this.#goesOn(cursor);
    return cursor.walks;
  }

  #passesWhole(cursor: Cursor): boolean {
    const { run, stepMs } = this.#parts;
    cursor.readPath();
    return run.quiet.passPath(cursor.base, cursor.bar, stepMs);
  }

  #point({ base, bar }: Cursor, point: number): void {
    const { run, tally, clock } = this.#parts;
    const at = bar.openAt + point * pathStepOf(clock, bar.openAt);
    tally.collect(run.priceAtHand(base, at, pathPoint(bar, point)));
  }

  /** With the first bar of a day a new look: whether nothing else happens on it, so that it passes with those after it. */
  #beginsCalmly(cursor: Cursor): boolean {
    const { eventRow } = cursor;
    cursor.enterDayOf(cursor.bar.openAt);
    this.#look(cursor);
    return cursor.eventRow !== eventRow;
  }

  /** What the opening did was most often all: the rest of the bar then passes, with those after it where it can. */
  #goesOn(cursor: Cursor): boolean {
    const { base, eventRow } = cursor;
    if (base.pending.length > 0) {
      cursor.readPath();
      return true;
    }
    this.#look(cursor);
    return cursor.eventRow === eventRow && base.isActive && !this.#passesWhole(cursor);
  }

  #close(cursor: Cursor): void {
    const { run, tally } = this.#parts;
    const { base, bar, eventRow, from } = cursor;
    base.program.seek(eventRow - from);
    cursor.readClose();
    tally.collect(run.onBarAtHand(base, bar));
    cursor.row = eventRow + 1;
    this.#count(cursor, 1, bar.openAt);
    tally.pass(1);
    this.#look(cursor);
  }
}

/** Whether levels and size are there on every bar, as far as they are asked for. */
function isAlwaysReady({ stop, target, trailing, volatilityPercent }: BaseProgram): boolean {
  const isFixed = (level: CompiledLevel | undefined): boolean => level === undefined || level.kind === 'percent';
  return isFixed(stop) && isFixed(target) && isFixed(trailing) && volatilityPercent === undefined;
}
