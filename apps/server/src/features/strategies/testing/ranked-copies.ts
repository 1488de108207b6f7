import type { Database } from '@trickdesk/db';
import { DAY_MS, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import type { Person, TestApi } from '../../../testing/test-api.ts';
import { recordTrade } from '../../deployments/testing/trades.ts';

type Mode = 'paper' | 'live';

/** A run of a copy at a market, as if the runner had begun it. */
export async function putRun(database: Database, deploymentId: number, mode: Mode, dataset: string): Promise<void> {
  const at = new Date(0);
  await database.kysely
    .insertInto('deployment_run')
    .values({
      ...{ deployment_id: deploymentId, run_number: 1, mode, dataset, fence: 0n, state: null, last_bar_at: null },
      ...{ started_exchange_at: at, warmup_from: at, updated_at: at },
    })
    .execute();
}

export interface RankedCopy {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly mode: Mode;
}

interface CopyAsked {
  readonly strategyId: number;
  readonly mode: Mode;
  readonly capitalPaise: bigint;
  readonly dataset?: string;
}

/** A copy of a trick that has run in a mode. */
export async function copyTrick(api: TestApi, person: Person, asked: CopyAsked): Promise<RankedCopy> {
  const { data } = await api.send('toptenclone', { TricksId: asked.strategyId }, { token: person.accessToken });
  const { db } = api.database;
  const { mode } = asked;
  await db.kysely
    .updateTable('deployment')
    .set({ mode, run_number: 1, capital_paise: asked.capitalPaise })
    .where('id', '=', data.TricksId)
    .execute();
  await putRun(db, data.TricksId, mode, asked.dataset ?? api.services.marketData.dataset);
  return { accountId: person.userId, deploymentId: data.TricksId, mode };
}

/** Closes positions of 100 shares bought at ₹ 600.00, each `gainPaise` a share above and without charges. */
export async function closeTrades(
  api: TestApi,
  copy: RankedCopy,
  gains: readonly number[],
  { now, daysAgo = 0 }: { readonly now: EpochMs; readonly daysAgo?: number },
): Promise<void> {
  for (const [i, gainPaise] of gains.entries()) {
    const at = now - daysAgo * DAY_MS - (60 - i) * MINUTE_MS;
    await recordTrade(api.database.db, {
      ...{ ...copy, runNumber: 1, intentId: 2 * i + 1 + 100 * daysAgo, symbol: 'SBIN', direction: 'long' },
      ...{ quantity: 100, entryAt: at - MINUTE_MS, entryPaise: 600_00, entryChargesPaise: 0 },
      exit: { at, pricePaise: 600_00 + gainPaise, chargesPaise: 0 },
    });
  }
}

/** Five trades on three days, each of the same gain a share: what is least to be ranked. */
export async function closeFew(api: TestApi, copy: RankedCopy, gainPaise: number, now: EpochMs): Promise<void> {
  await closeTrades(api, copy, [gainPaise, gainPaise], { now, daysAgo: 2 });
  await closeTrades(api, copy, [gainPaise, gainPaise], { now, daysAgo: 1 });
  await closeTrades(api, copy, [gainPaise], { now });
}
