import type { Readable } from 'node:stream';
import type { Database, Tx } from '@trickdesk/db';
import {
  type Bar,
  calendarFromTradingDays,
  type Exchange,
  type Interval,
  indiaDateOf,
  type MarketCalendar,
  rupeesToPaise,
} from '@trickdesk/domain';
import { barsFromTicks, type Tick } from '@trickdesk/engine';
import { columnsOfBars } from '../bar-columns.ts';
import { lockSeries } from '../candle-store.ts';
import { writeBars } from '../candles.ts';
import { ensureInstrument } from '../store.ts';
import { CandleRows, readIndiaMoment, readVolume } from './candle-rows.ts';
import { canonicalSymbol, kindOfSymbol, seriesOfFileName, tradingSymbolOf } from './file-name.ts';
import { type Line, openFile, readLines } from './read-lines.ts';
import { type FileKind, recognise } from './recognise.ts';
import { type FileReport, type Remark, UnreadableFile } from './report.ts';

/** Where imported prices live, apart from those of the market. */
export const IMPORT_DATASET = 'import';

export interface ImportParts {
  readonly db: Database;
  readonly calendar: MarketCalendar;
  /** Reads the broker's instrument list from bytes and writes it in the transaction. */
  readonly importInstruments: (
    tx: Tx,
    bytes: Readable,
  ) => Promise<{ readonly written: number; readonly skipped: number }>;
}

export interface ImportRequest {
  readonly path: string;
  /** Instead of what the file's name says. */
  readonly symbol?: string | undefined;
  readonly interval?: Interval | undefined;
  readonly exchange?: Exchange | undefined;
}

/**
 * Imports one file: the same file twice gives the same result, and a file that cannot be read changes nothing.
 *
 * @throws UnreadableFile
 */
export async function importFile(parts: ImportParts, request: ImportRequest): Promise<FileReport> {
  const lines = readLines(await openFile(request.path));
  const first = await lines.next();
  if (first.done) throw new UnreadableFile('the file is empty');
  const kind = recognise(first.value.text);
  if (kind.kind === 'instruments') {
    await lines.return(undefined);
    return importInstruments(parts, request);
  }
  const series = seriesOf(kind, request);
  const { bars, remarks, rows } =
    kind.kind === 'ticks'
      ? await readTicks(lines, kind)
      : await readCandles(lines, new CandleRows(series.interval, kind.columns, parts.calendar));
  if (bars.length === 0) throw new UnreadableFile('the file has no row that could be used');
  await store(parts.db, series, bars);
  const what = `${series.exchange}:${series.symbol} ${series.interval}`;
  return { file: request.path, what, rows, written: bars.length, remarks };
}

async function importInstruments(parts: ImportParts, request: ImportRequest): Promise<FileReport> {
  const bytes = await openFile(request.path);
  const { written, skipped } = await parts.db.transaction((tx) => parts.importInstruments(tx, bytes));
  return { file: request.path, what: 'instruments', rows: written + skipped, written, remarks: [] };
}

interface Series {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly interval: Interval;
}

function seriesOf(kind: FileKind, request: ImportRequest): Series {
  const named = seriesOfFileName(request.path);
  const symbol = canonicalSymbol(request.symbol ?? named.symbol);
  if (!/^[A-Z0-9&_-]{1,30}$/.test(symbol)) {
    throw new UnreadableFile(`"${symbol}" is no symbol: name the file after the instrument, or give --symbol`);
  }
  const exchange = request.exchange ?? named.exchange;
  if (kind.kind === 'ticks') return { exchange, symbol, interval: '1m' };
  const fromFile = kind.kind === 'candles' && kind.daily ? '1d' : named.interval;
  const interval = request.interval ?? fromFile;
  if (!interval) throw new UnreadableFile('how long its bars are is not in its name (…_5min…): give --interval');
  return { exchange, symbol, interval };
}

interface ReadFile {
  readonly bars: Bar[];
  readonly remarks: readonly Remark[];
  readonly rows: number;
}

async function readCandles(lines: AsyncIterable<Line>, rows: CandleRows): Promise<ReadFile> {
  for await (const line of lines) rows.add(line);
  const bars = rows.bars();
  return { bars, remarks: rows.remarks.toSorted((a, b) => a.line - b.line), rows: rows.read };
}

/** Minutes by the rule of the engine's bar builder, which the feed uses as well. */
async function readTicks(
  lines: AsyncIterable<Line>,
  columns: { readonly at: number; readonly price: number; readonly volume: number },
): Promise<ReadFile> {
  const ticks: Tick[] = [];
  const remarks: Remark[] = [];
  for await (const { number, text } of lines) {
    const cells = text.split(',');
    const rupees = Number(cells[columns.price]?.trim() || Number.NaN);
    if (!Number.isFinite(rupees)) throw new UnreadableFile('no last price', number);
    const tick = {
      at: readIndiaMoment(cells[columns.at]?.trim() ?? '', number),
      pricePaise: rupeesToPaise(rupees),
      cumulativeVolume: readVolume(cells[columns.volume]?.trim() ?? '', number),
    };
    if (tick.pricePaise <= 0) {
      remarks.push({ line: number, kind: 'impossible_price', text: 'a price that is not above zero; left out' });
      continue;
    }
    remarks.push(...remarksOn(ticks.at(-1), tick, number));
    ticks.push(tick);
  }
  const days = new Set(ticks.map((tick) => indiaDateOf(tick.at)));
  return { bars: barsFromTicks(ticks, calendarFromTradingDays(days)), remarks, rows: ticks.length };
}

function remarksOn(before: Tick | undefined, tick: Tick, line: number): Remark[] {
  if (!before || tick.at > before.at) return [];
  if (tick.at < before.at) return [{ line, kind: 'out_of_order', text: 'an earlier moment than the row before' }];
  const same = tick.pricePaise === before.pricePaise && tick.cumulativeVolume === before.cumulativeVolume;
  return same ? [{ line, kind: 'duplicate', text: 'the row before again' }] : [];
}

async function store(db: Database, series: Series, bars: readonly Bar[]): Promise<void> {
  const { exchange, symbol, interval } = series;
  const kind = kindOfSymbol(symbol);
  await db.transaction(async (tx) => {
    const instrumentId = await ensureInstrument(
      tx,
      {
        exchange,
        // Only a broker's list knows the number; nothing is asked of the broker for an imported instrument.
        token: '',
        symbol,
        tradingSymbol: tradingSymbolOf(exchange, symbol),
        name: symbol,
        kind,
        tickPaise: 5,
        lotSize: 1,
        expiry: undefined,
        strikePaise: undefined,
        active: false,
      },
      new Date(),
    );
    const key = { dataset: IMPORT_DATASET, instrumentId, interval };
    await lockSeries(tx, key);
    await writeBars(tx, key, columnsOfBars(bars));
  });
}
