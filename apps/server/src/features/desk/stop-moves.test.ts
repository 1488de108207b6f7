import { expect, test } from 'vitest';
import { DeskWorld } from './testing/desk-world.ts';

function holding(): DeskWorld {
  const world = new DeskWorld();
  world.enter(40);
  world.run(500);
  return world;
}

const heldOf = ({ broker }: DeskWorld): number =>
  broker.all.reduce((sum, { side, filled }) => sum + (side === 'buy' ? filled : -filled), 0);

/** The run trails its stop, a step every half second. */
function trail(world: DeskWorld, steps: number): void {
  for (let step = 1; step <= steps; step += 1) {
    world.moveStop(594_00 + step * 10);
    world.run(500);
  }
}

test('a stop that has followed the price for as long as it may leaves its position a change to be left by', () => {
  const world = holding();
  world.broker.rate = { changes: 4, keptForExits: 2 };
  trail(world, 6);
  expect(world.broker.rate.changes).toBe(2);
  world.leave();
  world.run(300);
  expect(heldOf(world)).toBe(0);
  expect(world.broker.all).toHaveLength(2);
});

test('a move that waits for its rate is asked for again later, and does not hold up a stop that must guard more', () => {
  const world = new DeskWorld();
  world.depth = 20;
  world.enter(40);
  world.run(10);
  world.depth = 0;
  world.run(490);
  world.broker.rate = { changes: 2, keptForExits: 2 };
  world.moveStop(595_00);
  world.run(100);
  world.depth = 20;
  world.run(300);
  // Growing, it takes the new level with it.
  expect(world.broker.orders).toMatchObject([
    { filled: 40 },
    { shape: { kind: 'stop_limit', quantity: 40, triggerPaise: 595_00 } },
  ]);
  world.moveStop(596_00);
  world.run(200);
  world.broker.rate = { changes: 10, keptForExits: 2 };
  world.run(world.settings.moveAgainMs);
  expect(world.broker.orders[1]).toMatchObject({ shape: { triggerPaise: 596_00 } });
  expect(world.broker.rate.changes).toBe(9);
});
