import type { Queryable, Tx } from '@trickdesk/db';
import type { Owner } from './store.ts';

export interface HeldPosition {
  id: number;
  symbol: string;
  direction: 'long' | 'short';
  status: 'open' | 'closed';
  stop_paise: number | null;
  trailing: boolean;
  /** That opened it. */
  entry_intent_id: number;
}

/** A position of the deployment's present run, of its owner alone. */
export async function findPosition(db: Queryable, owner: Owner, positionId: number): Promise<HeldPosition | undefined> {
  return db
    .selectFrom('position')
    .innerJoin('trade_order', 'trade_order.id', 'position.entry_order_id')
    .select([
      ...(['position.id', 'position.symbol', 'position.direction', 'position.status'] as const),
      ...(['position.stop_paise', 'position.trailing', 'trade_order.intent_id as entry_intent_id'] as const),
    ])
    .where('position.id', '=', positionId)
    .where('position.account_id', '=', owner.accountId)
    .where('position.deployment_id', '=', owner.deploymentId)
    .executeTakeFirst();
}

export async function setDisabledSymbols(tx: Tx, deploymentId: number, symbols: readonly string[]): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({ disabled_symbols: [...symbols] })
    .where('id', '=', deploymentId)
    .execute();
}
