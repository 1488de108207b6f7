import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { OwnedRow } from './owned-store.ts';

/** Live runs that are under way, and live baskets that are invested in at intervals. */
export interface LiveDoings {
  readonly runs: number;
  readonly sips: number;
}

interface Stop {
  readonly accountId: number;
  /** A sentence for the owner of the account. */
  readonly reason: string;
  readonly at: Date;
}

/**
 * Ends what live baskets of an account do by themselves: a run places nothing more, and is over once its orders are; a SIP
 * pauses. Whoever calls has the account's limits locked, so that no order is being kept meanwhile.
 */
export async function stopLiveRuns(tx: Tx, { accountId, reason, at }: Stop): Promise<LiveDoings> {
  await lockBeginnings(tx, accountId);
  const runs = await sql`UPDATE basket_run SET ending = ${reason}, note = ${reason}, next_look_at = ${at}
    FROM owned_basket held WHERE held.id = owned_basket_id AND held.account_id = ${accountId}
      AND basket_run.mode = 'live' AND state IN ('working', 'waiting') AND ending IS NULL`.execute(tx);
  const sips = await sql`UPDATE basket_sip SET status = 'paused', set_at = ${at}
    FROM owned_basket held WHERE held.id = owned_basket_id AND held.account_id = ${accountId}
      AND held.mode = 'live' AND basket_sip.status = 'active'`.execute(tx);
  return { runs: Number(runs.numAffectedRows ?? 0), sips: Number(sips.numAffectedRows ?? 0) };
}

/** What `stopLiveRuns` would end now. */
export async function countLiveDoings(db: Queryable, accountId: number): Promise<LiveDoings> {
  const { rows } = await sql<LiveDoings>`SELECT
      (SELECT count(*)::int FROM basket_run run JOIN owned_basket held ON held.id = run.owned_basket_id
        WHERE held.account_id = ${accountId} AND run.mode = 'live' AND run.state IN ('working', 'waiting')
          AND run.ending IS NULL) AS runs,
      (SELECT count(*)::int FROM basket_sip sip JOIN owned_basket held ON held.id = sip.owned_basket_id
        WHERE held.account_id = ${accountId} AND held.mode = 'live' AND sip.status = 'active') AS sips`.execute(db);
  return rows[0] ?? { runs: 0, sips: 0 };
}

/** While the account's own kill switch is set, nothing live begins that buys: lifting it would let it go on by itself. */
export async function isStopped(tx: Tx, { mode, account_id: accountId }: OwnedRow): Promise<boolean> {
  if (mode !== 'live') return false;
  await lockBeginnings(tx, accountId);
  const { rows } = await sql`SELECT FROM kill_switch WHERE account_id = ${accountId}`.execute(tx);
  return rows.length > 0;
}

/** A run that begins sees the switch, or the switch sees the run. */
function lockBeginnings(tx: Tx, accountId: number): Promise<void> {
  return lockInTransaction(tx, `live baskets of account ${accountId}`);
}
