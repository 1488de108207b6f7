import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type EpochMs, type Exchange, indiaMoment, MINUTE_MS, rupeesToPaise } from '@trickdesk/domain';

/** One row of a candle file. Prices in paise. */
export interface CandleRow {
  readonly at: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** One row of a tick file, as it was recorded. */
export interface TickRow {
  readonly at: EpochMs;
  readonly pricePaise: number;
  readonly cumVolume: number;
}

interface FileName {
  readonly path: string;
  readonly symbol: string;
  readonly exchange: Exchange;
}
export type ReplayFile =
  | (FileName & { readonly kind: 'candles'; readonly daily: boolean; readonly rows: readonly CandleRow[] })
  | (FileName & { readonly kind: 'ticks'; readonly rows: readonly TickRow[] });

const EXTENSION = /\.csv(\.gz)?$/;
const OPENING_MINUTE = 9 * 60 + 15;

/**
 * Reads a file, or every CSV of a folder. Which kind it is stands in its header: `ts,ltp,cum_volume` is ticks,
 * `ts,open,…` bars stamped with their opening, `date,open,…` days. Bars that were made from the ticks beside them
 * (`…_bars1m`) are left out.
 *
 * @throws Error naming the file and what is wrong with it
 */
export function readReplay(path: string): ReplayFile[] {
  const paths = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => EXTENSION.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  const files = paths
    .filter((file) => paths.length === 1 || !/_bars\d+m\./.test(file))
    .flatMap((file) => readFile(file) ?? []);
  if (files.length === 0) throw new Error(`nothing to replay in ${path}: no CSV of candles or ticks`);
  if (new Set(files.map((file) => file.kind)).size > 1)
    throw new Error(`${path} mixes candles and ticks: replay one kind`);
  return files;
}

/** Daily bars of one symbol from the folders `daily` and `index` beside what is replayed; `undefined` without any. */
export function readDailyBeside(path: string, symbol: string): readonly CandleRow[] | undefined {
  const folder = statSync(path).isDirectory() ? resolve(path) : dirname(resolve(path));
  const name = symbol === 'NIFTY' ? 'NIFTY50' : symbol;
  const candidates = ['daily', 'index'].flatMap((place) =>
    ['.csv.gz', '.csv'].map((ending) => join(folder, '..', place, `${name}${ending}`)),
  );
  for (const candidate of candidates.filter((path) => existsSync(path))) {
    const file = readFile(candidate);
    if (file?.kind === 'candles' && file.daily) return file.rows;
  }
  return undefined;
}

/** `undefined` for a CSV of something else, such as a list of corporate actions. */
function readFile(path: string): ReplayFile | undefined {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.split(/\r?\n/);
  const header = (lines[0] ?? '').split(',');
  const name = nameOf(path);
  const [stamp, second] = header;
  if (stamp === 'ts' && second === 'ltp') return { ...name, kind: 'ticks', rows: parse(path, lines, tickRow) };
  if ((stamp === 'ts' || stamp === 'date') && second === 'open') {
    return { ...name, kind: 'candles', daily: stamp === 'date', rows: parse(path, lines, candleRow) };
  }
  return undefined;
}

/** `20210413_SBIN` → SBIN, `RELIANCE_BSE_5min_2019_2020` → RELIANCE on BSE, `NIFTY50_1min_2024` → NIFTY. */
function nameOf(path: string): FileName {
  const bare = basename(path)
    .replace(EXTENSION, '')
    .replace(/^\d{8}_/, '')
    .replace(/_(\d+min|bars).*$/, '');
  const onBse = bare.endsWith('_BSE');
  const symbol = onBse ? bare.slice(0, -'_BSE'.length) : bare;
  return { path, symbol: symbol === 'NIFTY50' ? 'NIFTY' : symbol, exchange: onBse ? 'BSE' : 'NSE' };
}

function parse<T>(path: string, lines: readonly string[], row: (cells: string[]) => T | undefined): T[] {
  const rows: T[] = [];
  for (let i = 1; i < lines.length; i += 1) {
    const line = lines[i];
    if (line === undefined || line === '') continue;
    const parsed = row(line.split(','));
    if (parsed === undefined) throw new Error(`${path}, line ${i + 1}: not a row of prices: ${line.slice(0, 80)}`);
    rows.push(parsed);
  }
  return rows;
}

/** A high below the close, or the like (index feeds round each field for itself), is widened until the row holds. */
function candleRow(cells: string[]): CandleRow | undefined {
  const at = parseStamp(cells[0] ?? '');
  const prices = cells.slice(1, 5).map(Number);
  if (at === undefined || prices.length < 4 || prices.some((price) => !(price > 0))) return undefined;
  const [open = 0, high = 0, low = 0, close = 0] = prices.map(rupeesToPaise);
  return {
    at,
    open,
    high: Math.max(open, high, low, close),
    low: Math.min(open, high, low, close),
    close,
    volume: Math.max(0, Math.round(Number(cells[5] ?? 0) || 0)),
  };
}

function tickRow(cells: string[]): TickRow | undefined {
  const at = parseStamp(cells[0] ?? '');
  const [price, cumVolume] = [Number(cells[1]), Number(cells[2] ?? 0)];
  if (at === undefined || !(price > 0) || !Number.isFinite(cumVolume)) return undefined;
  return { at, pricePaise: rupeesToPaise(price), cumVolume };
}

/** `2021-04-13 09:15[:00]` in India; a date alone is the opening of its session. */
function parseStamp(text: string): EpochMs | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  const [, date, hours, minutes, seconds] = match ?? [];
  if (date === undefined) return undefined;
  if (hours === undefined) return indiaMoment(date, OPENING_MINUTE);
  return indiaMoment(date, Number(hours) * 60 + Number(minutes)) + Number(seconds ?? 0) * (MINUTE_MS / 60);
}
