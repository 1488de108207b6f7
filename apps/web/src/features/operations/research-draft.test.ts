import { expect, test } from 'vitest';
import { type DraftValues, draftField, draftOf, draftProblems, NO_DRAFT } from './research-draft.ts';

const BUY: DraftValues = {
  ...NO_DRAFT,
  ...{ symbol: 'sbin ', entry: 600, stop: 594, target1: 606, validUntil: '2026-01-06', rationale: ' Because. ' },
};
const problemsOf = (change: Partial<DraftValues>) => draftProblems({ ...BUY, ...change });

test('a call without a fault is sent as the exchange writes it, and nothing that was left empty', () => {
  expect(draftProblems(BUY)).toEqual({});
  expect(draftOf(BUY)).toMatchObject({ symbol: 'SBIN', rationale: 'Because.', targets: [606], entryPrice: 600 });
});

test('everything that is missing is told at once', () => {
  expect(draftProblems(NO_DRAFT)).toEqual({
    ...{ symbol: 'missing', rationale: 'missing', validUntil: 'noDay' },
    ...{ entry: 'noPrice', stop: 'noPrice', target1: 'noPrice' },
  });
});

test.each<[Partial<DraftValues>, object]>([
  [{ stop: 601 }, { stop: 'stopOfBuy' }],
  [{ target1: 599 }, { target1: 'targetOfBuy' }],
  [{ target2: 605 }, { target2: 'targetOfBuy' }],
  [{ target3: 620 }, { target2: 'gap' }],
  [{ target2: Number.NaN }, { target2: 'noPrice' }],
  [{ side: 'sell' }, { stop: 'stopOfSell', target1: 'targetOfSell' }],
  [{ side: 'sell', stop: 606, target1: 594 }, {}],
])('%o', (change, problems) => {
  expect(problemsOf(change)).toEqual(problems);
});

test('what the server says of a field stands at the field', () => {
  expect(['entryPrice', 'targets.1', 'symbol'].map(draftField)).toEqual(['entry', 'target2', 'symbol']);
});
