import { type CorporateAction, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markKycVerified, markTradeActivated } from '../accounts/index.ts';
import { putAction } from '../market-data/actions-store.ts';
import { putLastPrices } from '../market-data/store.ts';
import { expectSoundBooks } from './testing/books.ts';
import { insertLink } from './testing/live-world.ts';
import { newsOf } from './testing/news.ts';
import { randomMinutes, sessionsBefore } from './testing/random-market.ts';
import { DATASET, openWorld, storeBlocks, tell, type World } from './testing/world.ts';

const SESSIONS = sessionsBefore(indiaMoment('2026-10-01'), 20);
const [EVE, EX_DATE] = SESSIONS.slice(-2);
const SPLIT: CorporateAction = { exDate: EX_DATE?.date ?? '', kind: 'split', oldUnits: 1, newUnits: 5 };

const KEEPS: StrategyDefinitionInput = {
  ...{ format: 1, product: 'DELIVERY', direction: 'long', interval: '1m' },
  instruments: [{ exchange: 'NSE', symbol: 'SPLIT' }],
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'time == 15:00' },
  exit: { long: 'time == 09:15' },
  sizing: { method: 'fixed_quantity', quantity: 100 },
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('what is closed on paper before the opening of an ex-date is closed at the last price in the units of that day', async () => {
  const { db } = world.testDb;
  const instrumentId = await world.instrument('SPLIT');
  const bars = randomMinutes(SESSIONS.slice(0, -1), { seed: 5, missing: 0 });
  await storeBlocks(world, instrumentId, bars);
  await db.transaction((tx) => putAction(tx, { dataset: DATASET, instrumentId }, SPLIT));
  const startAt = (EVE?.openAt ?? 0) - MINUTE_MS;
  await world.setClock(startAt);
  const accountId = await world.account('asha');
  const { id } = await world.deployments.clone(accountId, await world.strategy('keeps', KEEPS), undefined);
  const owner = { accountId, deploymentId: id };
  await world.deployments.start(owner, 'start');
  const { runner, stop } = await world.openRunner();
  tell(world, newsOf([{ instrumentId, bars: bars.filter(({ openAt }) => openAt >= startAt) }]));
  await runner.settled();
  const morning = (EX_DATE?.openAt ?? 0) - 60 * MINUTE_MS;
  await world.setClock(morning);
  tell(world, [{ kind: 'clock', at: morning }]);
  await runner.settled();
  const [held] = (await expectSoundBooks(world, id)).positions;
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
  const row = { instrumentId, pricePaise, ...day, volume: 1, at: (EVE?.closeAt ?? 0) - 1_000 };
  await putLastPrices(db.kysely, DATASET, [row]);
  await world.deployments.goLive({ owner, idempotencyKey: 'live' });
  const { positions } = await expectSoundBooks(world, id);
  // Two basis points against the owner, on the grid of five paise.
  expect(positions).toMatchObject([{ status: 'closed', quantity: 500, exit_paise: 99_95 }]);
  await stop();
});
