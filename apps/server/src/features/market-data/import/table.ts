import { UnreadableFile } from './report.ts';

/** Where in a row the cells are that are read. */
export interface Table {
  readonly kind: 'candles' | 'ticks';
  readonly headerLine: number;
  readonly header: string;
  readonly delimiter: string;
  /** Cells of a row. */
  readonly width: number;
  readonly at: number;
  /** The time of day, where the date stands alone. */
  readonly time: number | undefined;
  /** Candles: open, high, low, close. Ticks: the last price. */
  readonly prices: readonly { readonly name: string; readonly column: number }[];
  /** Of ticks: the day's running total. */
  readonly volume: number | undefined;
  readonly symbol: number | undefined;
  readonly series: number | undefined;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Names of columns, as letters and digits only; the first that the file has counts. */
const NAMES = {
  date: ['date', 'date1', 'tradedate', 'tradingdate', 'day'],
  stamp: ['ts', 'datetime', 'timestamp', 'timestampist', 'time'],
  time: ['time', 'tradetime'],
  open: ['open', 'openprice', 'o'],
  high: ['high', 'highprice', 'h'],
  low: ['low', 'lowprice', 'l'],
  close: ['close', 'closeprice', 'c', 'price'],
  volume: ['volume', 'vol', 'totaltradedquantity', 'ttltrdqnty', 'tottrdqty', 'sharestraded', 'noofshares', 'v'],
  last: ['ltp'],
  running: ['cumvolume'],
  symbol: ['symbol', 'ticker', 'tradingsymbol', 'scrip'],
  series: ['series'],
  contract: ['strike', 'strikeprice', 'expiry', 'expirydate', 'optiontype'],
} as const;

/**
 * Finds the columns by their names.
 *
 * @returns `undefined` where the line names no columns that are known
 * @throws UnreadableFile where it names those of contracts, or one of them twice
 */
export function readHeader(text: string, line: number): Table | undefined {
  for (const delimiter of DELIMITERS) {
    const cells = splitCells(text, delimiter);
    const table = cells && tableOf(cells, { text, line, delimiter });
    if (table) return table;
  }
  return undefined;
}

function tableOf(
  cells: readonly string[],
  { text, line, delimiter }: { text: string; line: number; delimiter: string },
): Table | undefined {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const place = (known: keyof typeof NAMES): number | undefined => {
    const name = NAMES[known].find((wanted) => names.includes(wanted));
    if (name === undefined) return undefined;
    const column = names.indexOf(name);
    if (names.includes(name, column + 1)) throw new UnreadableFile(`two columns are named "${cells[column]}"`, line);
    return column;
  };
  const date = place('date');
  const at = date ?? place('stamp');
  const ticks = names.includes('ltp') && names.includes('cumvolume');
  const wanted = ticks ? (['last'] as const) : (['open', 'high', 'low', 'close'] as const);
  const prices = wanted.flatMap((name) => {
    const column = place(name);
    return column === undefined ? [] : [{ name, column }];
  });
  if (at === undefined || prices.length < wanted.length) return undefined;
  const contract = place('contract');
  if (contract !== undefined) {
    throw new UnreadableFile(`a file with a column "${cells[contract]}" is of contracts, which are not imported`, line);
  }
  return {
    kind: ticks ? 'ticks' : 'candles',
    headerLine: line,
    header: text,
    delimiter,
    width: names.findLastIndex((name) => name !== '') + 1,
    at,
    time: date === undefined ? undefined : place('time'),
    prices,
    volume: place(ticks ? 'running' : 'volume'),
    symbol: place('symbol'),
    series: place('series'),
  };
}

/** The cells of a row, without the blanks and quotes around them; `undefined` where a quote is not closed. */
export function splitCells(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    if (sign === '"' && quoted && text[i + 1] === '"') {
      cell += sign;
      i += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return quoted ? undefined : [...cells, cell.trim()];
}
