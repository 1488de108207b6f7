import type { Queryable, Tx } from '@trickdesk/db';
import type { Owner } from './store.ts';

export interface HeldPosition {
  id: number;
  symbol: string;
  direction: 'long' | 'short';
  status: 'open' | 'closed';
  stop_paise: number | null;
  trailing: boolean;
}

/** A position of the deployment's present run, of its owner alone. */
export async function findPosition(db: Queryable, owner: Owner, positionId: number): Promise<HeldPosition | undefined> {
  return db
    .selectFrom('position')
    .select(['id', 'symbol', 'direction', 'status', 'stop_paise', 'trailing'])
    .where('id', '=', positionId)
    .where('account_id', '=', owner.accountId)
    .where('deployment_id', '=', owner.deploymentId)
    .executeTakeFirst();
}

export async function setDisabledSymbols(tx: Tx, deploymentId: number, symbols: readonly string[]): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({ disabled_symbols: [...symbols] })
    .where('id', '=', deploymentId)
    .execute();
}
