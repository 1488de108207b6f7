import type { Queryable } from '@trickdesk/db';
import { minimumInvestmentPaise, type TargetWeight } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { readMoment, readNames } from './read-market.ts';
import { type BasketRow, findVisible, listConstituents, listVersions } from './store.ts';
import type { Names } from './wanted-orders.ts';

export interface VersionFacts {
  readonly basket: BasketRow;
  readonly versionId: number;
  readonly since: string;
  readonly targets: readonly (TargetWeight & { readonly reason: string })[];
  readonly names: Names;
  /** `undefined` where a price is not known. */
  readonly minInvestmentPaise: number | undefined;
}

/** What a basket is made of now, at the last prices. @throws Refusal `NOT_FOUND`, also for somebody else's */
export async function latestVersion(
  db: Queryable,
  marketData: MarketDataService,
  { accountId, basketId }: { readonly accountId: number; readonly basketId: number },
): Promise<VersionFacts> {
  const basket = await findVisible(db, accountId, basketId);
  const version = basket && (await listVersions(db, marketData.dataset, [basketId])).at(-1);
  if (!basket || !version) throw new Refusal('NOT_FOUND');
  const targets = (await listConstituents(db, [version.id])).map((row) => {
    return { symbol: row.symbol, weightBps: row.weight_bps, reason: row.reason };
  });
  const symbols = targets.map(({ symbol }) => symbol);
  const names = await readNames(marketData, symbols, await readMoment(marketData));
  const { id: versionId, since } = version;
  return { basket, versionId, since, targets, names, minInvestmentPaise: minimumOf(targets, names) };
}

export function minimumOf(targets: readonly TargetWeight[], names: Names): number | undefined {
  const priced = targets.flatMap((target) => {
    const name = names.get(target.symbol);
    return name ? [{ ...target, pricePaise: name.pricePaise }] : [];
  });
  return priced.length === targets.length && priced.length > 0 ? minimumInvestmentPaise(priced) : undefined;
}
