import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { markKycVerified, markTradeActivated } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const parts = () => ({ database: api.database.db, clock: api.clock });
const profileOf = async (person: Person) =>
  (await api.send('myprofile', {}, { token: person.accessToken })).data.profile;

test('what is granted for the demo shows as granted in the profile and in the log, and once', async () => {
  const demo = await api.signUp('demo');
  for (const _again of [1, 2]) {
    await markKycVerified(parts(), { accountId: demo.userId, forDemo: true });
    await markTradeActivated(parts(), { accountId: demo.userId, forDemo: true });
  }
  expect(await profileOf(demo)).toMatchObject({
    kyc: { pan: { status: 'verified' }, aadhaar: { status: 'verified' } },
    isTradeactive: true,
    grantedForDemo: true,
  });
  const { data } = await api.send('userlog', { kind: 'security' }, { token: demo.accessToken });
  expect(data.log_list.map(({ sentence }) => sentence)).toEqual([
    'Trading activated: granted for the demo.',
    'KYC verified: granted for the demo.',
  ]);
});

test('a newcomer has neither, and one who earned both has no such mark', async () => {
  const newcomer = await api.signUp('newcomer');
  expect(await profileOf(newcomer)).toMatchObject({
    kyc: { pan: { status: 'none' } },
    isTradeactive: false,
    grantedForDemo: false,
  });
  await markKycVerified(parts(), { accountId: newcomer.userId, forDemo: false });
  await markTradeActivated(parts(), { accountId: newcomer.userId, forDemo: false });
  expect(await profileOf(newcomer)).toMatchObject({ isTradeactive: true, grantedForDemo: false });
});
