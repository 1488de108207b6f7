import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import type { SettingsChange } from './settings-rules.ts';

export interface ClonableStrategy {
  id: number;
  name: string;
  min_capital_paise: bigint;
  version_id: number;
}

/** The newest version of a published strategy, or of one's own. */
export async function findClonable(
  db: Queryable,
  strategyId: number,
  accountId: number,
): Promise<ClonableStrategy | undefined> {
  return db
    .selectFrom('strategy')
    .innerJoin('strategy_version', 'strategy_version.strategy_id', 'strategy.id')
    .select(['strategy.id', 'strategy.name', 'strategy.min_capital_paise', 'strategy_version.id as version_id'])
    .where('strategy.id', '=', strategyId)
    .where('strategy.retired_at', 'is', null)
    .where((eb) => eb.or([eb('strategy.published_at', 'is not', null), eb('strategy.owner_id', '=', accountId)]))
    .orderBy('strategy_version.version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Until the transaction ends, nobody else gives this account's copies names. */
export async function lockNames(tx: Tx, accountId: number): Promise<void> {
  await lockInTransaction(tx, `deployment names ${accountId}`);
}

export async function namesOf(tx: Tx, accountId: number): Promise<Set<string>> {
  const rows = await tx.selectFrom('deployment').select('name').where('account_id', '=', accountId).execute();
  return new Set(rows.map((row) => row.name));
}

export interface DeploymentCopy {
  readonly accountId: number;
  readonly strategyId: number;
  readonly versionId: number;
  readonly name: string;
  readonly settings: SettingsChange & { readonly capital_paise: bigint; readonly notify: string };
  readonly now: Date;
}

export async function insertDeployment(tx: Tx, deployment: DeploymentCopy): Promise<number> {
  const row = await tx
    .insertInto('deployment')
    .values({
      account_id: deployment.accountId,
      strategy_id: deployment.strategyId,
      strategy_version_id: deployment.versionId,
      name: deployment.name,
      mode: 'paper',
      status: 'stopped',
      phase: 'idle',
      ...deployment.settings,
      created_at: deployment.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An account's oldest copy of a catalogue entry. */
export async function deploymentOf(db: Queryable, accountId: number, slug: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('deployment')
    .innerJoin('strategy', 'strategy.id', 'deployment.strategy_id')
    .select('deployment.id')
    .where('deployment.account_id', '=', accountId)
    .where('strategy.slug', '=', slug)
    .orderBy('deployment.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Slugs of the catalogue entries that an account has copied. */
export async function clonedStrategies(db: Queryable, accountId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deployment')
    .innerJoin('strategy', 'strategy.id', 'deployment.strategy_id')
    .select('strategy.slug')
    .where('deployment.account_id', '=', accountId)
    .where('strategy.slug', 'is not', null)
    .execute();
  return new Set(rows.flatMap((row) => (row.slug === null ? [] : [row.slug])));
}
