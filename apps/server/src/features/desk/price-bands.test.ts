import type { PriceBand } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import type { DeskInstrument } from './model.ts';
import { PriceBands } from './price-bands.ts';
import { DeskWorld, SBIN } from './testing/desk-world.ts';

const BAND = { lowerPaise: 540_00, upperPaise: 660_00 };
const HOUR_MS = 3_600_000;

function asker(answer: () => Promise<ReadonlyMap<number, PriceBand>> = async () => new Map([[SBIN.id, BAND]])) {
  const world = new DeskWorld();
  const asked: (readonly DeskInstrument[])[] = [];
  const bands = new PriceBands();
  const desk = {
    linkId: 1,
    core: world.core,
    parts: {
      log: createLog('silent'),
      bandsOf: (_linkId: number, instruments: readonly DeskInstrument[]) => {
        asked.push(instruments);
        return answer();
      },
    },
    moment: () => world.moment(),
  };
  const known = (): PriceBand | undefined => bands.of(SBIN.id, world.moment().today);
  return { world, asked, bands, desk, known };
}

test('the band of what is traded is read once a day, while the session is on', async () => {
  const { world, asked, bands, desk, known } = asker();
  await bands.look(desk);
  expect(asked).toEqual([]);
  world.enter(40);
  world.run(500);
  world.isOpen = false;
  await bands.look(desk);
  expect(asked).toEqual([]);
  world.isOpen = true;
  await bands.look(desk);
  expect([known(), asked]).toEqual([BAND, [[SBIN]]]);
  world.wall += HOUR_MS;
  await bands.look(desk);
  expect(asked).toHaveLength(1);
  world.night(true);
  expect(known()).toBeUndefined();
  await bands.look(desk);
  expect([known(), asked.length]).toEqual([BAND, 2]);
});

test('what a run may trade is read before it holds anything, and not for a run that has left', async () => {
  const { world, asked, bands, desk } = asker();
  const run = {};
  bands.expect(run, [SBIN]);
  bands.forget(run);
  await bands.look(desk);
  expect(asked).toEqual([]);
  bands.expect(run, [SBIN]);
  await Promise.all([bands.look(desk), bands.look(desk)]);
  expect([asked, world.core.lines.size]).toEqual([[[SBIN]], 0]);
});

test('what could not be read is asked for again, but not at once', async () => {
  const { world, asked, bands, desk, known } = asker(() => Promise.reject(new Error('rate')));
  bands.expect({}, [SBIN]);
  await bands.look(desk);
  world.wall += 5_000;
  await bands.look(desk);
  expect([known(), asked.length]).toEqual([undefined, 1]);
  world.wall += 5_000;
  await bands.look(desk);
  expect(asked).toHaveLength(2);
});

test.each([
  ['the market stands at its edge', (world: DeskWorld) => Object.assign(world, { lastPaise: BAND.lowerPaise })],
  ['the market trades beyond it', (world: DeskWorld) => Object.assign(world, { lastPaise: BAND.upperPaise + 5 })],
  [
    'a stop is refused',
    (world: DeskWorld) => {
      world.faults = ['none', 'refused'];
      world.enter(40);
      world.run(200);
    },
  ],
])('a band is read anew where %s: the exchange may have shifted it', async (_why, happen) => {
  const { world, asked, bands, desk } = asker();
  bands.expect({}, [SBIN]);
  await bands.look(desk);
  world.wall += 60_000;
  await bands.look(desk);
  expect(asked).toHaveLength(1);
  happen(world);
  await bands.look(desk);
  await bands.look(desk);
  expect(asked).toHaveLength(2);
});

test('a day’s first stop waits for its band, and not for long', async () => {
  const { world, bands, desk } = asker();
  const awaits = () => bands.awaits(SBIN.id, world.moment());
  expect(awaits()).toBe(true);
  world.wall += 400;
  expect(awaits()).toBe(true);
  world.wall += 200;
  expect(awaits()).toBe(false);
  world.night(true);
  expect(awaits()).toBe(true);
  bands.expect({}, [SBIN]);
  await bands.look(desk);
  expect(awaits()).toBe(false);
});
