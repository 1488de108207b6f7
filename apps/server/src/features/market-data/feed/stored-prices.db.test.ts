import { type CorporateAction, type EpochMs, indiaMoment } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAction } from '../actions-store.ts';
import { findInstrument, readLastPrices, upsertInstruments } from '../store.ts';
import { StoredPrices } from './stored-prices.ts';

const DATASET = 'test';
const EVE = '2026-06-04';
const EX_DATE = '2026-06-05';
const MONDAY = '2026-06-08';
const NO_EXPIRY = { expiry: undefined, strikePaise: undefined };
const CLOSES = indiaMoment(EVE, 15 * 60 + 29);

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

const pricesOf = () => new StoredPrices(testDb.db, DATASET);
const tick = (exchangeAt: EpochMs, lastPaise: number) => ({
  ...{ exchangeAt, lastPaise, openPaise: lastPaise - 5_00, highPaise: lastPaise + 5_00, lowPaise: lastPaise - 10_00 },
  ...{ previousClosePaise: lastPaise - 1, volume: 100 },
});

async function share(symbol: string, ...actions: readonly Omit<CorporateAction, 'kind'>[]): Promise<number> {
  const facts = { exchange: 'NSE', token: symbol, symbol, tradingSymbol: `${symbol}-EQ`, name: symbol } as const;
  const row = { ...facts, kind: 'equity', tickPaise: 5, lotSize: 1, active: true, ...NO_EXPIRY } as const;
  return testDb.db.transaction(async (tx) => {
    await upsertInstruments(tx, [row], new Date(0));
    const instrumentId = (await findInstrument(tx, 'NSE', symbol))?.id ?? 0;
    for (const action of actions) await putAction(tx, { dataset: DATASET, instrumentId }, { ...action, kind: 'split' });
    return instrumentId;
  });
}

async function stored(symbol: string): Promise<number[]> {
  const [last] = await readLastPrices(testDb.db.kysely, DATASET, [{ symbol }]);
  if (!last) return [];
  return [last.pricePaise, last.openPaise, last.highPaise, last.lowPaise, last.previousClosePaise];
}

test('with its ex-date the last price of a share is in the units of the day, once, whoever writes it', async () => {
  const id = await share('SPLIT', { exDate: EX_DATE, oldUnits: 1, newUnits: 5 });
  const prices = pricesOf();
  prices.note(id, tick(CLOSES, 612_31));
  await prices.write(EVE);
  expect(await stored('SPLIT')).toEqual([612_31, 607_31, 617_31, 602_31, 612_30]);
  const turned = [122_46, 121_46, 123_46, 120_46, 122_46];
  await prices.write(EX_DATE);
  expect(await stored('SPLIT')).toEqual(turned);
  await prices.write(EX_DATE);
  await pricesOf().write(EX_DATE);
  expect(await stored('SPLIT')).toEqual(turned);
  // The broker repeats its last state when the feed signs in again.
  prices.note(id, tick(CLOSES, 612_31));
  await prices.write(EX_DATE);
  expect(await stored('SPLIT')).toEqual(turned);
  prices.note(id, tick(indiaMoment(EX_DATE, 9 * 60 + 15), 121_00));
  await prices.write(EX_DATE);
  await prices.write(MONDAY);
  expect((await stored('SPLIT'))[0]).toBe(121_00);
});

test('a feed that was down over two ex-dates goes over both, in their order', async () => {
  const id = await share(
    'TWICE',
    { exDate: EX_DATE, oldUnits: 1, newUnits: 2 },
    { exDate: MONDAY, oldUnits: 3, newUnits: 1 },
  );
  const prices = pricesOf();
  prices.note(id, tick(CLOSES, 100_01));
  await prices.write(EVE);
  await pricesOf().write(MONDAY);
  // 50.01 a unit after the first, and three of these after the second.
  expect((await stored('TWICE'))[0]).toBe(150_03);
});

test('what the broker repeats on an ex-date is never there in the units of before', async () => {
  const id = await share('REPEATED', { exDate: EX_DATE, oldUnits: 1, newUnits: 5 });
  const prices = pricesOf();
  prices.note(id, tick(CLOSES, 500_00));
  await prices.write(EX_DATE);
  prices.note(id, tick(CLOSES, 500_00));
  let written: Promise<void> | undefined;
  await testDb.db.transaction(async (tx) => {
    await sql`LOCK TABLE corporate_action IN ACCESS EXCLUSIVE MODE`.execute(tx);
    written = prices.write(EX_DATE);
    const waits = sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`;
    await expect.poll(async () => (await waits.execute(testDb.db.kysely)).rows[0]?.n).toBeGreaterThan(0);
    const { rows } = await sql<{ price_paise: number }>`
      SELECT price_paise FROM last_price WHERE instrument_id = ${id}`.execute(testDb.db.kysely);
    expect(rows).toEqual([{ price_paise: 100_00 }]);
  });
  await written;
  expect((await stored('REPEATED'))[0]).toBe(100_00);
});

test('a price that the release before has written is in the units of its own day', async () => {
  const id = await share('ROLLED', { exDate: EX_DATE, oldUnits: 1, newUnits: 5 });
  const prices = pricesOf();
  prices.note(id, tick(CLOSES, 500_00));
  await prices.write(EX_DATE);
  // It knows nothing of the column.
  await sql`UPDATE last_price SET price_paise = 10100, at = ${new Date(indiaMoment(MONDAY, 600))}
    WHERE instrument_id = ${id}`.execute(testDb.db.kysely);
  const [last] = await readLastPrices(testDb.db.kysely, DATASET, [{ symbol: 'ROLLED' }]);
  expect(last).toMatchObject({ pricePaise: 101_00, unitsOf: MONDAY });
});

test('a ratio that no price can follow keeps nobody’s price from being stored', async () => {
  const dear = await share('DEAR', { exDate: EX_DATE, oldUnits: 1_000, newUnits: 1 });
  const other = await share('OTHER');
  const prices = pricesOf();
  prices.note(dear, tick(CLOSES, 50_000_00));
  prices.note(other, tick(CLOSES, 100_00));
  await prices.write(EX_DATE);
  expect((await stored('OTHER'))[0]).toBe(100_00);
});
