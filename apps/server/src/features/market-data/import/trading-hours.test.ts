import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, createCalendar, NSE_CALENDAR, toIndiaIso } from '@trickdesk/domain';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { stageFile } from './import-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-hours-'));
afterAll(() => rmSync(folder, { recursive: true }));
const calendar = createCalendar(NSE_CALENDAR);

/** When the bars of a file open, and what was remarked. */
async function read(name: string, head: string, rows: readonly string[]) {
  const path = join(folder, name);
  writeFileSync(path, `${head}\n${rows.join('\n')}\n`);
  const staged = await stageFile({ path });
  try {
    const opens: string[] = [];
    const remarks = await staged.bars({ calendar, today: '2026-11-20' }, async (bars) => {
      opens.push(...bars.map(({ openAt }) => toIndiaIso(openAt).slice(0, 16)));
    });
    return { opens, remarks: remarks.kept().map(({ line, kind, text }) => `${line} ${kind} ${text}`) };
  } finally {
    await staged.close();
  }
}
const HEAD = 'ts,open,high,low,close';
const minutes = (...times: string[]) =>
  read(
    'ABC_1min.csv',
    HEAD,
    times.map((time) => `${time},1,1,1,1`),
  );
const days = (...dates: string[]) =>
  read(
    'ABC.csv',
    HEAD,
    dates.map((date) => `${date},1,1,1,1`),
  );
const ticks = (...times: string[]) =>
  read(
    'ABC.csv',
    'ts,ltp,cum_volume',
    times.map((time, i) => `${time},1,${i}`),
  );

test('bars of a file in UTC without a mark are refused, saying how to mark them', async () => {
  await expect(minutes('2025-07-07 03:45', '2025-07-07 03:46', '2025-07-07 09:59')).rejects.toThrow(
    'line 2: 03:45 is outside the session of 2025-07-07, 09:15 to 15:30: the times seem to be in UTC (09:15 in India). Mark them so (2025-07-07T03:45Z), or write them in Indian time',
  );
  await expect(minutes('2019-07-08 03:45')).rejects.toThrow('the times seem to be in UTC');
  await expect(ticks('2025-07-07 03:45:01', '2025-07-07 09:59:59')).rejects.toThrow('line 2: 03:45 is outside');
  expect((await minutes('2025-07-07T03:45Z')).opens).toEqual(['2025-07-07T09:15']);
});

test('bars of times that were shifted the other way are refused too', async () => {
  await expect(minutes('2025-07-07 14:45', '2025-07-07 20:59')).rejects.toThrow(
    'line 3: 20:59 is outside the session of 2025-07-07, 09:15 to 15:30: the times seem to be 5½ hours ahead',
  );
});

test('bars that are named by when they close are not taken for times of another zone', async () => {
  const advice =
    'line 4: 15:30 is outside the session of 2025-07-07, 09:15 to 15:30: a row is named by when its bar opens';
  await expect(minutes('2025-07-07 09:16', '2025-07-07 15:29', '2025-07-07 15:30')).rejects.toThrow(advice);
  // Newest first, and on a later day than the first.
  await expect(minutes('2025-07-07 15:30', '2025-07-07 09:16')).rejects.toThrow('a row is named by when its bar opens');
  await expect(minutes('2025-07-04 15:29', '2025-07-07 09:16', '2025-07-07 15:30')).rejects.toThrow(advice);
  // Such rows are of 09:15 to 10:00.
  await expect(minutes('2025-07-07 14:45', '2025-07-07 15:29', '2025-07-07 15:30')).rejects.toThrow('5½ hours ahead');
  await expect(minutes('2025-07-07 09:15', '2025-07-07 20:59')).rejects.toThrow(
    'write the times in Indian time, at which',
  );
});

test.each([
  ['before the opening', ['2025-07-07 09:15', '2025-07-07 09:07'], 'line 3: 09:07 is outside the session'],
  ['at the close', ['2025-07-07 15:29', '2025-07-07 15:30'], 'line 3: 15:30 is outside the session'],
  ['in the night', ['2019-07-08 09:15', '2019-07-08 23:00'], 'line 3: 23:00 is outside the session'],
  ['at regular hours of a day that has others', ['2025-10-21 09:15'], 'of 2025-10-21, 13:45 to 14:45'],
  ['on a weekend of a year without a list', ['2019-06-08 10:00'], 'line 2: 2019-06-08 is a Saturday without a session'],
])('a bar %s is refused by its line', async (_, times, reason) => {
  await expect(minutes(...times)).rejects.toThrow(reason);
});

test.each([
  ['1900-01-01', 'line 3: 1900-01-01 is before 1994-11-03, when prices of NSE begin'],
  ['1994-11-02', 'is before 1994-11-03'],
  ['2099-01-01', 'line 3: 2099-01-01 is in the future: today is 2026-11-20'],
  ['2026-11-21', 'is in the future'],
  ['2025-07-06', 'line 3: 2025-07-06 is a Sunday without a session: correct the date, or take the row out'],
  ['2025-08-15', 'line 3: 2025-08-15 is a holiday without a session'],
])('a daily bar of %s is refused by its line', async (date, reason) => {
  await expect(days('2025-07-07', date)).rejects.toThrow(reason);
});

test('sessions of their own hours, and hours of before October 2010, are read', async () => {
  expect((await minutes('2025-10-21 13:45', '2021-11-04 18:15', '2009-07-06 09:55', '2010-07-05 09:00')).opens).toEqual(
    ['2009-07-06T09:55', '2010-07-05T09:00', '2021-11-04T18:15', '2025-10-21T13:45'],
  );
  // The evening of Diwali on a Sunday, budgets on a Saturday and a Sunday, and the newest day there is.
  const special = ['2023-11-12', '2025-02-01', '2026-02-01', '2026-11-08', '2026-11-20'];
  expect((await days(...special)).opens.map((at) => at.slice(0, 10))).toEqual(special);
});

test('ticks of before the opening and after the close make no bar, and are named once for each day', async () => {
  const { opens, remarks } = await ticks(
    ...['2021-04-13 09:08:00', '2021-04-13 09:15:00', '2021-04-13 15:29:59', '2021-04-13 15:30:00'],
    '2021-11-04 18:16:02',
  );
  expect(opens).toEqual(['2021-04-13T09:15', '2021-04-13T15:29', '2021-11-04T18:16']);
  expect(remarks).toEqual(['2 outside_session 2 rows of 2021-04-13 from here on are outside the session; left out']);
});

/** Ticks with a price and a running volume each. */
const trading = (head: readonly (readonly [time: string, price: number, volume: number])[]) =>
  read(
    'ABC.csv',
    'ts,ltp,cum_volume',
    head.map((row) => row.join(',')),
  );

test('ticks of Indian times that are taken for UTC are refused by line, saying so', async () => {
  const shifted: (readonly [string, number, number])[] = [
    ['2021-04-13 14:45:00', 100, 1],
    ['2021-04-13 15:40:00', 101, 7],
    ['2021-04-13 16:14:59', 101, 8],
    ['2021-04-13 16:20:00', 102, 9],
    ['2021-04-13 20:59:59', 103, 99],
  ];
  const reason =
    'line 5: 16:20 is outside the session of 2021-04-13, 09:15 to 15:30: the times seem to be 5½ hours ahead of Indian time (10:50 in India), as Indian times that are taken for UTC';
  await expect(trading(shifted)).rejects.toThrow(reason);
  // A mark of UTC that is none says the same.
  await expect(
    trading([
      ['2021-04-13T09:15:00Z', 100, 1],
      ['2021-04-13T15:29:00Z', 101, 9],
    ]),
  ).rejects.toThrow('line 3: 20:59 is outside the session');
  const index = shifted.map(([time], i) => [time, 100 + i, 0] as const);
  await expect(trading([...index, ['2021-04-13 20:59:59.5', 200, 0]])).rejects.toThrow('5½ hours ahead');
  // Whatever the order in which they stand.
  await expect(trading(shifted.toReversed())).rejects.toThrow('line 3: 16:20 is outside');
});

test('what a recorder goes on with long after the close is left out, also a close that is settled then', async () => {
  const { opens, remarks } = await trading([
    ['2021-04-13 14:45:00', 100, 5],
    ['2021-04-13 15:45:00', 100, 9],
    ['2021-04-13 18:00:00', 100, 9],
    ['2021-04-13 18:30:00', 101, 9],
    ['2021-04-13 20:59:59', 101, 0],
    // A recorder that began in the evening.
    ['2021-04-15 19:00:00', 100, 50],
    ['2021-04-15 23:59:00', 100, 50],
  ]);
  expect(opens).toEqual(['2021-04-13T14:45']);
  expect(remarks).toHaveLength(2);
});

test('ticks of a whole day that are half an hour late are imported with a remark: their prices change after the close', async () => {
  const late: (readonly [string, number, number])[] = [
    ['2021-04-13 09:45:00', 100, 1],
    ['2021-04-13 12:00:00', 104, 5],
    ['2021-04-13 15:40:00', 101, 7],
    ['2021-04-13 15:50:00', 102, 8],
    ['2021-04-13 15:59:59', 103, 9],
  ];
  const text =
    'prices of 2021-04-13 still change at 15:59, though nothing trades at other prices after 15:30; the first of the session is of 09:45. Look whether the times are late: bars would stand at wrong hours';
  expect((await trading(late)).remarks).toContain(`6 prices_after_close ${text}`);
  // Half an hour early they come sooner than any tick.
  const early = late.map(([time, ...rest]) => [time.replace('09:45', '08:45'), ...rest] as const);
  await expect(trading(early)).rejects.toThrow('line 2: 08:45 is outside the session');
});

test('what is told after the close of a right day needs no remark, nor does a file of some hours of it', async () => {
  const { remarks } = await trading([
    ['2021-04-13 09:45:00', 100, 5],
    ['2021-04-13 15:29:59', 99, 6],
    // Prices of the last second, the settled close, and shares that trade at it.
    ['2021-04-13 15:30:01', 98, 7],
    ['2021-04-13 15:30:59', 97, 8],
    ['2021-04-13 15:32:00', 97, 8],
    ['2021-04-13 15:45:00', 98.5, 9],
    ['2021-04-13 15:59:59', 98.5, 60],
  ]);
  expect(remarks.filter((remark) => remark.includes('prices_after_close'))).toEqual([]);
  expect(
    (
      await trading([
        ['2021-04-13 11:00:00', 1, 1],
        ['2021-04-13 12:00:00', 2, 2],
      ])
    ).remarks,
  ).toEqual([]);
});

test('whatever the whole hours that the ticks of a day are off, their day does not pass', async () => {
  const session = fc
    .integer({ min: 0, max: 680 })
    .map((count) => calendar.sessionOn(addDays('2025-01-01', count)))
    .filter((found) => found !== undefined);
  await fc.assert(
    fc.asyncProperty(session, fc.integer({ min: -22, max: 22 }), async ({ openAt, closeAt }, halfHours) => {
      fc.pre(Math.abs(halfHours) > 1);
      const at = (ms: number): string => toIndiaIso(ms + halfHours * 30 * 60_000).slice(0, 19);
      await expect(
        trading([
          [at(openAt), 1, 1],
          [at(closeAt - 1_000), 2, 9],
        ]),
      ).rejects.toThrow(/outside the session|without a session|future/);
    }),
    { numRuns: 40 },
  );
});

test('whatever the zone that a file forgot, none of its whole days passes', async () => {
  const session = fc
    .integer({ min: 0, max: 680 })
    .map((count) => calendar.sessionOn(addDays('2025-01-01', count)))
    .filter((found) => found !== undefined);
  await fc.assert(
    fc.asyncProperty(session, fc.integer({ min: -22, max: 22 }), async ({ openAt, closeAt }, halfHours) => {
      fc.pre(halfHours !== 0);
      const at = (ms: number): string => toIndiaIso(ms + halfHours * 30 * 60_000).slice(0, 16);
      const times = [at(openAt), at(closeAt - 60_000)];
      await expect(minutes(...times)).rejects.toThrow(/outside the session|without a session|future/);
    }),
    { numRuns: 40 },
  );
});
