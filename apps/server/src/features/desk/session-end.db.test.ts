import { indiaMoment } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { insertRun } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

test('an answer to the session before the present one does not end that', async () => {
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, 'signedinagain'), 'S100801');
  const accessOf = (accessToken: string) => ({
    ...{ clientCode: 'S100801', apiKey: 'k' },
    tokens: { accessToken, refreshToken: 'r', feedToken: 'f', issuedAt: indiaMoment('2025-07-07') },
  });
  let access = accessOf('before');
  const ended: string[] = [];
  const broker = new ScriptedBroker();
  const desk = await openDesk(
    { database: testDb.db, linkId: run.linkId, broker },
    { accessOf: async () => access, onSessionEnded: (_linkId, { tokens }) => void ended.push(tokens.accessToken) },
  );
  let answer = (): void => undefined;
  await desk.look();
  broker.bookReply = () =>
    new Promise((resolve) => {
      answer = () => resolve({ kind: 'session_expired' });
    });
  const late = desk.look();
  access = accessOf('after');
  await desk.wake();
  answer();
  await late;
  expect(ended).toEqual([]);
  expect(desk.moment().canAct).toBe(true);
  broker.bookReply = async () => ({ kind: 'session_expired' });
  await desk.look();
  expect(ended).toEqual(['after']);
  expect(desk.moment().canAct).toBe(false);
  desk.abandon();
});

test('the end of a session that could not be stored is told of until it is', async () => {
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, 'notstored'), 'S100802');
  const tokens = { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: indiaMoment('2025-07-07') };
  let isStored = false;
  let told = 0;
  const broker = new ScriptedBroker();
  const desk = await openDesk(
    { database: testDb.db, linkId: run.linkId, broker },
    {
      accessOf: async () => (isStored ? undefined : { clientCode: 'S100802', apiKey: 'k', tokens }),
      onSessionEnded: () => {
        told += 1;
      },
    },
  );
  await desk.wake();
  expect(told).toBe(0);
  broker.bookReply = async () => ({ kind: 'session_expired' });
  await desk.look();
  await desk.wake();
  expect(told).toBe(2);
  isStored = true;
  await desk.wake();
  await desk.wake();
  expect(told).toBe(2);
  desk.abandon();
});
