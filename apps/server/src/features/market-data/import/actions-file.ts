import { type CorporateAction, type CorporateActionKind, indiaDateOf, ratioOfFactor } from '@trickdesk/domain';
import { canonicalSymbol } from './file-name.ts';
import { type DayOrder, readMoment } from './moments.ts';
import { type Line, openText, readLines } from './read-text.ts';
import { RemarkLog, UnreadableFile } from './report.ts';
import { splitCells } from './table.ts';

/** A share's action, as a row tells of it. */
export interface ActionRow {
  readonly symbol: string;
  readonly action: CorporateAction;
}

export interface ActionsFile {
  readonly rows: readonly ActionRow[];
  readonly read: number;
  readonly remarks: RemarkLog;
}

interface Columns {
  readonly delimiter: string;
  readonly symbol: number;
  readonly date: number;
  readonly factor: number;
  readonly kind: number;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Names of columns, as letters and digits only. */
const NAMES = { symbol: 'symbol', date: 'exdate', factor: 'pricefactor', kind: 'kind' } as const;

/** Whether the first line that says something names the columns of a list of corporate actions. */
export async function isActionsFile(path: string): Promise<boolean> {
  for await (const { text } of linesOf(path)) return columnsOf(text) !== undefined;
  return false;
}

/** Lines that say something. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  for await (const lines of readLines(openText(path)))
    for (const line of lines) if (line.text.trim() !== '') yield line;
}

/**
 * Reads a list of splits, bonuses and demergers: `symbol`, `ex_date`, `price_factor` (what earlier prices are multiplied
 * by) and, where it is there, `kind`. A row without a factor is told of and left out: nobody guesses one.
 *
 * @throws UnreadableFile where a row cannot be read, or a share has two on one day
 */
export async function readActions(path: string, dates: DayOrder | undefined): Promise<ActionsFile> {
  const remarks = new RemarkLog();
  const rows = new Map<string, ActionRow>();
  let columns: Columns | undefined;
  let read = 0;
  for await (const { number, text } of linesOf(path)) {
    if (!columns) {
      columns = columnsOf(text);
      continue;
    }
    read += 1;
    const row = readRow(splitCells(text, columns.delimiter) ?? [], columns, { number, dates, remarks });
    if (!row) continue;
    const key = `${row.symbol} ${row.action.exDate}`;
    if (rows.has(key)) throw new UnreadableFile(`${key} is in the list twice`, number);
    rows.set(key, row);
  }
  return { rows: [...rows.values()], read, remarks };
}

function columnsOf(text: string): Columns | undefined {
  for (const delimiter of DELIMITERS) {
    const names = (splitCells(text, delimiter) ?? []).map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
    const at = (name: keyof typeof NAMES): number => names.indexOf(NAMES[name]);
    const columns = { delimiter, symbol: at('symbol'), date: at('date'), factor: at('factor'), kind: at('kind') };
    if (columns.symbol >= 0 && columns.date >= 0 && columns.factor >= 0) return columns;
  }
  return undefined;
}

interface Place {
  readonly number: number;
  readonly dates: DayOrder | undefined;
  readonly remarks: RemarkLog;
}

function readRow(cells: readonly string[], columns: Columns, { number, dates, remarks }: Place): ActionRow | undefined {
  const cell = (column: number): string => cells[column] ?? '';
  const symbol = canonicalSymbol(cell(columns.symbol).toUpperCase());
  if (!/^[A-Z0-9][A-Z0-9&_-]{0,29}$/.test(symbol)) throw new UnreadableFile(`"${symbol}" is not a symbol`, number);
  const moment = readMoment(cell(columns.date), () => dates);
  if (moment.kind === 'none') throw new UnreadableFile(moment.reason, number);
  if (moment.kind === 'either') {
    throw new UnreadableFile(`"${cell(columns.date)}" is ${moment.dates.join(' or ')}: say which with --dates`, number);
  }
  const factor = cell(columns.factor);
  if (factor === '') {
    remarks.add(number, 'missing_cells', `${symbol} has no price factor: left out`);
    return undefined;
  }
  const ratio = ratioOfFactor(factor);
  if (!ratio)
    throw new UnreadableFile(`"${factor}" is no ratio of whole numbers of shares, such as 0.2 or 0.66666667`, number);
  return { symbol, action: { exDate: indiaDateOf(moment.at), kind: kindOf(cell(columns.kind)), ...ratio } };
}

/** Where the list does not say, it is told of as a split: the units are the same. */
function kindOf(text: string): CorporateActionKind {
  const words = text.toLowerCase();
  if (words.includes('demerger')) return 'demerger';
  const [isSplit, isBonus] = [words.includes('split'), words.includes('bonus')];
  if (isSplit && isBonus && words.includes('+')) return 'split_and_bonus';
  return isBonus && !isSplit ? 'bonus' : 'split';
}
