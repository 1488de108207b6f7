import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundBooks } from '../testing/books.ts';
import { type QuotedNews, withQuotes } from '../testing/news.ts';
import { type PlayedDay, prepareDay } from '../testing/played-day.ts';
import { decisionBodies, openWorld, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const DEEP = [1_000, 1_000, 1_000, 1_000, 1_000];
const THIN = [3, 2, 2, 1, 1];

async function play(seed: number, units: readonly number[], slippageBps: number) {
  const day = await prepareDay(world, { seed });
  const news = withQuotes(day.news, units);
  const runner = await world.openRunner({ slippageBps });
  tell(world, news);
  await runner.stop();
  const books = await expectSoundBooks(world, day.deploymentId);
  await retire(day);
  return { day, news, books };
}

/** Keeps later tests of this file from running it too. */
async function retire({ deploymentId }: PlayedDay): Promise<void> {
  await world.testDb.db.kysely
    .updateTable('deployment')
    .set({ status: 'stopped', phase: 'idle' })
    .where('id', '=', deploymentId)
    .execute();
}

/** Prices of one instrument by moment. */
async function pricesOf({ symbols }: PlayedDay, news: readonly QuotedNews[]): Promise<Map<string, number>> {
  const symbolOf = new Map<number, string>();
  for (const symbol of symbols) symbolOf.set((await world.marketData.instrument('NSE', symbol))?.id ?? 0, symbol);
  return new Map(
    news.flatMap((item) =>
      item.kind === 'tick' ? [[`${symbolOf.get(item.instrumentId)}@${item.at}`, item.pricePaise]] : [],
    ),
  );
}

async function notesOf(deploymentId: number): Promise<string[]> {
  const rows = await world.testDb.db.kysely
    .selectFrom('order_event')
    .innerJoin('trade_order', 'trade_order.id', 'order_event.order_id')
    .select('order_event.note')
    .where('trade_order.deployment_id', '=', deploymentId)
    .where('order_event.state', 'in', ['filled', 'partially_filled'])
    .orderBy('order_event.id')
    .execute();
  return rows.flatMap(({ note }) => note ?? []);
}

test('a trick in test mode buys at the ask and sells at the bid that the feed shows, without slippage beside them', async () => {
  const { day, news, books } = await play(71, DEEP, 20);
  const prices = await pricesOf(day, news);
  expect(books.positions.length).toBeGreaterThan(20);
  for (const { symbol, direction, quantity, entry_at: entryAt, entry_paise: entryPaise } of books.positions) {
    const last = prices.get(`${symbol}@${entryAt.getTime()}`) ?? 0;
    expect(quantity).toBeLessThan(1_000);
    expect(entryPaise).toBe(direction === 'long' ? last + 10 : last - 10);
  }
  for (const position of books.positions) {
    if (!position.exit_at || position.exit_paise === null) continue;
    const last = prices.get(`${position.symbol}@${position.exit_at.getTime()}`) ?? 0;
    expect(position.exit_paise).toBe(position.direction === 'long' ? last - 10 : last + 10);
  }
  const entries = books.orders.filter(({ purpose, state }) => purpose === 'entry' && state === 'filled');
  for (const order of entries) expect(order.spread_paise).toBe(BigInt(10 * order.filled_quantity));
  expect(await notesOf(day.deploymentId)).toContain(
    `crossing the spread cost ₹${((10 * (entries[0]?.filled_quantity ?? 0)) / 100).toFixed(2)}`,
  );
});

test('without quotes nothing of an order says so, and it decides what its back-test decides', async () => {
  const day = await prepareDay(world, { seed: 72 });
  const runner = await world.openRunner();
  tell(world, day.news);
  await runner.stop();
  expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
  const { orders } = await expectSoundBooks(world, day.deploymentId);
  await retire(day);
  expect(orders.filter((order) => order.spread_paise !== null || order.unshown_quantity !== null)).toEqual([]);
});

test('where the book is thin, entries are cut to it, exits go in parts, and each order says so', async () => {
  const { day, books } = await play(73, THIN, 0);
  const filled = books.orders.filter(({ state }) => state === 'filled');
  const cut = filled.filter(({ purpose, unshown_quantity: unshown }) => purpose === 'entry' && unshown !== null);
  expect(cut.length).toBeGreaterThan(5);
  for (const { filled_quantity: filledQuantity } of cut) expect(filledQuantity).toBeLessThanOrEqual(9);
  const notes = await notesOf(day.deploymentId);
  expect(notes.filter((note) => note.includes('the market showed no more')).length).toBeGreaterThanOrEqual(cut.length);
});

test('an exit that the book serves in parts is one trade, whoever goes on with it after a kill', async () => {
  let parts = 0;
  const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: 990 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), anyCuts, async (seed, cuts) => {
      const day = await prepareDay(world, { seed });
      // What is entered deep has to be left thin.
      const news = day.news.flatMap((item, i) => withQuotes([item], Math.floor(i / 40) % 2 === 0 ? DEEP : THIN));
      let runner = await world.openRunner();
      let told = 0;
      const acknowledged = new Set<string>();
      for (const cut of cuts.toSorted((a, b) => a - b)) {
        const place = Math.floor((cut * news.length) / 1_000);
        tell(world, news.slice(told, place));
        told = place;
        await runner.runner.settled();
        for (const body of await decisionBodies(world, day.deploymentId)) acknowledged.add(body);
        await runner.kill();
        await world.setClock(news[Math.max(0, place - 1)]?.at ?? day.startAt);
        runner = await world.openRunner();
      }
      tell(world, news.slice(told));
      await runner.stop();
      const bodies = await decisionBodies(world, day.deploymentId);
      for (const body of acknowledged) expect(bodies).toContain(body);
      const { events } = await expectSoundBooks(world, day.deploymentId);
      parts += events.filter(({ state }) => state === 'partially_filled').length;
      await retire(day);
    }),
    // The first: a part at the very moment at which the minute's walk goes on after the kill.
    { numRuns: scaledCount('kills in a quoted market', 1), examples: [[1, [1, 948]]] },
  );
  expect(parts).toBeGreaterThan(5);
}, 600_000);
