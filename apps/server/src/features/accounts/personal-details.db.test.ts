import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { markKycVerified } from './index.ts';

const ADDRESS = {
  line1: '14 Lake View',
  line2: 'Behind the school',
  city: 'Mysuru',
  state: 'Karnataka' as const,
  pincode: '570001',
};
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

let made = 0;
const somebody = (): Promise<Person> => api.signUp(`resident${++made}`);
type Change = Parameters<typeof api.send<'updatepersonaldetails'>>[1];
const change = (person: Person, input: Change) =>
  api.send('updatepersonaldetails', input, { token: person.accessToken });
const profileOf = async (person: Person) =>
  (await api.send('myprofile', {}, { token: person.accessToken })).data.profile;

test('a person says who they are and where they live, piece by piece; what is left out stays', async () => {
  const person = await somebody();
  const first = await change(person, { dateOfBirth: '1990-05-04', gender: 'female' });
  expect([first.status, first.message]).toEqual([200, 'Settings successfully set']);
  await change(person, { fullName: '  Asha  Rao ', address: ADDRESS });
  const profile = await profileOf(person);
  expect(profile).toMatchObject({ fullName: 'Asha  Rao', dateOfBirth: '1990-05-04', gender: 'female' });
  expect(profile.address).toEqual(ADDRESS);
  const moved = await change(person, { mobile: '9876543210', address: { ...ADDRESS, line2: '' } });
  expect(moved.data.profile).toMatchObject({ mobile: '9876543210', gender: 'female', address: { line2: '' } });
});

test('the log names what was changed and not to what; a change that changes nothing is none', async () => {
  const person = await somebody();
  await change(person, { gender: 'other', address: ADDRESS });
  await change(person, { gender: 'other', address: ADDRESS });
  await change(person, {});
  const { data } = await api.send('userlog', { kind: 'settings' }, { token: person.accessToken });
  expect(data.log_list.map(({ sentence }) => sentence)).toEqual(['Changed personal details: gender, address.']);
});

test.each([
  ['somebody who is no adult', { dateOfBirth: '2024-01-01' }, 'dateOfBirth'],
  ['a day to come', { dateOfBirth: '2126-01-01' }, 'dateOfBirth'],
  ['a day that is none', { dateOfBirth: '1990-02-30' }, 'dateOfBirth'],
  ['an empty name', { fullName: '   ' }, 'fullName'],
  ['a number of another country', { mobile: '12345' }, 'mobile'],
  ['a state that is none', { address: { ...ADDRESS, state: 'Atlantis' } }, 'address.state'],
  ['a PIN code that begins with 0', { address: { ...ADDRESS, pincode: '012345' } }, 'address.pincode'],
  ['half an address', { address: { city: 'Mysuru' } }, 'address.line1'],
  ['a field that is not there', { email: 'other@mail.test' }, 'email'],
])('%s is refused at its field, and nothing is changed', async (_what, input, path) => {
  const person = await somebody();
  const before = await profileOf(person);
  const answer = await change(person, input as Change);
  expect([answer.status, answer.code]).toEqual([422, 'INVALID_INPUT']);
  expect(answer.errors?.map((error) => error.path)).toContain(path);
  expect(await profileOf(person)).toEqual(before);
});

test('what KYC has verified stays, and the rest may change', async () => {
  const person = await somebody();
  await change(person, { fullName: 'Asha Rao', dateOfBirth: '1990-05-04' });
  const parts = { database: api.database.db, clock: api.clock };
  await markKycVerified(parts, { accountId: person.userId, forDemo: false });
  const before = await profileOf(person);
  const answer = await change(person, { fullName: 'Asha Roy', mobile: '9876543210' });
  expect([answer.status, answer.code]).toEqual([409, 'FIELD_VERIFIED']);
  expect(answer.errors?.map((error) => error.path)).toEqual(['fullName']);
  expect(await profileOf(person)).toEqual(before);
  const allowed = await change(person, { fullName: 'Asha Rao', dateOfBirth: '1990-05-04', mobile: '9876543210' });
  expect([allowed.status, allowed.data.profile.mobile]).toEqual([200, '9876543210']);
});

test('nobody changes another’s, and nobody who is not signed in', async () => {
  const [one, other] = [await somebody(), await somebody()];
  const before = await profileOf(other);
  await change(one, { gender: 'male' });
  expect(await profileOf(other)).toEqual(before);
  expect((await api.send('updatepersonaldetails', { gender: 'male' })).code).toBe('TOKEN_MISSING');
});
