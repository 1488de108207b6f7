import { type EpochMs, rupeesToPaise } from '@trickdesk/domain';
import type { DayOrders } from './day-orders.ts';
import { beginsLikeMoment } from './moments.ts';
import { adviceOnNumber, isMissing, readNumber } from './numbers.ts';
import type { Line } from './read-text.ts';
import { type RemarkLog, UnreadableFile } from './report.ts';
import { splitCells, type Table } from './table.ts';

export interface Row {
  readonly line: number;
  readonly at: EpochMs;
  readonly timed: boolean;
  /** In paise, in the table's order. */
  readonly prices: readonly number[];
  /** Nothing where the file has none. */
  readonly volume: number;
  readonly symbol: string | undefined;
}

/** What begins a row of sums below a table. */
const SUMS = /^(?:grand |sub ?)?(?:total|sum|average|avg|mean|minimum|maximum|median|count)\b/i;
const SHOWN_SIGNS = 40;

/** Reads the rows of a table, and tells what stands below them from what is wrong. */
export class TableRows {
  readonly #table: Table;
  readonly #orders: DayOrders;
  readonly #remarks: RemarkLog;
  readonly #only = new Map<number, string>();
  #below: Line | undefined;

  constructor(table: Table, orders: DayOrders, remarks: RemarkLog) {
    this.#table = table;
    this.#orders = orders;
    this.#remarks = remarks;
  }

  /**
   * @returns `undefined` for a line that is no row with prices
   * @throws UnreadableFile where it sets out to be one and cannot be read
   */
  read(line: Line): Row | undefined {
    const table = this.#table;
    if (line.text === table.header) {
      this.#remarks.add(line.number, 'not_a_row', 'the names of the columns again; left out');
      return undefined;
    }
    const cells = splitCells(line.text, table.delimiter);
    if (!cells) throw new UnreadableFile('a quote is opened and not closed', line.number);
    if (cells.every((cell) => cell === '') || this.#standsBelow(cells, line)) return undefined;
    this.#checkShape(cells, line.number);
    const when = table.time === undefined ? cells[table.at] : `${cells[table.at]} ${cells[table.time]}`;
    const { at, timed } = this.#orders.read((when ?? '').trim(), line.number);
    const prices = this.#prices(cells, line.number);
    return (
      prices && {
        line: line.number,
        at,
        timed,
        prices,
        volume: this.#volume(cells, line.number),
        symbol: table.symbol === undefined ? undefined : cells[table.symbol],
      }
    );
  }

  /** Sums and small print have no date, and no row with one comes after them. */
  #standsBelow(cells: readonly string[], line: Line): boolean {
    const { at, prices } = this.#table;
    if (!beginsLikeMoment(cells[at] ?? '')) {
      const figures = prices.filter(({ column }) => this.#number(cells[column] ?? '') !== undefined).length;
      const words = cells.find((cell) => cell !== '') ?? '';
      if (figures * 2 >= prices.length && !SUMS.test(words))
        throw new UnreadableFile(`"${cells[at]}" is no moment`, line.number);
      this.#below ??= line;
      this.#remarks.add(line.number, 'not_a_row', `no row of prices; left out: ${short(line.text)}`);
      return true;
    }
    if (!this.#below) return false;
    const { number, text } = this.#below;
    throw new UnreadableFile(`${short(text)} is no row of prices, but line ${line.number} goes on with some`, number);
  }

  #checkShape(cells: readonly string[], line: number): void {
    const { width, symbol, series } = this.#table;
    const filled = cells.findLastIndex((cell) => cell !== '') + 1;
    if (cells.length < width || filled > width) {
      const count = cells.length < width ? cells.length : filled;
      const advice = filled > width ? ': a number with commas must stand in quotes' : '';
      throw new UnreadableFile(`${count} cells where the columns have ${width} names${advice}`, line);
    }
    for (const column of [symbol, series]) {
      if (column === undefined) continue;
      const cell = cells[column] ?? '';
      const only = this.#only.get(column) ?? cell;
      this.#only.set(column, only);
      if (cell === only) continue;
      const reason = `"${cell}" after "${only}": a file of many instruments or series; give each its own file`;
      throw new UnreadableFile(reason, line);
    }
  }

  #prices(cells: readonly string[], line: number): number[] | undefined {
    const { prices } = this.#table;
    const missing = prices.filter(({ column }) => isMissing(cells[column] ?? ''));
    if (missing.length === prices.length) {
      this.#remarks.add(line, 'missing_cells', 'a row without prices; left out');
      return undefined;
    }
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(', ');
      throw new UnreadableFile(`no price under ${names}: fill the cell, or take the row out`, line);
    }
    return prices.map(({ column }) => {
      const cell = cells[column] ?? '';
      const rupees = this.#number(cell);
      if (rupees === undefined) throw new UnreadableFile(`"${cell}" is no price${adviceOnNumber(cell)}`, line);
      return rupeesToPaise(rupees);
    });
  }

  #volume(cells: readonly string[], line: number): number {
    const { volume } = this.#table;
    const cell = volume === undefined ? '' : (cells[volume] ?? '');
    if (isMissing(cell)) return 0;
    const count = Math.round(this.#number(cell) ?? Number.NaN);
    if (Number.isSafeInteger(count) && count >= 0) return count;
    throw new UnreadableFile(`"${cell}" is no volume${adviceOnNumber(cell)}`, line);
  }

  #number(cell: string): number | undefined {
    return readNumber(cell, this.#table.delimiter !== ',');
  }
}

function short(text: string): string {
  return `"${text.length > SHOWN_SIGNS ? `${text.slice(0, SHOWN_SIGNS)}…` : text}"`;
}
