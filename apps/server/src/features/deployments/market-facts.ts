import type { EpochMs } from '@trickdesk/domain';
import { type StrategyDefinition, sourcesOf } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { DeploymentsFacts } from './own-deployment.ts';
import { readDefinition } from './read-details.ts';
import { type Owner, readSettingsOf } from './store.ts';

/** What the market says about a start. */
export interface MarketFacts {
  /** `undefined` before the first price. */
  readonly exchangeNow: EpochMs | undefined;
  /** Symbols that are no longer listed or cannot be traded. */
  readonly gone: readonly string[];
}

/**
 * Asked before the transaction: inside it, many starts at once would each hold a connection and wait for another.
 *
 * @param startAt for a start in the past; else the exchange's present
 * @throws Refusal `NOT_FOUND`, also for somebody else's
 */
export async function readMarketFacts(
  { database, marketData }: Pick<DeploymentsFacts, 'database' | 'marketData'>,
  { owner, startAt }: { readonly owner: Owner; readonly startAt?: EpochMs | undefined },
): Promise<MarketFacts> {
  const exchangeNow = startAt ?? (await marketData.marketState()).now;
  const known = await readSettingsOf(database.kysely, owner);
  if (!known) throw new Refusal('NOT_FOUND');
  // Before the first price the list of instruments may still be on its way: nothing can be said to be gone.
  const gone = exchangeNow === undefined ? [] : await goneSymbols(marketData, readDefinition(known.definition));
  return { exchangeNow, gone };
}

async function goneSymbols(marketData: MarketDataService, definition: StrategyDefinition): Promise<string[]> {
  const gone: string[] = [];
  for (const { exchange, symbol } of definition.instruments) {
    const instrument = await marketData.instrument(exchange, symbol);
    if (!instrument?.active || instrument.kind === 'index') gone.push(symbol);
  }
  for (const symbol of sourcesOf(definition)) {
    if (!(await marketData.instrument('NSE', symbol))?.active) gone.push(symbol);
  }
  return gone;
}
