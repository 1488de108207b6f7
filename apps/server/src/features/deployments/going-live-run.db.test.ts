import { afterAll, beforeAll, expect, test } from 'vitest';
import { markKycVerified, markTradeActivated } from '../accounts/index.ts';
import { putLastPrices } from '../market-data/store.ts';
import { expectSoundBooks, readBooks } from './testing/books.ts';
import { insertLink } from './testing/live-world.ts';
import { withQuotes } from './testing/news.ts';
import { type PlayedDay, prepareDay } from './testing/played-day.ts';
import { DATASET, openWorld, type TestRunner, tell, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const PRICE_PAISE = 51_000;

/** Plays until something is held on paper. @returns how far the day has come */
async function playUntilHeld(day: PlayedDay, { runner }: TestRunner): Promise<number> {
  for (let place = 0; place < day.news.length; place += 10) {
    tell(world, day.news.slice(place, place + 10));
    await runner.settled();
    const { positions, orders } = await readBooks(world, day.deploymentId);
    const isWaiting = orders.some(({ state }) => state === 'intended');
    if (!isWaiting && positions.some(({ status }) => status === 'open')) return place + 10;
  }
  throw new Error('the day never opened a position');
}

async function makeReady({ accountId, symbols }: PlayedDay, at: number): Promise<void> {
  const parts = { database: world.testDb.db, clock: world.clock };
  await markKycVerified(parts, { accountId, forDemo: true });
  await markTradeActivated(parts, { accountId, forDemo: true });
  const linkId = await insertLink(world, accountId);
  const session = { token_expires_at: new Date(world.clock.now() + 3_600_000) };
  await world.testDb.db.kysely.updateTable('broker_link').set(session).where('id', '=', linkId).execute();
  const price = { pricePaise: PRICE_PAISE, openPaise: PRICE_PAISE, highPaise: PRICE_PAISE, lowPaise: PRICE_PAISE };
  for (const symbol of symbols) {
    const instrumentId = await world.instrument(symbol);
    const row = { instrumentId, ...price, previousClosePaise: PRICE_PAISE, volume: 1, at };
    await putLastPrices(world.testDb.db.kysely, DATASET, [row]);
  }
  await world.setClock(at);
}

test('what is held on paper is closed with the switch; its runner writes nothing after it, and its books add up', async () => {
  const day = await prepareDay(world, { seed: 31 });
  const owner = { accountId: day.accountId, deploymentId: day.deploymentId };
  const runner = await world.openRunner();
  const place = await playUntilHeld(day, runner);
  const held = (await readBooks(world, day.deploymentId)).positions.filter(({ status }) => status === 'open');
  await makeReady(day, day.news[place - 1]?.at ?? day.startAt);
  const went = await world.deployments.goLive({ owner, idempotencyKey: 'live-1' });
  expect(went.paperExits).toBe(held.length);
  // The runner of test mode goes on hearing prices before it has looked at the rows.
  tell(world, day.news.slice(place, place + 60));
  await runner.runner.settled();
  await runner.runner.settled();
  const books = await readBooks(world, day.deploymentId);
  expect(books.deployment).toMatchObject({ mode: 'live', status: 'running', phase: 'running', run_number: 2 });
  expect(books.positions.every(({ status, mode }) => status === 'closed' && mode === 'paper')).toBe(true);
  const closed = books.positions.filter(({ id }) => held.some((position) => position.id === id));
  for (const { direction, exit_paise: exit } of closed) {
    // Two basis points against the owner, on the grid of five paise.
    expect(exit).toBe(direction === 'long' ? 50_985 : 51_015);
  }
  expect(books.orders.every(({ run_number: run }) => run === 1)).toBe(true);
  expect(books.runs.map(({ mode }) => mode)).toEqual(['paper', 'live']);
  expect(runner.runner.held).not.toContain(day.deploymentId);
  await runner.stop();
  await expectSoundBooks(world, day.deploymentId);
}, 60_000);

test('an exit of which the market has shown a part only is filled to its end with the switch, as one trade', async () => {
  const day = await prepareDay(world, { seed: 33 });
  const owner = { accountId: day.accountId, deploymentId: day.deploymentId };
  const runner = await world.openRunner();
  // Entered deep, left thin.
  const thick = day.news.findIndex(({ at }) => at > day.startAt + 60 * 60_000);
  const isPart = ({ state }: { readonly state: string }) => state === 'partially_filled';
  let place = 0;
  for (; place < day.news.length; place += 2) {
    tell(world, withQuotes(day.news.slice(place, place + 2), place < thick ? [1_000] : [1]));
    if (place < thick) continue;
    await runner.runner.settled();
    if ((await readBooks(world, day.deploymentId)).orders.some(isPart)) break;
  }
  const before = await readBooks(world, day.deploymentId);
  const parts = before.orders.filter(isPart);
  expect(parts.length).toBeGreaterThan(0);
  // The clock that is asked is behind what the run has done.
  await makeReady(day, (day.news[place]?.at ?? day.startAt) - 90_000);
  await world.deployments.goLive({ owner, idempotencyKey: 'live-3' });
  const books = await expectSoundBooks(world, day.deploymentId);
  for (const { id, quantity } of parts) {
    const order = books.orders.find((one) => one.id === id);
    expect(order).toMatchObject({ state: 'filled', filled_quantity: quantity });
    expect(books.positions.filter((position) => position.exit_order_id === id)).toMatchObject([{ quantity }]);
  }
  expect(books.positions.every(({ status }) => status === 'closed')).toBe(true);
  await runner.stop();
}, 60_000);

test('a switch that is refused leaves the paper run in the hands of its runner', async () => {
  const day = await prepareDay(world, { seed: 32 });
  const owner = { accountId: day.accountId, deploymentId: day.deploymentId };
  const runner = await world.openRunner();
  const place = await playUntilHeld(day, runner);
  await world.setClock(day.news[place - 1]?.at ?? day.startAt);
  await expect(world.deployments.goLive({ owner, idempotencyKey: 'live-2' })).rejects.toMatchObject({
    code: 'KYC_AND_ACTIVATION_MISSING',
  });
  tell(world, day.news.slice(place));
  await runner.runner.settled();
  expect(runner.runner.held).toContain(day.deploymentId);
  const books = await expectSoundBooks(world, day.deploymentId);
  expect(books.decisions.map(({ body }) => body)).toEqual(day.expected);
  await runner.stop();
}, 60_000);
