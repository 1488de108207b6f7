import { BREAKOUT } from './breakout.ts';
import { REVERSION } from './reversion.ts';
import { TREND } from './trend.ts';
import type { CatalogueEntry } from './types.ts';
import { VOLUME_AND_MOMENTUM } from './volume-momentum.ts';

export type { CatalogueEntry, Category, RiskLevel } from './types.ts';

/** What the house offers. A changed definition becomes a new version; an entry that is taken out is retired. */
export const CATALOGUE: readonly CatalogueEntry[] = [...TREND, ...REVERSION, ...BREAKOUT, ...VOLUME_AND_MOMENTUM];

/** Every symbol that the catalogue trades, the most used first. */
export function catalogueSymbols(): string[] {
  const uses = new Map<string, number>();
  for (const { definition } of CATALOGUE) {
    for (const { symbol } of definition.instruments) uses.set(symbol, (uses.get(symbol) ?? 0) + 1);
  }
  return [...uses].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol);
}
