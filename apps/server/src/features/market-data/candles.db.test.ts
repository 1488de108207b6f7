import { type Bar, createCalendar, type IndiaDate, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { barsOfColumns, columnsOfBars } from './bar-columns.ts';
import { deleteMinutesBefore, listBlocks, putTail, readTail } from './candle-store.ts';
import { createCandles, markAsked, writeBars } from './candles.ts';
import { compactTail } from './compaction.ts';
import { createMarketData } from './service.ts';
import { putClock, upsertInstruments } from './store.ts';
import { shareBars, unpackBars } from './unpack-bars.ts';

const calendar = createCalendar(NSE_CALENDAR);
const DATASET = 'simulator:synthetic:1';
const MONDAY = '2025-07-07';
const TUESDAY = '2025-07-08';
let testDb: TestDatabase;
let sbin = 0;

beforeAll(async () => {
  testDb = await withTestDatabase();
  await testDb.db.transaction((tx) =>
    upsertInstruments(
      tx,
      [
        {
          exchange: 'NSE',
          token: '3045',
          symbol: 'SBIN',
          tradingSymbol: 'SBIN-EQ',
          name: 'State Bank of India',
          kind: 'equity',
          tickPaise: 5,
          lotSize: 1,
          expiry: undefined,
          strikePaise: undefined,
          active: true,
        },
      ],
      new Date(0),
    ),
  );
  sbin = (await market().instrument('NSE', 'SBIN'))?.id ?? 0;
});
afterAll(() => testDb.drop());

const MARKET = {
  clock: { now: () => indiaMoment(TUESDAY, 600) },
  dataset: DATASET,
  simulated: true,
  speed: 30,
  calendar,
};
const market = () => createMarketData({ ...MARKET, db: testDb.db });

/** A session's minutes whose prices tell their place. */
function sessionMinutes(date: string, count = 375): Bar[] {
  const openAt = indiaMoment(date, 555);
  return Array.from({ length: count }, (_, i) => ({
    openAt: openAt + i * MINUTE_MS,
    open: 100_00 + i,
    high: 100_00 + i + 7,
    low: 100_00 + i - 7,
    close: 100_00 + i + 1,
    volume: 10,
  }));
}

const tailOf = (bars: readonly Bar[]) => bars.map((bar) => ({ instrumentId: sbin, bar }));

test('what is written to blocks is read back to the paisa, across months', async () => {
  const key = { dataset: 'blocks', instrumentId: sbin, interval: '1m' } as const;
  const bars = [...sessionMinutes('2025-06-30'), ...sessionMinutes('2025-07-01')];
  await testDb.db.transaction((tx) => writeBars(tx, key, columnsOfBars(bars)));
  expect(barsOfColumns(await createCandles(testDb.db).read(key))).toEqual(bars);
});

test('packed bars are the same as unpacked ones: of months, of the tail, and where the tail repeats a block', async () => {
  const { db } = testDb;
  const dataset = 'packed:synthetic:1';
  const key = { dataset, instrumentId: sbin, interval: '1m' } as const;
  const days = ['2025-06-27', '2025-06-30', '2025-07-01'].map((date) => sessionMinutes(date));
  await db.transaction((tx) => writeBars(tx, key, columnsOfBars(days.flat())));
  const first = days[0]?.[0]?.openAt ?? 0;
  const same = async (range: { readonly from?: number; readonly to?: number } = {}) => {
    const request = { symbol: 'SBIN', interval: '1m', dataset, ...range } as const;
    const expected = await market().bars(request);
    const [series] = unpackBars([shareBars(await market().packedBars(request))]);
    expect([...(series?.bars() ?? [])]).toEqual(expected);
    return expected.length;
  };
  expect(await same()).toBe(3 * 375);
  expect(await same({ from: first + 10 * MINUTE_MS, to: indiaMoment('2025-07-01', 600) })).toBe(2 * 375 - 10 + 45);
  const newer = sessionMinutes('2025-07-01').map((bar) => ({ ...bar, volume: 11 }));
  await putTail(db.kysely, dataset, tailOf([...newer.slice(300), ...sessionMinutes('2025-07-02', 20)]));
  expect(await same()).toBe(3 * 375 + 20);
  expect(await same({ from: indiaMoment('2025-07-01', 900) })).toBe(30 + 20);
  expect(await same({ from: indiaMoment('2025-08-01') })).toBe(0);
  const unknown = { symbol: 'NOBODY', interval: '1m', dataset } as const;
  expect((await market().packedBars(unknown)).blocks).toEqual([]);
  const [daily] = unpackBars([await market().packedBars({ symbol: 'SBIN', interval: '1d', dataset })]);
  expect([...(daily?.bars() ?? [])]).toEqual(await market().bars({ symbol: 'SBIN', interval: '1d', dataset }));
  expect(daily?.length).toBe(4);
});

test('packed bars leave out a minute that is not over', async () => {
  const { db } = testDb;
  const date = '2025-07-04';
  const world = 'simulator:synthetic:9';
  await putTail(db.kysely, world, tailOf(sessionMinutes(date, 5)));
  const openAt = indiaMoment(date, 555);
  await putClock(db.kysely, world, { exchangeAt: openAt + 4 * MINUTE_MS + 30_000, seenAt: 0, speed: 1, feed: 'live' });
  const own = createMarketData({ ...MARKET, db, dataset: world });
  const request = { symbol: 'SBIN', interval: '1m' } as const;
  const [series] = unpackBars([await own.packedBars(request)]);
  expect([...(series?.bars() ?? [])]).toEqual(await own.bars(request));
  expect(series?.length).toBe(4);
});

test('a day moves from the tail into blocks once, with its daily bar, and a second run changes nothing', async () => {
  const { db } = testDb;
  const [monday, tuesday] = [sessionMinutes(MONDAY), sessionMinutes(TUESDAY, 20)];
  await putTail(db.kysely, DATASET, tailOf([...monday, ...tuesday]));
  await putClock(db.kysely, DATASET, {
    exchangeAt: indiaMoment(TUESDAY, 575),
    seenAt: indiaMoment(TUESDAY, 600),
    speed: 30,
    feed: 'live',
  });
  const before = await market().bars({ symbol: 'SBIN', interval: '1m' });
  const request = { dataset: DATASET, before: indiaMoment(TUESDAY, 555), calendar };
  expect(await compactTail(db, request)).toBe(1);
  expect(await compactTail(db, request)).toBe(0);
  expect(await market().bars({ symbol: 'SBIN', interval: '1m' })).toEqual(before);
  expect(await readTail(db.kysely, { dataset: DATASET, instrumentId: sbin })).toEqual(tuesday);
  const days = await createCandles(db).read({ dataset: DATASET, instrumentId: sbin, interval: '1d' });
  expect(barsOfColumns(days)).toEqual([
    {
      openAt: indiaMoment(MONDAY, 555),
      open: 100_00,
      high: 100_00 + 374 + 7,
      low: 100_00 - 7,
      close: 100_00 + 375,
      volume: 3_750,
    },
  ]);
});

test('a minute that is repaired after its day was stored replaces the one in the block and mends the daily bar', async () => {
  const { db } = testDb;
  const minute = sessionMinutes(MONDAY)[10];
  if (!minute) throw new Error('no minute');
  await putTail(db.kysely, DATASET, tailOf([{ ...minute, high: 500_00, volume: 110 }]));
  await compactTail(db, { dataset: DATASET, before: indiaMoment(TUESDAY, 555), calendar });
  const [day] = await market().bars({ symbol: 'SBIN', interval: '1d' });
  expect(day).toMatchObject({ high: 500_00, volume: 3_850, open: 100_00 });
  expect(await market().bars({ symbol: 'SBIN', interval: '1m', to: indiaMoment(TUESDAY) })).toHaveLength(375);
});

test('longer bars are cut at the opening, closed ones only, and a limit gives the newest', async () => {
  const bars = await market().bars({ symbol: 'SBIN', interval: '15m', from: indiaMoment(TUESDAY) });
  // At 09:35 the bar of 09:30 is still growing.
  expect(bars.map((bar) => bar.openAt)).toEqual([indiaMoment(TUESDAY, 555)]);
  const newest = await market().bars({ symbol: 'SBIN', interval: '5m', limit: 3 });
  expect(newest.map((bar) => bar.openAt)).toEqual([560, 565, 570].map((minute) => indiaMoment(TUESDAY, minute)));
  const all = await market().bars({ symbol: 'SBIN', interval: '5m' });
  expect(newest).toEqual(all.slice(-3));
});

test('minutes of months before a day are thinned; daily bars, that month, what was asked for and other worlds stay', async () => {
  const { db } = testDb;
  const key = { dataset: 'thinned', instrumentId: sbin, interval: '1m' } as const;
  const other = { ...key, dataset: 'untouched' };
  const barOn = (day: IndiaDate) => ({
    openAt: indiaMoment(day, 600),
    open: 1_00,
    high: 1_00,
    low: 1_00,
    close: 1_00,
    volume: 1,
  });
  const days = (['2024-01-15', '2024-02-14', '2024-03-04', '2024-03-25'] as const).map(barOn);
  await db.transaction(async (tx) => {
    for (const each of [key, other, { ...key, interval: '1d' } as const]) {
      await writeBars(tx, each, columnsOfBars(days));
      await markAsked(tx, each, indiaMoment('2023-12-01'));
    }
  });
  expect(await deleteMinutesBefore(db.kysely, key.dataset, '2024-03')).toBe(2);
  expect(await deleteMinutesBefore(db.kysely, key.dataset, '2024-03')).toBe(0);
  const candles = createCandles(db);
  expect(barsOfColumns(await candles.read(key))).toEqual(days.slice(2));
  expect((await listBlocks(db.kysely, key)).map(({ month }) => month)).toEqual(['2023-12', '2024-03']);
  expect(barsOfColumns(await candles.read(other))).toEqual(days);
  expect(barsOfColumns(await candles.read({ ...key, interval: '1d' }))).toEqual(days);
});

test('a decoded block is served from memory until it changes', async () => {
  const key = { dataset: 'cache', instrumentId: sbin, interval: '1m' } as const;
  const candles = createCandles(testDb.db);
  const [first, second] = sessionMinutes(MONDAY, 2);
  if (!first || !second) throw new Error('no minutes');
  await testDb.db.transaction((tx) => writeBars(tx, key, columnsOfBars([first])));
  const once = await candles.read(key);
  expect(await candles.read(key)).toBe(once);
  await testDb.db.transaction((tx) => writeBars(tx, key, columnsOfBars([second])));
  expect(barsOfColumns(await candles.read(key))).toEqual([first, second]);
});

test('the state of the market follows the clock of the feed, and a silent feed is down', async () => {
  const at = (now: number) =>
    createMarketData({
      db: testDb.db,
      clock: { now: () => now },
      dataset: DATASET,
      simulated: true,
      speed: 30,
      calendar,
    }).marketState();
  const seenAt = indiaMoment(TUESDAY, 600);
  expect(await at(seenAt + 1_000)).toMatchObject({
    status: 'open',
    feed: 'live',
    now: indiaMoment(TUESDAY, 575) + 30_000,
    closesAt: indiaMoment(TUESDAY, 930),
  });
  expect(await at(seenAt + 60_000)).toMatchObject({ feed: 'down', now: indiaMoment(TUESDAY, 575) });
});
