import type { Tx } from '@trickdesk/db';

/** What the log and the alerts say of a run beside its events. */
export interface RunToTell {
  name: string;
  mode: 'paper' | 'live';
  notify: { trades: boolean; halts: boolean };
  dataset: string;
  /** The exchange's clock; `null` before its first price. */
  exchange_at: Date | null;
}

export function readRunToTell(
  tx: Tx,
  run: { readonly deploymentId: number; readonly runNumber: number },
): Promise<RunToTell> {
  return runsToTell(tx)
    .where('deployment.id', '=', run.deploymentId)
    .where('deployment_run.run_number', '=', run.runNumber)
    .executeTakeFirstOrThrow();
}

function runsToTell(tx: Tx) {
  return tx
    .selectFrom('deployment')
    .innerJoin('deployment_run', 'deployment_run.deployment_id', 'deployment.id')
    .leftJoin('market_clock', 'market_clock.dataset', 'deployment_run.dataset')
    .select([
      'deployment.name',
      'deployment.mode',
      'deployment.notify',
      'deployment_run.dataset',
      'market_clock.exchange_at',
    ]);
}

/** The current run of a deployment; `undefined` where there was none. */
export function findRunToTell(tx: Tx, deploymentId: number): Promise<RunToTell | undefined> {
  return runsToTell(tx)
    .whereRef('deployment_run.run_number', '=', 'deployment.run_number')
    .where('deployment.id', '=', deploymentId)
    .executeTakeFirst();
}

/** Why the orders of these intents were made, by intent. */
export async function readReasons(
  tx: Tx,
  run: { readonly deploymentId: number; readonly runNumber: number },
  intentIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (intentIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('trade_order')
    .select(['intent_id', 'reason'])
    .where('deployment_id', '=', run.deploymentId)
    .where('run_number', '=', run.runNumber)
    .where('intent_id', 'in', [...intentIds])
    .execute();
  return new Map(rows.map((row) => [row.intent_id, row.reason]));
}
