import { expect, test } from 'vitest';
import { DeskWorld } from './testing/desk-world.ts';
import type { WriteFault } from './testing/model-broker.ts';

/** The run wants out, and so many requests in a row go wrong. */
function leavingAmong(fault: WriteFault, count: number): DeskWorld {
  const world = new DeskWorld();
  world.enter(40);
  world.run(500);
  world.faults = Array.from({ length: count }, () => fault);
  world.leave();
  return world;
}

const stuck = ({ alarms }: DeskWorld) => alarms.filter(({ key }) => key.startsWith('stuck'));

test('an exit that cannot leave for five seconds is an urgent matter of its owner, who hears of it less and less often', () => {
  const world = leavingAmong('rate_limited', 1_000);
  world.run(4_900);
  expect(stuck(world)).toEqual([]);
  world.run(300);
  expect(stuck(world)).toMatchObject([
    {
      severity: 'urgent',
      deploymentId: 1,
      title: 'An exit cannot leave: Sell 40 SBIN',
      body: 'Your broker has not let it through for some seconds. It is tried again by itself. Look at your position at the broker if this goes on.',
    },
  ]);
  world.run(100_000);
  expect(stuck(world)).toHaveLength(3);
  expect(new Set(stuck(world).map(({ key }) => key)).size).toBe(3);
});

test('one that is to be placed and is turned away each time is such an exit too', () => {
  const world = new DeskWorld();
  world.enter(40);
  world.run(500);
  world.broker.rate = { changes: 0, keptForExits: 0 };
  // Twice a change, and the cancellation in its place.
  world.faults = ['none', 'none', 'none', ...Array.from({ length: 1_000 }, () => 'rate_limited' as const)];
  world.leave();
  world.run(7_000);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'cancelled']);
  expect(stuck(world)).toHaveLength(1);
});

test('one that leaves in time, or rests in the market, is none', () => {
  const late = leavingAmong('rate_limited', 4);
  late.run(60_000);
  expect(stuck(late)).toEqual([]);
  const resting = leavingAmong('refused', 0);
  resting.depth = 0;
  resting.run(60_000);
  expect(stuck(resting)).toEqual([]);
});

test('while the session is over or the market closed nobody is told that an exit cannot leave', () => {
  const world = leavingAmong('rate_limited', 1_000);
  world.run(3_000);
  world.isOpen = false;
  world.run(60_000);
  world.isOpen = true;
  world.hasSession = false;
  world.run(60_000);
  expect(stuck(world)).toEqual([]);
});
