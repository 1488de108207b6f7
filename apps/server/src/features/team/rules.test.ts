import { expect, test } from 'vitest';
import { designationOf, levelsShown } from './rules.ts';

const THRESHOLDS = [1, 3, 5, 10, 25].map((activeReferrals, i) => ({ level: i + 1, activeReferrals }));

test('a level follows the active direct referrals, whatever order the thresholds are in', () => {
  const levels = [0, 1, 2, 3, 5, 9, 10, 24, 25, 1_000].map((n) => designationOf(n, THRESHOLDS.toReversed()).level);
  expect(levels).toEqual([0, 1, 1, 2, 3, 3, 4, 4, 5, 5]);
});

test('the next level says what it takes; the highest has none after it', () => {
  expect(designationOf(3, THRESHOLDS)).toEqual({ level: 2, next: { level: 3, activeReferrals: 5 } });
  expect(designationOf(25, THRESHOLDS)).toEqual({ level: 5 });
  expect(designationOf(7, [])).toEqual({ level: 0 });
});

test('what lies below the deepest level is only known to be there', () => {
  const counted = [1, 2, 3].map((level) => ({ level, members: 1, active: 0 }));
  expect(levelsShown(counted, 2)).toEqual({ levels: counted.slice(0, 2), hasDeeper: true });
  expect(levelsShown(counted, 3)).toEqual({ levels: counted, hasDeeper: false });
});
