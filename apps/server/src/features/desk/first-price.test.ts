import { expect, test } from 'vitest';
import { DeskWorld } from './testing/desk-world.ts';

/** 40 units at 600.00; the market has gone to 700.00, and the stop has followed to 650.00. */
function won(side: 'buy' | 'sell'): DeskWorld {
  const world = new DeskWorld({ sides: [side] });
  world.enter(40);
  world.run(1_000);
  const sign = side === 'buy' ? 1 : -1;
  world.lastPaise = 600_00 + sign * 99_00;
  world.moveStop(600_00 + sign * 50_00);
  world.run(3_000);
  return world;
}

const stands = (world: DeskWorld): unknown[] => {
  const exits = world.broker.all.slice(1).filter(({ state }) => state !== 'cancelled' && state !== 'expired');
  return [world.runs[0]?.held, ...exits.map(({ state, shape }) => [state, shape.triggerPaise])];
};

test.each([
  ['buy', 650_00],
  ['sell', 550_00],
] as const)(
  'a desk that has heard of no price yet keeps a position whose stop is ahead of what was paid: %s',
  (side, stopPaise) => {
    const world = won(side);
    expect(stands(world)).toEqual([40, ['trigger_pending', stopPaise]]);
    // Somebody takes the stop back, and the desk dies before it has placed another.
    world.broker.cancelByHand(world.broker.all.at(-1) ?? expect.fail('no stop'));
    world.restart();
    world.run(200);
    expect(stands(world)).toEqual([40, ['trigger_pending', stopPaise]]);
    world.run(10_000);
    expect(stands(world)).toEqual([40, ['trigger_pending', stopPaise]]);
  },
);

test('so does one that has taken it up in the night, when the market opens', () => {
  const world = won('buy');
  world.night(true);
  // As the exchange opens, its desk hears of the clock before it hears of this share.
  world.isOpen = false;
  for (const order of world.broker.all) if (order.state === 'trigger_pending') world.broker.cancelByHand(order);
  world.restart();
  world.isOpen = true;
  world.run(10_000);
  expect(stands(world)).toEqual([40, ['trigger_pending', 650_00]]);
});

test('where the market has passed the stop meanwhile it is sold with the first price', () => {
  const world = won('buy');
  world.broker.cancelByHand(world.broker.all.at(-1) ?? expect.fail('no stop'));
  world.restart();
  world.lastPaise = 640_00;
  world.run(290);
  expect(world.runs[0]?.held).toBe(40);
  world.run(500);
  expect(world.runs[0]?.held).toBe(0);
});
