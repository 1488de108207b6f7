import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person, TestApi } from '../../testing/test-api.ts';
import { HOUR_MS, LivePeople, NOW } from '../deployments/testing/live-people.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { insertOrder } from '../risk/testing/desk-facts.ts';

let people: LivePeople;
let api: TestApi;
let asha: Person;
beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
  asha = await people.signUp('asha');
});
afterAll(() => api.close());

const as = () => ({ token: asha.accessToken });

interface Traded {
  readonly TricksId: number;
  readonly runNumber: number;
  readonly mode: 'paper' | 'live';
  /** Counts from 1 in a run; a trade takes two. */
  readonly intentId?: number;
  readonly open?: boolean;
}

/** @returns the id of the entry's order */
async function trade({ TricksId, runNumber, mode, intentId = 1, open = false }: Traded): Promise<number> {
  await recordTrade(api.database.db, {
    ...{ accountId: asha.userId, deploymentId: TricksId, runNumber, mode, intentId },
    ...{ symbol: 'SBIN', direction: 'long', quantity: 10 },
    ...{ entryAt: NOW - HOUR_MS, entryPaise: 590_00, entryChargesPaise: 0 },
    ...(open ? {} : { exit: { at: NOW - HOUR_MS / 2, pricePaise: 595_00, chargesPaise: 0 } }),
  });
  const row = await people.db
    .selectFrom('trade_order')
    .select('id')
    .where('deployment_id', '=', TricksId)
    .where('run_number', '=', runNumber)
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** What was sent to the broker for it; it has ended. */
const sent = (TricksId: number, runNumber: number, order: { brokerId: number; tradeOrderId: number }) =>
  insertOrder(api.database.db, {
    ...{ account_id: asha.userId, broker_link_id: order.brokerId, deployment_id: TricksId, run_number: runNumber },
    ...{ trade_order_id: order.tradeOrderId, ended_at: new Date(NOW), settled: true, intent_ended: true },
  });

/** The broker of each row in every list of both modes, with the number of rows that the broker's filter finds. */
async function brokers(brokerId: number) {
  const found: Record<string, unknown> = {};
  for (const [type, is_live] of [
    ['Test', 0],
    ['Live', 1],
  ] as const) {
    const orders = (await api.send('orderhistory', { is_live }, as())).data;
    const trades = (await api.send('tradehistory', { is_live }, as())).data;
    const positions = { type, status: 'closed', page: 1 } as const;
    const all = (await api.send('my-openposition', positions, as())).data;
    const filtered = (await api.send('my-openposition', { ...positions, brokerId }, as())).data;
    const open = (await api.send('my-openposition', { type, page: 1, brokerId }, as())).data;
    const orderRows = orders.live_orderhistory ?? orders.test_orderhistory ?? [];
    const tradeRows = trades.live_tradehistory ?? trades.test_tradehistory ?? [];
    found[type] = {
      rows: [...new Set([...orderRows, ...tradeRows, ...all.open_positions].map((row) => row.brokerId))],
      filtered: [filtered.total, filtered.open_positions.length, filtered.totals.pnlPaise],
      open: open.open_positions.map((row) => row.brokerId),
    };
  }
  return found;
}

test('each row says the broker that its order went to, whatever mode its trick has today', async () => {
  const { TricksId, brokerId } = await people.ready(asha);
  await api.send('starttrick', { TricksId, idempotencyKey: people.key() }, as());
  await trade({ TricksId, runNumber: 1, mode: 'paper' });
  const none = { rows: [], filtered: [0, 0, 0], open: [] };
  const paper = { rows: [0], filtered: [0, 0, 0], open: [] };
  expect(await brokers(brokerId)).toEqual({ Test: paper, Live: none });

  expect((await people.goLive(TricksId, asha)).status).toBe(200);
  expect(await brokers(brokerId)).toEqual({ Test: paper, Live: none });
  await sent(TricksId, 2, { brokerId, tradeOrderId: await trade({ TricksId, runNumber: 2, mode: 'live' }) });
  // Nothing was sent for this one yet: it belongs to the account that its run trades with.
  await trade({ TricksId, runNumber: 2, mode: 'live', intentId: 3, open: true });
  const live = { rows: [brokerId], filtered: [1, 1, 50_00], open: [brokerId] };
  expect(await brokers(brokerId)).toEqual({ Test: paper, Live: live });

  await people.db.deleteFrom('position').where('status', '=', 'open').execute();
  const back = await api.send('livetotesttrick', { TricksId, idempotencyKey: people.key() }, as());
  expect(back.status).toBe(200);
  expect(await brokers(brokerId)).toEqual({ Test: paper, Live: { ...live, open: [] } });

  // Live again with another account: what was traded with the first stays there.
  const other = await people.link(asha);
  expect((await people.goLive(TricksId, asha, { brokerId: other })).status).toBe(200);
  expect(await brokers(brokerId)).toEqual({ Test: paper, Live: { ...live, open: [] } });
  expect(await brokers(other)).toMatchObject({ Live: { rows: [brokerId], filtered: [0, 0, 0] } });
});
