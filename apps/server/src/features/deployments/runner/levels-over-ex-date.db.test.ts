import { MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { turnLastPrices } from '../../market-data/actions-store.ts';
import { putLastPrices } from '../../market-data/store.ts';
import { readBooks } from '../testing/books.ts';
import { EVE, EX_DATE, startOnEve } from '../testing/split-share.ts';
import { DATASET, openWorld, tell } from '../testing/world.ts';

test.each([
  { when: 'on the evening before', isTurned: false, stopLoss: 450, target: 600 },
  { when: 'in the morning, of the price in new units', isTurned: true, stopLoss: 90, target: 120 },
])('levels that its owner gave $when are carried out after a split in the units of the day', async (given) => {
  const world = await openWorld();
  const { kysely } = world.testDb.db;
  const { owner, instrumentId, news } = await startOnEve(world, 'time == 09:15');
  const evening = await world.openRunner();
  tell(world, news);
  await evening.runner.settled();
  await evening.stop();
  const pricePaise = 500_00;
  const day = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, previousClosePaise: pricePaise };
  await putLastPrices(kysely, DATASET, [{ instrumentId, pricePaise, ...day, volume: 1, at: EVE.closeAt - 1_000 }]);
  if (given.isTurned) await world.testDb.db.transaction((tx) => turnLastPrices(tx, DATASET, EX_DATE.date));
  const [held] = (await readBooks(world, owner.deploymentId)).positions;
  const { stopLoss, target } = given;
  const request = { positionId: held?.id ?? 0, stopLoss, target, trailing: undefined };
  await world.deployments.modifyLevels(owner, request);
  // Nobody has carried it out when the day begins.
  const morning = EX_DATE.openAt - 5 * MINUTE_MS;
  await world.setClock(morning);
  const next = await world.openRunner();
  tell(world, [{ kind: 'clock', at: morning }]);
  await next.runner.settled();
  const { positions } = await readBooks(world, owner.deploymentId);
  expect(positions).toMatchObject([{ quantity: 500, stop_paise: 90_00, target_paise: 120_00 }]);
  await next.stop();
  await world.close();
});
