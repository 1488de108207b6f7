import type { ActivityKind, TradeActivityKind } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { RequestOrigin } from '../../platform/caller.ts';
import { insertActivity, insertTradeActivity } from './store.ts';

export interface Activity {
  readonly accountId: number;
  readonly kind: ActivityKind;
  /** What was done, in a sentence for its account: “Signed in.” Never a secret. */
  readonly sentence: string;
  /** Whose request it was; absent where the product acted by itself. */
  readonly origin?: Pick<RequestOrigin, 'device' | 'address'> | undefined;
  /** More about it, for support. */
  readonly facts?: object;
  /** Wall clock. */
  readonly at: Date;
}

/** Writes what an account did, in the transaction of the deed. */
export function recordActivity(tx: Tx, { origin, facts = {}, ...activity }: Activity): Promise<void> {
  return insertActivity(tx, { ...activity, facts, device: origin?.device ?? '', address: origin?.address ?? '' });
}

export interface TradeActivity {
  readonly accountId: number;
  /** Absent for an order that no trick made. */
  readonly deploymentId?: number | undefined;
  readonly mode: 'paper' | 'live';
  readonly kind: TradeActivityKind;
  readonly symbol?: string | undefined;
  readonly sentence: string;
  /** The exchange's clock. */
  readonly exchangeAt: EpochMs;
  /** Wall clock. */
  readonly at: Date;
}

/** Writes what tricks did, in the transaction of what it tells of; entries of one moment are listed last first. */
export function recordTradeActivity(tx: Tx, entries: readonly TradeActivity[]): Promise<void> {
  const rows = entries.map(({ deploymentId, symbol, exchangeAt, ...entry }) => ({
    ...entry,
    deploymentId: deploymentId ?? null,
    symbol: symbol ?? null,
    exchangeAt: new Date(exchangeAt),
  }));
  return insertTradeActivity(tx, rows);
}
