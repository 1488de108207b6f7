import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createSmartApi } from '@trickdesk/brokers/smartapi';
import { createDatabase, migrate, type Tx } from '@trickdesk/db';
import { createCalendar, INTERVALS, indiaDateOf, NSE_CALENDAR } from '@trickdesk/domain';
import {
  formatReport,
  type ImportRequest,
  importFile,
  REAL_DATASET,
  storeInstrumentList,
  UnreadableFile,
  UnreadableList,
} from './features/market-data/index.ts';

const USAGE = `npm run import -- [--symbol SYMBOL] [--interval ${INTERVALS.join('|')}] [--exchange NSE|BSE]
                  [--dates day-first|month-first] <files>
  Candles (date or ts, open, high, low, close[, volume]), ticks (ts, ltp, cum_volume) or corporate actions (symbol,
  ex_date, price_factor[, kind]) as CSV, or the broker's instrument list as JSON; each plain or gzip, in UTF-8 or UTF-16. Symbol and interval are in the file's name, or given.
  --dates says how 03/04/2024 is meant where no date of the file tells.`;
/** Often enough to see that it goes on. */
const PROGRESS_EVERY_MS = 1_000;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  const request = readRequest(argv);
  const url = process.env['DATABASE_URL'];
  if (request === undefined || url === undefined || url === '') {
    process.stderr.write(request === undefined ? `${USAGE}\n` : 'DATABASE_URL is not set: run `npm run import`\n');
    return 2;
  }
  await migrate(url);
  const db = createDatabase(url);
  const isReal = process.env['MARKET'] === 'angelone';
  const today = indiaDateOf(Date.now());
  const realMarket = isReal ? { dataset: REAL_DATASET, from: today } : undefined;
  const parts = { db, calendar: createCalendar(NSE_CALENDAR), today, importInstruments, realMarket };
  let refused = 0;
  for (const [i, path] of request.files.entries()) {
    process.stdout.write(`${i + 1} of ${request.files.length}  `);
    try {
      const report = await importFile(parts, { ...request, path, onProgress: progressOn(process.stderr) });
      process.stdout.write(`${formatReport(report).join('\n')}\n`);
    } catch (error) {
      if (!isAboutTheFile(error)) throw error;
      refused += 1;
      process.stdout.write(`${path}: not imported. ${error.message}\n`);
    }
  }
  await db.close();
  if (refused > 0) process.stderr.write(`${refused} of ${request.files.length} files were not imported\n`);
  return refused > 0 ? 1 : 0;
}

function readRequest(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      symbol: { type: 'string' },
      interval: { type: 'string' },
      exchange: { type: 'string' },
      dates: { type: 'string' },
    },
  });
  const interval = INTERVALS.find((known) => known === values.interval);
  const exchange = (['NSE', 'BSE'] as const).find((known) => known === values.exchange);
  const dates = (['day-first', 'month-first'] as const).find((known) => known === values.dates);
  const wrong = [
    [values.interval, interval],
    [values.exchange, exchange],
    [values.dates, dates],
  ].some(([given, known]) => given !== known);
  if (positionals.length === 0 || wrong) return undefined;
  return { files: positionals, symbol: values.symbol, interval, exchange, dates };
}

/** One line that is written over on a terminal; elsewhere a line each time. */
function progressOn(out: NodeJS.WriteStream): NonNullable<ImportRequest['onProgress']> {
  let shownAt = Date.now();
  return ({ rows, share }) => {
    if (Date.now() - shownAt < PROGRESS_EVERY_MS) return;
    shownAt = Date.now();
    const text = `${rows.toLocaleString('en-IN')} rows read, ${Math.floor(share * 100)} % of the file`;
    out.write(out.isTTY ? `\r${text}\x1b[K\r` : `  ${text}\n`);
  };
}

/** A file that is missing, damaged or not understood is the caller's matter; anything else is ours and ends the run. */
function isAboutTheFile(error: unknown): error is Error {
  if (error instanceof UnreadableFile || error instanceof UnreadableList) return true;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return ['ENOENT', 'EISDIR', 'EACCES'].includes(error.code) || error.code.startsWith('Z_');
}

/** The broker's own reader, given the file's bytes instead of its address. */
async function importInstruments(tx: Tx, bytes: Readable): Promise<{ written: number; skipped: number }> {
  const api = createSmartApi({}, { fetch: async () => new Response(Readable.toWeb(bytes)) });
  const nobody = { accessToken: '', refreshToken: '', feedToken: '', issuedAt: 0 };
  const market = api.marketData({ clientCode: '', apiKey: '', tokens: nobody });
  return storeInstrumentList(tx, market.readInstruments, { offer: false, at: new Date() });
}
