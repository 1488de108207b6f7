import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../testing/insert-account.ts';
import { answerOnce } from './idempotency.ts';

let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
  database = await withTestDatabase();
  accountId = await insertAccount(database.db, 'asha');
});
afterAll(() => database.drop());

const once = (key: string, body: unknown, work: () => Promise<unknown>) =>
  database.db.transaction((tx) => answerOnce(tx, { accountId, call: 'starttrick', key, body, now: new Date() }, work));

test('of ten requests with one key at once the work is done once, and all get its answer', async () => {
  let done = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => once('ten', { a: 1, b: 2 }, async () => ({ number: ++done }))),
  );
  expect(done).toBe(1);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'answered', answer: { number: 1 } });
  expect(outcomes.filter((outcome) => outcome.kind === 'answered' && !outcome.repeated)).toHaveLength(1);
});

test('the order of fields is no difference, another value is', async () => {
  await once('order', { a: 1, b: { c: 2, d: 3 } }, async () => 'first');
  expect(await once('order', { b: { d: 3, c: 2 }, a: 1 }, async () => 'second')).toMatchObject({ answer: 'first' });
  expect(await once('order', { a: 1, b: { c: 2, d: 4 } }, async () => 'third')).toEqual({ kind: 'key_reused' });
});

test('work that was refused leaves the key free', async () => {
  const refused = once('refused', {}, async () => {
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(await once('refused', {}, async () => 'now')).toEqual({ kind: 'answered', answer: 'now', repeated: false });
});
