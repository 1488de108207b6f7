import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerFaults,
  contradictionsOf,
  inOrder,
  mixOf,
  profileOf,
  ROBO_BASKET_KEYS,
  ROBO_CONTRADICTIONS,
  ROBO_LEVELS,
  ROBO_QUESTIONS,
  type RoboAnswer,
  type RoboLevel,
  reviewDay,
  suitingRisks,
} from './index.ts';

/** A whole set of answers, by the place of each. */
const placesOf = fc.tuple(...ROBO_QUESTIONS.map(({ options }) => fc.integer({ min: 0, max: options.length - 1 })));
const answersAt = (places: readonly number[]): RoboAnswer[] =>
  ROBO_QUESTIONS.map(({ id, options }, i) => ({ questionId: id, optionId: options[places[i] ?? 0]?.id ?? '' }));
const boldest = ROBO_QUESTIONS.map(({ options }) => options.length - 1);
const placeOf = (questionId: string): number => ROBO_QUESTIONS.findIndex(({ id }) => id === questionId);
const boldBut = (...others: readonly (readonly [string, number])[]): RoboAnswer[] =>
  answersAt(others.reduce<number[]>((all, [id, place]) => all.with(placeOf(id), place), [...boldest]));

describe('the score', () => {
  test('and the level never fall with a riskier answer, whatever the others are', () => {
    fc.assert(
      fc.property(placesOf, fc.nat({ max: ROBO_QUESTIONS.length - 1 }), (places, which) => {
        const options = ROBO_QUESTIONS[which]?.options.length ?? 1;
        const place = places[which] ?? 0;
        fc.pre(place + 1 < options);
        const [before, after] = [profileOf(answersAt(places)), profileOf(answersAt(places.with(which, place + 1)))];
        return after.score >= before.score && after.level >= before.level;
      }),
    );
  });

  test('is from 0 to 100, the lesser of means and wish, and does not hang on the order of answers', () => {
    fc.assert(
      fc.property(placesOf, (places) => {
        const answers = answersAt(places);
        const profile = profileOf(answers);
        expect(profile.score).toBe(Math.min(profile.capacity, profile.willingness));
        expect(profile.score).toBeGreaterThanOrEqual(0);
        expect(profile.score).toBeLessThanOrEqual(100);
        expect(profileOf(answers.toReversed())).toEqual(profile);
        expect(inOrder(answers.toReversed())).toEqual(answers);
      }),
    );
    expect(profileOf(answersAt(boldest))).toMatchObject({ score: 100, level: 5 });
    expect(profileOf(answersAt(boldest.map(() => 0)))).toMatchObject({ score: 0, level: 0 });
  });

  test.each([
    ['horizon', [0, 2, 3, 4, 5]],
    ['emergency', [0, 2, 4, 5]],
    ['loans', [1, 3, 5, 5]],
  ] as const)('of the boldest answers is held down by %s alone, and says so first', (id, levels) => {
    const found = levels.map((_, place) => profileOf(boldBut([id, place])));
    expect(found.map(({ level }) => level)).toEqual(levels);
    const options = ROBO_QUESTIONS[placeOf(id)]?.options ?? [];
    for (const [place, { level, reasons }] of found.entries())
      if (level < 5) expect(reasons[0]).toBe(options[place]?.ceiling?.reason);
  });

  test('is never raised by wish alone: without means the boldest wish stays at the means', () => {
    const poor = ROBO_QUESTIONS.map(({ measures, options }) => (measures === 'capacity' ? 0 : options.length - 1));
    expect(profileOf(answersAt(poor))).toMatchObject({ score: 0, capacity: 0, willingness: 100, level: 0 });
  });
});

describe('a mix', () => {
  const level = fc.constantFrom(...ROBO_LEVELS);
  const there = fc.subarray([...ROBO_BASKET_KEYS]);

  test('adds up to 100 in whole percent, whatever baskets can be bought, and gives a reason for each part', () => {
    fc.assert(
      fc.property(level, there, (at, keys) => {
        const parts = mixOf(at, (key) => keys.includes(key));
        expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
        for (const { percent, reason, basketKey } of parts) {
          expect(Number.isInteger(percent) && percent > 0).toBe(true);
          expect(reason).not.toBe('');
          if (basketKey !== undefined) expect(keys).toContain(basketKey);
        }
      }),
    );
  });

  test('leaves more where it cannot fall the lower the level is, and all of it at the lowest', () => {
    const kept = (at: RoboLevel): number =>
      mixOf(at, () => true).reduce((sum, part) => sum + (part.basketKey === undefined ? part.percent : 0), 0);
    const shares = ROBO_LEVELS.map(kept);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBe(100);
  });

  test('suits no less at a higher level, and nothing at the lowest', () => {
    for (const at of ROBO_LEVELS.slice(1)) {
      const [below, here] = [suitingRisks((at - 1) as RoboLevel), suitingRisks(at)];
      expect(here.baskets).toEqual(expect.arrayContaining([...below.baskets]));
      expect(here.tricks).toEqual(expect.arrayContaining([...below.tricks]));
    }
    expect(suitingRisks(0)).toEqual({ baskets: [], tricks: [] });
    expect(suitingRisks(5)).toEqual({ baskets: ['low', 'medium', 'high'], tricks: ['low', 'medium', 'high'] });
  });
});

describe('answers', () => {
  test('that are whole have no fault; what is missing, unknown or given twice is named by its place', () => {
    const whole = answersAt(boldest);
    expect(answerFaults(whole)).toEqual([]);
    expect(answerFaults(whole.slice(1)).map(({ index }) => index)).toEqual([undefined]);
    const [first, ...rest] = whole;
    expect(answerFaults([...whole, first ?? { questionId: '', optionId: '' }]).map(({ index }) => index)).toEqual([11]);
    expect(answerFaults([{ questionId: 'age', optionId: '200' }, ...rest]).map(({ index }) => index)).toEqual([0]);
    expect(answerFaults([...whole, { questionId: 'shoe_size', optionId: '8' }]).map(({ index }) => index)).toEqual([
      11,
    ]);
  });

  test('that contradict each other are found in any order, and the sentence names both', () => {
    for (const { one, other, sentence } of ROBO_CONTRADICTIONS) {
      expect(contradictionsOf([one, other])).toEqual(contradictionsOf([other, one]));
      expect(contradictionsOf([one, other])).toEqual([{ sentence, questionIds: [one.questionId, other.questionId] }]);
      expect(contradictionsOf([one])).toEqual([]);
      for (const { questionId, optionId } of [one, other]) {
        const option = ROBO_QUESTIONS[placeOf(questionId)]?.options.find(({ id }) => id === optionId);
        expect(sentence).toContain(`“${option?.text}”`);
      }
    }
  });

  test('of each kind of person can be given without a contradiction', () => {
    expect(contradictionsOf(answersAt(boldest))).toEqual([]);
    expect(contradictionsOf(answersAt(boldest.map(() => 0)))).toEqual([]);
    expect(contradictionsOf(answersAt(boldest.map(() => 1)))).toEqual([]);
    expect(contradictionsOf(answersAt(boldest.map(() => 2)))).toEqual([]);
  });
});

test('a review falls due within a year, sooner where little may be invested', () => {
  expect(reviewDay('2026-01-05', 5)).toBe('2027-01-05');
  expect(reviewDay('2026-01-05', 1)).toBe('2026-07-06');
});
