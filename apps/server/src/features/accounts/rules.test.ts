import { describe, expect, test } from 'vitest';
import { decideRefresh, weaknessOf } from './rules.ts';

const PERSON = { fullName: 'Asha Rao', username: 'asha_r', email: 'asha.rao.mumbai@mail.test' };

describe('a password', () => {
  test.each([
    ['among the commonest', 'password123'],
    ['common with capitals', 'Password123'],
    ['common with a sign at the end', 'password123!'],
    ['common with swapped letters', 'p@ssword123'],
    ['of one character', 'zzzzzzzzzzzz'],
    ['a row upwards', 'abcdefghijkl'],
    ['a row downwards', '9876543210'],
    ['with a name of its owner', 'monsoon-ASHA-42'],
    ['with the username', 'x9 ashar window'],
    ['with the local part of the address', 'my asharaomumbai 1'],
  ])('%s is refused', (_, password) => {
    expect(weaknessOf(password, PERSON)).toBeDefined();
  });

  test.each(['a pony in the rain 7', 'correct-horse-battery', 'Ünüsual wörds 99'])('like "%s" is taken', (password) => {
    expect(weaknessOf(password, PERSON)).toBeUndefined();
  });
});

test.each([
  [{ familyEnded: false, used: false, expired: false }, 'rotate'],
  [{ familyEnded: false, used: false, expired: true }, 'refuse'],
  [{ familyEnded: false, used: true, expired: false }, 'end_family'],
  [{ familyEnded: false, used: true, expired: true }, 'end_family'],
  [{ familyEnded: true, used: false, expired: false }, 'refuse'],
  [{ familyEnded: true, used: true, expired: false }, 'refuse'],
] as const)('a refresh token with %j is answered by %s', (facts, decision) => {
  expect(decideRefresh(facts)).toBe(decision);
});
