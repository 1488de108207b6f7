import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { hindiJourney } from './hindi-journey.ts';
import { keyboardJourneys } from './keyboard-journeys.ts';
import { type Product, startProduct } from './product.ts';

/** One demo for all: its past takes a minute of a whole machine, and none of these changes what another looks at. */
let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

keyboardJourneys(() => ({ product, browser }));
hindiJourney(() => ({ product, browser }));
