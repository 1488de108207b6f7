import { expect, test } from 'vitest';
import { DeskWorld } from './testing/desk-world.ts';
import type { ModelOrder } from './testing/model-broker.ts';

const BAND = { lowerPaise: 540_00, upperPaise: 660_00 };

const working = ({ broker }: DeskWorld, side: 'buy' | 'sell'): ModelOrder[] =>
  broker.orders.filter(
    (order) => order.side === side && !['filled', 'cancelled', 'rejected', 'expired'].includes(order.state),
  );

function holding(): DeskWorld {
  const world = new DeskWorld();
  world.enter(40);
  world.run(500);
  world.broker.band = BAND;
  return world;
}

test('a stop that the exchange does not move stays where it is, is not asked for again, and its owner hears of it once', () => {
  const world = holding();
  world.moveStop(400_00);
  world.run(10 * 60_000);
  expect(world.broker.undone).toBeLessThanOrEqual(3);
  expect(working(world, 'sell')).toMatchObject([{ shape: { triggerPaise: 594_00, quantity: 40 } }]);
  const told = world.alarms.filter(({ key }) => key.startsWith('not moved'));
  expect(told).toMatchObject([
    {
      severity: 'warning',
      title: 'The stop of SBIN was not moved',
      body: 'It stays at ₹594.00 at the broker: a move to ₹400.00 was not carried out. Trickdesk asks for it again when the level changes, or on the next day.',
    },
  ]);
  expect([...world.core.orders.values()].find(({ role }) => role === 'protective')?.shape.triggerPaise).toBe(594_00);
});

test('another level is asked for at once after one that was refused, and the refused one again after that', () => {
  const world = holding();
  world.moveStop(400_00);
  world.run(60_000);
  world.moveStop(590_00);
  world.run(500);
  expect(working(world, 'sell')).toMatchObject([{ shape: { triggerPaise: 590_00 } }]);
  world.broker.band = { ...BAND, lowerPaise: 300_00 };
  world.moveStop(400_00);
  world.run(500);
  expect(working(world, 'sell')).toMatchObject([{ shape: { triggerPaise: 400_00 } }]);
});

test('a stop grows with its position at the level where it is, when the exchange refuses to move it', () => {
  const world = new DeskWorld();
  world.depth = 20;
  world.enter(40);
  world.run(10);
  world.depth = 0;
  world.run(490);
  const [run] = world.runs;
  expect(run?.held).toBe(20);
  world.broker.band = BAND;
  world.moveStop(400_00);
  world.run(6_000);
  world.depth = 1_000_000;
  world.run(1_000);
  expect(run?.held).toBe(40);
  const stops = working(world, 'sell');
  expect(stops.reduce((sum, { shape }) => sum + shape.quantity, 0)).toBe(40);
  expect(stops.every(({ shape }) => shape.triggerPaise === 594_00)).toBe(true);
});

test('one change that was not made is asked for again: a book may be late', () => {
  const world = holding();
  world.moveStop(400_00);
  world.run(100);
  world.broker.band = undefined;
  world.run(4_000);
  expect(working(world, 'sell')).toMatchObject([{ shape: { triggerPaise: 400_00 } }]);
  expect(world.alarms).toEqual([]);
});

test('a sale whose limit the exchange does not take goes on being tried, less often each time', () => {
  const world = holding();
  world.depth = 0;
  world.leave();
  world.run(1_000);
  world.broker.band = { lowerPaise: 599_00, upperPaise: 660_00 };
  world.lastPaise = 580_00;
  world.run(30 * 60_000);
  expect(world.broker.undone).toBeGreaterThan(5);
  expect(world.broker.undone).toBeLessThan(60);
  world.broker.band = undefined;
  world.depth = 1_000_000;
  world.run(5 * 60_000);
  expect(working(world, 'sell')).toEqual([]);
});
