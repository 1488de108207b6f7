import { setTimeout } from 'node:timers/promises';
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

/** Ten shares that were bought the day before, at noon of a day on which one costs a fifth: what is sold of them when. */
async function sales(name: string, actions: CorporateAction[], isRestarted = true) {
  const database = testDb.db;
  const run = await insertRun(database, await insertAccount(database, name), name);
  const parts = { marketData: { ...NO_MARKET, corporateActions: async () => actions } };
  const { broker, desk: yesterday, seat } = await holdShares({ database, run, product: 'delivery', parts });
  const [bought, stop] = broker.book;
  broker.book = bought && stop ? [bought, { ...stop, state: 'cancelled', cancelledQuantity: 10 }] : [];
  broker.positions = [];
  const units = { quantity: 50, t1Quantity: 0, authorisedQuantity: 50, averagePaise: 120_00 };
  if (bought) broker.holdings = [{ ...bought, ...units, token: SBIN.token, isin: '' }];
  const placed = broker.placed.length;
  if (isRestarted) await yesterday.close();
  const desk = isRestarted ? await openDesk({ database, linkId: run.linkId, broker }, parts, NEXT_NOON) : yesterday;
  if (!isRestarted) {
    desk.onClock(indiaMoment('2025-07-08'));
    await desk.look();
    await desk.settled();
    seat.leave();
    await setTimeout(50);
  }
  const sold = async (): Promise<number> => {
    desk.onPrice(SBIN.id, NEXT_NOON, 120_00);
    desk.step();
    await setTimeout(500);
    await desk.settled();
    return broker.placed.length - placed;
  };
  const alone = await sold();
  const facts = { ...run, brokerLinkId: run.linkId, runNumber: 1, product: 'delivery', instruments: [SBIN] } as const;
  new RunSeat(desk, facts, () => undefined).resume();
  const withRun = await sold();
  await desk.close();
  return { alone, withRun };
}

test.each([
  ['restart', true],
  ['night', false],
] as const)(
  'nothing is sold by a stop of old units after a %s until the run has gone over the ex-date',
  async (name, isRestarted) => {
    expect(await sales(name, [split('2025-07-08')], isRestarted)).toEqual({ alone: 0, withRun: 1 });
  },
);

test.each([
  ['of the day on which it was bought', '2025-07-07'],
  ['that is still to come', '2025-07-09'],
])('an ex-date %s holds no stop back', async (_which, exDate) => {
  expect(await sales(exDate, [split(exDate)])).toEqual({ alone: 1, withRun: 1 });
});
