import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reviewStanding } from './review-rules.ts';

const quarterly = { everyMonths: 3, versionSince: undefined };

test('a review that was made leaves the next one, also where it changed nothing', () => {
  expect(reviewStanding({ ...quarterly, today: '2026-01-27', ruledOn: '2026-01-01' })).toEqual({
    ...{ lastOn: '2026-01-01', nextOn: '2026-04-01', missedOn: undefined },
  });
});

test('on its very day a review is the next one; from the day after it is late until it is made', () => {
  const facts = { ...quarterly, ruledOn: '2026-01-01' };
  expect(reviewStanding({ ...facts, today: '2026-04-01' })).toMatchObject({
    nextOn: '2026-04-01',
    missedOn: undefined,
  });
  expect(reviewStanding({ ...facts, today: '2026-04-02' })).toMatchObject({
    ...{ nextOn: '2026-07-01', missedOn: '2026-04-01' },
  });
  expect(reviewStanding({ ...facts, today: '2026-04-02', ruledOn: '2026-04-01' }).missedOn).toBeUndefined();
});

test('a version stands for the review of its day and for those before it, where none was noted', () => {
  const facts = { ...quarterly, today: '2026-04-20', ruledOn: '2026-01-01' };
  expect(reviewStanding({ ...facts, versionSince: '2026-04-10' })).toMatchObject({
    ...{ lastOn: '2026-04-10', missedOn: undefined },
  });
  expect(reviewStanding({ ...facts, versionSince: '2026-03-10' })).toMatchObject({
    ...{ lastOn: '2026-03-10', missedOn: '2026-04-01' },
  });
});

test('a basket is late exactly while a review day lies after its last review and before today', () => {
  const day = fc
    .integer({ min: 0, max: 700 })
    .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, fc.constantFrom(3, 6), (today, ruledOn, everyMonths) => {
      const { missedOn, nextOn } = reviewStanding({ today, ruledOn, everyMonths, versionSince: undefined });
      expect(nextOn >= today).toBe(true);
      if (missedOn !== undefined) expect(missedOn > ruledOn && missedOn < today).toBe(true);
      else if (ruledOn < today) {
        const between = Array.from({ length: 24 / everyMonths }, (_, i) =>
          new Date(Date.UTC(2025, i * everyMonths, 1)).toISOString().slice(0, 10),
        ).filter((review) => review > ruledOn && review < today);
        // Only the last review day counts: on the day of another one, that one is what is waited for.
        if (nextOn !== today) expect(between).toEqual([]);
      }
    }),
  );
});
