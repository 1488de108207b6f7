import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Database, Tx } from '@trickdesk/db';
import type { Exchange, IndiaDate } from '@trickdesk/domain';
import { putAction } from '../actions-store.ts';
import { columnsOfBars } from '../bar-columns.ts';
import { lockSeries } from '../candle-store.ts';
import { writeBars } from '../candles.ts';
import { ensureInstrument } from '../store.ts';
import { isActionsFile, readActions } from './actions-file.ts';
import { DayOrders, OpenDate } from './day-orders.ts';
import { kindOfSymbol, tradingSymbolOf } from './file-name.ts';
import type { DayOrder } from './moments.ts';
import { openText, readLines } from './read-text.ts';
import { type FileReport, RemarkLog } from './report.ts';
import { type GivenFile, StagedFile } from './staged-file.ts';
import { splitCells } from './table.ts';
import type { ImportDay } from './trading-hours.ts';

/** Where imported prices live, apart from those of the market. */
export const IMPORT_DATASET = 'import';
/** Prices of the real market. */
export const REAL_DATASET = 'angelone';

export interface ImportParts extends ImportDay {
  readonly db: Database;
  /**
   * Where real prices come in as well: runs over them go over the ex-dates from this day on. What the broker's history
   * made of earlier ones is not known, so those count for imported prices alone.
   */
  readonly realMarket?: { readonly dataset: string; readonly from: IndiaDate } | undefined;
  /** Reads the broker's instrument list from bytes and writes it in the transaction. */
  readonly importInstruments: (
    tx: Tx,
    bytes: Readable,
  ) => Promise<{ readonly written: number; readonly skipped: number }>;
}

/** How far a file has been read: a share of its bytes, 0 to 1. */
export type OnProgress = (progress: { readonly rows: number; readonly share: number }) => void;

export interface ImportRequest extends GivenFile {
  /** How 03/04/2024 is meant, where the file itself does not tell. */
  readonly dates?: DayOrder | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Imports one file: the same file twice gives the same result, and a file that cannot be read changes nothing. All of it
 * is read and checked before anything is stored, and that in one transaction; the memory that it takes does not grow
 * with the file.
 *
 * @throws UnreadableFile
 */
export async function importFile(parts: ImportParts, request: ImportRequest): Promise<FileReport> {
  if (await isInstrumentList(request.path)) return importInstruments(parts, request);
  if (await isActionsFile(request.path)) return importActions(parts, request);
  const staged = await stageFile(request);
  try {
    const { exchange, symbol, interval } = staged.series;
    const { written, remarks } = await store(parts, staged);
    return { file: request.path, what: `${exchange}:${symbol} ${interval}`, rows: staged.read, written, remarks };
  } finally {
    await staged.close();
  }
}

async function importActions({ db, realMarket }: ImportParts, { path, dates }: ImportRequest): Promise<FileReport> {
  const { rows, read, remarks } = await readActions(path, dates);
  await db.transaction(async (tx) => {
    for (const { symbol, action } of rows) {
      const instrumentId = await ensureImported(tx, 'NSE', symbol);
      await putAction(tx, { dataset: IMPORT_DATASET, instrumentId }, action);
      if (realMarket && action.exDate >= realMarket.from) {
        await putAction(tx, { dataset: realMarket.dataset, instrumentId }, action);
      }
    }
  });
  return { file: path, what: 'corporate actions', rows: read, written: rows.length, remarks };
}

function ensureImported(tx: Tx, exchange: Exchange, symbol: string): Promise<number> {
  const facts = {
    exchange,
    // Only a broker's list knows the number; nothing is asked of the broker for an imported instrument.
    token: '',
    symbol,
    tradingSymbol: tradingSymbolOf(exchange, symbol),
    name: symbol,
    kind: kindOfSymbol(symbol),
    tickPaise: 5,
    lotSize: 1,
    expiry: undefined,
    strikePaise: undefined,
    active: false,
  };
  return ensureInstrument(tx, facts, new Date());
}

/** The only files that begin with a bracket. */
async function isInstrumentList(path: string): Promise<boolean> {
  for await (const text of openText(path)) {
    if (text.trim() !== '') return /^\s*\[/.test(text);
  }
  return false;
}

async function importInstruments(parts: ImportParts, { path }: ImportRequest): Promise<FileReport> {
  const { written, skipped } = await parts.db.transaction((tx) => {
    return parts.importInstruments(tx, Readable.from(bytesOf(openText(path))));
  });
  return { file: path, what: 'instruments', rows: written + skipped, written, remarks: new RemarkLog() };
}

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

/**
 * Reads a file of candles or ticks whole; whoever asks closes what is handed back.
 *
 * @throws UnreadableFile
 */
export async function stageFile(request: ImportRequest): Promise<StagedFile> {
  const orders = new DayOrders(request.dates);
  for (;;) {
    const staged = new StagedFile(request, orders);
    try {
      await readInto(staged, request);
      return staged;
    } catch (error) {
      await staged.close();
      if (!(error instanceof OpenDate)) throw error;
      // From the beginning, once a later date has told how the earlier ones are meant.
      if (!(await isOrderTold(staged, { orders, path: request.path, separator: error.separator }))) throw error.reason;
    }
  }
}

async function readInto(staged: StagedFile, { path, onProgress }: ImportRequest): Promise<void> {
  const { size } = await stat(path);
  let bytes = 0;
  const text = openText(path, (count) => {
    bytes += count;
  });
  for await (const lines of readLines(text)) {
    await staged.add(lines);
    onProgress?.({ rows: staged.read, share: bytes / size });
  }
}

async function isOrderTold(
  { table }: StagedFile,
  { orders, path, separator }: { readonly orders: DayOrders; readonly path: string; readonly separator: string },
): Promise<boolean> {
  if (!table) return false;
  for await (const lines of readLines(openText(path))) {
    for (const { number, text } of lines) {
      const cell = splitCells(text, table.delimiter)?.[table.at] ?? '';
      if (number > table.headerLine && orders.isToldBy(cell, number, separator)) return true;
    }
  }
  return false;
}

async function store(
  { db, ...day }: ImportParts,
  staged: StagedFile,
): Promise<{ readonly written: number; readonly remarks: RemarkLog }> {
  const { exchange, symbol, interval } = staged.series;
  return db.transaction(async (tx) => {
    const instrumentId = await ensureImported(tx, exchange, symbol);
    const key = { dataset: IMPORT_DATASET, instrumentId, interval };
    await lockSeries(tx, key);
    let written = 0;
    const remarks = await staged.bars(day, async (bars) => {
      await writeBars(tx, key, columnsOfBars(bars));
      written += bars.length;
    });
    return { written, remarks };
  });
}
