import type { Database } from '@trickdesk/db';
import { MINUTE_MS } from '@trickdesk/domain';
import type { Log } from '../../platform/log.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { inUnitsOf, outcomeOf } from './outcome.ts';
import * as store from './store.ts';

export interface LookParts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  readonly log: Log;
}

/** How long after the end of a call its last prices may still come in, by the exchange's clock. */
const LAST_BARS_WITHIN_MS = 5 * MINUTE_MS;

/** Works out anew what the market made of every call that is not over, from all of its bars: a turn that was lost loses nothing. */
export async function lookAtCalls({ database, marketData, log }: LookParts): Promise<void> {
  const { now } = await marketData.marketState();
  if (now === undefined) return;
  const db = database.kysely;
  // Bars are of whole minutes: sooner there is nothing new.
  for (const row of await store.listRunning(db, marketData.dataset, new Date(now - MINUTE_MS))) {
    try {
      await lookAt({ database, marketData }, row, now);
    } catch (error) {
      log.error({ error, researchId: row.id }, 'the outcome of a call could not be worked out');
    }
  }
}

async function lookAt(
  { database, marketData }: Omit<LookParts, 'log'>,
  row: store.CallRow,
  now: number,
): Promise<void> {
  const { dataset } = marketData;
  const [publishedAt, expiresAt] = [row.exchange_at.getTime(), row.expires_at.getTime()];
  const ref = { exchange: row.exchange, symbol: row.symbol };
  const [bars, instrument] = await Promise.all([
    marketData.bars({ ...ref, interval: '1m', from: publishedAt, to: Math.min(now, expiresAt) }),
    marketData.instrument(row.exchange, row.symbol),
  ]);
  const actions = instrument ? await marketData.corporateActions(instrument.id, dataset) : [];
  const call = {
    ...{ side: row.side, entryPaise: row.entry_paise, stopPaise: row.stop_paise, targetsPaise: row.targets_paise },
    ...{ referencePaise: row.reference_paise, publishedAt, expiresAt },
  };
  const known = now >= expiresAt + LAST_BARS_WITHIN_MS ? now : Math.min(now, expiresAt - 1);
  const outcome = outcomeOf(call, inUnitsOf(publishedAt, bars, actions), known);
  await store.putOutcome(database.kysely, row.id, outcome, new Date(now));
}
