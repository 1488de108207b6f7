import type { StrategyDefinitionInput } from '@trickdesk/engine/definition';

export type Category = 'trend' | 'mean_reversion' | 'breakout' | 'opening_range' | 'vwap' | 'momentum';
export type RiskLevel = 'low' | 'medium' | 'high';

/** A strategy that everybody may copy. `slug` never changes; a changed definition becomes a new version. */
export interface CatalogueEntry {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly category: Category;
  readonly segment: 'intraday' | 'positional';
  readonly risk: RiskLevel;
  readonly minCapitalPaise: number;
  readonly definition: StrategyDefinitionInput;
}

export const WEEKDAYS = [1, 2, 3, 4, 5];

export const nse = (...symbols: string[]): { exchange: string; symbol: string }[] =>
  symbols.map((symbol) => ({ exchange: 'NSE', symbol }));

/** Hours of most intraday entries: after the first noise, out well before the close. */
export const INTRADAY_HOURS = { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: WEEKDAYS };
/** A daily decision is made on the closed bar of the day. */
export const DAILY_HOURS = { entryFrom: '09:15', entryTo: '15:30', weekdays: WEEKDAYS };
