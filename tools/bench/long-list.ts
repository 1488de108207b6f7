import type { Page } from 'playwright-core';
import type { Client } from '../../e2e/src/client.ts';
import { type ImportedBacktest, importedBacktest } from './imported-minutes.ts';

/** Two of them make a trade. */
const BARS = 210_000;
const SCROLLED_MS = 8_000;
/** A hand that reads while it scrolls: 2,200 pixels a second, about forty rows. */
const PIXELS_A_FRAME = 37;

/** Buys on every bar that it can and sells on the next: no other trick trades so often. */
const BUSY = {
  format: 1 as const,
  instruments: [{ exchange: 'NSE' as const, symbol: 'SBIN' }],
  interval: '1m' as const,
  product: 'INTRADAY' as const,
  direction: 'long' as const,
  session: { entryFrom: '09:15', entryTo: '15:15', squareOff: '15:20', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > 0' },
  exit: { long: 'close > 0' },
  sizing: { method: 'fixed_quantity' as const, quantity: 1 },
};

export interface ScrollReport {
  /** In the list that was scrolled. */
  readonly rows: number;
  readonly framesPerSecond: number;
  /** Of the intervals between frames, milliseconds. */
  readonly p95Ms: number;
}

/** A back-test of imported minutes with a hundred thousand trades, waited for. @returns its number and how many it made */
export function busyBacktest(client: Client): Promise<ImportedBacktest> {
  return importedBacktest(client, BUSY, BARS);
}

/** Scrolls the trades of a back-test, whose page is open, frame by frame. */
export async function scrollTrades(page: Page): Promise<ScrollReport> {
  const table = page.locator('table[aria-rowcount]');
  await table.waitFor();
  await table.scrollIntoViewIfNeeded();
  const rows = Number(await table.getAttribute('aria-rowcount')) - 1;
  const gaps = await table.evaluate(framesWhile, { forMs: SCROLLED_MS, pixels: PIXELS_A_FRAME });
  const sorted = gaps.toSorted((a, b) => a - b);
  return {
    rows,
    framesPerSecond: (1_000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  };
}

/** Runs in the page. @returns milliseconds from each frame to the next */
function framesWhile(table: Element, { forMs, pixels }: { readonly forMs: number; readonly pixels: number }) {
  const frame = table.parentElement;
  const gaps: number[] = [];
  let last = performance.now();
  const until = last + forMs;
  return new Promise<number[]>((resolve) => {
    const step = (now: number): void => {
      gaps.push(now - last);
      last = now;
      frame?.scrollBy(0, pixels);
      if (now < until) requestAnimationFrame(step);
      // The first began between two frames.
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(step);
  });
}
