import { type CorporateAction, indiaMoment } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { RunSeat } from './seat.ts';
import { holdShares } from './testing/held-shares.ts';
import { instrumentNamed, NO_MARKET, openDesk } from './testing/scripted-desk.ts';
import { insertRun } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

const SBIN = instrumentNamed('SBIN');
const NEXT_NOON = indiaMoment('2025-07-08', 12 * 60);
const split = (exDate: string): CorporateAction => ({ exDate, kind: 'split', oldUnits: 1, newUnits: 5 });

/** Whether a desk that takes ten shares of the day before up at noon, at a fifth of their price, sells, by itself and once its run is there. */
async function sales(name: string, actions: CorporateAction[]) {
  const database = testDb.db;
  const run = await insertRun(database, await insertAccount(database, name), name);
  const { broker, desk: yesterday } = await holdShares({ database, run, product: 'delivery' });
  await yesterday.close();
  const [[bought]] = [broker.book];
  broker.book = [];
  broker.positions = [];
  const units = { quantity: 50, t1Quantity: 0, authorisedQuantity: 50, averagePaise: 120_00 };
  if (bought) broker.holdings = [{ ...bought, ...units, token: SBIN.token, isin: '' }];
  const placed = broker.placed.length;
  const marketData = { ...NO_MARKET, corporateActions: async () => actions };
  const desk = await openDesk({ database, linkId: run.linkId, broker }, { marketData }, NEXT_NOON);
  const sold = async (): Promise<number> => {
    desk.onPrice(SBIN.id, NEXT_NOON, 120_00);
    desk.step();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await desk.settled();
    return broker.placed.length - placed;
  };
  const alone = await sold();
  const facts = { ...run, brokerLinkId: run.linkId, runNumber: 1, product: 'delivery', instruments: [SBIN] } as const;
  const seat = new RunSeat(desk, facts, () => undefined);
  seat.resume();
  const withRun = await sold();
  await desk.close();
  return { alone, withRun };
}

test('nothing is sold by a stop of old units while the run has not gone over the ex-date', async () => {
  expect(await sales('split', [split('2025-07-08')])).toEqual({ alone: 0, withRun: 1 });
});

test.each([
  ['of the day on which it was bought', '2025-07-07'],
  ['that is still to come', '2025-07-09'],
])('an ex-date %s holds no stop back', async (_which, exDate) => {
  expect(await sales(exDate, [split(exDate)])).toEqual({ alone: 1, withRun: 1 });
});
