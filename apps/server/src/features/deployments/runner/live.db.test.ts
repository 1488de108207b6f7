import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hearQuotesWanted, type QuotesWanted } from '../../market-data/quotes-wanted.ts';
import { type LiveRunner, openLive, play, prepareLive, retire, settle } from '../testing/live-runner.ts';
import { expectSameAsBroker } from '../testing/live-world.ts';
import type { PlayedDay } from '../testing/played-day.ts';
import { openWorld, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const momentAt = (day: PlayedDay, place: number): number => day.news[Math.max(0, place - 1)]?.at ?? day.startAt;

describe('a live trick', () => {
  test('trades through its desk, in parts; what is stored is what the broker did', async () => {
    const { day, linkId, broker } = await prepareLive(world, 11);
    const live = await openLive(world, broker);
    expect(live.runner.held).toEqual([day.deploymentId]);
    expect(live.desks.opened).toEqual([linkId]);
    await play({ world, live, day }, [0, 1_500]);
    const { orders, positions } = await expectSameAsBroker(world, broker, day.deploymentId);
    expect(orders.length).toBeGreaterThan(20);
    expect(positions.filter((row) => row.status === 'closed').length).toBeGreaterThan(10);
    await live.stop();
    await retire(world, day);
  }, 120_000);

  test('goes on in another process after kill -9, and loses and doubles nothing', async () => {
    const { day, broker } = await prepareLive(world, 12);
    let live = await openLive(world, broker);
    let told = 0;
    for (const place of [200, 401, 557, 760]) {
      await play({ world, live, day }, [told, place - 40]);
      // These are not waited for: some are written and not sent, some sent and not told.
      tell(world, day.news.slice(place - 40, place));
      await new Promise((resolve) => setTimeout(resolve, 3));
      told = place;
      await live.kill();
      await world.setClock(momentAt(day, place));
      live = await openLive(world, broker);
      await settle(live);
    }
    await play({ world, live, day }, [told, 1_200]);
    const { orders } = await expectSameAsBroker(world, broker, day.deploymentId);
    expect(orders.length).toBeGreaterThan(20);
    expect(broker.placed).toBe(orders.length);
    await live.stop();
    await retire(world, day);
  }, 120_000);

  test('tells the feed that real orders hang on what it trades on', async () => {
    const { day, broker } = await prepareLive(world, 14);
    const heard: QuotesWanted[] = [];
    await hearQuotesWanted(world.bus.ear().bus, (wanted) => heard.push(wanted));
    const live = await openLive(world, broker);
    const byHand = 987_654;
    live.desks.byHand = [byHand, byHand];
    live.ear.gap();
    const last = heard.at(-1);
    expect(last).toMatchObject({
      isLive: true,
      instrumentIds: expect.arrayContaining([day.news[0]?.instrumentId, byHand]),
    });
    expect(new Set(last?.instrumentIds).size).toBe(last?.instrumentIds.length);
    await live.stop();
    await retire(world, day);
  });

  test('tells its desk when its rules decided an order, by our clock, however long its write waits', async () => {
    const { day, broker } = await prepareLive(world, 16);
    const live = await openLive(world, broker, { lookEveryMs: 600_000 });
    // The first entry follows from a bar; later ones may from fills, which are heard of while the clock goes on.
    const late: number[] = [];
    for (let next = 0; late.length === 0 && next < 600; next += 1) {
      const heardAt = world.clock.now();
      tell(world, day.news.slice(next, next + 1));
      await new Promise((resolve) => setImmediate(resolve));
      await world.clock.advance(7_000);
      await settle(live);
      for (const request of live.desks.requests.splice(0)) {
        if (request.kind !== 'intent' || request.placed.intent.purpose !== 'entry') continue;
        late.push((request.placed.decidedAtWall ?? 0) - heardAt);
      }
    }
    expect(late).toEqual([0]);
    await live.stop();
    await retire(world, day);
  }, 120_000);

  test('takes news once that its process was not told of before it died', async () => {
    const { day, broker } = await prepareLive(world, 13);
    // A look finds the news, too: by itself, or because a runner of a test before has fallen silent meanwhile.
    const first = await openLive(world, broker, { lookEveryMs: 600_000 });
    await play({ world, live: first, day }, [0, 150]);
    // The desk's transaction is through, the run's never comes.
    first.desks.silent = true;
    await play({ world, live: first, day }, [150, 320]);
    const until = await playUntilNews({ world, live: first, day }, [320, 500]);
    await first.kill();
    await world.setClock(momentAt(day, until));
    const second = await openLive(world, broker);
    await settle(second);
    expect(await openNews(day)).toBe(0);
    await play({ world, live: second, day }, [until, 700]);
    await expectSameAsBroker(world, broker, day.deploymentId);
    await second.stop();
    await retire(world, day);
  }, 120_000);
});

/** Tells the day until its desk has news that its run has not taken; answers how much of the day was told. */
async function playUntilNews(
  told: { readonly world: World; readonly live: LiveRunner; readonly day: PlayedDay },
  [from, to]: readonly [number, number],
): Promise<number> {
  for (let until = from; until < to; until += 1) {
    if ((await openNews(told.day)) > 0) return until;
    await play(told, [until, until + 1]);
  }
  throw new Error('its desk never had news that the run had not taken');
}

async function openNews({ deploymentId }: PlayedDay): Promise<number> {
  const rows = await world.testDb.db.kysely
    .selectFrom('order_news')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('applied_at', 'is', null)
    .execute();
  return rows.length;
}
