import { createDatabase, type Database } from '@trickdesk/db';
import { addDays, createCalendar, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { insertInstrument, insertStrategy } from '../deployments/testing/world.ts';
import { createOrdersService } from './service.ts';
import { CLOSED_SORTS } from './sort-store.ts';
import { pageTrades, type TradeFilter } from './trades-store.ts';

const DAY = '2026-09-01';
/** Enough rows for the planner to tell one account's from everybody's. */
const TRADES_EACH = 2_000;
const ACCOUNTS = 12;
const COPIES_EACH = 300;
const MINUTES_A_DAY = 1_440;
let api: TestApi;
let strategyId = 0;
let filledAccountId = 0;

beforeAll(async () => {
  api = await openTestApi();
  await insertInstrument(api.database.db, 'SBIN');
  strategyId = await insertStrategy(api.database.db, 'traded', {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '5m',
    product: 'INTRADAY',
    direction: 'both',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open', short: 'close < open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
  [filledAccountId = 0] = await fill((await trader()).TricksId);
}, 60_000);
afterAll(() => api.close());

let names = 0;
async function trader(): Promise<{ person: Person; TricksId: number }> {
  const person = await api.signUp(`trades${++names}`);
  const { data } = await api.send('toptenclone', { TricksId: strategyId }, { token: person.accessToken });
  return { person, TricksId: data.TricksId };
}

/** A long and a short by turns; each second one loses. */
async function tradeAt(owner: { person: Person; TricksId: number }, minutesOfExit: readonly number[]): Promise<void> {
  for (const [i, minute] of minutesOfExit.entries()) {
    const at = indiaMoment(DAY, minute);
    await recordTrade(api.database.db, {
      ...{ accountId: owner.person.userId, deploymentId: owner.TricksId, runNumber: 1, intentId: 2 * i + 1 },
      ...{ symbol: 'SBIN', direction: i % 4 < 2 ? 'long' : 'short', quantity: 3 + i },
      ...{ entryAt: at - MINUTE_MS, entryPaise: 100_05, entryChargesPaise: 7 },
      exit: { at, pricePaise: i % 2 === 0 ? 101_10 : 99_90, chargesPaise: 11 },
    });
  }
}

test('a search that finds every trade answers to the letter what the list without it does', async () => {
  const owner = await trader();
  await tradeAt(owner, [0, 1, 600, 601, 1_000, 1_439]);
  const as = { token: owner.person.accessToken };
  for (const asked of [{}, { pageSize: 4, pageNumber: 2 }, { pageNumber: 9 }, { sort: 'result' }] as const) {
    for (const days of [{}, { from_date: DAY }, { to_date: DAY }, { from_date: addDays(DAY, 1) }]) {
      const input = { is_live: 0, TricksId: owner.TricksId, ...asked, ...days } as const;
      const { data } = await api.send('tradehistory', input, as);
      expect((await api.send('tradehistory', { ...input, Search: 'SBI' }, as)).data).toEqual(data);
      expect(data.total).toBe('from_date' in days && days.from_date !== DAY ? 0 : 6);
    }
  }
});

test('days are whole Indian days: midnight begins one, and its last minute ends it', async () => {
  const owner = await trader();
  await tradeAt(owner, [-1, 0, 700, MINUTES_A_DAY - 1, MINUTES_A_DAY]);
  const exits = async (days: { from_date?: string; to_date?: string }) => {
    const input = { is_live: 0, sort: 'time', ...days } as const;
    const { data } = await api.send('tradehistory', input, { token: owner.person.accessToken });
    const times = data.test_tradehistory?.map((trade) => trade.exitAt.slice(5, 16));
    expect(data.total).toBe(times?.length);
    return times;
  };
  const [before, after] = ['08-31T23:59', '09-02T00:00'];
  const during = ['09-01T00:00', '09-01T11:40', '09-01T23:59'];
  expect(await exits({ from_date: DAY, to_date: DAY })).toEqual(during);
  expect(await exits({ from_date: DAY })).toEqual([...during, after]);
  expect(await exits({ to_date: DAY })).toEqual([before, ...during]);
});

test('a page of trades and the totals of them all are one statement, whatever they are narrowed by', async () => {
  const owner = await trader();
  await tradeAt(owner, [600, 601]);
  const asked: string[] = [];
  const { db } = api.database;
  const kysely = new Proxy(db.kysely, {
    get: () => {
      throw new Error('a statement beside the prepared one');
    },
  });
  const prepared: Database['prepared'] = (query) => {
    asked.push(query.compile(db.kysely).sql);
    return db.prepared(query);
  };
  const service = createOrdersService({
    ...{ database: { ...db, kysely, prepared }, dataset: 'simulated', simulated: true },
    calendar: createCalendar(NSE_CALENDAR),
    now: () => Promise.resolve(indiaMoment(DAY)),
  });
  const filter = { accountId: owner.person.userId, mode: 'paper', status: 'closed' } as const;
  for (const more of [{}, { from: DAY, to: DAY }, { deploymentId: owner.TricksId }]) {
    asked.length = 0;
    const found = await service.readTrades({ ...filter, ...more }, { pageNumber: 1, pageSize: 12 });
    expect(found.rows).toHaveLength(2);
    expect(found.total).toBe(2);
    expect(asked).toHaveLength(1);
  }
});

/** Accounts with trades of years each, and so many tricks that reading all of them for a page would show. */
async function fill(TricksId: number): Promise<readonly number[]> {
  const { db } = api.database;
  const accountIds: number[] = [];
  for (let i = 0; i < ACCOUNTS; i += 1) accountIds.push(await insertAccount(db, `filled${i}`));
  await sql`INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name, mode, status, phase,
      capital_paise, notify, run_number, created_at)
    SELECT account, strategy_id, strategy_version_id, 'Copy ' || n, mode, status, phase, capital_paise, notify,
      run_number, created_at
    FROM deployment, unnest(${accountIds}::int[]) account, generate_series(1, ${COPIES_EACH}::int) n WHERE id = ${TricksId}`.execute(
    db.kysely,
  );
  await sql`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
      purpose, quantity, state, reason, at, day)
    SELECT account_id, id, 'paper', 1, n, 'S' || n % 40, 'NSE', 'buy', 'entry', 1, 'filled', '',
      timestamptz '2026-09-01 10:00+05:30' - n * interval '6 hours', date '2026-09-01' - n / 4
    FROM deployment JOIN generate_series(1, ${TRADES_EACH}::int) n ON name = 'Copy ' || 1 + n % ${COPIES_EACH}::int`.execute(
    db.kysely,
  );
  await sql`INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity,
      status, entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise, exit_day, exit_at,
      exit_paise, gross_paise, net_paise)
    SELECT account_id, deployment_id, mode, run_number, symbol, exchange, 'long', 1, 'closed', at, 100, 0, id, '', 0, day,
      at, 100, 0, intent_id * 7919 % 100003
    FROM trade_order WHERE account_id = ANY (${accountIds})`.execute(db.kysely);
  // Day by day, as they are written: those of one account lie far from each other.
  await sql`INSERT INTO daily_result SELECT id, date '2026-09-01' - n, account_id, 'paper', 0, 0, 0, 4, 0
    FROM deployment, generate_series(${TRADES_EACH / 4}::int, 1, -1) n WHERE name = 'Copy 1' ORDER BY n DESC`.execute(
    db.kysely,
  );
  await sql`ANALYZE trade_order, position, deployment, daily_result`.execute(db.kysely);
  return accountIds;
}

/** How the database goes about a page with the plan that it keeps for all values, as after some calls. */
async function keptPlan(
  filter: TradeFilter,
  sort: keyof typeof CLOSED_SORTS,
  without: readonly ('enable_seqscan' | 'enable_bitmapscan')[] = [],
): Promise<string> {
  const { db } = api.database;
  const lines: string[] = [];
  const explain = (query: RawBuilder<object>) =>
    db.transaction(async (tx) => {
      const { sql: text, parameters } = query.compile(db.kysely);
      const values = parameters.map((value) => (value instanceof Date ? value.toISOString() : String(value)));
      await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);
      for (const way of without) await sql`SET LOCAL ${sql.ref(way)} = off`.execute(tx);
      await sql`PREPARE page AS ${sql.raw(text)}`.execute(tx);
      const explained = sql`EXPLAIN EXECUTE page(${sql.join(values.map((value) => sql.lit(value)))})`;
      const { rows } = await sql<{ 'QUERY PLAN': string }>`${explained}`.execute(tx);
      await sql`DEALLOCATE page`.execute(tx);
      lines.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    });
  // Neither is in the text, so that the plan counts with many rows and anything may look cheaper than an index.
  const page = { limit: 50, offset: 24, sort };
  await expect(pageTrades({ ...db, prepared: explain }, filter, page)).rejects.toThrow('a sum without a row');
  return lines.join('\n');
}

test('a page of each order is cut from an index that begins with its owner, whatever else is stored', async () => {
  const owner = { accountId: filledAccountId, mode: 'paper' } as const;
  const indexes = {
    time: 'position_account_exit',
    symbol: 'position_account_symbol',
    result: 'position_account_result',
  } as const;
  for (const sort of Object.keys(CLOSED_SORTS) as (keyof typeof CLOSED_SORTS)[]) {
    const plan = await keptPlan(owner, sort);
    const index = indexes[sort.replace('-', '') as keyof typeof indexes];
    expect(plan).toMatch(new RegExp(`Limit .*\\n +->  Index Scan( Backward)? using ${index} on "?position"?`));
    expect(plan).toMatch(/Scan (on|using) daily_result_totals /);
    // One by its key for each row, and no other way open, however many there are.
    expect(plan).toMatch(/Limit .*\n +-> {2}Index Scan using deployment_pkey on deployment/);
    expect(plan).not.toMatch(/Seq Scan on ("?position|daily_result daily|deployment)|Hash/);
  }
  // Which of two ways is cheaper depends on how lately the table was tidied; that the index alone can answer does not.
  const alone = await keptPlan(owner, '-time', ['enable_seqscan', 'enable_bitmapscan']);
  expect(alone).toMatch(/Index Only Scan using daily_result_totals on daily_result /);
  expect(alone).toMatch(/Index Only Scan using daily_result_live_totals on daily_result_live /);
  const live = await keptPlan({ ...owner, mode: 'live' }, '-time');
  expect(live).not.toMatch(/Seq Scan on ("?position|daily_result daily|deployment)|Hash/);
  const days = await keptPlan({ ...owner, from: addDays(DAY, -40), to: addDays(DAY, -20) }, '-time');
  expect(days).toMatch(/Scan (using|on) position_account_exit .*\n +Index Cond: .*exit_at >= .*exit_at < /);
});

test('each connection makes the plan of the first page once, not for each call', async () => {
  const single = createDatabase({ target: api.database.url, maxConnections: 1 });
  try {
    const filter = { accountId: filledAccountId, mode: 'paper' } as const;
    for (const limit of [6, 12]) {
      // More often than the five times after which the server decides whether it keeps one plan.
      for (let i = 0; i < 12; i += 1) {
        expect((await pageTrades(single, filter, { limit, offset: 0 })).records).toHaveLength(limit);
      }
    }
    const { rows } = await sql<{ custom: number; kept: number }>`SELECT custom_plans::int AS custom,
      generic_plans::int AS kept FROM pg_prepared_statements`.execute(single.kysely);
    expect(rows).toEqual([
      { custom: 5, kept: 7 },
      { custom: 5, kept: 7 },
    ]);
  } finally {
    await single.close();
  }
});
