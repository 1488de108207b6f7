import { type CorporateAction, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAction } from '../../market-data/actions-store.ts';
import { expectSoundBooks } from '../testing/books.ts';
import { newsOf, withQuotes } from '../testing/news.ts';
import { randomMinutes, sessionsBefore } from '../testing/random-market.ts';
import { DATASET, openWorld, storeBlocks, tell, type World } from '../testing/world.ts';

const SESSIONS = sessionsBefore(indiaMoment('2026-10-01'), 20);
const [EVE, EX_DATE] = SESSIONS.slice(-2);
const SPLIT: CorporateAction = { exDate: EX_DATE?.date ?? '', kind: 'split', oldUnits: 1, newUnits: 5 };

/** Wants out with the last minute of a day. */
const LATE: StrategyDefinitionInput = {
  ...{ format: 1, product: 'DELIVERY', direction: 'long', interval: '1m' },
  instruments: [{ exchange: 'NSE', symbol: 'SPLIT' }],
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'time == 15:00' },
  exit: { long: 'time == 15:29' },
  sizing: { method: 'fixed_quantity', quantity: 100 },
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an exit of which a part was got on the evening before a split goes on in the units of the day, as one order', async () => {
  const instrumentId = await world.instrument('SPLIT');
  const bars = randomMinutes(SESSIONS.slice(0, -1), { seed: 5, missing: 0 });
  await storeBlocks(world, instrumentId, bars);
  await world.testDb.db.transaction((tx) => putAction(tx, { dataset: DATASET, instrumentId }, SPLIT));
  const startAt = (EVE?.openAt ?? 0) - MINUTE_MS;
  await world.setClock(startAt);
  const accountId = await world.account('asha');
  const { id } = await world.deployments.clone(accountId, await world.strategy('late', LATE), undefined);
  await world.deployments.start({ accountId, deploymentId: id }, 'start');
  const { runner, stop } = await world.openRunner();
  const lastMinute = (EVE?.closeAt ?? 0) - MINUTE_MS;
  const news = newsOf([{ instrumentId, bars: bars.filter(({ openAt }) => openAt >= startAt) }]);
  // Nine units with each of its four prices.
  tell(
    world,
    news.flatMap((item) => withQuotes([item], item.at < lastMinute ? [500] : [9])),
  );
  await runner.settled();
  const evening = await expectSoundBooks(world, id);
  expect(evening.orders.at(-1)).toMatchObject({ purpose: 'exit', quantity: 100, filled_quantity: 36 });
  await world.setClock((EX_DATE?.openAt ?? 0) - 5 * MINUTE_MS);
  tell(world, [{ kind: 'clock', at: (EX_DATE?.openAt ?? 0) - 5 * MINUTE_MS }]);
  await runner.settled();
  expect(world.logged.filter((line) => line.includes('fault'))).toEqual([]);
  tell(world, [{ kind: 'tick', instrumentId, at: EX_DATE?.openAt ?? 0, pricePaise: 100_00 }]);
  await stop();
  const { orders, positions } = await expectSoundBooks(world, id);
  // 64 have become 320.
  expect(orders.at(-1)).toMatchObject({ purpose: 'exit', quantity: 356, filled_quantity: 356, state: 'filled' });
  expect(positions).toMatchObject([{ status: 'closed', quantity: 356 }]);
});
