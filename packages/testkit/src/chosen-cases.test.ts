import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenThenRandom } from './chosen-cases.ts';

const arbitraries = [fc.integer(), fc.string()] as [fc.Arbitrary<number>, fc.Arbitrary<string>];

function casesOfARun(): [number, string][] {
  const seen: [number, string][] = [];
  const property = fc.property(...arbitraries, (...one) => {
    seen.push(one);
  });
  fc.assert(property, chosenThenRandom(arbitraries, { chosen: 5, random: 20 }));
  return seen;
}

test('the chosen cases come first and are the same in every run, the others are new', () => {
  const [one, other] = [casesOfARun(), casesOfARun()];
  expect([one.length, other.length]).toEqual([25, 25]);
  expect(one.slice(0, 5)).toEqual(other.slice(0, 5));
  expect(one.slice(5)).not.toEqual(other.slice(5));
});
