import type { OutputOf, readiness } from '@trickdesk/contract';
import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { putClock } from '../market-data/store.ts';
import { putLimits } from '../risk/change-store.ts';
import { NO_LIMITS } from '../risk/index.ts';
import { insertOrder, openMarket, putPrice } from '../risk/testing/desk-facts.ts';
import { change, insertTrader, type Trader } from './testing/board-rows.ts';

const MORNING = indiaMoment('2026-01-05', 600);
let api: TestApi;
let sbin: number;
beforeAll(async () => {
  api = await openTestApi();
  api.clock.advance(MORNING - api.clock.now());
  sbin = await openMarket(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  const { kysely } = api.database.db;
  const clock = { exchangeAt: MORNING, seenAt: api.clock.now(), speed: 1, feed: 'live' as const };
  await putClock(kysely, api.services.marketData.dataset, clock);
  await putPrice(api, sbin, 600_00);
  await kysely
    .updateTable('last_price')
    .set({ at: new Date(MORNING) })
    .execute();
});

async function causesOf({
  person,
  trickId,
}: Trader): Promise<OutputOf<typeof readiness>['trick_list'][number]['causes']> {
  const { data } = await api.send('readiness', {}, { token: person.accessToken });
  return data.trick_list.find(({ TricksId }) => TricksId === trickId)?.causes ?? [];
}
const codesOf = async (trader: Trader) => (await causesOf(trader)).map(({ code }) => code);

const setRun = ({ trickId }: Trader, run: object) =>
  api.database.db.kysely
    .updateTable('deployment_run')
    .set({ state: JSON.stringify({ run, fedUntil: [0] }) })
    .where('deployment_id', '=', trickId)
    .execute();

test('a trick whose run has lost so much that it pays for nothing more says so, and what it holds counts', async () => {
  for (const mode of ['paper', 'live'] as const) {
    const trader = await insertTrader(api, mode);
    await setRun(trader, { cashPaise: 100_00, bases: [{ pending: [] }] });
    expect(await causesOf(trader)).toMatchObject([{ code: 'capital' }]);
    const position = { symbol: 'SBIN', direction: 'long', quantity: 10, entryPaise: 600_00, entryAt: MORNING };
    await setRun(trader, { cashPaise: 9_000_00, bases: [{ pending: [], position }] });
    expect(await codesOf(trader)).toEqual([]);
  }
});

test('a trick that was started again on its day has lost what its run before had lost', async () => {
  const trader = await insertTrader(api);
  const { person, trickId } = trader;
  await change(api, trickId, { max_loss_per_day_paise: 500_00n });
  await recordTrade(api.database.db, {
    ...{ accountId: person.userId, deploymentId: trickId, runNumber: 1, intentId: 1, symbol: 'SBIN', mode: 'live' },
    ...{ direction: 'long', quantity: 10, entryAt: MORNING - 600_000, entryPaise: 600_00, entryChargesPaise: 0 },
    exit: { at: MORNING - 60_000, pricePaise: 540_00, chargesPaise: 0 },
  });
  expect(await codesOf(trader)).toEqual(['trick_loss']);
  await change(api, trickId, { run_number: 2 });
  await api.database.db.kysely
    .updateTable('deployment_run')
    .set({ run_number: 2 })
    .where('deployment_id', '=', trickId)
    .execute();
  expect(await codesOf(trader)).toEqual(['trick_loss']);
});

test('orders of the last minute keep no trick from trading today', async () => {
  const trader = await insertTrader(api);
  const { person, linkId } = trader;
  const limit = (maxOrdersPerMinute: number) =>
    api.database.db.transaction((tx) =>
      putLimits(tx, person.userId, { now: { ...NO_LIMITS, maxOrdersPerMinute }, next: undefined }, new Date(0)),
    );
  await limit(1);
  const at = new Date(api.clock.now() - 10_000);
  await insertOrder(api.database.db, {
    ...{ account_id: person.userId, broker_link_id: linkId, role: 'own', state: 'cancelled' },
    ...{ filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, decided_at: at, sent_at: at },
  });
  expect(await codesOf(trader)).toEqual([]);
});
