import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersToSend, basketPath, countAnswered, firstOpen, partPaise, placesNamed } from './robo-view.ts';

const options = [
  { id: 'no', text: 'No' },
  { id: 'yes', text: 'Yes' },
];
const questions = [
  { id: 'a', text: 'A?', options },
  { id: 'b', text: 'B?', options },
  { id: 'c', text: 'C?', options },
];

test('answers are sent in the order of the questions, and those of another release are left out', () => {
  const given = { place: 0, chosen: { c: 'yes', a: 'no', b: 'perhaps', old: 'yes' } };
  expect(answersToSend(questions, given)).toEqual([
    { questionId: 'a', optionId: 'no' },
    { questionId: 'c', optionId: 'yes' },
  ]);
  expect([countAnswered(questions, given), firstOpen(questions, given)]).toEqual([2, 1]);
  expect(firstOpen(questions, { place: 0, chosen: { a: 'no', b: 'no', c: 'no' } })).toBe(3);
});

test('a refusal leads to each question that it names, once', () => {
  const sent = [{ questionId: 'c' }, { questionId: 'a' }];
  const at = (...paths: string[]) => ({ errors: paths.map((path) => ({ path, message: 'No.' })) });
  expect(placesNamed(at('answers.0', 'answers.1', 'answers.0'), sent, questions)).toEqual([2, 0]);
  expect(placesNamed(at('answers', 'answers.9', 'other.0'), sent, questions)).toEqual([]);
});

test('parts of an amount never ask for more than there is', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), fc.integer({ min: 0, max: 100 }), (paise, percent) => {
      expect(partPaise(paise, percent) + partPaise(paise, 100 - percent)).toBeLessThanOrEqual(paise);
    }),
  );
});

test('a part leads to its basket with whole rupees, or without an amount where there is none', () => {
  expect(basketPath(7, 70_000_50)).toBe('/baskets/7?amount=70000');
  expect(basketPath(7, 99)).toBe('/baskets/7');
  expect(basketPath(7, undefined)).toBe('/baskets/7');
});
