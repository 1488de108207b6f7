import { describe, expect, test } from 'vitest';
import type { CompiledLevel } from '../compile/types.ts';
import { hitLevel, isReadyToEnter, levelPaise, levelsEmbrace, nearerStop, trailingPaise } from './levels.ts';

const levelOf = (kind: CompiledLevel['kind'], amount: number): CompiledLevel => ({ kind, amount: () => amount });
const entryOf = (direction: 'long' | 'short', entryPaise = 601_00) => ({ direction, entryPaise, tickPaise: 10 });

describe('a level', () => {
  test.each<[CompiledLevel, readonly number[]]>([
    // Stop and target of a long position, and of a short one.
    [levelOf('percent', 1), [594_90, 607_10, 607_10, 594_90]],
    [levelOf('distance', 1.5), [599_50, 602_50, 602_50, 599_50]],
    [levelOf('price', 600.05), [600_00, 600_10, 600_10, 600_00]],
  ])('lies on the tick grid, rounded against the trader: a little further away, case %#', (level, expected) => {
    const [long, short] = [entryOf('long'), entryOf('short')];
    const at = [
      ...[levelPaise(level, long, 'stop'), levelPaise(level, long, 'target')],
      ...[levelPaise(level, short, 'stop'), levelPaise(level, short, 'target')],
    ];
    expect(at).toEqual(expected);
  });

  test('is never nothing', () => {
    expect(levelPaise(levelOf('distance', 10), entryOf('long', 5_00), 'stop')).toBe(10);
  });

  test('that is a price belongs on its own side of the market, not at it', () => {
    const embraces = (direction: 'long' | 'short', stop?: number, target?: number): boolean => {
      const levels = {
        ...(stop === undefined ? {} : { stop: levelOf('price', stop) }),
        ...(target === undefined ? {} : { target: levelOf('price', target) }),
      };
      return levelsEmbrace(levels as Parameters<typeof levelsEmbrace>[0], direction, 600_00);
    };
    expect([599.99, 600, 600.01].map((stop) => embraces('long', stop))).toEqual([true, false, false]);
    expect([599.99, 600, 600.01].map((stop) => embraces('short', stop))).toEqual([false, false, true]);
    expect([599.99, 600, 600.01].map((target) => embraces('long', undefined, target))).toEqual([false, false, true]);
    expect([599.99, 600, 600.01].map((target) => embraces('short', undefined, target))).toEqual([true, false, false]);
    expect([embraces('long', 599, 601), embraces('long', 601, 601), embraces('long')]).toEqual([true, false, true]);
  });
});

test('nothing is entered while an indicator that a level or the size needs says nothing, or nothing above zero', () => {
  const isReady = (program: object): boolean => isReadyToEnter(program as Parameters<typeof isReadyToEnter>[0]);
  expect(isReady({})).toBe(true);
  for (const amount of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1]) {
    for (const name of ['stop', 'target', 'trailing']) {
      expect(isReady({ [name]: levelOf('distance', amount) }), `${name} ${amount}`).toBe(false);
      expect(isReady({ [name]: levelOf('distance', 0.05) }), name).toBe(true);
    }
    expect(isReady({ volatilityPercent: () => amount }), `volatility ${amount}`).toBe(false);
  }
  expect(isReady({ volatilityPercent: () => 12 })).toBe(true);
});

describe('a stop that follows the price', () => {
  const trail = (direction: 'long' | 'short', trailing: CompiledLevel, more: object = {}) =>
    trailingPaise({ direction, extremePaise: 606_60, ...more }, trailing, 10);

  test('lies its distance behind the extreme, on the tick a little further away', () => {
    expect(trail('long', levelOf('percent', 1))).toBe(600_50);
    expect(trail('short', levelOf('percent', 1))).toBe(612_70);
    expect(trail('long', levelOf('distance', 9), { trailPaise: 1_55 })).toBe(605_00);
    expect(trail('short', levelOf('distance', 9), { trailPaise: 1_55 })).toBe(608_20);
  });

  test('is none where its owner has switched it off, or the rules have none; and never nothing', () => {
    expect(trail('long', levelOf('percent', 1), { isTrailingOff: true })).toBeUndefined();
    expect(trailingPaise({ direction: 'long', extremePaise: 606_60 }, undefined, 10)).toBeUndefined();
    expect(trail('long', levelOf('percent', 100))).toBe(10);
  });

  test.each<['long' | 'short', number | undefined, number | undefined, unknown]>([
    ['long', 590_00, 595_00, { paise: 595_00, rule: 'trailing' }],
    ['long', 590_00, 585_00, { paise: 590_00, rule: 'stop' }],
    ['short', 610_00, 605_00, { paise: 605_00, rule: 'trailing' }],
    ['short', 610_00, 615_00, { paise: 610_00, rule: 'stop' }],
    ['long', 590_00, 590_00, { paise: 590_00, rule: 'stop' }],
    ['long', undefined, 590_00, { paise: 590_00, rule: 'trailing' }],
    ['long', 590_00, undefined, { paise: 590_00, rule: 'stop' }],
    ['long', undefined, undefined, undefined],
  ])(
    'counts where it is nearer to the price than the fixed one: %s, %s and %s',
    (direction, fixed, trailing, nearer) => {
      expect(nearerStop(direction, fixed, trailing)).toEqual(nearer);
    },
  );
});

describe('a step of the path', () => {
  const stop = { paise: 590_00, rule: 'stop' } as const;
  const hit = (previousPaise: number, pricePaise: number) =>
    hitLevel({ direction: 'long', targetPaise: 610_00 }, stop, { previousPaise, pricePaise });

  test('within a bar meets a level at the level, a gap at the opening', () => {
    expect(hit(600_00, 589_00)).toEqual({ rule: 'stop', levelPaise: 590_00, marketPaise: 590_00 });
    expect(hit(600_00, 611_00)).toEqual({ rule: 'target', levelPaise: 610_00, marketPaise: 610_00 });
    expect(hit(Number.NaN, 585_00)).toEqual({ rule: 'stop', levelPaise: 590_00, marketPaise: 585_00 });
    expect(hit(Number.NaN, 615_00)).toEqual({ rule: 'target', levelPaise: 610_00, marketPaise: 615_00 });
  });

  test('reaches a level by touching it, and nothing between', () => {
    expect([hit(600_00, 590_00)?.rule, hit(600_00, 610_00)?.rule]).toEqual(['stop', 'target']);
    expect([hit(600_00, 590_01), hit(600_00, 609_99)]).toEqual([undefined, undefined]);
  });

  test('of a short position meets them the other way round', () => {
    const short = (pricePaise: number) =>
      hitLevel(
        { direction: 'short', targetPaise: 590_00 },
        { paise: 610_00, rule: 'trailing' },
        { previousPaise: 600_00, pricePaise },
      );
    expect([short(610_00)?.rule, short(590_00)?.rule, short(600_00)]).toEqual(['trailing', 'target', undefined]);
    expect(short(612_00)?.marketPaise).toBe(610_00);
  });
});
