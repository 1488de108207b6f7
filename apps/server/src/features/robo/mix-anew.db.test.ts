import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADVISER, openRoboWorld, type RoboWorld } from './testing/robo-world.ts';

let advised: RoboWorld;
beforeAll(async () => {
  advised = await openRoboWorld({ INVESTMENT_ADVISER_NUMBER: ADVISER });
});
afterAll(() => advised.close());

test('the same answers on the same day are kept anew where another mix is suggested by now', async () => {
  const person = await advised.person();
  const { kysely } = advised.api.database.db;
  await sql`UPDATE basket SET retired_at = now() WHERE catalogue_key = 'steady-ten'`.execute(kysely);
  const first = await advised.save(person);
  await sql`UPDATE basket SET retired_at = NULL WHERE catalogue_key = 'steady-ten'`.execute(kysely);
  const [second, third] = [await advised.save(person), await advised.save(person)];
  const names = ({ data }: typeof first) => (data.result.mix ?? []).map(({ name }) => name);
  expect(names(first)).toEqual(['Whole Market Core', 'All Weather', undefined]);
  expect(names(second)).toEqual(['Whole Market Core', 'All Weather', 'Steady Ten']);
  expect(second.data.result.noteId).not.toBe(first.data.result.noteId);
  expect(third.data.result.noteId).toBe(second.data.result.noteId);
});
