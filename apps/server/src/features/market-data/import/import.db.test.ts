import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createCalendar, indiaMoment, NSE_CALENDAR, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarketData } from '../service.ts';
import { IMPORT_DATASET, importFile } from './import-file.ts';

const DATA = resolve(import.meta.dirname, '../../../../../../../shared/data');
const hasData = existsSync(DATA);
if (!hasData) console.log(`skipping imports of real data: ${DATA} is not there`);

const calendar = createCalendar(NSE_CALENDAR);
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-import-'));
let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await testDb.drop();
});

const parts = () => ({ db: testDb.db, calendar, importInstruments: () => Promise.reject(new Error('not asked for')) });
const market = () =>
  createMarketData({
    db: testDb.db,
    clock: { now: () => 0 },
    dataset: IMPORT_DATASET,
    simulated: false,
    speed: 1,
    calendar,
  });
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
};
const importText = (name: string, text: string) => importFile(parts(), { path: fileOf(name, text) });

/** Everything that an import may change. */
async function contents(): Promise<unknown> {
  const blocks = await sql`SELECT dataset, instrument_id, bar_interval, month, row_count, md5(bytes) AS bytes
    FROM candle_block ORDER BY 1, 2, 3, 4`.execute(testDb.db.kysely);
  const instruments = await sql`SELECT exchange, symbol FROM instrument ORDER BY 1, 2`.execute(testDb.db.kysely);
  return [blocks.rows, instruments.rows];
}

const DAILY = `date,open,high,low,close,volume
2025-07-07,100,110,90,105.5,1000
2025-07-08,105.5,106,104,105,2000
`;

test('daily candles are read as whole paise, opening with the session, and a second import changes nothing', async () => {
  const report = await importText('ABC.csv.gz', DAILY);
  expect(report).toMatchObject({ what: 'NSE:ABC 1d', rows: 2, written: 2, remarks: [] });
  expect(await market().bars({ symbol: 'ABC', interval: '1d' })).toEqual([
    { openAt: indiaMoment('2025-07-07', 555), open: 100_00, high: 110_00, low: 90_00, close: 105_50, volume: 1_000 },
    { openAt: indiaMoment('2025-07-08', 555), open: 105_50, high: 106_00, low: 104_00, close: 105_00, volume: 2_000 },
  ]);
  const before = await contents();
  expect(await importText('ABC.csv.gz', DAILY)).toMatchObject({ written: 2 });
  expect(await contents()).toEqual(before);
});

test('gaps, duplicates, disorder and impossible prices are named by line, and only rows that make no sense are left out', async () => {
  const report = await importText(
    'ODD_1min.csv',
    `ts,open,high,low,close,volume
2025-07-07 09:15,100,101,99,100,5
2025-07-07 09:18,100,101,99,100,5
2025-07-07 09:18,100,101,99,100,5
2025-07-07 09:16,100,101,99,100.5,5
2025-07-07 09:19,0,101,99,100,5
2025-07-07 09:20,100,90,99,100,5
2025-07-07 09:21,100.05,100,99,100,5
2025-07-09 09:15,100,101,99,100,5
`,
  );
  expect(report.remarks.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    '4 duplicate',
    '4 gap',
    '5 out_of_order',
    '6 impossible_price',
    '7 impossible_price',
    '8 impossible_price',
    '8 gap',
    '9 gap',
  ]);
  const bars = await market().bars({ symbol: 'ODD', interval: '1m' });
  expect(bars.map((bar) => toIndiaIso(bar.openAt).slice(5, 16))).toEqual([
    '07-07T09:15',
    '07-07T09:16',
    '07-07T09:18',
    '07-07T09:21',
    '07-09T09:15',
  ]);
  // Rounding of an index: widened, so that the high is not under the open.
  expect(bars[3]).toMatchObject({ open: 100_05, high: 100_05 });
});

test.each([
  ['EMPTY.csv', '', 'empty'],
  ['WHAT.csv', 'a,b\n1,2\n', 'first line'],
  ['MANY_1min.csv', 'ts,symbol,open,high,low,close\n2025-07-07 09:15,A,1,1,1,1\n', 'many instruments'],
  ['BROKEN.csv', `${DAILY}2025-07-09,1,2,x,1,1\n`, 'line 4: "x" is no price'],
  ['NODAY.csv', `${DAILY}2025-02-30,1,2,1,1,1\n`, 'line 4: "2025-02-30" is no moment'],
  ['CUT.csv.gz', 'cut', 'unexpected end'],
  ['NOINTERVAL.csv', 'ts,open,high,low,close\n2025-07-07 09:15,1,1,1,1\n', '--interval'],
])(
  'a file that cannot be read (%s) is refused with the reason, and nothing has changed',
  async (name, text, reason) => {
    const before = await contents();
    const path = fileOf(name, text);
    if (text === 'cut') writeFileSync(path, gzipSync(DAILY.repeat(50)).subarray(0, 40));
    await expect(importFile(parts(), { path })).rejects.toThrow(reason);
    expect(await contents()).toEqual(before);
  },
);

test('an imported instrument can be read but is not offered', async () => {
  expect(await market().instrument('NSE', 'ABC')).toMatchObject({ active: false, kind: 'equity' });
});

// Real data lies beside the checkout; without it there is nothing to compare with.
test.skipIf(!hasData)('recorded ticks become the reference minutes, bar for bar', async () => {
  for (const name of ['BANKNIFTY', 'HDFCBANK', 'NIFTY50', 'RELIANCE', 'SBIN', 'TCS']) {
    const report = await importFile(parts(), { path: join(DATA, 'ticks', `20210413_${name}.csv.gz`) });
    const symbol = name === 'NIFTY50' ? 'NIFTY' : name;
    expect(report.what).toBe(`NSE:${symbol} 1m`);
    const bars = await market().bars({ symbol, interval: '1m' });
    const rows = bars.map((bar) =>
      [
        toIndiaIso(bar.openAt).slice(0, 16).replace('T', ' '),
        ...[bar.open, bar.high, bar.low, bar.close].map(paiseToRupees),
        bar.volume,
      ].join(),
    );
    expect(rows).toEqual(referenceRows(name));
  }
});

// Real data lies beside the checkout; without it there is nothing to compare with.
test.skipIf(!hasData)('every daily file is imported whole', async () => {
  const files = readdirSync(join(DATA, 'daily')).filter((name) => name.endsWith('.csv.gz'));
  for (const name of files) {
    const path = join(DATA, 'daily', name);
    const rows = gunzipSync(readFileSync(path)).toString().trim().split('\n').length - 1;
    const report = await importFile(parts(), { path });
    expect(report).toMatchObject({ rows, written: rows });
    const symbol = name.replace('.csv.gz', '');
    expect(await market().bars({ symbol, interval: '1d' })).toHaveLength(rows);
  }
});

// Real data lies beside the checkout; without it there is nothing to compare with.
test.skipIf(!hasData)(
  'longer imported bars serve where there are no minutes, and another exchange stays apart',
  async () => {
    await importFile(parts(), { path: join(DATA, 'minute', 'RELIANCE_BSE_5min_2019_2020.csv.gz') });
    const fives = await market().bars({ exchange: 'BSE', symbol: 'RELIANCE', interval: '5m' });
    const halves = await market().bars({ exchange: 'BSE', symbol: 'RELIANCE', interval: '30m' });
    expect(fives).toHaveLength(18_900);
    expect(halves).toHaveLength(252 * 13);
    expect(await market().bars({ symbol: 'RELIANCE', interval: '1m', to: indiaMoment('2020-12-31') })).toEqual([]);
  },
);

function referenceRows(name: string): string[] {
  const text = gunzipSync(readFileSync(join(DATA, 'ticks', `20210413_${name}_bars1m.csv.gz`))).toString();
  const lines = text.trim().split('\n').slice(1);
  return lines.map((line) => {
    const [ts, ...numbers] = line.split(',').slice(0, 6);
    return [ts, ...numbers.map(Number)].join();
  });
}
