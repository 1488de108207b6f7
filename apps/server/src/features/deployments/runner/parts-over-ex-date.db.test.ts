import { MINUTE_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundBooks } from '../testing/books.ts';
import { withQuotes } from '../testing/news.ts';
import { EVE, EX_DATE, startOnEve } from '../testing/split-share.ts';
import { openWorld, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an exit of which a part was got on the evening before a split goes on in the units of the day, as one order', async () => {
  const { owner, instrumentId, news } = await startOnEve(world, 'time == 15:29');
  const { runner, stop } = await world.openRunner();
  const lastMinute = EVE.closeAt - MINUTE_MS;
  // Nine units with each of its four prices.
  tell(
    world,
    news.flatMap((item) => withQuotes([item], item.at < lastMinute ? [500] : [9])),
  );
  await runner.settled();
  const evening = await expectSoundBooks(world, owner.deploymentId);
  expect(evening.orders.at(-1)).toMatchObject({ purpose: 'exit', quantity: 100, filled_quantity: 36 });
  await world.setClock(EX_DATE.openAt - 5 * MINUTE_MS);
  tell(world, [{ kind: 'clock', at: EX_DATE.openAt - 5 * MINUTE_MS }]);
  await runner.settled();
  expect(world.logged.filter((line) => line.includes('fault'))).toEqual([]);
  tell(world, [{ kind: 'tick', instrumentId, at: EX_DATE.openAt, pricePaise: 100_00 }]);
  await stop();
  const { orders, positions } = await expectSoundBooks(world, owner.deploymentId);
  // 64 have become 320.
  expect(orders.at(-1)).toMatchObject({ purpose: 'exit', quantity: 356, filled_quantity: 356, state: 'filled' });
  expect(positions).toMatchObject([{ status: 'closed', quantity: 356 }]);
});
