import { expect, test } from 'vitest';
import { SBIN } from './testing/desk-world.ts';
import { HandWorld } from './testing/hand-world.ts';
import { tradedInstruments } from './traded-instruments.ts';

test('a stop that rests is an order under way, until nothing is left to protect', () => {
  const world = new HandWorld({ sides: ['buy'] });
  expect(tradedInstruments(world.core)).toEqual([]);
  world.enter(40);
  world.run(500);
  expect(tradedInstruments(world.core)).toEqual([SBIN.id]);
  world.leave();
  world.run(2_000);
  expect(tradedInstruments(world.core)).toEqual([]);
});

test('an order by hand counts while it rests, though no trick stands behind it', () => {
  const world = new HandWorld({ sides: ['buy'] });
  const order = world.own('buy', 5, 500_00);
  world.run(500);
  expect(tradedInstruments(world.core)).toEqual([SBIN.id]);
  order.cancelWanted = true;
  world.run(2_000);
  expect(tradedInstruments(world.core)).toEqual([]);
});
