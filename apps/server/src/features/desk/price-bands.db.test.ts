import { isTerminal } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { openSimMarket, SBIN_TOKEN, type SimMarket } from './testing/sim-market.ts';
import { SimRun } from './testing/sim-run.ts';
import { insertRun } from './testing/sim-run-rows.ts';

const CLIENT = 'S100900';

let testDb: TestDatabase;
let market: SimMarket;
beforeAll(async () => {
  testDb = await withTestDatabase();
  market = await openSimMarket();
});
afterAll(async () => {
  await market.close();
  await testDb.drop();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a stop far beyond the exchange’s band rests at its end at the broker, and none was refused', {
  timeout: 30_000,
}, async () => {
  const access = await market.signIn(CLIENT);
  const rows = await insertRun(testDb.db, await insertAccount(testDb.db, 'bands'), CLIENT);
  const run = new SimRun({ database: testDb.db, market, rows, clientCode: CLIENT }, access);
  await run.open();
  run.stopPaise = Math.round((market.lastPaise() * 0.6) / 5) * 5;
  await pause(1_500);
  await run.enter(10);
  const sales = async () => (await market.book(access)).filter(({ side }) => side === 'sell');
  for (let i = 0; i < 40 && !(await sales()).some(({ state }) => state === 'trigger_pending'); i += 1) await pause(100);
  const reply = await market.api.marketData(access).quotes([{ exchange: 'NSE', token: SBIN_TOKEN }]);
  const lower = reply.kind === 'ok' ? reply.value.quotes[0]?.lowerCircuitPaise : undefined;
  expect(lower).toBeGreaterThan(run.stopPaise);
  expect(await sales()).toMatchObject([{ state: 'trigger_pending', triggerPaise: lower, pricePaise: lower }]);
  await run.leave(10);
  for (let i = 0; i < 40 && !(await sales()).every(({ state }) => isTerminal(state)); i += 1) await pause(100);
  await run.settled();
  expect(await sales()).toMatchObject([{ state: 'filled' }]);
  await run.close();
});
