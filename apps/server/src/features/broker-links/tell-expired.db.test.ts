import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { expireLinks } from './tell-expired.ts';
import { createScriptedBroker, type ScriptedBroker } from './testing/scripted-broker.ts';

let api: TestApi;
let broker: ScriptedBroker;
let now = (): number => 0;
beforeAll(async () => {
  broker = createScriptedBroker(() => now());
  api = await openTestApi({}, { smartApi: broker.smartApi });
  now = api.clock.now;
});
afterAll(() => api.close());

const link = (person: Person, clientCode: string) =>
  api.send('linkangelone', { clientCode, apiKey: 'sim-api-key', pin: '4821', totp: '739164' }, as(person));
const as = (person: Person) => ({ token: person.accessToken });
const sweep = () => expireLinks({ database: api.database.db, clock: api.clock, log: api.foundation.log });
const dayEnd = Date.UTC(2026, 0, 5, 23, 30);

async function told(person: Person): Promise<string[]> {
  const session = await api.send('login', { email: person.username, password: person.password });
  const asNow = { token: session.data.accessToken };
  const alerts = await api.send('usernotificationlist', { notication_category_id: 8 }, asNow);
  const log = await api.send('userlog', { kind: 'broker' }, asNow);
  return [...alerts.data.notification_list.map((row) => row.title), ...log.data.log_list.map((row) => row.sentence)];
}

test('when the broker’s day ends, each owner is told once for each sign-in; a link that signs in by itself is left to that', async () => {
  const [anil, bina] = [await api.signUp('anil'), await api.signUp('bina')];
  await link(anil, 'S100301');
  await link(bina, 'S100302');
  await api.database.db.kysely
    .updateTable('broker_link')
    .set({ auto_sign_in: true })
    .where('client_code', '=', 'S100302')
    .execute();
  api.clock.advance(dayEnd - api.clock.now() - 1);
  await sweep();
  expect(await told(anil)).toEqual(['Signed in at Angel One as S100301.']);
  api.clock.advance(1);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await told(anil)).toEqual([
    'Angel One session of S100301 has ended',
    'The Angel One session of S100301 ended. The session ended with the broker’s day at 05:00. Sign in again.',
    'Signed in at Angel One as S100301.',
  ]);
  expect(await told(bina)).toEqual(['Signed in at Angel One as S100302.']);
});

test('a session that the broker ends by itself is told of like one that ran out, and only once', async () => {
  const person = await api.signUp('chitra');
  await link(person, 'S100303');
  broker.funds = { kind: 'session_expired' };
  for (let again = 0; again < 2; again += 1) {
    const session = await api.send('login', { email: 'chitra', password: person.password });
    await api.send('getangelone', {}, { token: session.data.accessToken });
  }
  await sweep();
  expect(await told(person)).toEqual([
    'Angel One session of S100303 has ended',
    'The Angel One session of S100303 ended. The broker ended the session. Sign in again.',
    'Signed in at Angel One as S100303.',
  ]);
});
