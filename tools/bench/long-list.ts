import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toIndiaIso } from '@trickdesk/domain';
import type { Page } from 'playwright-core';
import type { Client } from '../../e2e/src/client.ts';
import type { Product } from '../../e2e/src/product.ts';
import { randomBars } from './series.ts';

/** Two of them make a trade. */
const BARS = 210_000;
const SEED = 7;
const SCROLLED_MS = 8_000;
/** A hand that reads while it scrolls: 2,200 pixels a second, about forty rows. */
const PIXELS_A_FRAME = 37;
const LOOK_AGAIN_MS = 200;

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
export async function busyBacktest(product: Product, client: Client) {
  await importBars(product);
  const rules = { definition: BUSY, prices: 'imported' as const };
  const { from_date = '', to_date = '' } = await client.send('backtestCoverage', rules);
  const order = { ...rules, from_date, to_date, capitalPaise: 10_00_00_000_00 };
  const { BacktestId } = await client.send('setAndStartBacktest', order);
  for (;;) {
    const { backtest } = await client.send('getUserBacktest', { BacktestId });
    if (backtest?.status === 'failed') throw new Error(`the busy back-test failed: ${backtest.failure}`);
    if (backtest?.report) return { BacktestId, trades: backtest.report.trades };
    await sleep(LOOK_AGAIN_MS);
  }
}

async function importBars(product: Product): Promise<void> {
  const { time, open, high, low, close, volume } = randomBars(BARS, SEED);
  const lines = ['datetime,open,high,low,close,volume'];
  for (let i = 0; i < BARS; i += 1) {
    const prices = [open, high, low, close].map((column) => (column[i] ?? 0) / 100);
    lines.push([toIndiaIso(time[i] ?? 0), ...prices, volume[i]].join(','));
  }
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const file = join(folder, 'SBIN_1min.csv');
  try {
    writeFileSync(file, lines.join('\n'));
    await product.importFiles([file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
