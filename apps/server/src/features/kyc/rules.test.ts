import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideKyc, judgeNames, type KycFacts, nameScore } from './rules.ts';

describe('two names', () => {
  test.each([
    ['Asha Rao', 'ASHA RAO'],
    ['Asha Rao', 'Rao Asha'],
    ['Mrs. Asha Rao', 'Smt Asha  Rao'],
    ['Dr. A. P. J. Abdul Kalam', 'A P J Abdul Kalam'],
    ["Meera D'Souza", 'Meera D Souza'],
    ['José Fernandes', 'JOSE FERNANDES'],
  ])('%s and %s are the same', (one, other) => expect(nameScore(one, other)).toBe(100));

  test.each([
    ['Asha Rao', 'A Rao', 'same'],
    ['Asha Rao', 'Aasha Rao', 'same'],
    ['Lakshmi Venkatesan', 'Laxmi Venkatesan', 'doubtful'],
    ['Asha Rao', 'Asha Ramesh Rao', 'doubtful'],
    ['Asha Rao', 'Asha', 'doubtful'],
    ['Asha Ramesh Lakshmi Rao', 'Asha Ramesh Lakshmi Rai', 'doubtful'],
    ['Asha Ramesh Lakshmi Devi Rao', 'Asha Ramesh Lakshmi Devi Iyer', 'doubtful'],
    ['Asha Rao', 'Asha Iyer', 'other'],
    ['Asha Rao', 'Ravi Kumar', 'other'],
    ['Asha Rao', '', 'other'],
    ['A R', 'B S', 'other'],
  ])('%s and %s are judged %s, either way round', (one, other, verdict) => {
    expect([judgeNames(one, other), judgeNames(other, one)]).toEqual([verdict, verdict]);
  });

  const word = fc.stringMatching(/^[A-Z]{1,8}$/);
  test('score 0 to 100, the same both ways, and 100 with themselves', () => {
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `Q${words.join(' ')}`);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const score = nameScore(one, other);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(nameScore(other, one)).toBe(score);
        expect(nameScore(one, one)).toBe(100);
      }),
    );
  });
});

describe('what PAN and Aadhaar say together', () => {
  const FACTS: KycFacts = {
    saidName: 'Asha Rao',
    saidBirthday: '1990-05-04',
    aadhaar: { name: 'Asha Rao', birthday: '1990-05-04' },
    pan: { name: 'ASHA RAO' },
    isRejected: false,
  };
  test.each<[string, Partial<KycFacts>, string, string[]]>([
    ['all that fits is verified', {}, 'verified', []],
    ['without PAN it is open', { pan: undefined }, 'open', []],
    ['without Aadhaar it is open', { aadhaar: undefined }, 'open', []],
    ['another name on the PAN is looked at', { saidName: 'Asha Ramesh Rao' }, 'pending', ['pan_name']],
    [
      'another name at UIDAI is looked at',
      { aadhaar: { name: 'Ravi Iyer', birthday: null } },
      'pending',
      ['names_differ'],
    ],
    ['another birthday is looked at', { saidBirthday: '1990-05-05' }, 'pending', ['birthdays_differ']],
    ['a birthday that UIDAI knows must be said', { saidBirthday: null }, 'pending', ['birthdays_differ']],
    ['one that UIDAI does not know is no doubt', { aadhaar: { name: 'Asha Rao', birthday: null } }, 'verified', []],
    [
      'what a person rejected stays so until a step is taken anew',
      { isRejected: true, aadhaar: undefined, pan: undefined },
      'rejected',
      [],
    ],
    ['one step taken anew opens it again', { isRejected: true, pan: undefined }, 'open', []],
    ['both taken anew are decided on like the first time', { isRejected: true }, 'verified', []],
  ])('%s', (_, changes, status, doubts) => {
    expect(decideKyc({ ...FACTS, ...changes })).toEqual({ status, doubts });
  });
});
