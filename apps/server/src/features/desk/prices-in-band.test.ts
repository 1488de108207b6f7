import { isWithinBand, roundToTick } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DESK_DEFAULTS } from './desk-settings.ts';
import { entryLimit, isMarketable } from './prices.ts';
import { DeskWorld, type WorldOptions } from './testing/desk-world.ts';
import { HandWorld } from './testing/hand-world.ts';
import type { ModelOrder } from './testing/model-broker.ts';

const BAND = { lowerPaise: 595_00, upperPaise: 605_00 };

const exits = ({ broker, runs }: DeskWorld): ModelOrder[] =>
  broker.all.filter(({ side, tag }) => tag !== undefined && side !== runs[0]?.entrySide);
const resting = (world: DeskWorld): ModelOrder[] =>
  exits(world).filter(({ state }) => !['filled', 'cancelled', 'rejected', 'expired'].includes(state));
const refused = (world: DeskWorld): number =>
  world.broker.undone + world.broker.all.filter(({ state }) => state === 'rejected').length;

/** 40 units at 600.00; the run tells a stop 6.00 away, beyond the band. */
function holding(options: Partial<WorldOptions> = {}): DeskWorld {
  const world = new DeskWorld({ sides: ['buy'], band: BAND, ...options });
  world.run(500);
  world.enter(40);
  world.run(1_000);
  return world;
}

describe('a stop that lies beyond the exchange’s band', () => {
  test.each([
    ['buy', 595_00],
    ['sell', 605_00],
  ] as const)('rests at its edge, where the exchange takes it: %s', (side, edgePaise) => {
    const world = holding({ sides: [side] });
    expect(refused(world)).toBe(0);
    expect(resting(world)).toMatchObject([
      { state: 'trigger_pending', shape: { triggerPaise: edgePaise, pricePaise: edgePaise, quantity: 40 } },
    ]);
    world.run(60_000);
    expect(exits(world)).toHaveLength(1);
    expect(world.alarms).toEqual([]);
  });

  test('rests at its edge too where a run tells none', () => {
    const world = new DeskWorld({ sides: ['buy'], band: BAND });
    const [run] = world.runs;
    // Of this position nothing is told to the desk.
    if (run) run.stopPaise = 500_00;
    world.run(500);
    world.enter(40);
    world.run(2_000);
    expect(refused(world)).toBe(0);
    expect(resting(world)).toMatchObject([{ shape: { triggerPaise: 595_00 } }]);
  });

  test('moves to its edge, and back within the band', () => {
    const world = holding({ band: { lowerPaise: 590_00, upperPaise: 660_00 } });
    expect(resting(world)).toMatchObject([{ shape: { triggerPaise: 594_00, pricePaise: 590_00 } }]);
    world.moveStop(400_00);
    world.run(2_000);
    expect(resting(world)).toMatchObject([{ shape: { triggerPaise: 590_00, pricePaise: 590_00 } }]);
    world.moveStop(598_00);
    world.run(2_000);
    expect(resting(world)).toMatchObject([{ shape: { triggerPaise: 598_00, pricePaise: 592_00 } }]);
    expect(refused(world)).toBe(0);
  });

  test('is not taken for passed where the market stands at the edge, and rests as soon as it has room', () => {
    const world = new DeskWorld({ sides: ['buy'], band: BAND });
    const [run] = world.runs;
    world.run(500);
    world.lastPaise = 595_00;
    world.enter(40);
    world.moveStop(590_00);
    world.run(5_000);
    expect(run?.held).toBe(40);
    expect(exits(world)).toEqual([]);
    world.lastPaise = 595_05;
    world.run(500);
    expect(resting(world)).toMatchObject([{ state: 'trigger_pending', shape: { triggerPaise: 595_00 } }]);
  });

  test('rests where it was wished for once the exchange has shifted the band', () => {
    const world = holding();
    world.broker.band = { lowerPaise: 570_00, upperPaise: 630_00 };
    world.lastPaise = 605_00;
    world.run(2_000);
    expect(resting(world)).toMatchObject([{ shape: { triggerPaise: 594_00, pricePaise: 588_05, quantity: 40 } }]);
  });

  test('that the market has passed is an exit, not a stop at the edge', () => {
    const world = holding();
    world.depth = 0;
    world.moveStop(610_00);
    world.run(500);
    expect(resting(world)).toMatchObject([{ shape: { kind: 'limit', pricePaise: 597_00 } }]);
  });
});

describe('an exit', () => {
  test('is priced no further than the exchange takes, and is filled', () => {
    const world = holding();
    world.lastPaise = 595_50;
    world.run(100);
    world.leave();
    world.run(1_000);
    expect(refused(world)).toBe(0);
    expect(exits(world)).toMatchObject([{ state: 'filled', shape: { kind: 'limit', pricePaise: 595_00 } }]);
  });

  test('follows the market out of a band that does not hold any more', () => {
    const world = holding();
    world.depth = 0;
    world.leave();
    world.run(1_000);
    world.broker.band = { lowerPaise: 540_00, upperPaise: 660_00 };
    world.lastPaise = 580_00;
    world.run(5_000);
    world.depth = 1_000;
    world.run(5_000);
    expect(refused(world)).toBe(0);
    expect(resting(world)).toEqual([]);
    expect(world.runs[0]?.held).toBe(0);
  });

  test('of what was opened by hand keeps to the band as well', () => {
    const world = new HandWorld({ sides: ['buy'], band: BAND });
    world.run(500);
    world.own('buy', 20);
    world.run(1_000);
    world.lastPaise = 595_50;
    world.run(100);
    world.closeAll();
    world.run(10_000);
    expect(refused(world)).toBe(0);
    expect(world.broker.all.filter(({ side }) => side === 'sell')).toMatchObject([
      { state: 'filled', shape: { pricePaise: 595_00 } },
    ]);
  });
});

describe('an entry', () => {
  test.each([
    ['buy', 604_00, 605_00],
    ['sell', 596_00, 595_00],
  ] as const)('is limited no further than the exchange takes, and is filled: %s', (side, lastPaise, limitPaise) => {
    const world = new DeskWorld({ sides: [side], band: BAND });
    world.run(500);
    world.lastPaise = lastPaise;
    world.enter(40);
    world.run(1_000);
    expect(refused(world)).toBe(0);
    expect(world.runs[0]?.held).toBe(40);
    expect(world.broker.all[0]).toMatchObject({ side, state: 'filled', shape: { pricePaise: limitPaise } });
  });

  test('is not held back by a band that the market has left: the exchange has shifted it', () => {
    const world = new DeskWorld({ sides: ['buy'], band: BAND });
    world.run(500);
    world.broker.band = { lowerPaise: 540_00, upperPaise: 660_00 };
    world.lastPaise = 606_00;
    world.enter(40);
    world.run(1_000);
    expect(refused(world)).toBe(0);
    expect(world.broker.all[0]).toMatchObject({ state: 'filled', shape: { pricePaise: 607_85 } });
  });

  test('is always limited within the band that the market is in, on the tick, and trades at once', () => {
    const settings = DESK_DEFAULTS;
    const paise = fc.integer({ min: 1_00, max: 9_000_00 });
    fc.assert(
      fc.property(
        fc.tuple(paise, paise, paise).filter(([a, b]) => Math.abs(a - b) > 10),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.constantFrom(1, 5, 10),
        fc.boolean(),
        ([a, b, at], side, tickPaise, isPriced) => {
          const band = { lowerPaise: Math.min(a, b), upperPaise: Math.max(a, b) };
          const price = roundToTick(at, tickPaise, 'nearest');
          const now = { lastPaise: () => (isPriced ? price : undefined), bandOf: () => band };
          const limit = entryLimit(
            side,
            { instrument: { id: 1, tickPaise }, referencePaise: price },
            { now, settings },
          );
          expect(limit % tickPaise).toBe(0);
          expect(isMarketable(side, limit, price)).toBe(true);
          const free = entryLimit(
            side,
            { instrument: { id: 1, tickPaise }, referencePaise: price },
            {
              now: { lastPaise: now.lastPaise },
              settings,
            },
          );
          // Never further than without a band; where the market is outside of it, it has been shifted.
          expect(isMarketable(side, free, limit)).toBe(true);
          if (isWithinBand(price, band)) expect(isWithinBand(limit, band)).toBe(true);
          else expect(limit).toBe(free);
        },
      ),
      { numRuns: scaledCount('limits of entries', 100) },
    );
  });
});
