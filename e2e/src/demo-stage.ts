import type { Browser } from 'playwright-core';
import type { Product } from './product.ts';

/** The investor that the product's first start makes, with a past. */
export const DEMO = { email: 'demo@example.com', password: 'correct-horse-battery' };

/** What several journeys of one file share. */
export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
}
