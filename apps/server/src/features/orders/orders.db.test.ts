import { DAY_MS, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { type PastTrade, recordTrade } from '../deployments/testing/trades.ts';
import { DATASET, insertInstrument, insertStrategy } from '../deployments/testing/world.ts';
import { putClock, putLastPrices } from '../market-data/store.ts';

const FIRST_DAY = indiaMoment('2026-09-01', 600);
const NOW = indiaMoment('2026-09-29', 600);
const SYMBOLS = ['SBIN', 'INFY', 'TCS'];
let api: TestApi;
let strategyId = 0;

beforeAll(async () => {
  api = await openTestApi();
  for (const symbol of SYMBOLS) await insertInstrument(api.database.db, symbol);
  strategyId = await insertStrategy(api.database.db, 'three-shares', {
    format: 1,
    instruments: SYMBOLS.map((symbol) => ({ exchange: 'NSE', symbol })),
    interval: '5m',
    product: 'INTRADAY',
    direction: 'both',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open', short: 'close < open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
  const seen = { exchangeAt: NOW, seenAt: api.clock.now(), speed: 1, feed: 'live' as const };
  await putClock(api.database.db.kysely, DATASET, seen);
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken });
let names = 0;

/** A person with a trick that has run. */
async function trader(): Promise<{ person: Person; TricksId: number }> {
  const person = await api.signUp(`trader${++names}`);
  const { data } = await api.send('toptenclone', { TricksId: strategyId }, as(person));
  await api.send('starttrick', { TricksId: data.TricksId, idempotencyKey: 'start' }, as(person));
  return { person, TricksId: data.TricksId };
}

const anyTrade = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  direction: fc.constantFrom('long' as const, 'short' as const),
  quantity: fc.integer({ min: 1, max: 5_000 }),
  day: fc.nat({ max: 25 }),
  minutes: fc.integer({ min: 1, max: 300 }),
  entryPaise: fc.integer({ min: 50_00, max: 4_000_00 }),
  exitPaise: fc.integer({ min: 50_00, max: 4_000_00 }),
  entryChargesPaise: fc.nat({ max: 200_00 }),
  exitChargesPaise: fc.nat({ max: 200_00 }),
});

type Drawn = typeof anyTrade extends fc.Arbitrary<infer Trade> ? Trade : never;

function pastTrade(owner: { person: Person; TricksId: number }, trade: Drawn, i: number) {
  const entryAt = FIRST_DAY + trade.day * DAY_MS;
  return {
    accountId: owner.person.userId,
    deploymentId: owner.TricksId,
    runNumber: 1,
    intentId: 2 * i + 1,
    symbol: trade.symbol,
    direction: trade.direction,
    quantity: trade.quantity,
    entryAt,
    entryPaise: trade.entryPaise,
    entryChargesPaise: trade.entryChargesPaise,
    exit: {
      at: entryAt + trade.minutes * MINUTE_MS,
      pricePaise: trade.exitPaise,
      chargesPaise: trade.exitChargesPaise,
    },
  } satisfies PastTrade;
}

function resultOf(trade: PastTrade): { net: number; charges: number; day: string } {
  const { exit, direction, quantity, entryPaise, entryChargesPaise } = trade;
  if (!exit) throw new Error('not closed');
  const charges = entryChargesPaise + exit.chargesPaise;
  const gross = (direction === 'long' ? 1 : -1) * (exit.pricePaise - entryPaise) * quantity;
  return { net: gross - charges, charges, day: indiaDateOf(exit.at) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('whatever was traded', () => {
  test('totals over the filtered set are the sums of its trades, page by page and from the roll-ups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTrade, { minLength: 1, maxLength: 15 }),
        fc.constantFrom(...SYMBOLS),
        fc.nat({ max: 25 }),
        async (drawn, symbol, day) => {
          const owner = await trader();
          const trades = drawn.map((trade, i) => pastTrade(owner, trade, i));
          for (const trade of trades) await recordTrade(api.database.db, trade);
          const from_date = indiaDateOf(FIRST_DAY + day * DAY_MS);
          const ask = async (filter: object) => {
            const input = { is_live: 0, pageSize: 4, ...filter } as const;
            const { data } = await api.send('tradehistory', input, as(owner.person));
            const rows = [...(data.test_tradehistory ?? [])];
            for (let pageNumber = 2; rows.length < data.total; pageNumber += 1) {
              const page = await api.send('tradehistory', { ...input, pageNumber }, as(owner.person));
              rows.push(...(page.data.test_tradehistory ?? []));
            }
            expect(new Set(rows.map((row) => row.tradeId)).size).toBe(data.total);
            expect(data.tradetotalProfit).toBe(sum(rows.map((row) => row.pnlPaise)));
            expect(data.totals.chargesPaise).toBe(sum(rows.map((row) => row.chargesPaise)));
            expect(data.totals.grossPaise).toBe(sum(rows.map((row) => row.grossPnlPaise)));
            expect(data.totals.wins).toBe(rows.filter((row) => row.pnlPaise > 0).length);
            return data.tradetotalProfit;
          };
          const results = trades.map((trade) => ({ ...resultOf(trade), symbol: trade.symbol }));
          expect(await ask({})).toBe(sum(results.map((row) => row.net)));
          expect(await ask({ Search: symbol })).toBe(
            sum(results.filter((row) => row.symbol === symbol).map((row) => row.net)),
          );
          expect(await ask({ from_date })).toBe(
            sum(results.filter((row) => row.day >= from_date).map((row) => row.net)),
          );
          const closed = { type: 'Test', status: 'closed', page: 1 } as const;
          const { data } = await api.send('my-openposition', closed, as(owner.person));
          expect(data.totals).toMatchObject({
            pnlPaise: sum(results.map((row) => row.net)),
            chargesPaise: sum(results.map((row) => row.charges)),
          });
        },
      ),
      { numRuns: 6 },
    );
  }, 60_000);
});

test('lists name their mode, and what is not there is an empty list', async () => {
  const { person } = await trader();
  const live = await api.send('tradehistory', {}, as(person));
  expect(live.data).toMatchObject({ live_tradehistory: [], tradetotalProfit: 0, total: 0 });
  expect(live.data).not.toHaveProperty('test_tradehistory');
  const orders = await api.send('orderhistory', { is_live: 0 }, as(person));
  expect(orders.data).toMatchObject({ test_orderhistory: [], totalOrder: 0 });
  expect(orders.data).not.toHaveProperty('live_orderhistory');
});

test('an open position shows its result after all charges, and the header the same', async () => {
  const owner = await trader();
  const { db } = api.database;
  await recordTrade(db, {
    accountId: owner.person.userId,
    deploymentId: owner.TricksId,
    runNumber: 1,
    intentId: 1,
    symbol: 'SBIN',
    direction: 'long',
    quantity: 100,
    entryAt: NOW - MINUTE_MS,
    entryPaise: 600_00,
    entryChargesPaise: 25_00,
  });
  const instrument = await db.kysely
    .selectFrom('instrument')
    .select('id')
    .where('symbol', '=', 'SBIN')
    .executeTakeFirstOrThrow();
  const day = { openPaise: 598_00, highPaise: 611_00, lowPaise: 597_00, previousClosePaise: 595_00, volume: 1 };
  await putLastPrices(db.kysely, DATASET, [{ instrumentId: instrument.id, pricePaise: 610_00, at: NOW, ...day }]);
  const { data } = await api.send('my-openposition', { type: 'Test', page: 1 }, as(owner.person));
  const [row] = data.open_positions.flatMap((one) => (one.placedBy === 'trick' ? [one] : []));
  expect(row).toMatchObject({ symbol: 'SBIN', quantity: 100, averagePrice: 600, lastPrice: 610, badge: 'test' });
  expect(row?.pnlPaise).toBeLessThan(1_000_00 - 25_00);
  expect(row?.pnlPaise).toBeGreaterThan(1_000_00 - 150_00);
  expect(data.totals).toMatchObject({ pnlPaise: row?.pnlPaise, chargesPaise: 25_00, investedPaise: 60_000_00 });
  const header = await api.send('headerdata', {}, as(owner.person));
  expect(header.data.todayPnlPaise).toEqual({ live: 0, test: row?.pnlPaise });
  const home = await api.send('home', {}, as(owner.person));
  expect(home.data.summary.test).toMatchObject({ totalPnlPaise: row?.pnlPaise, openPositions: 1, runningTricks: 1 });
  expect(home.data.summary.live).toMatchObject({ totalPnlPaise: 0, openPositions: 0, capitalPaise: 0 });
  const mine = await api.send('mytrick', { type: 'Test' }, as(owner.person));
  expect(mine.data.trick_list[0]).toMatchObject({ totalPnlPaise: row?.pnlPaise, dayPnlPaise: row?.pnlPaise });
  const details = await api.send('trickdetails', { TricksId: owner.TricksId }, as(owner.person));
  expect(details.data.trick_details.plan.sell[0]?.pnlPaise).toBe(row?.pnlPaise);
});

test('a symbol that two instruments bear shows a position once', async () => {
  const owner = await trader();
  const { db } = api.database;
  const again = { exchange: 'NSE', token: 'x', symbol: 'INFY', trading_symbol: 'INFY-BE', name: 'INFY' };
  await db.kysely
    .insertInto('instrument')
    .values({
      ...again,
      kind: 'equity',
      tick_paise: 5,
      lot_size: 1,
      expiry: null,
      strike_paise: null,
      updated_at: new Date(0),
    })
    .execute();
  const trade = { symbol: 'INFY', direction: 'long', quantity: 1, day: 1, minutes: 5 } as const;
  const prices = { entryPaise: 100_00, exitPaise: 101_00, entryChargesPaise: 1, exitChargesPaise: 1 };
  await recordTrade(db, pastTrade(owner, { ...trade, ...prices }, 0));
  const { data } = await api.send('tradehistory', { is_live: 0 }, as(owner.person));
  expect(data.test_tradehistory?.length).toBe(1);
});

test('orders tell each state that they went through, newest first, and nobody sees those of another', async () => {
  const owner = await trader();
  const stranger = await trader();
  const trade = { symbol: 'TCS', direction: 'short', quantity: 3, day: 2, minutes: 9 } as const;
  const prices = { entryPaise: 300_00, exitPaise: 290_00, entryChargesPaise: 5_00, exitChargesPaise: 6_00 };
  await recordTrade(api.database.db, pastTrade(owner, { ...trade, ...prices }, 0));
  const { data } = await api.send('orderhistory', { is_live: 0, status: 'filled' }, as(owner.person));
  expect(data.totalOrder).toBe(2);
  expect(data.test_orderhistory?.map((order) => [order.side, order.purpose])).toEqual([
    ['buy', 'exit'],
    ['sell', 'entry'],
  ]);
  expect(data.test_orderhistory?.[0]?.states.map(({ state }) => state)).toEqual(['intended', 'filled']);
  const theirs = { is_live: 0, TricksId: owner.TricksId } as const;
  expect((await api.send('orderhistory', theirs, as(stranger.person))).data.totalOrder).toBe(0);
  expect((await api.send('tradehistory', theirs, as(stranger.person))).data.total).toBe(0);
});

test('the main lists read by index where a person has ten thousand rows', async () => {
  const owner = await trader();
  const { kysely } = api.database.db;
  const others = [await trader(), await trader(), await trader()];
  for (const { person, TricksId } of [owner, ...others]) await fill(person.userId, TricksId);
  await sql`ANALYZE`.execute(kysely);
  const plans = [
    sql`SELECT id FROM trade_order WHERE account_id = ${owner.person.userId} AND mode = 'paper' ORDER BY id DESC LIMIT 12`,
    sql`SELECT id FROM position WHERE account_id = ${owner.person.userId} AND mode = 'paper' AND status = 'closed' ORDER BY id DESC LIMIT 12`,
    sql`SELECT id FROM decision WHERE deployment_id = ${owner.TricksId} ORDER BY id DESC LIMIT 100`,
  ];
  for (const query of plans) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(kysely);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
  }
});

async function fill(accountId: number, deploymentId: number): Promise<void> {
  const { kysely } = api.database.db;
  await sql`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
      purpose, quantity, state, reason, at, day)
    SELECT ${accountId}, ${deploymentId}, 'paper', 1, n, 'SBIN', 'NSE', 'buy', 'entry', 1, 'filled', '', now(), '2026-09-01'
    FROM generate_series(1, 10000) n`.execute(kysely);
  await sql`INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity,
      status, entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise, exit_day)
    SELECT account_id, deployment_id, mode, run_number, symbol, exchange, 'long', 1, 'closed', at, 100, 0, id, '', 0, day
    FROM trade_order WHERE deployment_id = ${deploymentId}`.execute(kysely);
  await sql`INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id, body)
    SELECT ${deploymentId}, 1, n, now(), 'SBIN', 'veto', '', strategy_version_id, '{}'
    FROM generate_series(1, 10000) n, deployment WHERE id = ${deploymentId}`.execute(kysely);
}

test('trades and orders are newest first by the exchange’s time, in whatever order they were written', async () => {
  const owner = await trader();
  const drawn = {
    symbol: 'SBIN',
    direction: 'long' as const,
    quantity: 10,
    minutes: 5,
    entryPaise: 600_00,
    exitPaise: 610_00,
    entryChargesPaise: 20_00,
    exitChargesPaise: 20_00,
  };
  for (const [i, day] of [3, 9, 1, 6].entries()) {
    await recordTrade(api.database.db, pastTrade(owner, { ...drawn, day }, i));
  }
  const trades = await api.send('tradehistory', { is_live: 0 }, as(owner.person));
  const exits = (trades.data.test_tradehistory ?? []).map((trade: { exitAt: string }) => trade.exitAt);
  expect(exits).toEqual([...exits].sort().reverse());
  expect(exits).toHaveLength(4);
  const orders = await api.send('orderhistory', { is_live: 0 }, as(owner.person));
  const times = (orders.data.test_orderhistory ?? []).map((order: { createdAt: string }) => order.createdAt);
  expect(times).toEqual([...times].sort().reverse());
  expect(times).toHaveLength(8);
});
