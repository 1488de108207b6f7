import type { EventOf } from '@trickdesk/contract';
import { type EpochMs, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import type { NewestPrice } from '../market-data/index.ts';
import { putClock, putLastPrices } from '../market-data/store.ts';
import { type ResultStream, streamResults } from './result-stream.ts';
import { recordTrade } from './testing/trades.ts';
import { DATASET, insertInstrument, insertStrategy } from './testing/world.ts';

const NOW = indiaMoment('2026-09-29', 600);
const EVERY_MS = 20;
const ids = new Map<string, number>();
const newest = new Map<string, NewestPrice>();
const open: ResultStream[] = [];
let api: TestApi;
let strategyId = 0;

beforeAll(async () => {
  api = await openTestApi();
  const { db } = api.database;
  for (const symbol of ['SBIN', 'INFY']) await insertInstrument(db, symbol);
  for (const { id, symbol } of await db.kysely.selectFrom('instrument').select(['id', 'symbol']).execute()) {
    ids.set(symbol, id);
  }
  strategyId = await insertStrategy(api.database.db, 'two-shares', {
    format: 1,
    instruments: [...ids.keys()].map((symbol) => ({ exchange: 'NSE', symbol })),
    interval: '5m',
    product: 'INTRADAY',
    direction: 'both',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open', short: 'close < open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
  await putExchangeTime(NOW);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  newest.clear();
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken });
let names = 0;

function putExchangeTime(exchangeAt: EpochMs): Promise<void> {
  const seen = { exchangeAt, seenAt: api.clock.now(), speed: 1, feed: 'live' as const };
  return putClock(api.database.db.kysely, DATASET, seen);
}

function storePrice(symbol: string, pricePaise: number, at: EpochMs): Promise<void> {
  const day = { openPaise: 598_00, highPaise: 611_00, lowPaise: 597_00, previousClosePaise: 595_00, volume: 1 };
  return putLastPrices(api.database.db.kysely, DATASET, [
    { instrumentId: ids.get(symbol) ?? 0, pricePaise, at, ...day },
  ]);
}

/** A person with a trick that runs in test mode. */
async function trader(): Promise<{ person: Person; TricksId: number }> {
  const person = await api.signUp(`watcher${++names}`);
  const { data } = await api.send('toptenclone', { TricksId: strategyId }, as(person));
  await api.send('starttrick', { TricksId: data.TricksId, idempotencyKey: 'start' }, as(person));
  return { person, TricksId: data.TricksId };
}

type Owner = Awaited<ReturnType<typeof trader>>;

const held = (owner: Owner, symbol: string, direction: 'long' | 'short', entryAt: EpochMs) => ({
  accountId: owner.person.userId,
  deploymentId: owner.TricksId,
  runNumber: 1,
  intentId: ids.get(symbol) ?? 0,
  symbol,
  direction,
  quantity: 100,
  entryAt,
  entryPaise: 600_00,
  entryChargesPaise: 25_00,
});

/** A stream of one account, and what it was told. */
function watch({ person }: Owner): { stream: ResultStream; told: EventOf<'pnl'>[]; stop: () => void } {
  const parts = { db: api.database.db, market: { dataset: DATASET }, priceOf: (symbol: string) => newest.get(symbol) };
  const log = createLog('silent', () => undefined);
  const stream = streamResults({ ...parts, log, everyMs: EVERY_MS });
  open.push(stream);
  const told: EventOf<'pnl'>[] = [];
  const stop = stream.listen({
    accountId: person.userId,
    send: ({ name, data }) => {
      expect(name).toBe('pnl');
      told.push(JSON.parse(data));
    },
  });
  return { stream, told, stop };
}

/** The same figures as the calls give them. */
async function asked({ person }: Owner): Promise<EventOf<'pnl'>> {
  const { data } = await api.send('home', {}, as(person));
  const [rows, header] = [
    await api.send('mytrick', { type: 'Test' }, as(person)),
    await api.send('headerdata', {}, as(person)),
  ];
  const { live, test: paper } = data.summary;
  expect(header.data.todayPnlPaise).toEqual({ live: live.dayPnlPaise, test: paper.dayPnlPaise });
  const figures = ({ dayPnlPaise, totalPnlPaise }: { dayPnlPaise: number; totalPnlPaise: number }) => ({
    dayPnlPaise,
    totalPnlPaise,
  });
  return {
    tricks: rows.data.trick_list
      .filter((row) => row.openPositions > 0)
      .map((row) => ({ TricksId: row.TricksId, ...figures(row) })),
    live: figures(live),
    test: figures(paper),
  };
}

const soon = { timeout: 5_000, interval: EVERY_MS };

test('whatever the prices, what is told is what the calls say when those prices are stored', async () => {
  const owner = await trader();
  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  await recordTrade(api.database.db, held(owner, 'INFY', 'short', indiaMoment('2026-09-28', 600)));
  for (const symbol of ids.keys()) await storePrice(symbol, 600_00, NOW);
  const { told } = watch(owner);
  await expect.poll(() => told.length, soon).toBe(1);
  let at = NOW;
  const paise = fc.integer({ min: 100_00, max: 2_000_00 });
  await fc.assert(
    fc.asyncProperty(paise, paise, async (sbin, infy) => {
      at += 1_000;
      newest.set('SBIN', { at, pricePaise: sbin });
      newest.set('INFY', { at, pricePaise: infy });
      await storePrice('SBIN', sbin, at);
      await storePrice('INFY', infy, at);
      const right = await asked(owner);
      await expect.poll(() => told.at(-1), soon).toEqual(right);
    }),
    { numRuns: 10 },
  );
  expect(told.at(-1)?.tricks.map((trick) => trick.TricksId)).toEqual([owner.TricksId]);
});

test('a price that is older than the stored one counts for nothing, and what has not changed is told once', async () => {
  const owner = await trader();
  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  await storePrice('SBIN', 610_00, NOW);
  newest.set('SBIN', { at: NOW - 1_000, pricePaise: 500_00 });
  const { told } = watch(owner);
  await expect.poll(() => told, soon).toEqual([await asked(owner)]);
  await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
  expect(told).toHaveLength(1);
});

test('who holds nothing is told nothing; who sells is told of the end, and each hears of the own account alone', async () => {
  const [owner, other] = [await trader(), await trader()];
  const [mine, others] = [watch(owner), watch(other)];
  await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
  expect([mine.told, others.told]).toEqual([[], []]);

  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  await storePrice('SBIN', 612_00, NOW);
  mine.stream.readAgain(owner.person.userId);
  await expect.poll(() => mine.told.at(-1), soon).toEqual(await asked(owner));
  expect(mine.told.at(-1)?.tricks).toHaveLength(1);

  const whole = held(owner, 'SBIN', 'long', NOW - MINUTE_MS);
  await api.database.db.kysely.deleteFrom('position').where('account_id', '=', whole.accountId).execute();
  await recordTrade(api.database.db, {
    ...{ ...whole, intentId: whole.intentId + 100 },
    exit: { at: NOW, pricePaise: 613_00, chargesPaise: 30_00 },
  });
  mine.stream.readAgain(owner.person.userId);
  await expect.poll(() => mine.told.at(-1), soon).toEqual(await asked(owner));
  expect(mine.told.at(-1)).toMatchObject({ tricks: [], test: { totalPnlPaise: 13_00 * 100 - 55_00 } });
  expect(others.told).toEqual([]);
});

test('what another trick made in a mode that it has left is told with the rest of that mode', async () => {
  const owner = await trader();
  const { data: moved } = await api.send('toptenclone', { TricksId: strategyId, name: 'Moved' }, as(owner.person));
  await api.send('starttrick', { TricksId: moved.TricksId, idempotencyKey: 'moved' }, as(owner.person));
  await recordTrade(api.database.db, {
    ...held({ ...owner, TricksId: moved.TricksId }, 'INFY', 'long', NOW - MINUTE_MS),
    exit: { at: NOW, pricePaise: 607_00, chargesPaise: 30_00 },
  });
  const to = { mode: 'live', status: 'stopped', phase: 'idle' } as const;
  await api.database.db.kysely.updateTable('deployment').set(to).where('id', '=', moved.TricksId).execute();
  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  await storePrice('SBIN', 600_00, NOW);
  const { told } = watch(owner);
  await expect.poll(() => told.at(-1), soon).toEqual(await asked(owner));
  const alone = told.at(-1)?.tricks[0]?.totalPnlPaise ?? 0;
  expect(told.at(-1)).toMatchObject({ live: { totalPnlPaise: 0 }, test: { totalPnlPaise: alone + 700_00 - 55_00 } });
});

test('with a price of the next day its results begin anew', async () => {
  const owner = await trader();
  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  await storePrice('SBIN', 610_00, NOW);
  const { told } = watch(owner);
  await expect.poll(() => told.length, soon).toBe(1);
  const tomorrow = indiaMoment('2026-09-30', 560);
  try {
    await putExchangeTime(tomorrow);
    await storePrice('SBIN', 615_00, tomorrow);
    newest.set('SBIN', { at: tomorrow, pricePaise: 615_00 });
    await expect.poll(() => told.at(-1), soon).toEqual(await asked(owner));
    // What was held over night adds the move since the close of the day before.
    expect(told.at(-1)?.test.dayPnlPaise).toBe(20_00 * 100);
  } finally {
    await putExchangeTime(NOW);
  }
});

test('an account that cannot be read is tried again, and said in the log', async () => {
  const owner = await trader();
  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  const { kysely } = api.database.db;
  let failures = 2;
  const failing = new Proxy(api.database.db, {
    get: (db, name) => {
      if (name !== 'kysely') return Reflect.get(db, name);
      failures -= 1;
      if (failures >= 0) throw new Error('the database is away');
      return kysely;
    },
  });
  const told: string[] = [];
  const warned: string[] = [];
  const log = createLog('warn', (line) => warned.push(line));
  const stream = streamResults({
    ...{ db: failing, market: { dataset: DATASET }, priceOf: () => undefined },
    ...{ log, everyMs: EVERY_MS },
  });
  open.push(stream);
  stream.listen({ accountId: owner.person.userId, send: ({ data }) => told.push(data) });
  await expect.poll(() => told.length, soon).toBe(1);
  expect(warned).toHaveLength(2);
  for (const line of warned) expect(line).toContain('results could not be streamed');
});

test('who goes is told nothing more', async () => {
  const owner = await trader();
  await recordTrade(api.database.db, held(owner, 'SBIN', 'long', NOW - MINUTE_MS));
  await storePrice('SBIN', 610_00, NOW);
  const { told, stop } = watch(owner);
  await expect.poll(() => told.length, soon).toBe(1);
  stop();
  newest.set('SBIN', { at: NOW + 1_000, pricePaise: 700_00 });
  await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
  expect(told).toHaveLength(1);
});
