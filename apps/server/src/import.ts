import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createSmartApi } from '@trickdesk/brokers/smartapi';
import { createDatabase, migrate, type Tx } from '@trickdesk/db';
import { createCalendar, INTERVALS, NSE_CALENDAR } from '@trickdesk/domain';
import {
  formatReport,
  importFile,
  storeInstrumentList,
  UnreadableFile,
  UnreadableList,
} from './features/market-data/index.ts';

const USAGE = `npm run import -- [--symbol SYMBOL] [--interval ${INTERVALS.join('|')}] [--exchange NSE|BSE] <files>
  Candles (date or ts, open, high, low, close[, volume]), ticks (ts, ltp, cum_volume) as CSV, or the broker's
  instrument list as JSON; each plain or gzip. Symbol and interval are in the file's name, or given.`;

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
  const parts = { db, calendar: createCalendar(NSE_CALENDAR), importInstruments };
  let refused = 0;
  for (const [i, path] of request.files.entries()) {
    process.stdout.write(`${i + 1} of ${request.files.length}  `);
    try {
      const report = await importFile(parts, { ...request, path });
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
    options: { symbol: { type: 'string' }, interval: { type: 'string' }, exchange: { type: 'string' } },
  });
  const interval = INTERVALS.find((known) => known === values.interval);
  const exchange = (['NSE', 'BSE'] as const).find((known) => known === values.exchange);
  const wrong = (values.interval !== undefined && !interval) || (values.exchange !== undefined && !exchange);
  if (positionals.length === 0 || wrong) return undefined;
  return { files: positionals, symbol: values.symbol, interval, exchange };
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
