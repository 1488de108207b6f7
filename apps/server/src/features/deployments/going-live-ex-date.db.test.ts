import { MINUTE_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markKycVerified, markTradeActivated } from '../accounts/index.ts';
import { putLastPrices } from '../market-data/store.ts';
import { expectSoundBooks } from './testing/books.ts';
import { insertLink } from './testing/live-world.ts';
import { EVE, EX_DATE, startOnEve } from './testing/split-share.ts';
import { DATASET, openWorld, tell, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('what is closed on paper before the opening of an ex-date is closed at the last price in the units of that day', async () => {
  const { db } = world.testDb;
  const { owner, instrumentId, news } = await startOnEve(world, 'time == 09:15');
  const { accountId, deploymentId } = owner;
  const { runner, stop } = await world.openRunner();
  tell(world, news);
  await runner.settled();
  const morning = EX_DATE.openAt - 60 * MINUTE_MS;
  await world.setClock(morning);
  tell(world, [{ kind: 'clock', at: morning }]);
  await runner.settled();
  const [held] = (await expectSoundBooks(world, deploymentId)).positions;
  expect(held).toMatchObject({ status: 'open', quantity: 500 });
  const parts = { database: db, clock: world.clock };
  await markKycVerified(parts, { accountId, forDemo: true });
  await markTradeActivated(parts, { accountId, forDemo: true });
  const session = { token_expires_at: new Date(world.clock.now() + 3_600_000) };
  const linkId = await insertLink(world, accountId);
  await db.kysely.updateTable('broker_link').set(session).where('id', '=', linkId).execute();
  // Nothing of the day has traded yet.
  const pricePaise = 500_00;
  const day = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, previousClosePaise: pricePaise };
  const row = { instrumentId, pricePaise, ...day, volume: 1, at: EVE.closeAt - 1_000 };
  await putLastPrices(db.kysely, DATASET, [row]);
  await world.deployments.goLive({ owner, idempotencyKey: 'live' });
  const { positions } = await expectSoundBooks(world, deploymentId);
  // Two basis points against the owner, on the grid of five paise.
  expect(positions).toMatchObject([{ status: 'closed', quantity: 500, exit_paise: 99_95 }]);
  await stop();
});
