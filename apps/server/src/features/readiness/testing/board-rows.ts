import type { Schema } from '@trickdesk/db';
import type { Updateable } from 'kysely';
import type { Person, TestApi } from '../../../testing/test-api.ts';
import { insertDeployment, insertLink } from '../../risk/testing/desk-facts.ts';
import { readyFacts } from './ready-facts.ts';

/** A person with a broker account and one trick on SBIN that runs, with nothing in its way. */
export interface Trader {
  readonly person: Person;
  readonly linkId: number;
  readonly trickId: number;
}

let traders = 0;

export async function insertTrader(api: TestApi, mode: 'paper' | 'live' = 'live'): Promise<Trader> {
  traders += 1;
  const person = await api.signUp(`ready${traders}`);
  const { db } = api.database;
  const at = new Date(api.clock.now());
  await db.kysely
    .updateTable('account')
    .set({ kyc_verified_at: at, trade_activated_at: at })
    .where('id', '=', person.userId)
    .execute();
  const linkId = await insertLink(db, person.userId);
  const trickId = await insertTrick(api, { accountId: person.userId, linkId, mode });
  return { person, linkId, trickId };
}

export async function insertTrick(
  api: TestApi,
  trick: { readonly accountId: number; readonly linkId: number; readonly mode: 'paper' | 'live' },
): Promise<number> {
  const { db } = api.database;
  const trickId = await insertDeployment(db, trick);
  const version = await insertVersion(api);
  await change(api, trickId, { strategy_version_id: version });
  const at = new Date(api.clock.now());
  await db.kysely
    .insertInto('deployment_run')
    .values({
      ...{ deployment_id: trickId, run_number: 1, mode: trick.mode, dataset: api.services.marketData.dataset },
      ...{ fence: 0n, state: null, last_bar_at: null, started_exchange_at: at, warmup_from: at, updated_at: at },
    })
    .execute();
  return trickId;
}

/** The definition of `readyFacts` as a version. */
async function insertVersion({ database, clock }: TestApi): Promise<number> {
  const { db } = database;
  const strategy = await db.kysely
    .selectFrom('strategy_version')
    .select((eb) => ['strategy_id', eb.fn.max('version').as('newest')])
    .groupBy('strategy_id')
    .orderBy('strategy_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const row = await db.kysely
    .insertInto('strategy_version')
    .values({
      strategy_id: strategy.strategy_id,
      version: Number(strategy.newest) + 1,
      definition: JSON.stringify(readyFacts().trick.definition),
      note: '',
      created_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function change(api: TestApi, trickId: number, to: Updateable<Schema['deployment']>): Promise<void> {
  await api.database.db.kysely.updateTable('deployment').set(to).where('id', '=', trickId).execute();
}

export async function changeLink(api: TestApi, linkId: number, to: Updateable<Schema['broker_link']>): Promise<void> {
  await api.database.db.kysely.updateTable('broker_link').set(to).where('id', '=', linkId).execute();
}
