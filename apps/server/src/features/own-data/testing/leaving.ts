import { sql } from 'kysely';
import { openTestApi, PASSWORD, type Person, type TestApi } from '../../../testing/test-api.ts';
import { countWaiting } from '../../../testing/waiting-statements.ts';
import { createScriptedBroker } from '../../broker-links/testing/scripted-broker.ts';
import { DATASET, insertInstrument } from '../../deployments/testing/world.ts';
import { putClock } from '../../market-data/store.ts';
import { seedCatalogue } from '../../strategies/index.ts';

export type Leaving = Awaited<ReturnType<typeof openLeaving>>;

/** The api with a broker and a market, and what people do who mean to leave. */
export async function openLeaving() {
  const broker = createScriptedBroker(() => 0);
  const api = await openTestApi({}, { smartApi: broker.smartApi });
  const { db } = api.database;
  await seedCatalogue(db, new Date(api.clock.now()));
  await insertInstrument(db, 'SBIN');
  await putClock(db.kysely, DATASET, { exchangeAt: api.clock.now(), seenAt: api.clock.now(), speed: 1, feed: 'live' });
  return { api, broker, kysely: db.kysely, as, ...actsOf(api) };
}

const as = ({ accessToken }: Person) => ({ token: accessToken });

function actsOf(api: TestApi) {
  let made = 0;
  return {
    somebody: (): Promise<Person> => {
      made += 1;
      return api.signUp(`leaver${made}`);
    },
    signIn: (email: string) => api.send('login', { email, password: PASSWORD, tokenTransport: 'body' }),
    preview: async (person: Person) => (await api.send('previewdeletion', {}, as(person))).data,
    erase: (person: Person, more: Readonly<Record<string, string>> = {}) =>
      api.send('deleteaccount', { password: PASSWORD, ...more }, as(person)),
    /** As if the referrer's code had been given at the registration; afterwards the database lets nobody say it. */
    invite: (referrer: Person, invited: Person) =>
      api.database.db.transaction(async (tx) => {
        await sql.raw('ALTER TABLE account DISABLE TRIGGER account_referrer_stays').execute(tx);
        await tx
          .updateTable('account')
          .set({ referred_by: referrer.userId })
          .where('id', '=', invited.userId)
          .execute();
        await sql.raw('ALTER TABLE account ENABLE TRIGGER account_referrer_stays').execute(tx);
      }),
    /** Statements that wait for a lock. */
    waiting: (): Promise<number> => countWaiting(api.database.db),
  };
}
