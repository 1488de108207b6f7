import { describe, expect, test } from 'vitest';
import { type DraftFacts, hitRatePercent, levelFaults, validityFault } from './rules.ts';

const BUY: DraftFacts = {
  ...{ side: 'buy', entryPrice: 600, stopPrice: 590, targets: [610, 620] },
  ...{ tickPaise: 5, referencePaise: 600_00 },
};
const pathsOf = (draft: DraftFacts): string[] => levelFaults(draft).map(({ path }) => path);

describe('the levels of a call', () => {
  test.each<[string, Partial<DraftFacts>, string[]]>([
    ['a purchase', {}, []],
    ['a sale', { side: 'sell', stopPrice: 610, targets: [590, 580] }, []],
    ['a stop on the wrong side', { stopPrice: 605 }, ['stopPrice']],
    ['a stop at the entry', { stopPrice: 600 }, ['stopPrice']],
    ['a target below the entry', { targets: [595] }, ['targets.0']],
    ['targets out of order', { targets: [620, 610] }, ['targets.1']],
    ['a price between two ticks', { entryPrice: 600.03 }, ['entryPrice']],
    ['a price with parts of a paisa', { entryPrice: 600.051 }, ['entryPrice']],
    ['a slip of the pen', { targets: [6_100] }, ['targets.0']],
    ['a sale drawn up as a purchase', { side: 'sell' }, ['stopPrice', 'targets.0', 'targets.1']],
  ])('%s', (_, change, paths) => {
    expect(pathsOf({ ...BUY, ...change })).toEqual(paths);
  });
});

test('a call is good until a session that is not over, thirty days ahead at most', () => {
  const today = '2026-01-05';
  const say = (validUntil: string, hasTime = true) => validityFault({ validUntil, today, hasTime })?.message;
  expect([say('2026-01-05'), say('2026-02-04')]).toEqual([undefined, undefined]);
  expect(say('2026-02-05')).toContain('30 days');
  expect([say('2026-01-04'), say('2026-01-06', false)].every((text) => text?.includes('not over'))).toBe(true);
});

test('the hit rate counts everything that is over, and is none while nothing is', () => {
  expect(hitRatePercent({ targetHit: 0, stopHit: 0, expired: 0 })).toBeUndefined();
  expect(hitRatePercent({ targetHit: 1, stopHit: 1, expired: 1 })).toBe(33.33);
});
