import type { Queryable } from '@trickdesk/db';
import type { Paise } from '@trickdesk/domain';
import { readBalances } from './store.ts';

/** Free money of each wallet, whole paise. */
export async function readFree(
  db: Queryable,
  ownerId: number,
): Promise<{ readonly mainPaise: Paise; readonly rewardsPaise: Paise }> {
  const balances = await readBalances(db, ownerId);
  return { mainPaise: balances.get('main') ?? 0n, rewardsPaise: balances.get('rewards') ?? 0n };
}
