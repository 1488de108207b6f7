import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { DeskWorld, PROMISED_MS } from './testing/desk-world.ts';

const CLOSING = 15 * 60 + 15;

/** A position with its stop, at a time of its day. */
function held(minuteOfDay = CLOSING): DeskWorld {
  const world = new DeskWorld();
  const early = world.moment.bind(world);
  world.moment = () => ({ ...early(), at: indiaMoment(early().today, minuteOfDay) });
  world.enter(40);
  world.run(1_000);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'trigger_pending']);
  return world;
}

function takeBackStop(world: DeskWorld): void {
  const stop = world.broker.all.at(-1);
  if (stop) world.broker.cancelByHand(stop);
}

test('the broker cancels a stop and sells: no stop is placed for what is gone', () => {
  for (const pauseMs of [0, 200, 600, 1_000]) {
    const world = held();
    takeBackStop(world);
    world.run(pauseMs);
    world.broker.placeByHand('sell', 40);
    world.run(10_000);
    expect(world.broker.all.filter(({ tag }) => tag !== undefined)).toHaveLength(2);
    expect(world.runs[0]?.held).toBe(0);
  }
});

/** Milliseconds until the position that lost its stop has another. */
function bareMs(world: DeskWorld): number {
  const start = world.wall;
  takeBackStop(world);
  while (world.broker.all.at(-1)?.state !== 'trigger_pending' && world.wall - start < 5_000) world.run(10);
  return world.wall - start;
}

test('a stop that was cancelled and nothing else is placed again within two seconds, book or no book', () => {
  expect(bareMs(held(CLOSING - 1))).toBeLessThan(200);
  expect(bareMs(held())).toBeLessThan(PROMISED_MS);
  const unread = held();
  unread.core.needsBook = () => false;
  const ms = bareMs(unread);
  expect(ms).toBeLessThan(PROMISED_MS);
});

test('a sale does not wait because the stop before it was refused', () => {
  const world = new DeskWorld();
  world.faults = ['none', 'refused', 'refused'];
  world.enter(40);
  world.run(1_000);
  expect(world.broker.all).toHaveLength(1);
  world.leave('stop');
  world.run(50);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'filled']);
});

test('a sale that is refused itself waits longer each time', () => {
  const world = new DeskWorld();
  world.faults = ['none', 'refused', ...Array.from({ length: 20 }, () => 'refused' as const)];
  world.enter(40);
  world.run(1_000);
  world.leave('stop');
  world.run(4_000);
  expect(22 - world.faults.length).toBeLessThan(9);
});
