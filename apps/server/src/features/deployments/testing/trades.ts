import type { Database } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { closePosition, fillOrder, insertOrder, openPosition } from '../runner/orders-store.ts';

export interface PastTrade {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly runNumber: number;
  /** Counts from 1 in a run; the exit's intent is the next number. */
  readonly intentId: number;
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly entryAt: EpochMs;
  readonly entryPaise: number;
  /** Absent for a position that is still open. */
  readonly exit?: { readonly at: EpochMs; readonly pricePaise: number; readonly chargesPaise: number };
  readonly entryChargesPaise: number;
  /** `paper` where absent. */
  readonly mode?: 'paper' | 'live';
}

/** A trade as the runner writes it: orders, position and the day's roll-up in one transaction. */
export async function recordTrade(database: Database, trade: PastTrade): Promise<void> {
  const { accountId, deploymentId, runNumber, intentId, symbol, direction, quantity, exit } = trade;
  const sides = direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const of = { mode: trade.mode ?? 'paper', accountId, deploymentId, runNumber, symbol, quantity } as const;
  const key = { deploymentId, runNumber, fence: 0n };
  await database.transaction(async (tx) => {
    const at = trade.entryAt;
    const entry = {
      ...of,
      intentId,
      side: sides[0],
      purpose: 'entry',
      decisionSequence: 0,
      reason: 'It was time.',
      at,
    } as const;
    await insertOrder(tx, entry);
    const fill = { pricePaise: trade.entryPaise, chargesPaise: trade.entryChargesPaise, at };
    const order = await fillOrder(tx, { ...of, intentId, ...fill });
    await openPosition(tx, { ...of, direction, ...fill, order });
    if (!exit) return;
    const leaving = { ...of, intentId: intentId + 1, side: sides[1], purpose: 'exit', decisionSequence: 0 } as const;
    await insertOrder(tx, { ...leaving, reason: 'Enough.', at: exit.at });
    const left = await fillOrder(tx, { ...of, intentId: intentId + 1, ...exit });
    const grossPaise = (direction === 'long' ? 1 : -1) * (exit.pricePaise - trade.entryPaise) * quantity;
    const chargesPaise = trade.entryChargesPaise + exit.chargesPaise;
    await closePosition(tx, key, {
      ...of,
      at: exit.at,
      entryPaise: trade.entryPaise,
      exit: { pricePaise: exit.pricePaise, orderId: left.id },
      reason: left.reason,
      chargesPaise,
      grossPaise,
      netPaise: grossPaise - chargesPaise,
    });
  });
}
