import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { putLimits } from './change-store.ts';
import { setDeskSwitchWithin } from './desk-switch.ts';
import { figuresOf, netQuantity } from './figures.ts';
import { createRiskGate, type RiskGate } from './index.ts';
import { NO_LIMITS, type RiskLimits } from './limits.ts';
import { readAccountFacts } from './read-facts.ts';
import {
  DAY,
  insertDeployment,
  insertLink,
  insertOrder,
  insertPosition,
  openMarket,
  putPrice,
} from './testing/desk-facts.ts';

let api: TestApi;
let gate: RiskGate;
let sbin: number;
let people = 0;
beforeAll(async () => {
  api = await openTestApi();
  sbin = await openMarket(api);
  gate = createRiskGate({ clock: api.clock, marketData: api.services.marketData });
});
afterAll(() => api.close());
beforeEach(() => putPrice(api, sbin, 600_00));

interface Owner {
  readonly accountId: number;
  readonly linkId: number;
  readonly deploymentId: number;
}

/** An owner who took over 100 SBIN that a trick had bought at 600; opening them had cost 50. */
async function takingOver(limits: Partial<RiskLimits> = {}, enteredAt = '2026-01-05T03:50:00Z'): Promise<Owner> {
  people += 1;
  const { db } = api.database;
  const accountId = await insertAccount(db, `takesover${people}`);
  const linkId = await insertLink(db, accountId);
  const deploymentId = await insertDeployment(db, { accountId, linkId });
  const kept = { now: { ...NO_LIMITS, ...limits }, next: undefined };
  await db.transaction((tx) => putLimits(tx, accountId, kept, new Date(0)));
  const bought = { account_id: accountId, broker_link_id: linkId, deployment_id: deploymentId };
  await insertOrder(db, { ...bought, base: 0, settled: true, settled_quantity: 100 });
  await insertPosition(db, { accountId, deploymentId });
  await sql`UPDATE position SET status = 'closed', entry_at = ${enteredAt}, exit_at = '2026-01-05T04:00:00Z',
    exit_day = ${DAY}, exit_reason = '-', charges_paise = 5000, gross_paise = 0, net_paise = -5000
    WHERE deployment_id = ${deploymentId}`.execute(db.kysely);
  await sql`INSERT INTO daily_result_live (deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise,
    trades, wins) VALUES (${deploymentId}, ${DAY}, ${accountId}, 'live', 0, 5000, -5000, 0, 0)`.execute(db.kysely);
  return { accountId, linkId, deploymentId };
}

/** Its stop, which stayed at the broker. */
const keptStop = ({ accountId, linkId, deploymentId }: Owner, filled = 0): Promise<number> =>
  insertOrder(api.database.db, {
    ...{ account_id: accountId, broker_link_id: linkId, deployment_id: deploymentId, base: 0, role: 'own' },
    ...{ side: 'sell', kind: 'stop_limit', placed_kind: 'stop_limit', trigger_paise: 590_00, price_paise: 584_10 },
    ...{ state: filled > 0 ? 'filled' : 'trigger_pending', filled_quantity: filled },
    ...{ filled_value_paise: BigInt(filled * 590_00), told_quantity: 0, told_value_paise: 0n },
  });

const enter = ({ accountId, linkId, deploymentId }: Owner, quantity: number) =>
  api.database.db.transaction((tx) =>
    gate(tx, {
      ...{ accountId, brokerLinkId: linkId, deploymentId, side: 'buy', product: 'intraday', quantity },
      instrument: {
        ...{ id: sbin, exchange: 'NSE', symbol: 'SBIN', token: '3045', tradingSymbol: 'SBIN-EQ', kind: 'equity' },
        ...{ tickPaise: 5, lotSize: 1 },
      },
      ...{ pricePaise: 600_00, at: api.clock.now() },
    }),
  );

async function standing({ accountId }: Owner) {
  const { dataset } = api.services.marketData;
  const { facts } = await readAccountFacts(api.database.db.kysely, {
    ...{ accountId, dataset, day: DAY, wallNow: api.clock.now() },
  });
  const { grossPaise, resultPaise, trades } = figuresOf(facts);
  return { grossPaise, resultPaise, trades, held: facts.lines.map(netQuantity) };
}

test('what its owner took over from a trick is held as before: it binds the limits, and its loss is one', async () => {
  const owner = await takingOver({ maxGrossExposurePaise: 100_000_00 });
  expect((await enter(owner, 100))?.rule).toBe('account_gross');
  expect(await enter(owner, 60)).toBeUndefined();
  const losing = await takingOver({ maxLossPerDayPaise: 1_200_00 });
  await putPrice(api, sbin, 588_00);
  expect((await enter(losing, 1))?.rule).toBe('account_loss');
});

test('it counts once: as the trade that the trick began, and what opening it cost as the day has it', async () => {
  const owner = await takingOver();
  const before = await standing(owner);
  expect(before).toMatchObject({ grossPaise: 60_000_00, trades: 1, held: [100] });
  // 50 for its opening, and what closing it now would cost.
  expect(before.resultPaise).toBeLessThan(-50_00);
  expect(before.resultPaise).toBeGreaterThan(-100_00);
});

test('its stop that has acted closes it: nothing is held, and what it lost is a loss of the day', async () => {
  const owner = await takingOver();
  await keptStop(owner, 100);
  await putPrice(api, sbin, 540_00);
  const { grossPaise, resultPaise, held } = await standing(owner);
  expect([grossPaise, held]).toEqual([0, [0]]);
  expect(resultPaise).toBeLessThan(-1_050_00);
  expect(resultPaise).toBeGreaterThan(-1_150_00);
});

test('one that was bought on an earlier day counts for this day by what it moves on it', async () => {
  const owner = await takingOver({}, '2026-01-02T03:50:00Z');
  await putPrice(api, sbin, 610_00);
  const { resultPaise, held } = await standing(owner);
  expect(held).toEqual([100]);
  // The close before was 600: 1,000 less what closing it would cost; what opening it cost is of its own day.
  expect(resultPaise).toBeGreaterThan(940_00);
  expect(resultPaise).toBeLessThan(1_000_00);
});

test('a switch of the operators leaves its stop at the broker, and takes back what would open more', async () => {
  const owner = await takingOver();
  const stop = await keptStop(owner);
  const more = await insertOrder(api.database.db, {
    ...{ account_id: owner.accountId, broker_link_id: owner.linkId, role: 'own', state: 'open' },
    ...{ filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, told_value_paise: 0n },
  });
  const { dataset } = api.services.marketData;
  const switching = { accountId: owner.accountId, reason: 'A test.', at: new Date(api.clock.now()) };
  await api.database.db.transaction((tx) => setDeskSwitchWithin(tx, { dataset }, switching));
  const asked = await api.database.db.kysely
    .selectFrom('broker_order_request')
    .select('broker_order_id as id')
    .where('broker_order_id', 'in', [stop, more])
    .execute();
  expect(asked).toEqual([{ id: more }]);
});
