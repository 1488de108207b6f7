import { updateprofilepassword } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { passwordProblems, SHORTEST_PASSWORD } from './password-input.ts';

const current = 'Copper-kettle-77';

test('the form finds what is missing, too short or the same again, at its field', () => {
  expect(passwordProblems({ currentPassword: '', newPassword: '' })).toEqual({
    currentPassword: 'passwordMissing',
    newPassword: 'passwordShort',
  });
  expect(passwordProblems({ currentPassword: current, newPassword: current })).toEqual({ newPassword: 'passwordSame' });
  expect(passwordProblems({ currentPassword: current, newPassword: 'Silver-spoon-12' })).toEqual({});
});

test('what it lets through, the call takes; what is too short for it is too short for the call', () => {
  const taken = (newPassword: string) =>
    updateprofilepassword.input.safeParse({ currentPassword: current, newPassword }).success;
  const [long, short] = ['x'.repeat(SHORTEST_PASSWORD), 'x'.repeat(SHORTEST_PASSWORD - 1)];
  expect([taken(long), taken(short)]).toEqual([true, false]);
  expect(passwordProblems({ currentPassword: current, newPassword: long })).toEqual({});
  expect(passwordProblems({ currentPassword: current, newPassword: short })).toEqual({ newPassword: 'passwordShort' });
});
