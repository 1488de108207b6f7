import type { RoboAnswer } from '@trickdesk/domain';
import { ROBO_QUESTIONS } from '@trickdesk/domain';
import { openTestApi, type Person, type TestApi } from '../../../testing/test-api.ts';
import { seedBaskets } from '../../baskets/index.ts';
import { postTransfer } from '../../ledger/index.ts';
import { seedCatalogue } from '../../strategies/index.ts';

export const ADVISER = 'INA000000001';

/** Somebody in the middle of everything, who contradicts nothing. */
const BALANCED: Readonly<Record<string, string>> = {
  age: '31_45',
  horizon: 'over_10',
  income: 'mostly',
  left_over: '10_25',
  emergency: 'over_6',
  loans: 'under_30',
  share: '25_50',
  aim: 'grow',
  experience: 'shares',
  fall: 'wait',
  loss: 'up_to_25',
};

export const answersWith = (other: Readonly<Record<string, string>> = {}): RoboAnswer[] =>
  ROBO_QUESTIONS.map(({ id }) => ({ questionId: id, optionId: other[id] ?? BALANCED[id] ?? '' }));

export type RoboWorld = Awaited<ReturnType<typeof openRoboWorld>>;

/** The api with the catalogues, and people who have bought ROBO Pro from their wallet. */
export async function openRoboWorld(environment: Readonly<Record<string, string>> = {}) {
  const api = await openTestApi(environment);
  const at = new Date(api.clock.now());
  await seedCatalogue(api.database.db, at);
  await seedBaskets(api.database.db, at);
  await makeVersions(api);
  let people = 0;
  const as = ({ accessToken }: Person) => ({ token: accessToken });
  const newcomer = (): Promise<Person> => api.signUp(`robo${++people}`);
  return {
    ...{ api, as, newcomer },
    person: async (): Promise<Person> => {
      const person = await newcomer();
      await buyRobo(api, person);
      return person;
    },
    read: async (person: Person) => (await api.send('roboProPlans', {}, as(person))).data,
    save: (person: Person, answers: readonly RoboAnswer[] = answersWith()) =>
      api.send('saveRoboProQuestionnaire', { answers: [...answers] }, as(person)),
    close: () => api.close(),
  };
}

/** What the first review does once there are prices: without a version a basket is not in the catalogue. */
async function makeVersions({ database, services }: TestApi): Promise<void> {
  const { kysely } = database.db;
  const baskets = await kysely.selectFrom('basket').select(['id', 'created_at']).execute();
  for (const { id, created_at: at } of baskets) {
    const { id: version } = await kysely
      .insertInto('basket_version')
      .values({
        ...{ basket_id: id, dataset: services.marketData.dataset, version: 1, since: '2026-01-01' },
        ...{ reason: 'First.', created_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const constituent = { basket_version_id: version, symbol: 'NIFTYBEES', weight_bps: 10_000, reason: 'All.' };
    await kysely.insertInto('basket_constituent').values(constituent).execute();
  }
}

/** From money that came back of a payment. */
export async function buyRobo(api: TestApi, { userId, accessToken, username }: Person): Promise<void> {
  const plan = await api.database.db.kysely
    .selectFrom('plan')
    .select(['id', 'price_paise'])
    .where('slug', '=', 'robo-month')
    .executeTakeFirstOrThrow();
  const key = `robo-gift-${username}`;
  await api.database.db.transaction((tx) =>
    postTransfer(
      tx,
      {
        ...{ cause: 'payment', causeId: key, idempotencyKey: key, sentence: 'Came back.' },
        postings: [
          { account: { ownerId: userId, name: 'main' }, amountPaise: plan.price_paise },
          { account: { ownerId: null, name: 'revenue' }, amountPaise: -plan.price_paise },
        ],
      },
      new Date(api.clock.now()),
    ),
  );
  const input = { planId: plan.id, payWith: 'wallet', idempotencyKey: `robo-${username}` } as const;
  const bought = await api.send('buyplan', input, { token: accessToken });
  if (bought.status !== 200) throw new Error(bought.message);
}
