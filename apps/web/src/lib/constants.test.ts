import { readFileSync } from 'node:fs';
import { allCalls } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };
import { VERIFIED_LASTS_MS } from '../features/kyc/told.ts';
import { DIRECTION_KEY, MENU_KEY, SKIN_KEY, skinOf } from '../ui/theme/skin.ts';
import { CONTENT_WIDTHS } from '../ui/theme/width.ts';
import { modeIn } from './record-mode.ts';
import { REFRESH_LOCK } from './refresh.ts';
import { ACCESS_TOKEN_KEY, createSessionStore, SIGNED_OUT_ABILITY, USER_DATA_KEY } from './session-store.ts';

/** What the server takes where a call leaves everything out. */
const mine = allCalls.mytrick.input.parse({});
const catalogue = allCalls.hometrickers.input.parse({});
const alerts = allCalls.usernotificationlist.input.parse({});
const positions = allCalls['my-openposition'].input.parse({ type: 'Live', page: 1 });
const fileOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Constants that the specification fixes to the letter, spelling included. */
test.each([
  ['toast of an ended session', en.failure.signedOut, 'Unautherised user'],
  ['toast of a fault of ours', en.failure.internal, 'Internal server Error'],
  ['toast of saved settings', en.deployments.settings.saved, 'Settings successfully set'],
  ['toast of a verified Aadhaar', en.kyc.aadhaarDone, 'Aadhar Verification is Done'],
  ['toast of a verified PAN', en.kyc.panDone, 'Pan Verification is Done'],
  ['how long those are shown, milliseconds', VERIFIED_LASTS_MS, 8_000],
  ['key of the access token', ACCESS_TOKEN_KEY, 'accessToken'],
  ['key of the user data', USER_DATA_KEY, 'userData'],
  ['key of the skin', SKIN_KEY, 'skin'],
  ['key of the direction', DIRECTION_KEY, 'direction'],
  ['key of the folded menu', MENU_KEY, 'menuCollapsed'],
  ['lock of the refresh', REFRESH_LOCK, 'trickdesk-refresh'],
  ['skin without a choice', skinOf(undefined), 'light'],
  ['direction without a choice', /<html[^>]* dir="(\w+)"/.exec(fileOf('../../index.html'))?.[1], 'ltr'],
  ['width without a choice', CONTENT_WIDTHS[0], 'boxed'],
  ['page size of lists', catalogue.pageSize, 12],
  ['page size of my tricks', mine.pageSize, 6],
  ['page size of alerts', alerts.pageSize, 12],
  ['first page of alerts', alerts.pageNumber, 1],
  ['tab of my tricks', mine.type, 'Live'],
  ['tab of pages with both modes', modeIn({}), 'Live'],
  ['state of my tricks', mine.trickStatus, 1],
  ['broker of my tricks', mine.brokerId, 0],
  ['broker of positions', positions.brokerId, 0],
])('%s', (_name, found, fixed) => {
  expect(found).toBe(fixed);
});

test('toasts come at the top, at the end of the line: on the right where one reads from the left', () => {
  const region = /\.region \{([^}]*)\}/.exec(fileOf('../ui/feedback/toast-region.module.css'))?.[1];
  expect(region).toMatch(/inset-block-start: \d+px/);
  expect(region).toMatch(/inset-inline-end: \d+px/);
  expect(region).not.toMatch(/inset-block-end|inset-inline-start/);
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
