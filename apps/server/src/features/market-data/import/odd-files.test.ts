import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Bar, createCalendar, NSE_CALENDAR, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { afterAll, expect, test } from 'vitest';
import { stageFile } from './import-file.ts';
import type { GivenFile } from './staged-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-odd-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What an import of a file would store, in words, and what it would remark. */
async function outcome(name: string, bytes: string | Uint8Array, given: Omit<GivenFile, 'path'> = {}) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const staged = await stageFile({ ...given, path });
  try {
    const bars: Bar[] = [];
    const { symbol, interval } = staged.series;
    const remarks = await staged.bars({ calendar: createCalendar(NSE_CALENDAR), today: '2026-11-20' }, async (some) => {
      bars.push(...some);
    });
    const rows = bars.map(({ openAt, open, high, low, close, volume }) => {
      return [toIndiaIso(openAt).slice(0, 16), ...[open, high, low, close].map(paiseToRupees), volume].join(' ');
    });
    return {
      series: `${symbol} ${interval}`,
      rows,
      remarks: remarks.kept().map(({ line, kind }) => `${line} ${kind}`),
    };
  } finally {
    await staged.close();
  }
}

const HEAD = 'date,open,high,low,close,volume\n';
const PLAIN = `${HEAD}2025-07-07,100,110,90,105.5,1000\n2025-07-08,105.5,106,104,105,2000\n`;
const ROWS = ['2025-07-07T09:15 100 110 90 105.5 1000', '2025-07-08T09:15 105.5 106 104 105 2000'];
const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();
const named = (header: string, ...rows: string[]): string => `${header}\n${rows.join('\n')}\n`;
const FIGURES = [',100,110,90,105.5,1000', ',105.5,106,104,105,2000'];
const dated = (...dates: string[]): string =>
  HEAD + dates.map((date, i) => `${date}${FIGURES[i] ?? FIGURES[0]}\n`).join('');

test.each<[string, string | Uint8Array]>([
  ['a byte order mark', `\uFEFF${PLAIN}`],
  ['Windows line ends', PLAIN.replaceAll('\n', '\r\n')],
  ['old Macintosh line ends, none at the end', PLAIN.trim().replaceAll('\n', '\r')],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${PLAIN}`, 'utf16le')],
  ['UTF-16, big end first', utf16be(`\uFEFF${PLAIN}`)],
  ['UTF-16 without a mark', Buffer.from(PLAIN, 'utf16le')],
  ['UTF-16 without a mark, big end first', utf16be(PLAIN)],
  ['a gzip that is named .csv', gzipSync(PLAIN)],
  ['a gzip in a gzip, of UTF-16', gzipSync(gzipSync(Buffer.from(`\uFEFF${PLAIN}`, 'utf16le')))],
  ['semicolons', PLAIN.replaceAll(',', ';')],
  ['tabs', PLAIN.replaceAll(',', '\t')],
  ['blank lines and a comma at each end', `\n${PLAIN.replaceAll('\n', ',\n\n')}\n,,,,,\n`],
  [
    'quotes, blanks and other names',
    named(
      '"Date ","OPEN ","HIGH ","LOW ","close ","VOLUME "',
      ...[0, 1].map((i) => `"0${7 + i}-Jul-2025"${FIGURES[i]?.replace(/,([\d.]+)/g, ',"$1"')}`),
    ),
  ],
  [
    'the exchange’s names and its marks',
    named(
      'Date,Open Price,High Price,Low Price,Close Price,Total Traded Quantity',
      ...[0, 1].map((i) => `0${7 + i}-07-2025${FIGURES[i]}`),
      '14-07-2025,-,-,-,-,-',
    ),
  ],
  ['dates that mix forms', dated('7 July 2025', '20250708')],
  ['day and month in the order that a later row tells', `${dated('07/07/2025', '08/07/2025')}25/07/2025,,,,,\n`],
  ['month and day in the order that a later row tells', `${dated('07/07/2025', '07/08/2025')}07/25/2025,,,,,\n`],
  ['unsorted rows', `${HEAD}2025-07-08${FIGURES[1]}\n2025-07-07${FIGURES[0]}\n`],
  ['rows twice', `${PLAIN}2025-07-08${FIGURES[1]}\n`],
  ['the names of the columns again', PLAIN + PLAIN],
  [
    'titles above and sums below',
    `Prices of ABC\nfrom, to\n\n${PLAIN}Total,,,,,"3,000"\n"Average",102.75,108,97,105.25,1500\n* Prices are delayed, and no advice.\n`,
  ],
])('a file with %s is read', async (_, bytes) => {
  expect(await outcome('ABC.csv', bytes)).toMatchObject({ series: 'ABC 1d', rows: ROWS });
});

test('digits grouped as in India or in thousands are read, in quotes or where commas separate nothing', async () => {
  const grouped = '2025-07-07,"1,23,456.75","₹1,23,500","123,000.5","1,23,456.75","1,00,00,000"\n';
  const row = '2025-07-07T09:15 123456.75 123500 123000.5 123456.75 10000000';
  expect((await outcome('ABC.csv', HEAD + grouped)).rows).toEqual([row]);
  const tabs = '2025-07-07\t1,23,456.75\t1,23,500\t1,23,000.50\t1,23,456.75\t1,00,00,000\n';
  expect((await outcome('ABC.csv', HEAD.replaceAll(',', '\t') + tabs)).rows).toEqual([row]);
});

test.each([
  ['2025-07-07 09:15:00', '2025-07-07 09:20'],
  ['2025-07-07T09:15:00+05:30', '2025-07-07T09:20:00+0530'],
  ['2025-07-07T03:45:00Z', '2025-07-07T03:50:00.000Z'],
  ['1751859900', '1751860200000'],
  ['Mon, 07 Jul 2025 9:15 AM', 'July 7, 2025 09:20'],
  ['20250707 0915', '07.07.2025, 9:20:00 am'],
])('times of day are read as %s', async (first, second) => {
  const text = named('time;open;high;low;close', `${first};1;1;1;1`, `${second};1;1;1;1`);
  expect((await outcome('ABC_5min.csv', text)).rows).toEqual([
    '2025-07-07T09:15 1 1 1 1 0',
    '2025-07-07T09:20 1 1 1 1 0',
  ]);
});

test('date and time may stand in two columns, and the instrument in a third', async () => {
  const text = named(
    '<TICKER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>',
    'SBIN-EQ,20250707,0915,1,1,1,1,5',
    'SBIN-EQ,20250707,0916,1,1,1,1,6',
  );
  expect(await outcome('download.csv', text, { interval: '1m' })).toEqual({
    series: 'SBIN 1m',
    rows: ['2025-07-07T09:15 1 1 1 1 5', '2025-07-07T09:16 1 1 1 1 6'],
    remarks: [],
  });
});

test('rows without prices, doubled rows and what stands around the table are named', async () => {
  const text = `ABC\n${PLAIN}2025-07-09,null,null,null,null,null\n2025-07-08${FIGURES[1]}\nTotal,,,,,\nnote\n`;
  expect((await outcome('ABC.csv', text)).remarks).toEqual([
    '1 not_a_row',
    '5 missing_cells',
    '6 duplicate',
    '7 not_a_row',
    '8 not_a_row',
  ]);
});

test('a tick at a price that is too large to be kept is left out, as a candle is', async () => {
  const ticks = ['09:15:01,100,10', '09:15:02,42949673,20', '09:15:03,101,30'].map((tick) => `2025-07-07 ${tick}`);
  expect(await outcome('ABC.csv', named('ts,ltp,cum_volume', ...ticks))).toEqual({
    series: 'ABC 1m',
    rows: ['2025-07-07T09:15 100 101 100 101 30'],
    remarks: ['3 impossible_price'],
  });
});

test.each<[string, string | Uint8Array, string]>([
  [
    'a spreadsheet named .csv',
    Buffer.from('PK\x03\x04....[Content_Types].xml', 'latin1'),
    'a spreadsheet (.xlsx, .ods)',
  ],
  ['a packed spreadsheet', gzipSync(Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'save the sheet with the prices as CSV'],
  ['a zip archive', Buffer.from('PK\x03\x04....prices.csv', 'latin1'), 'a zip archive: unpack it'],
  ['a web page', '\uFEFF\n<!DOCTYPE html><table>', 'a web page'],
  [
    'other characters',
    Buffer.from(`${PLAIN}2025-07-09,1,1,1,1,1 \xa9\n`, 'latin1'),
    'line 4: characters that are neither',
  ],
  ['no line ends', `${HEAD}${'1,'.repeat(50_000)}`, 'line 2: the line is too long'],
  ['dates that may be two', dated('03/04/2024', '04/04/2024'), 'line 2: "03/04/2024" may be 2024-04-03 or 2024-03-04'],
  [
    'dates in both orders',
    dated('25/12/2024', '12/26/2024'),
    'line 3: "12/26/2024" is written month-first, but "25/12/2024" in line 2',
  ],
  [
    'dates that only others, with other separators, would tell',
    dated('25-12-2024', '01/02/2025'),
    'line 3: "01/02/2025" may be',
  ],
  ['years of two digits', dated('25/12/24'), 'line 2: "25/12/24" is no moment: write the year with four digits'],
  ['days as numbers', dated('45292'), 'line 2: "45292" is no moment: format the column as a date'],
  ['a day that does not exist', dated('31-Jun-2025'), 'line 2: "31-Jun-2025" is no moment'],
  ['no date', `${PLAIN},1,1,1,1,1\n`, 'line 4: "" is no moment'],
  [
    'words among its rows',
    `${PLAIN}closed,,,,,\n2025-07-10,1,1,1,1,1\n`,
    'line 4: "closed,,,,," is no row of prices, but line 5 goes on',
  ],
  [
    'digits grouped without quotes',
    `${HEAD}2025-07-07,1,234,1,234,1,234,1,234,5\n`,
    'line 2: 10 cells where the columns have 6 names: a number with commas must stand in quotes',
  ],
  ['a row that ends early', `${PLAIN}2025-07-09,100,1`, 'line 4: 3 cells where the columns have 6 names'],
  ['one price missing', `${HEAD}2025-07-07,1,,1,1,5\n`, 'line 2: no price under high'],
  [
    'decimal commas',
    named('date;open;high;low;close', '2025-07-07;100,5;101;99;100'),
    'line 2: "100,5" is no price: write decimals with a point',
  ],
  [
    'commas that may be points',
    named('date;open;high;low;close', '2025-07-07;1,234;1,234;1,234;1,234'),
    'line 2: "1,234" is no price',
  ],
  [
    'rounded figures',
    `${HEAD}2025-07-07,1,1,1,1,1.2E+07\n`,
    'line 2: "1.2E+07" is no volume: a spreadsheet rounded it',
  ],
  ['a quote that is not closed', `${HEAD}2025-07-07,"1,1,1,1,1\n`, 'line 2: a quote is opened and not closed'],
  ['one column twice', 'date,open,high,low,close,close\n', 'line 1: two columns are named "close"'],
  ['contracts', 'date,strike,open,high,low,close\n', 'of contracts, which are not imported'],
  [
    'two instruments',
    named('date,symbol,open,high,low,close', '2025-07-07,A,1,1,1,1', '2025-07-08,B,1,1,1,1'),
    'line 3: "B" after "A"',
  ],
])('a file with %s is refused, with the line and what to do', async (_, bytes, reason) => {
  await expect(outcome('ABC.csv', bytes)).rejects.toThrow(reason);
});

test.each([
  ['ABC_5min.csv', 'ts', ['2025-07-07 09:15', '2025-07-07 09:16'], 'line 3: it opens before the bar of line 2 ends'],
  ['ABC_5min.csv', 'ts', ['2025-07-07'], 'line 2: no time of day'],
  ['ABC_1min.csv', 'ts', ['2025-07-07 09:15:59'], 'line 2: a time with seconds'],
  ['ABC.csv', 'ts', ['2025-07-07 09:15'], '--interval'],
  ['a b.csv', 'date', ['2025-07-07'], '"a b" is no symbol'],
])('a file %s whose rows are not what it is said to be is refused', async (name, column, dates, reason) => {
  const text = named(`${column},open,high,low,close`, ...dates.map((date) => `${date},1,1,1,1`));
  await expect(outcome(name, text)).rejects.toThrow(reason);
});

test('bars that open between those of their interval are kept, and said', async () => {
  const bars = (...times: string[]) =>
    named('ts,open,high,low,close,volume', ...times.map((time) => `2025-07-07 ${time},1,1,1,1,1`));
  const odd = await outcome('ABC_15min.csv', bars('09:17', '09:32', '09:47'));
  expect(odd.rows).toHaveLength(3);
  expect(odd.remarks).toEqual(['2 odd_opening', '3 odd_opening', '4 odd_opening']);
  expect((await outcome('ABC_15min.csv', bars('09:30', '10:15'))).remarks).toEqual(['3 gap']);
});
