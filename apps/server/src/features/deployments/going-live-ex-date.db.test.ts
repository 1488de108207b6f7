import { MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { markKycVerified, markTradeActivated } from '../accounts/index.ts';
import { turnLastPrices } from '../market-data/actions-store.ts';
import { putLastPrices } from '../market-data/store.ts';
import { expectSoundBooks } from './testing/books.ts';
import { insertLink } from './testing/live-world.ts';
import { EVE, EX_DATE, startOnEve } from './testing/split-share.ts';
import { DATASET, openWorld, tell } from './testing/world.ts';

test.each([
  { run: 'in new units', price: 'in old ones', isCrossed: true, isTurned: false, quantity: 500, exitPaise: 99_95 },
  { run: 'in new units', price: 'in new ones', isCrossed: true, isTurned: true, quantity: 500, exitPaise: 99_95 },
  // Nobody has run it since the day before.
  { run: 'in old units', price: 'in new ones', isCrossed: false, isTurned: true, quantity: 100, exitPaise: 499_90 },
  { run: 'in old units', price: 'in old ones', isCrossed: false, isTurned: false, quantity: 100, exitPaise: 499_90 },
])(
  'before the opening of an ex-date, a run $run is closed on paper at the last price $price, for the same money',
  async ({ isCrossed, isTurned, quantity, exitPaise }) => {
    const world = await openWorld();
    const { db } = world.testDb;
    const { owner, instrumentId, news } = await startOnEve(world, 'time == 09:15');
    const { accountId, deploymentId } = owner;
    const { runner, stop } = await world.openRunner();
    tell(world, news);
    await runner.settled();
    const morning = EX_DATE.openAt - 60 * MINUTE_MS;
    if (!isCrossed) await stop();
    await world.setClock(morning);
    tell(world, [{ kind: 'clock', at: morning }]);
    if (isCrossed) await runner.settled();
    const [held] = (await expectSoundBooks(world, deploymentId)).positions;
    expect(held).toMatchObject({ status: 'open', quantity });
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
    if (isTurned) await db.transaction((tx) => turnLastPrices(tx, DATASET, EX_DATE.date));
    await world.deployments.goLive({ owner, idempotencyKey: 'live' });
    const { positions } = await expectSoundBooks(world, deploymentId);
    // Two basis points against the owner, on the grid of five paise.
    expect(positions).toMatchObject([{ status: 'closed', quantity, exit_paise: exitPaise }]);
    if (isCrossed) await stop();
    await world.close();
  },
);
