import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinBand, nearestInBand, toPriceBand } from './price-band.ts';

const tick = fc.constantFrom(1, 5, 10, 100);
const paise = fc.integer({ min: 1, max: 1_000_000 });

test('the nearest price of a band lies on the tick and within it, and one that lies there stays', () => {
  fc.assert(
    fc.property(paise, paise, fc.integer({ min: 200, max: 100_000 }), tick, (steps, lowerPaise, width, tickPaise) => {
      const band = { lowerPaise, upperPaise: lowerPaise + width };
      const price = steps * tickPaise;
      const nearest = nearestInBand(price, band, tickPaise);
      expect(isWithinBand(nearest, band)).toBe(true);
      expect(nearest % tickPaise).toBe(0);
      if (isWithinBand(price, band)) expect(nearest).toBe(price);
    }),
  );
});

test('the ends of a band are inside it', () => {
  const band = { lowerPaise: 540_00, upperPaise: 660_00 };
  expect([539_95, 540_00, 660_00, 660_05].map((price) => isWithinBand(price, band))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(nearestInBand(500_00, band, 5)).toBe(540_00);
  expect(nearestInBand(700_00, { ...band, upperPaise: 660_03 }, 5)).toBe(660_00);
});

test('zeros and halves of a band are none', () => {
  expect(toPriceBand(540_00, 660_00)).toEqual({ lowerPaise: 540_00, upperPaise: 660_00 });
  expect([toPriceBand(0, 0), toPriceBand(undefined, 660_00), toPriceBand(540_00, undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  // Ends that meet or are the wrong way round, as for a share that has not traded yet.
  expect([toPriceBand(540_00, 540_00), toPriceBand(660_00, 540_00)]).toEqual([undefined, undefined]);
});
