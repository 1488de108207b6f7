import type { CallName } from '@trickdesk/contract';
import { indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { insertInstrument, insertStrategy } from '../deployments/testing/world.ts';
import { CLOSED_SORTS, ORDER_SORTS } from './sort-store.ts';
import { listOrders, listPositions } from './store.ts';

const SYMBOLS = ['INFY', 'SBIN', 'TCS'];
const FIRST = indiaMoment('2026-09-01', 600);
/** Enough rows for the planner to tell one account's from everybody's. */
const ROWS = 20_000;
let api: TestApi;
let strategyId = 0;

beforeAll(async () => {
  api = await openTestApi();
  for (const symbol of SYMBOLS) await insertInstrument(api.database.db, symbol);
  strategyId = await insertStrategy(api.database.db, 'sorted', {
    format: 1,
    instruments: SYMBOLS.map((symbol) => ({ exchange: 'NSE', symbol })),
    interval: '5m',
    product: 'INTRADAY',
    direction: 'both',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open', short: 'close < open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
});
afterAll(() => api.close());

let names = 0;
async function trader(): Promise<{ person: Person; TricksId: number }> {
  const person = await api.signUp(`sorter${++names}`);
  const { data } = await api.send('toptenclone', { TricksId: strategyId }, { token: person.accessToken });
  await api.send('starttrick', { TricksId: data.TricksId, idempotencyKey: 'start' }, { token: person.accessToken });
  return { person, TricksId: data.TricksId };
}

/** Few values, so that many rows are equal in what they are sorted by. */
const anyTrade = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  exitPaise: fc.constantFrom(90_00, 100_00, 110_00),
  minute: fc.constantFrom(0, 5, 10),
});

type Row = Readonly<Record<string, string | number>>;

interface List {
  readonly call: CallName;
  readonly input: object;
  readonly page: 'page' | 'pageNumber';
  readonly rows: string;
  readonly id: string;
  readonly of: Readonly<Record<string, (row: Row) => string | number | undefined>>;
}

const LISTS: readonly List[] = [
  {
    call: 'tradehistory',
    input: { is_live: 0 },
    page: 'pageNumber',
    rows: 'test_tradehistory',
    id: 'tradeId',
    of: { symbol: (row) => row['symbol'], time: (row) => row['exitAt'], result: (row) => row['pnlPaise'] },
  },
  {
    call: 'orderhistory',
    input: { is_live: 0 },
    page: 'pageNumber',
    rows: 'test_orderhistory',
    id: 'orderId',
    of: { symbol: (row) => row['symbol'], time: (row) => row['createdAt'] },
  },
  {
    call: 'my-openposition',
    input: { type: 'Test', status: 'closed' },
    page: 'page',
    rows: 'open_positions',
    id: 'positionId',
    of: { symbol: (row) => row['symbol'], time: (row) => row['closedAt'], result: (row) => row['pnlPaise'] },
  },
];

/** Every row of a list, two at a time. */
async function readAll(list: List, sort: string, token: string) {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await api.send(list.call, { ...list.input, sort, [list.page]: page, pageSize: 2 } as never, {
      token,
    });
    const answer = data as unknown as Record<string, Row[]> & { total: number };
    rows.push(...(answer[list.rows] ?? []));
    if (rows.length >= answer.total || page > 50) return rows;
  }
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}

test('pages of any order, put together, are the whole list once, sorted, and turned round by the minus', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyTrade, { minLength: 3, maxLength: 12 }), async (drawn) => {
      const { person, TricksId } = await trader();
      const owner = { accountId: person.userId, deploymentId: TricksId, runNumber: 1 };
      for (const [i, { symbol, exitPaise, minute }] of drawn.entries()) {
        const entryAt = FIRST + minute * MINUTE_MS;
        await recordTrade(api.database.db, {
          ...owner,
          ...{ intentId: 2 * i + 1, symbol, direction: 'long', quantity: 1, entryAt, entryPaise: 100_00 },
          ...{ entryChargesPaise: 0, exit: { at: entryAt + MINUTE_MS, pricePaise: exitPaise, chargesPaise: 0 } },
        });
      }
      for (const list of LISTS) {
        const idsOf = (rows: readonly Row[]) => rows.map((row) => Number(row[list.id]));
        const whole = new Set(idsOf(await readAll(list, '-time', person.accessToken)));
        expect(whole.size).toBe(list.call === 'orderhistory' ? 2 * drawn.length : drawn.length);
        for (const [name, read] of Object.entries(list.of)) {
          const up = await readAll(list, name, person.accessToken);
          const down = await readAll(list, `-${name}`, person.accessToken);
          expect(new Set(idsOf(up))).toEqual(whole);
          expect(up).toHaveLength(whole.size);
          expect(idsOf(down)).toEqual(idsOf(up).toReversed());
          // Of equal ones the youngest stands first by symbol and last by everything else.
          const byId = name === 'symbol' ? -1 : 1;
          const places = up.map((row) => ({ value: read(row) ?? '', id: byId * Number(row[list.id]) }));
          expect(places).toEqual(places.toSorted((a, b) => compare(a.value, b.value) || a.id - b.id));
        }
      }
    }),
    { numRuns: 4 },
  );
}, 60_000);

/** Asks the database how it would go about a statement instead of carrying it out. */
const explaining: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'SelectQueryNode' ? { ...node, explain: { kind: 'ExplainNode' } } : node,
  transformResult: ({ result }) => Promise.resolve(result),
};

async function planOf(ask: (db: Kysely<never>) => Promise<unknown>): Promise<string> {
  const rows = await ask(api.database.db.kysely.withPlugin(explaining) as never);
  return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
}

async function fill(accountId: number, deploymentId: number): Promise<void> {
  const { kysely } = api.database.db;
  await sql`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
      purpose, quantity, state, reason, at, day)
    SELECT ${accountId}, ${deploymentId}, 'paper', 1, n, 'S' || n % 40, 'NSE', 'buy', 'entry', 1, 'filled', '',
      timestamptz '2026-09-01 10:00+05:30' - n * interval '20 minutes', '2026-09-01'
    FROM generate_series(1, ${ROWS / 4}::int) n`.execute(kysely);
  await sql`INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity,
      status, entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise, exit_day, exit_at,
      exit_paise, gross_paise, net_paise)
    SELECT account_id, deployment_id, mode, run_number, symbol, exchange, 'long', 1, 'closed', at, 100, 0, id, '', 0, day,
      at, 100, 0, intent_id * 7919 % 100003
    FROM trade_order WHERE deployment_id = ${deploymentId}`.execute(kysely);
}

test('a page of each order is cut from an index that begins with its owner: no row is sorted, none of others is read', async () => {
  const people = [await trader(), await trader(), await trader(), await trader()];
  for (const { person, TricksId } of people) await fill(person.userId, TricksId);
  await sql`ANALYZE trade_order, position, deployment, strategy_version`.execute(api.database.db.kysely);
  const owner = { accountId: people[0]?.person.userId ?? 0, mode: 'paper' } as const;
  const page = { limit: 12, offset: 24 };
  const indexes = { time: 'trade_order_account_at', symbol: 'trade_order_account_symbol' } as const;
  const closed = {
    time: 'position_account_exit',
    symbol: 'position_account_symbol',
    result: 'position_account_result',
  } as const;
  for (const sort of Object.keys(ORDER_SORTS) as (keyof typeof ORDER_SORTS)[]) {
    const plan = await planOf((db) => listOrders(db as never, owner, { ...page, sort }));
    const index = indexes[sort.replace('-', '') as keyof typeof indexes];
    expect(plan).toMatch(new RegExp(`Index Scan( Backward)? using ${index} on trade_order`));
    expect(plan).not.toMatch(/Sort Key: trade_order|Seq Scan on trade_order/);
  }
  for (const sort of Object.keys(CLOSED_SORTS) as (keyof typeof CLOSED_SORTS)[]) {
    for (const isTrade of [true, false]) {
      const filter = { ...owner, status: 'closed', isTrade } as const;
      const plan = await planOf((db) => listPositions(db as never, 'simulated', filter, { ...page, sort }));
      const index = closed[sort.replace('-', '') as keyof typeof closed];
      expect(plan).toMatch(new RegExp(`Index Scan( Backward)? using ${index} on "?position"?`));
      expect(plan).not.toMatch(/Sort Key: "?position|Seq Scan on "?position/);
    }
  }
});
