import type { Depth } from '../market/depth.ts';
import type { Exchange } from '../market/exchange.ts';
import type { LiveQuote } from '../market/live-book.ts';
import type { DeskState } from './state.ts';
import type { Frictions, OrderFaults } from './types.ts';

/** What of the exchange the desk looks at. */
export type MarketView = Pick<Exchange, 'now' | 'session' | 'isOpen' | 'quoteOf' | 'instrumentOf'>;

export interface DeskSettings {
  readonly frictions: Frictions;
  readonly seed: number;
  /** Wall milliseconds between the broker's answer and the exchange's; drawn for each order between both. */
  readonly latencyMs: { readonly least: number; readonly most: number };
  /** Orders above it are rejected. */
  readonly freezeQuantity: number;
  readonly openingCashPaise: number;
  readonly hasStandingAuthorisation: (clientCode: string) => boolean;
}

/** What every rule of the desk works on. */
export interface DeskParts {
  readonly state: DeskState;
  readonly market: MarketView;
  readonly settings: DeskSettings;
  readonly depthOf: (quote: LiveQuote) => Depth;
  readonly faults: OrderFaults;
}
