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

const parts = () => ({
  db: testDb.db,
  calendar,
  today: '2026-11-20',
  importInstruments: () => Promise.reject(new Error('not asked for')),
});
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
  expect(report).toMatchObject({ what: 'NSE:ABC 1d', rows: 2, written: 2 });
  expect(report.remarks.kept()).toEqual([]);
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
  expect(report.remarks.kept().map(({ line, kind }) => `${line} ${kind}`)).toEqual([
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
  [
    'MANY_1min.csv',
    'ts,symbol,open,high,low,close\n2025-07-07 09:15,A,1,1,1,1\n2025-07-07 09:16,B,1,1,1,1\n',
    'line 3: "B" after "A"',
  ],
  ['BROKEN.csv', `${DAILY}2025-07-09,1,2,x,1,1\n`, 'line 4: "x" is no price'],
  ['NODAY.csv', `${DAILY}2025-02-30,1,2,1,1,1\n`, 'line 4: "2025-02-30" is no moment'],
  ['CUT.csv.gz', 'cut', 'unexpected end'],
  [
    'LATE.csv',
    `${DAILY}${'2025-07-09,1,2,1,1,1\n'.repeat(5)}Total,,,,,5\n2025-07-10,1,2,1,1,1\n`,
    'line 9: "Total,,,,,5"',
  ],
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

test('a file that is refused only once its bars are put together leaves nothing behind', async () => {
  const before = await contents();
  // Two years, so that the first would be stored before the second is looked at.
  const twice = '2024-07-08 00:00,1,2,1,1,1\n2025-07-08 09:15,1,2,1,1,1\n2025-07-08 09:30,1,2,1,1,1\n';
  await expect(importText('HALF.csv', `date,open,high,low,close,volume\n${twice}`)).rejects.toThrow(
    'line 4: another time of the day of line 3',
  );
  expect(await contents()).toEqual(before);
});

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

const ACTIONS = 'symbol,ex_date,price_factor,kind\n';
const storedActions = async () => {
  const { rows } = await sql`
    SELECT symbol, ex_date, action.kind, old_units, new_units
    FROM corporate_action action JOIN instrument ON instrument.id = instrument_id
    ORDER BY symbol, ex_date`.execute(testDb.db.kysely);
  return rows;
};

test('a list of splits and bonuses is stored as ratios of shares, again with the same outcome, and tells what it left out', async () => {
  const text = `${ACTIONS}SBIN-EQ,2014-11-20,0.2,split 10->2\nGAIL,06-Sep-2022,0.66666667,bonus 1:2
ITC,2005-09-21,0.06666667,split 10->1 + bonus 1:2\nKOTAKBANK,2005-08-25,,unknown_gap\nVEDL,2026-04-30,0.375,demerger\n`;
  for (const name of ['corporate_actions.csv', 'again.csv']) {
    const report = await importText(name, text);
    expect(report).toMatchObject({ what: 'corporate actions', rows: 5, written: 4 });
    expect(report.remarks.kept()).toMatchObject([{ line: 5, text: 'KOTAKBANK has no price factor: left out' }]);
  }
  expect(await storedActions()).toEqual([
    { symbol: 'GAIL', ex_date: '2022-09-06', kind: 'bonus', old_units: 2, new_units: 3 },
    { symbol: 'ITC', ex_date: '2005-09-21', kind: 'split_and_bonus', old_units: 1, new_units: 15 },
    { symbol: 'SBIN', ex_date: '2014-11-20', kind: 'split', old_units: 1, new_units: 5 },
    { symbol: 'VEDL', ex_date: '2026-04-30', kind: 'demerger', old_units: 3, new_units: 8 },
  ]);
  await importText('corrected.csv', `${ACTIONS}SBIN,2014-11-20,0.1,split\n`);
  expect(await storedActions()).toContainEqual(expect.objectContaining({ symbol: 'SBIN', new_units: 10 }));
});

test('real prices are told of ex-dates that are still to come, and of no other', async () => {
  const path = fileOf('real.csv', `${ACTIONS}SBIN,2026-09-16,0.2,split\nSBIN,2026-09-14,0.5,bonus\n`);
  await importFile({ ...parts(), realMarket: { dataset: 'angelone', from: '2026-09-15' } }, { path });
  const { rows } = await sql<{ dataset: string; ex_date: string }>`SELECT dataset, ex_date FROM corporate_action
    WHERE ex_date >= '2026-09-14' ORDER BY dataset, ex_date`.execute(testDb.db.kysely);
  expect(rows.map(({ dataset, ex_date }) => `${dataset} ${ex_date}`)).toEqual([
    'angelone 2026-09-16',
    'import 2026-09-14',
    'import 2026-09-16',
  ]);
});

test.each([
  ['no ratio', 'SBIN,2014-11-20,0.123456789,split', 'line 3: "0.123456789" is no ratio'],
  ['no date', 'SBIN,soon,0.1,split', 'line 3: '],
  ['a date of two meanings', 'SBIN,03/04/2014,0.1,split', 'line 3: "03/04/2014" is'],
  ['no symbol', '?,2014-11-20,0.1,split', 'line 3: "?" is not a symbol'],
  ['one twice', 'TCS,2018-05-31,0.5,bonus', 'line 3: TCS 2018-05-31 is in the list twice'],
])('a list with %s is refused by its line, and nothing of it is stored', async (name, line, message) => {
  const before = await storedActions();
  await expect(importText(`${name}.csv`, `${ACTIONS}TCS,2018-05-31,0.5,bonus\n${line}\n`)).rejects.toThrow(message);
  expect(await storedActions()).toEqual(before);
});

// Recorded data is not part of the repository: a machine without it has nothing to read.
test.skipIf(!hasData)(
  'the recorded list of splits and bonuses is read whole, but for rows without a factor',
  async () => {
    const report = await importFile(parts(), { path: join(DATA, 'daily/corporate_actions.csv') });
    const left = report.remarks.kept().length;
    expect(report.written).toBe(report.rows - left);
    expect(report.written).toBeGreaterThan(70);
    console.log(`recorded corporate actions: ${report.written} stored, ${left} without a factor`);
  },
);
