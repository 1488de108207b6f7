import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarketData, type MarketDataService, publishMarket } from '../../market-data/index.ts';
import { DATASET, openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const at = (day: string, hour: number): number => indiaMoment(day, hour * 60);
const [FIRST, SECOND, THIRD] = ['2021-04-12', '2021-04-13', '2021-04-15'] as const;

/** A market whose calendar has no year at all, as for a replay of one that nobody has entered. */
function openMarket(simulated = true): MarketDataService {
  const calendar = createCalendar({ ...NSE_CALENDAR, years: [], special: [] });
  const { clock, testDb } = world;
  return createMarketData({ db: testDb.db, clock, dataset: DATASET, simulated, speed: 60, calendar });
}

test('a runner knows the session of each day of a replay with its first news, though no table has the year', async () => {
  await world.setClock(at(FIRST, 10));
  const marketData = openMarket();
  await marketData.start();
  const isOpen = (day: string): boolean => marketData.calendar.sessionAt(at(day, 12)) !== undefined;
  expect([FIRST, SECOND, THIRD].map(isOpen)).toEqual([true, false, false]);
  const { runner } = await world.openRunner({ marketData, lookEveryMs: 600_000 });
  const publisher = publishMarket(world.bus);
  publisher.clock(at(SECOND, 8), 'closed');
  expect(isOpen(SECOND)).toBe(false);
  publisher.clock(at(SECOND, 10), 'open');
  expect(isOpen(SECOND)).toBe(true);
  publisher.bar(1, { openAt: at(THIRD, 10), open: 5, high: 5, low: 5, close: 5, volume: 1 });
  expect(isOpen(THIRD)).toBe(true);
  expect(isOpen('2021-04-14')).toBe(false);
  await runner.stop();
});

test('whoever asks how the market stands learns of a new day within a second of the market', async () => {
  await world.setClock(at(FIRST, 10));
  const marketData = openMarket();
  expect((await marketData.marketState()).status).toBe('open');
  await world.clock.advance(2_000);
  await world.setClock(at(SECOND, 10));
  expect(await marketData.marketState()).toMatchObject({ status: 'open', opensAt: indiaMoment(SECOND, 555) });
});

test('a day of the real exchange that no calendar has stays unknown: prices do not tell when it ends', async () => {
  await world.setClock(at(FIRST, 10));
  const marketData = openMarket(false);
  await world.clock.set(at(FIRST, 10));
  await marketData.start();
  marketData.noteTrading(at(FIRST, 10));
  expect(marketData.calendar.kindOf(FIRST)).toBe('unknown');
  expect((await marketData.marketState()).status).not.toBe('open');
});
