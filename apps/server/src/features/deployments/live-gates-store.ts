import type { Queryable, Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { KeptWord } from './owners-word.ts';

/** The facts about an account that decide whether it may trade live. */
export interface AccountGates {
  kyc_verified_at: Date | null;
  trade_activated_at: Date | null;
  granted_for_demo: boolean;
  locked_until: Date | null;
  kill_reason: string | null;
}

/** `account_id` 0 is the switch of the whole product. */
const EVERYBODY = 0;

export async function readAccountGates(db: Queryable, accountId: number): Promise<AccountGates> {
  return db
    .selectFrom('account')
    .leftJoin('risk_limit', 'risk_limit.account_id', 'account.id')
    .select((eb) => [
      'account.kyc_verified_at',
      'account.trade_activated_at',
      'account.granted_for_demo',
      'risk_limit.locked_until',
      eb.fn
        .coalesce(
          eb.selectFrom('kill_switch').select('reason').where('kill_switch.account_id', '=', EVERYBODY),
          eb.selectFrom('desk_switch').select('reason').where('desk_switch.account_id', '=', accountId),
          eb.selectFrom('kill_switch').select('reason').where('kill_switch.account_id', '=', accountId),
        )
        .as('kill_reason'),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export interface LiveLink {
  id: number;
  client_code: string;
  status: 'linked' | 'expired' | 'error';
  token_expires_at: Date;
}

/** Broker accounts of a person in the environment that is on, newest sign-in first. */
export async function listLinksOf(db: Queryable, accountId: number, environment: string): Promise<LiveLink[]> {
  return db
    .selectFrom('broker_link')
    .select(['id', 'client_code', 'status', 'token_expires_at'])
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
    .where('unlinked_at', 'is', null)
    .orderBy('last_login_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export interface Acknowledgement {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly brokerLinkId: number;
  readonly strategyVersionId: number;
  readonly versionHash: string;
  readonly algoId: string;
  readonly contract: object;
  readonly at: Date;
}

export async function insertAcknowledgement(tx: Tx, acknowledged: Acknowledgement): Promise<void> {
  await tx
    .insertInto('live_acknowledgement')
    .values({
      account_id: acknowledged.accountId,
      deployment_id: acknowledged.deploymentId,
      broker_link_id: acknowledged.brokerLinkId,
      strategy_version_id: acknowledged.strategyVersionId,
      version_hash: acknowledged.versionHash,
      algo_id: acknowledged.algoId,
      contract: JSON.stringify(acknowledged.contract),
      at: acknowledged.at,
    })
    .execute();
}

/** What the owner of a deployment agreed to last. */
export async function findKeptWord(db: Queryable, deploymentId: number): Promise<KeptWord | undefined> {
  return db
    .selectFrom('live_acknowledgement')
    .select(['version_hash', sql<KeptWord['settings']>`contract->'settings'`.as('settings')])
    .where('deployment_id', '=', deploymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether an account has ever taken a deployment live. */
export async function hasBeenLive(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('live_acknowledgement')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which mode a deployment's next run has; `brokerLinkId` absent for paper. What the other mode decided is past. */
export async function setMode(
  tx: Tx,
  deploymentId: number,
  { mode, brokerLinkId }: { readonly mode: 'paper' | 'live'; readonly brokerLinkId: number | undefined },
): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({ mode, broker_link_id: brokerLinkId ?? null, last_decision_at: null })
    .where('id', '=', deploymentId)
    .execute();
}

/** An order at the broker that has not ended, or one whose position is not settled, keeps a deployment live. */
export async function hasOpenBrokerOrder(tx: Tx, deploymentId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('broker_order')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Days on which a deployment had results in one mode. */
export async function countResultDays(
  db: Queryable,
  { deploymentId, mode }: { readonly deploymentId: number; readonly mode: 'paper' | 'live' },
): Promise<number> {
  const row = await db
    .selectFrom('daily_result')
    .select((eb) => eb.fn.countAll<bigint>().as('days'))
    .where('deployment_id', '=', deploymentId)
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();
  return Number(row.days);
}
