import type { CorporateAction } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { adjustedWords } from './adjusted-words.ts';

const told = (action: Omit<CorporateAction, 'exDate'>, after: number, receivedPaise: number) =>
  adjustedWords({
    ...{ base: 0, symbol: 'SBIN', at: 0, quantityBefore: 7, quantityAfter: after, receivedPaise },
    action: { exDate: '2014-11-20', ...action },
  });

test('what an ex-date did is told with the units before and after, and what was received', () => {
  expect(told({ kind: 'split', oldUnits: 1, newUnits: 10 }, 70, 0)).toBe(
    'On 2014-11-20 a split made 10 shares of each. 7 became 70.',
  );
  expect(told({ kind: 'bonus', oldUnits: 2, newUnits: 3 }, 10, 100_00)).toBe(
    'On 2014-11-20 a bonus made 3 shares of every 2. 7 became 10. ₹100.00 was received for what came beside them.',
  );
  expect(told({ kind: 'split', oldUnits: 10, newUnits: 1 }, 0, 0)).toBe(
    'On 2014-11-20 a split made 1 share of every 10. 7 became 0.',
  );
  expect(told({ kind: 'demerger', oldUnits: 5, newUnits: 8 }, 7, 50_00)).toBe(
    'On 2014-11-20 a demerger left 62.5 % of the price. ₹50.00 was received for what came beside them.',
  );
});
