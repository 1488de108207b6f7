import { expect, test } from 'vitest';
import { DeskWorld, type WorldOptions } from './testing/desk-world.ts';
import type { ModelOrder } from './testing/model-broker.ts';
import { Referee } from './testing/referee.ts';

const ENDED = ['filled', 'cancelled', 'rejected', 'expired'];

/** Holds 40, with a stop; from here on no change leaves any more. */
function holdingWithoutChanges(sides: WorldOptions['sides'] = ['buy']) {
  const world = new DeskWorld({ sides });
  const referee = new Referee(world);
  world.enter(40);
  world.run(500);
  world.broker.rate = { changes: 0, keptForExits: 0 };
  return { world, referee };
}

const heldOf = ({ broker }: DeskWorld): number =>
  broker.all.reduce((sum, { side, filled }) => sum + (side === 'buy' ? filled : -filled), 0);
const working = ({ broker }: DeskWorld): ModelOrder[] => broker.orders.filter(({ state }) => !ENDED.includes(state));

test.each([[['buy'] as const], [['sell'] as const]])(
  'a position is left within a second although its stop cannot be changed: it is taken back, and the exit placed (%s)',
  (sides) => {
    const { world, referee } = holdingWithoutChanges(sides);
    world.leave();
    world.run(1_000);
    expect(heldOf(world)).toBe(0);
    expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'cancelled', 'filled']);
    referee.atEnd();
    expect(referee.violations).toEqual([]);
  },
);

test('a second that is full is waited for: the stop becomes the exit', () => {
  const { world } = holdingWithoutChanges();
  world.leave();
  world.run(200);
  world.broker.rate = { changes: 9, keptForExits: 0 };
  world.run(500);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'filled']);
});

test('a stop that acts while it is being taken back leaves nothing to sell a second time', () => {
  const { world, referee } = holdingWithoutChanges();
  world.leave();
  world.run(400);
  // Its cancellation is on its way when the market falls through it.
  world.faults = ['slow'];
  world.depth = 15;
  world.run(20);
  world.lastPaise = 593_00;
  world.run(10);
  world.depth = 0;
  world.run(1_600);
  world.depth = 1_000;
  world.run(3_000);
  expect(heldOf(world)).toBe(0);
  expect(referee.violations).toEqual([]);
});

test('an exit that the market has jumped over is followed by another, and never rests beside it', () => {
  const { world, referee } = holdingWithoutChanges();
  let most = 0;
  const look = world.watch;
  world.watch = () => {
    look?.();
    most = Math.max(most, working(world).length);
  };
  world.depth = 0;
  world.leave();
  world.run(1_000);
  for (let fall = 1; fall <= 4; fall += 1) {
    world.lastPaise -= 8_00;
    world.run(3_000);
  }
  expect(working(world)).toMatchObject([{ shape: { kind: 'limit', quantity: 40 } }]);
  expect(working(world)[0]?.shape.pricePaise).toBeLessThanOrEqual(world.lastPaise);
  world.depth = 1_000;
  world.run(100);
  expect(heldOf(world)).toBe(0);
  expect(most).toBe(1);
  expect(referee.violations).toEqual([]);
});

test('what a stop cannot grow to guard gets a stop of its own', () => {
  const world = new DeskWorld();
  const referee = new Referee(world);
  world.depth = 20;
  world.enter(40);
  world.run(10);
  world.depth = 0;
  world.run(490);
  world.broker.rate = { changes: 0, keptForExits: 0 };
  world.depth = 20;
  world.run(20);
  world.depth = 0;
  world.run(1_000);
  expect(working(world)).toMatchObject([{ shape: { kind: 'stop_limit', quantity: 20 } }, { shape: { quantity: 20 } }]);
  world.depth = 1_000;
  world.leave();
  world.run(2_000);
  expect(heldOf(world)).toBe(0);
  expect(referee.violations).toEqual([]);
});
