import { scaledCount, testScale } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Act, anyAct, calmDown, perform } from './testing/acts.ts';
import { DeskWorld, type WorldOptions } from './testing/desk-world.ts';
import { Referee, type Violation } from './testing/referee.ts';

function play(sequence: readonly Act[], options: WorldOptions): readonly Violation[] {
  const world = new DeskWorld(options);
  const referee = new Referee(world);
  try {
    for (const act of sequence) perform(world, act);
    calmDown(world);
    referee.atEnd();
  } catch (error) {
    referee.blameError(error);
  }
  return referee.violations;
}

const anyOptions: fc.Arbitrary<WorldOptions> = fc.record({
  sides: fc.constantFrom<WorldOptions['sides']>(['buy'], ['sell'], ['buy', 'buy'], ['buy', 'sell']),
  freezeQuantity: fc.constantFrom(100_000, 25),
  // The stop that a run tells first lies 6.00 away.
  band: fc.option(
    fc.record({
      lowerPaise: fc.integer({ min: 2, max: 80 }).map((steps) => 600_00 - steps * 50),
      upperPaise: fc.integer({ min: 2, max: 80 }).map((steps) => 600_00 + steps * 50),
    }),
    { nil: undefined },
  ),
});

/** `TEST_SCALE` of `npm run test:long`. */
const HUNT_SCALE = 100;
const GATE_SEED = 20_260;

test('whatever happens in whatever order: nothing twice, nothing forgotten, no position bare, and flat when asked to be', {
  timeout: 600_000,
}, () => {
  const runs = scaledCount('desk model sequences', 30);
  // The gate plays the same days each time; long hunts, which a person watches, play new ones.
  const isHunt = testScale() >= HUNT_SCALE;
  const seed = Number(process.env['DESK_SEED'] ?? (isHunt ? Math.floor(Math.random() * 2 ** 31) : GATE_SEED));
  let acts = 0;
  console.log(`desk model: seed ${seed}`);
  fc.assert(
    fc.property(anyOptions, fc.array(anyAct, { minLength: 5, maxLength: 60, size: 'max' }), (options, sequence) => {
      acts += sequence.length;
      expect(play(sequence, options)).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
  console.log(`desk model: ${runs} sequences, ${acts} acts, 0 violations`);
});

/** Found by the test above, made as small as they go, and mended. */
const found: readonly (readonly [string, WorldOptions, readonly Act[]])[] = [
  [
    'while the socket is deaf a stop that the exchange refuses, because its band is wider than the desk knows, is followed in time',
    { sides: ['buy'], freezeQuantity: 100_000, band: { lowerPaise: 599_00, upperPaise: 601_00 } },
    [
      { kind: 'wait', ms: 300 },
      { kind: 'enter', run: 0, quantity: 1, isTurned: false },
      { kind: 'widen_band', byPaise: 50 },
      { kind: 'price', movePaise: -110 },
      { kind: 'rate', changes: 0, keptForExits: 0 },
      { kind: 'socket', isMuted: true, copies: 0, jitterMs: 0 },
      { kind: 'wait', ms: 980 },
      { kind: 'fault', fault: 'slow' },
      { kind: 'stop', run: 0, awayPaise: 0 },
    ],
  ],
  [
    'a desk that takes up a day that went both ways believes nothing of it to be closed by hand',
    { sides: ['buy'], freezeQuantity: 100_000 },
    [
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 10 },
      { kind: 'price', movePaise: -600 },
      { kind: 'wait', ms: 30 },
      { kind: 'enter', run: 0, quantity: 1, isTurned: true },
      { kind: 'wait', ms: 20 },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'wait', ms: 20 },
      { kind: 'restart' },
      { kind: 'enter', run: 0, quantity: 1, isTurned: true },
      { kind: 'wait', ms: 10 },
    ],
  ],
  [
    'a stop that is being made larger takes what is missing, and no other does as well',
    { sides: ['buy'], freezeQuantity: 100_000 },
    [
      { kind: 'enter', run: 0, quantity: 7 },
      { kind: 'depth', units: 3 },
      { kind: 'fault', fault: 'empty_after' },
      { kind: 'wait', ms: 40 },
      { kind: 'fault', fault: 'lost_after' },
      { kind: 'withdraw', run: 0 },
      { kind: 'depth', units: 0 },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'stop', run: 0, awayPaise: 0 },
      { kind: 'enter', run: 0, quantity: 1 },
    ],
  ],
  [
    'what guards beyond an exit of unclear fate stays where it is, also where no change may leave',
    { sides: ['buy'], freezeQuantity: 25 },
    [
      { kind: 'rate', changes: 0, keptForExits: 0 },
      { kind: 'enter', run: 0, quantity: 26 },
      { kind: 'wait', ms: 730 },
      { kind: 'night', isTold: false },
      { kind: 'fault', fault: 'lost_before' },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'price', movePaise: -600 },
      { kind: 'fault', fault: 'slow' },
      { kind: 'wait', ms: 670 },
      { kind: 'buy_by_hand', quantity: 1 },
      { kind: 'wait', ms: 20 },
    ],
  ],
  [
    'a desk that takes an account up knows the band before it places the first stop',
    { sides: ['buy'], freezeQuantity: 100_000, band: { lowerPaise: 599_00, upperPaise: 602_00 } },
    [
      { kind: 'socket', isMuted: true, copies: 0, jitterMs: 0 },
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'restart' },
      { kind: 'wait', ms: 1260 },
      { kind: 'restart' },
      { kind: 'wait', ms: 20 },
    ],
  ],
  [
    'a cancellation that was given up and comes late, unheard, is found before the position stands bare for long',
    { sides: ['buy'], freezeQuantity: 25 },
    [
      { kind: 'enter', run: 0, quantity: 26 },
      { kind: 'wait', ms: 790 },
      { kind: 'socket', isMuted: true, copies: 0, jitterMs: 0 },
      { kind: 'sell_by_hand', quantity: 2 },
      { kind: 'wait', ms: 3050 },
      { kind: 'fault', fault: 'late' },
      { kind: 'wait', ms: 1180 },
      { kind: 'fault', fault: 'slow' },
      { kind: 'wait', ms: 1790 },
      { kind: 'stop', run: 0, awayPaise: 50 },
      { kind: 'wait', ms: 6200 },
      { kind: 'sell_by_hand', quantity: 1 },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'fault', fault: 'slow' },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'price', movePaise: -10 },
    ],
  ],
  [
    'two slices of a stop that are refused together are tried again as soon as one would be',
    { sides: ['buy'], freezeQuantity: 25 },
    [
      { kind: 'wait', ms: 2790 },
      { kind: 'wait', ms: 2960 },
      { kind: 'wait', ms: 2920 },
      { kind: 'enter', run: 0, quantity: 26 },
      { kind: 'fault', fault: 'slow' },
      { kind: 'wait', ms: 40 },
      { kind: 'wait', ms: 30 },
      { kind: 'night', isTold: false },
      { kind: 'wait', ms: 60 },
      { kind: 'socket', isMuted: true, copies: 0, jitterMs: 0 },
      { kind: 'depth', units: 0 },
      { kind: 'price', movePaise: -600 },
      { kind: 'fault', fault: 'slow' },
      { kind: 'wait', ms: 10 },
    ],
  ],
  [
    'a number of the broker that belonged to one of our orders yesterday is somebody else’s today',
    { sides: ['buy'] },
    [
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 10 },
      { kind: 'night', isTold: false },
      { kind: 'sell_by_hand', quantity: 2 },
      { kind: 'wait', ms: 10 },
    ],
  ],
  [
    'an order that could not leave before the close is not sent the next morning',
    { sides: ['buy'] },
    [
      { kind: 'fault', fault: 'rate_limited' },
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'price', movePaise: 190 },
      { kind: 'night', isTold: false },
      { kind: 'wait', ms: 10 },
    ],
  ],
  [
    'late news of a position that is closed does not make the desk forget the next one',
    { sides: ['buy'] },
    [
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 10 },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'wait', ms: 20 },
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 10 },
      { kind: 'leave', run: 0, rule: 'exit' },
    ],
  ],
  [
    'while the fate of a sale is unclear a stop rests in its place, though its answer is still waited for',
    { sides: ['buy'] },
    [
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 10 },
      { kind: 'fault', fault: 'late' },
      { kind: 'price', movePaise: -600 },
      { kind: 'depth', units: 0 },
      { kind: 'wait', ms: 10 },
    ],
  ],
  [
    'a stop that comes back while the next position is entered closes it, and the run is told',
    { sides: ['sell'] },
    [
      { kind: 'fault', fault: 'empty_after' },
      { kind: 'fault', fault: 'late' },
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 1950 },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'wait', ms: 1350 },
      { kind: 'wait', ms: 2720 },
      { kind: 'price', movePaise: 600 },
      { kind: 'enter', run: 0, quantity: 1 },
    ],
  ],
  [
    'a sale that was made larger without an answer is not filled by what it was: its rest is not sold a second time',
    { sides: ['buy'], freezeQuantity: 25 },
    [
      { kind: 'enter', run: 0, quantity: 27 },
      { kind: 'wait', ms: 30 },
      { kind: 'depth', units: 1 },
      { kind: 'cancel_by_hand', run: 0 },
      { kind: 'leave', run: 0, rule: 'exit' },
      { kind: 'fault', fault: 'empty_after' },
      { kind: 'wait', ms: 160 },
      { kind: 'night', isTold: false },
      { kind: 'wait', ms: 10 },
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 10 },
      { kind: 'wait', ms: 10 },
    ],
  ],
  [
    'what takes back a sale too many of yesterday is nobody’s to sell by hand',
    { sides: ['buy'], freezeQuantity: 25 },
    [
      { kind: 'fault', fault: 'slow' },
      { kind: 'fault', fault: 'lost_after' },
      { kind: 'fault', fault: 'slow' },
      { kind: 'fault', fault: 'slow' },
      { kind: 'fault', fault: 'late' },
      { kind: 'enter', run: 0, quantity: 51 },
      { kind: 'wait', ms: 20 },
      { kind: 'price', movePaise: -430 },
      { kind: 'price', movePaise: -170 },
      { kind: 'wait', ms: 7240 },
      { kind: 'night', isTold: false },
      { kind: 'wait', ms: 60 },
      { kind: 'depth', units: 0 },
      { kind: 'fault', fault: 'failed_after' },
      { kind: 'sell_by_hand', quantity: 1 },
      { kind: 'stop', run: 0, awayPaise: 0 },
      { kind: 'enter', run: 0, quantity: 1 },
    ],
  ],
  [
    'a stop that was moved in the moment of its trigger is known to be armed again',
    { sides: ['buy'] },
    [
      { kind: 'enter', run: 0, quantity: 1 },
      { kind: 'wait', ms: 30 },
      { kind: 'stop', run: 0, awayPaise: 650 },
      { kind: 'price', movePaise: -600 },
      { kind: 'depth', units: 0 },
      { kind: 'wait', ms: 10 },
    ],
  ],
];

test.each(found)('found once: %s', (_name, options, sequence) => {
  expect(play(sequence, options)).toEqual([]);
});
