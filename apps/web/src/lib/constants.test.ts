import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };
import { DIRECTION_KEY, MENU_KEY, SKIN_KEY, skinOf } from '../ui/theme/skin.ts';
import { REFRESH_LOCK } from './refresh.ts';
import { ACCESS_TOKEN_KEY, createSessionStore, SIGNED_OUT_ABILITY, USER_DATA_KEY } from './session-store.ts';

/** Constants that the specification fixes to the letter, spelling included. */
test.each([
  ['toast of an ended session', en.failure.signedOut, 'Unautherised user'],
  ['toast of a fault of ours', en.failure.internal, 'Internal server Error'],
  ['key of the access token', ACCESS_TOKEN_KEY, 'accessToken'],
  ['key of the user data', USER_DATA_KEY, 'userData'],
  ['key of the skin', SKIN_KEY, 'skin'],
  ['key of the direction', DIRECTION_KEY, 'direction'],
  ['key of the folded menu', MENU_KEY, 'menuCollapsed'],
  ['lock of the refresh', REFRESH_LOCK, 'trickdesk-refresh'],
  ['skin without a choice', skinOf(undefined), 'light'],
])('%s', (_name, found, fixed) => {
  expect(found).toBe(fixed);
});

const storeOf = (userData: string | null) =>
  createSessionStore({
    getItem: (key) => (key === USER_DATA_KEY ? userData : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  });

test('without an ability in the stored user data only reading Auth is allowed', () => {
  expect(SIGNED_OUT_ABILITY).toEqual([{ action: 'read', subject: 'Auth' }]);
  expect(storeOf(null).ability()).toEqual(SIGNED_OUT_ABILITY);
  const person = { userId: 1, fullName: 'A', username: 'a', email: 'a@b.c' };
  expect(storeOf(JSON.stringify(person)).ability()).toEqual(SIGNED_OUT_ABILITY);
});

test('user data that was tampered with is read as signed out', () => {
  expect(storeOf('{"userId":"1"}').user()).toBeUndefined();
});
