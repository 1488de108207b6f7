import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '../../../platform/secrets.ts';
import { createBrokerSession } from './broker-session.ts';
import { createTokenKeep } from './token-keep.ts';

const warned: string[] = [];
const log = {
  debug: () => {},
  info: () => {},
  warn: (_: object, message: string) => warned.push(message),
  error: () => {},
};
const tokens = { accessToken: 'jwt-of-today', refreshToken: 'refresh-1', feedToken: 'feed-1', issuedAt: 1 };
let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

const keepWith = (byte: number, dataset = 'simulator:synthetic:1') =>
  createTokenKeep({
    db: testDb.db,
    secrets: createSecrets([{ id: 'test', bytes: Buffer.alloc(32, byte) }]),
    dataset,
    now: () => 0,
    log,
  });

/** The broker as the session sees it: counts sign-ins and knows no kept token. */
function sessionOn(keep: ReturnType<typeof createTokenKeep>, signIns: string[]) {
  return createBrokerSession({
    sessions: {
      logIn: async ({ totp }) => {
        signIns.push(totp);
        return { kind: 'ok', value: tokens };
      },
      renew: async () => ({ kind: 'session_expired' }),
      logOut: async () => ({ kind: 'session_expired' }),
      profile: async () => ({ kind: 'session_expired' }),
      funds: async () => ({ kind: 'session_expired' }),
    },
    account: { clientCode: 'S100999', apiKey: 'key', pin: '1234', totpAt: () => '123456' },
    keep,
    now: () => 0,
    log,
    signal: new AbortController().signal,
    onSignedIn: () => {},
  });
}

test('a feed that is started again goes on with the session of the one before it, without another sign-in', async () => {
  const signIns: string[] = [];
  expect((await sessionOn(keepWith(1), signIns).resume()).tokens).toEqual(tokens);
  expect((await sessionOn(keepWith(1), signIns).resume()).tokens).toEqual(tokens);
  expect(signIns).toHaveLength(1);
});

test('a kept session that has died costs one sign-in', async () => {
  const signIns: string[] = [];
  const session = sessionOn(keepWith(1), signIns);
  await session.resume();
  const answers = [{ kind: 'session_expired' as const }, { kind: 'ok' as const, value: 7 }];
  expect(await session.call(async () => answers.shift() ?? { kind: 'session_expired' })).toEqual({
    kind: 'ok',
    value: 7,
  });
  expect(signIns).toHaveLength(1);
});

test('the tokens lie sealed in the database, and another key or dataset cannot read them', async () => {
  await keepWith(1).save(tokens);
  const row = await testDb.db.kysely.selectFrom('feed_session').selectAll().executeTakeFirstOrThrow();
  expect(row.sealed_tokens.includes(tokens.accessToken)).toBe(false);
  expect(await keepWith(1).load()).toEqual(tokens);
  expect(await keepWith(1, 'angelone').load()).toBeUndefined();
  expect(await keepWith(2).load()).toBeUndefined();
  expect(warned.join()).toContain('cannot be read');
});
