import { expect, test } from 'vitest';
import { decideLevels, type LevelsFacts, loosensStop } from './levels-rules.ts';
import { readCommand } from './runner/commands.ts';

const FACTS: LevelsFacts = {
  ...{ symbol: 'SBIN', direction: 'long', lastPaise: 600_00, tickPaise: 5 },
  ...{ stopPaise: 590_00, isTrailing: true, mayTrail: true, band: undefined, product: 'INTRADAY' },
};
const ask = (wish: { stopLoss?: number; trailing?: boolean }, facts: Partial<LevelsFacts> = {}) =>
  decideLevels({ stopLoss: wish.stopLoss, target: undefined, trailing: wish.trailing }, { ...FACTS, ...facts })
    .problems;

test('a stop that follows the price only comes nearer, until its owner switches that off', () => {
  expect(ask({ stopLoss: 585 })).toMatchObject([{ path: 'stopLoss' }]);
  expect(ask({ stopLoss: 585, trailing: false })).toEqual([]);
  expect(ask({ stopLoss: 595 })).toEqual([]);
});

test('a stop can be made to follow the price only where the rules of the trick have one that does', () => {
  const fixed = { isTrailing: false };
  expect(ask({ trailing: true }, fixed)).toEqual([]);
  expect(ask({ trailing: true }, { ...fixed, mayTrail: false })).toMatchObject([{ path: 'trailing' }]);
  expect(ask({ trailing: false }, { ...fixed, mayTrail: false })).toEqual([]);
});

const BAND = { lowerPaise: 540_00, upperPaise: 660_00 };
const SAID = 'The exchange takes prices from ₹540.00 to ₹660.00 today.';
const moved = (wish: { stopLoss?: number; target?: number }, facts: Partial<LevelsFacts>) =>
  decideLevels(
    { stopLoss: wish.stopLoss, target: wish.target, trailing: undefined },
    { ...FACTS, isTrailing: false, band: BAND, ...facts },
  ).problems;

test.each([
  ['long', { stopLoss: 539.95, target: 660.05 }, { stopLoss: 540, target: 660 }],
  ['short', { stopLoss: 660.05, target: 539.95 }, { stopLoss: 660, target: 540 }],
] as const)(
  'a level that the exchange takes no price for today is refused with the band: %s',
  (direction, beyond, at) => {
    expect(moved(beyond, { direction })).toEqual([
      { path: 'stopLoss', message: SAID },
      { path: 'target', message: SAID },
    ]);
    expect(moved(at, { direction })).toEqual([]);
    expect(moved(beyond, { direction, band: undefined })).toEqual([]);
  },
);

test('a target that may be met on a later day can lie beyond today’s band, a stop that must rest today cannot', () => {
  const delivery = { product: 'DELIVERY' } as const;
  expect(moved({ target: 700 }, delivery)).toEqual([]);
  expect(moved({ stopLoss: 500, target: 700 }, delivery)).toEqual([{ path: 'stopLoss', message: SAID }]);
});

test.each(['long', 'short'] as const)(
  'a stop and a target stand on their own sides of the last price: %s',
  (direction) => {
    const away = direction === 'long' ? 1 : -1;
    const said = (wish: { stopLoss?: number; target?: number }) =>
      moved(wish, { direction, band: undefined, stopPaise: undefined }).map(({ message }) => message);
    const [below, above] = direction === 'long' ? ['below', 'above'] : ['above', 'below'];
    const wrongStop = `The last price is ₹600.00: a stop belongs ${below} it.`;
    const wrongTarget = `The last price is ₹600.00: a target belongs ${above} it.`;
    expect(said({ stopLoss: 600 - 0.05 * away, target: 600 + 0.05 * away })).toEqual([]);
    expect(said({ stopLoss: 600, target: 600 })).toEqual([wrongStop, wrongTarget]);
    expect(said({ stopLoss: direction === 'long' ? 610 : 590 })).toEqual([wrongStop]);
    expect(said({ target: direction === 'long' ? 590 : 610 })).toEqual([wrongTarget]);
  },
);

test.each([
  [595.05, true],
  [595.03, false],
  [595.051, false],
  [595.049, false],
  [595.0500001, false],
  [0.1 + 594.95, true],
])('a level of ₹%d is on the grid of five paise: %s', (rupees, isOnGrid) => {
  const expected = isOnGrid ? [] : ['Prices of SBIN move in steps of ₹0.05.'];
  expect(moved({ stopLoss: rupees }, {}).map(({ message }) => message)).toEqual(expected);
  expect(moved({ target: rupees }, { lastPaise: 590_00 }).map(({ message }) => message)).toEqual(expected);
});

test.each([
  ['long', 590_00, 589_95, true],
  ['long', 590_00, 590_00, false],
  ['long', 590_00, 590_05, false],
  ['short', 610_00, 610_05, true],
  ['short', 610_00, 610_00, false],
  ['short', 610_00, 609_95, false],
  ['long', null, 1, false],
  ['short', null, 999_00, false],
  ['long', 590_00, undefined, false],
  ['short', 610_00, undefined, false],
] as const)(
  'of a %s position with its stop at %s, one at %s stands farther away: %s',
  (direction, stopPaise, wanted, is) => {
    expect(loosensStop(wanted, { direction, stopPaise })).toBe(is);
  },
);

test('the runner hears whether a stop shall follow the price, and nothing of it where nobody said', () => {
  const read = (body: object) => readCommand({ verb: 'set_levels', body });
  expect(read({ base: 0, trailing: false })).toEqual({ verb: 'set_levels', body: { base: 0, trailing: false } });
  expect(read({ base: 0, stopPaise: 5 })).toEqual({ verb: 'set_levels', body: { base: 0, stopPaise: 5 } });
});
