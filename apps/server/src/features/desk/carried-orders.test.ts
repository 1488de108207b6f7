import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { CarriedOrders } from './carried-orders.ts';
import { noEffects } from './effects.ts';
import { DeskWorld } from './testing/desk-world.ts';

const NEXT_DAY = '2025-07-08';

/** A position whose stop the broker keeps over the night, as it does with what comes after the close. */
function carried(): DeskWorld {
  const world = new DeskWorld();
  world.enter(40);
  world.run(1_000);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'trigger_pending']);
  const early = world.moment.bind(world);
  world.moment = () => ({ ...early(), at: indiaMoment(NEXT_DAY, 10 * 60), today: NEXT_DAY });
  return world;
}

test('a position whose stop the broker has kept over the night is left by it the next day', () => {
  const world = carried();
  world.run(2_500);
  world.leave();
  world.run(3_000);
  expect(world.runs[0]?.held).toBe(0);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'filled']);
});

test('such a stop follows its level, also for a desk that takes the account up', () => {
  const world = carried();
  world.run(2_500);
  expect(world.rows.unsettled(NEXT_DAY).map(({ role, day }) => [role, day])).toContainEqual(['protective', NEXT_DAY]);
  world.restart();
  world.moveStop(598_00);
  world.run(4_000);
  expect(world.broker.orders.at(-1)?.shape.triggerPaise).toBe(598_00);
});

test('a book of the day before that comes late does not make its orders those of today', () => {
  const world = carried();
  const book = world.broker.book();
  const askedAtWall = world.wall;
  world.wall += 3_000;
  // The first that is heard of the new day, and an answer to what was asked before it.
  world.core.plan(world.moment());
  world.core.onBook(book, askedAtWall, world.moment());
  world.core.onBook([], world.wall + 10, world.moment());
  expect([...world.core.orders.values()].map(({ role, progress }) => [role, progress.state])).toContainEqual([
    'protective',
    'expired',
  ]);
});

test('a stop for delivery that ends with its day is not placed again before the desk has heard of the close', () => {
  const world = new DeskWorld();
  const early = world.moment.bind(world);
  const closeAt = indiaMoment(early().today, 15 * 60 + 30);
  world.moment = () => ({ ...early(), at: closeAt - 500, closesAt: () => closeAt });
  world.enter(40);
  for (const line of world.core.lines.values()) Object.assign(line, { product: 'delivery' });
  world.run(1_000);
  const stop = world.broker.all.at(-1);
  expect([stop?.state, [...world.core.orders.values()].at(-1)?.product]).toEqual(['trigger_pending', 'delivery']);
  if (stop) world.broker.cancelByHand(stop);
  world.run(1_000);
  world.isOpen = false;
  world.run(3_000);
  expect(world.broker.all.filter(({ state }) => state !== 'filled')).toHaveLength(1);
});

test('a stop that was kept and trades before a book of its day is read is an order of that day', () => {
  const world = new DeskWorld();
  world.enter(40);
  world.run(1_000);
  const [stop] = world.broker.book().filter(({ side }) => side === 'sell');
  if (!stop) throw new Error('a stop rests');
  const traded = { state: 'filled', filledQuantity: 40, averagePaise: 594_00 } as const;
  world.core.onReport({ ...stop, ...traded, updatedAt: indiaMoment(NEXT_DAY, 9 * 60 + 15) }, world.moment());
  world.run(100);
  expect(world.runs[0]?.held).toBe(0);
  expect(world.rows.unsettled(NEXT_DAY).map(({ role, day }) => [role, day])).toContainEqual(['protective', NEXT_DAY]);
});

test('one that the broker turns away at the opening is known until a book of its day has shown it', () => {
  const world = carried();
  const [stop] = world.broker.book().filter(({ side }) => side === 'sell');
  if (!stop) throw new Error('a stop rests');
  const turnedAway = { ...stop, state: 'rejected', updatedAt: indiaMoment(NEXT_DAY, 9 * 60 + 15) } as const;
  world.core.onReport(turnedAway, world.moment());
  world.core.plan(world.moment());
  world.core.onBook([turnedAway], world.wall - 1, world.moment());
  world.core.forgetBefore(NEXT_DAY);
  expect(world.core.onBook([turnedAway], world.wall + 1, world.moment())).toEqual([]);
  world.core.forgetBefore(NEXT_DAY);
  expect(world.core.orders.get(stop.tag ?? '')?.day).toBe(NEXT_DAY);
});

test('what waits for the next session is not asked about all night, and is when the session has begun', () => {
  const world = new DeskWorld();
  world.enter(40);
  world.run(1_000);
  const stop = [...world.core.orders.values()].at(-1);
  if (!stop) throw new Error('a stop rests');
  stop.progress = { ...stop.progress, state: 'queued' };
  world.isOpen = false;
  world.wall += 60_000;
  expect(world.core.needsBook(world.moment())).toBe(false);
  world.isOpen = true;
  expect(world.core.needsBook(world.moment())).toBe(true);
});

/** An order of the day before, with a report of it, and a moment of the next day. */
function reported() {
  const world = carried();
  const order = [...world.core.orders.values()].at(-1);
  const [report] = world.broker.book().filter(({ side }) => side === 'sell');
  if (!order || !report) throw new Error('a stop rests');
  const told = { ...report, updatedAt: undefined };
  return { order, report: told, now: world.moment(), day: order.day, carried: new CarriedOrders() };
}

test('only a book that was asked for after its day was known makes what it shows an order of that day', () => {
  const { order, report, now, day, carried: orders } = reported();
  orders.onBook(now.wall, now);
  orders.carryOver(order, report, now, noEffects());
  expect([order.day, orders.hasBookOf(NEXT_DAY)]).toEqual([day, false]);
  orders.onBook(now.wall + 1, { ...now, wall: now.wall + 2 });
  orders.afterBook();
  // What the socket says between two books shows no book.
  orders.carryOver(order, report, now, noEffects());
  expect([order.day, orders.hasBookOf(NEXT_DAY), orders.hasBookOf(day)]).toEqual([day, true, false]);
  const effects = noEffects();
  orders.onBook(now.wall + 3, { ...now, wall: now.wall + 4 });
  orders.carryOver(order, report, now, effects);
  expect([order.day, effects.changed.has(order), effects.timeline.length]).toEqual([NEXT_DAY, true, 1]);
  orders.carryOver(order, report, now, effects);
  expect(effects.timeline).toHaveLength(1);
});

test('the end of an order that is put down after its day is none of the next, unless it has traded then', () => {
  const updatedAt = indiaMoment(NEXT_DAY, 8 * 60);
  for (const [filledQuantity, carriedTo] of [
    [0, undefined],
    [7, NEXT_DAY],
  ] as const) {
    const { order, report, now, day, carried: orders } = reported();
    orders.carryOver(order, { ...report, state: 'cancelled', filledQuantity, updatedAt }, now, noEffects());
    expect(order.day).toBe(carriedTo ?? day);
  }
});
