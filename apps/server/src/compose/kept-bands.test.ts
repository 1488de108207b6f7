import { expect, test } from 'vitest';
import { keepBands } from './kept-bands.ts';

const BAND = { lowerPaise: 540_00, upperPaise: 660_00 };
const SBIN = { id: 1 };

test('a band that was told is not asked for again for half a minute, and one that was not is', async () => {
  let [wall, asked, isKnown] = [0, 0, false];
  const read = async () => {
    asked += 1;
    return new Map(isKnown ? [[SBIN.id, BAND]] : []);
  };
  const bandOf = keepBands(read, { clock: { now: () => wall } });
  expect([await bandOf(1, SBIN), asked]).toEqual([undefined, 1]);
  isKnown = true;
  expect([await bandOf(1, SBIN), await bandOf(1, SBIN), asked]).toEqual([BAND, BAND, 2]);
  expect([await bandOf(2, SBIN), await bandOf(1, { id: 2 }), asked]).toEqual([BAND, undefined, 4]);
  wall += 30_000;
  expect([await bandOf(1, SBIN), asked]).toEqual([BAND, 5]);
});

test('nobody waits long for a broker that does not answer', async () => {
  const bandOf = keepBands(() => new Promise(() => undefined), { clock: { now: () => 0 }, waitMs: 20 });
  expect(await bandOf(1, SBIN)).toBeUndefined();
});
