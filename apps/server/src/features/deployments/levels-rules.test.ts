import { expect, test } from 'vitest';
import { decideLevels, type LevelsFacts } from './levels-rules.ts';
import { readCommand } from './runner/commands.ts';

const FACTS: LevelsFacts = {
  ...{ symbol: 'SBIN', direction: 'long', lastPaise: 600_00, tickPaise: 5 },
  ...{ stopPaise: 590_00, isTrailing: true, mayTrail: true },
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

test('the runner hears whether a stop shall follow the price, and nothing of it where nobody said', () => {
  const read = (body: object) => readCommand({ verb: 'set_levels', body });
  expect(read({ base: 0, trailing: false })).toEqual({ verb: 'set_levels', body: { base: 0, trailing: false } });
  expect(read({ base: 0, stopPaise: 5 })).toEqual({ verb: 'set_levels', body: { base: 0, stopPaise: 5 } });
});
