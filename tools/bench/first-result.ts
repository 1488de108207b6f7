import type { Page } from 'playwright-core';
import type { Client } from '../../e2e/src/client.ts';
import type { Product } from '../../e2e/src/product.ts';
import { text } from '../../e2e/src/texts.ts';
import { importedBacktest } from './imported-minutes.ts';
import { median } from './run-child.ts';
import { DEFINITIONS } from './strategies.ts';

const ROUNDS = 5;
/** Nobody has filled in the form sooner. */
const FILLED_IN_MS = 5_000;

export interface FirstResult {
  /** From the click to the frame after the one that draws the figures and the curve, the middle of five, milliseconds. */
  readonly shownAfterMs: number;
  readonly trades: number;
}

/** Five years of minutes of one share, back-tested by the form of a page that is signed in, with all that it is worth. */
export async function firstResult(page: Page, product: Product, client: Client): Promise<FirstResult> {
  const { BacktestId, trades } = await importedBacktest(client, DEFINITIONS.W1);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${product.url}/backtests/new?of=${BacktestId}`);
    const start = page.getByRole('button', { name: text('backtests.start'), exact: true });
    await start.waitFor();
    await page.waitForTimeout(FILLED_IN_MS);
    await page.evaluate(noteShown, text('strategies.report.equity'));
    await start.click();
    took.push(await page.evaluate(() => Reflect.get(window, 'shownAfterMs') as Promise<number>));
  }
  return { shownAfterMs: median(took), trades };
}

/** Runs in the page: from the next click to the frame after the one that draws a heading. */
function noteShown(heading: string): void {
  const shown = new Promise<number>((resolve) => {
    const watch = (): void => {
      const clickedAt = performance.now();
      const look = (): void => {
        const isThere = [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === heading);
        requestAnimationFrame(isThere ? () => resolve(performance.now() - clickedAt) : look);
      };
      look();
    };
    document.addEventListener('click', watch, { once: true, capture: true });
  });
  Reflect.set(window, 'shownAfterMs', shown);
}
