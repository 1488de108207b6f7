import type { Tx } from '@trickdesk/db';

/** Whether a run was told to sell or to hand over, and which of them last. */
export async function findEnding(
  tx: Tx,
  deploymentId: number,
  runNumber: number,
): Promise<'sell' | 'detach' | undefined> {
  const row = await tx
    .selectFrom('deployment_command')
    .select('verb')
    .where('deployment_id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .where('verb', 'in', ['sell', 'detach'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return undefined;
  return row.verb === 'detach' ? 'detach' : 'sell';
}
