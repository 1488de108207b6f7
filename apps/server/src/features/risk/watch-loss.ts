import type { Database } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { accountsToWatch } from './change-store.ts';
import { figuresOf } from './figures.ts';
import { endDay } from './gate.ts';
import { dayOf, readAccountFacts } from './read-facts.ts';
import { isLossReached } from './rules.ts';
import { lockRisk } from './store.ts';

/**
 * Looks whether any account has reached its daily loss limit, without waiting for an entry to ask. Any process may do
 * it, and two at once do no harm.
 *
 * @returns accounts whose day has ended with this look
 */
export async function watchDailyLoss(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: Pick<MarketDataService, 'dataset' | 'marketState'>;
}): Promise<number[]> {
  const { database, clock, marketData } = parts;
  const { now, status } = await marketData.marketState();
  if (now === undefined || status !== 'open') return [];
  const wallNow = clock.now();
  const day = dayOf(now, wallNow);
  const moment = { dataset: marketData.dataset, day, wallNow };
  const ended: number[] = [];
  for (const accountId of await accountsToWatch(database.kysely, day)) {
    const seen = await readAccountFacts(database.kysely, { accountId, ...moment });
    if (!isLossReached(figuresOf(seen.facts).resultPaise, seen.limits)) continue;
    const isEnded = await database.transaction(async (tx) => {
      await lockRisk(tx, accountId);
      const reading = await readAccountFacts(tx, { accountId, ...moment });
      if (!isLossReached(figuresOf(reading.facts).resultPaise, reading.limits)) return false;
      return endDay(tx, { accountId, day, wallNow, at: now, reading });
    });
    if (isEnded) ended.push(accountId);
  }
  return ended;
}
