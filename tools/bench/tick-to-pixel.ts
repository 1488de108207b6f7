import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Page } from 'playwright-core';
import type { Product } from '../../e2e/src/product.ts';

const WATCHED_MS = 60_000;
const SAMPLES = 200;
/** A market that stood still meanwhile says nothing about delays. */
const MOST_DRIFT_MS = 20;
const STREAM = '/userapi/stream';

export interface PixelReport {
  /** From the exchange's moment of a price to the frame after the one that draws it, milliseconds. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly prices: number;
}

interface Drawn {
  /** As it stands on the page. */
  readonly text: string;
  /** The second of the exchange: the stream tells no more. */
  readonly at: number;
  readonly drawnAt: number;
}

/**
 * Watches the indices in the bar of a page that is open. In it: the broker's socket, the feed, the bus, the stream, the
 * browser. The market must go at the real pace: then what is between its clock and ours stays the same.
 */
export async function tickToPixel(page: Page, product: Product): Promise<PixelReport> {
  const aheadMs = await clockAhead(product);
  const moments = await exactMoments(product.databaseUrl());
  try {
    await page.addInitScript(noteDrawnPrices, { stream: STREAM });
    await page.reload();
    await page.waitForTimeout(WATCHED_MS);
    const driftMs = Math.abs((await clockAhead(product)) - aheadMs);
    if (driftMs > MOST_DRIFT_MS) throw new Error(`the market’s clock moved by ${driftMs} ms beside ours`);
    const drawn = await page.evaluate(() => Reflect.get(window, 'drawnPrices') as Drawn[]);
    const delays = drawn.flatMap(({ text, at, drawnAt }) => {
      const exactAt = moments.of(text, at);
      return exactAt === undefined ? [] : [drawnAt + aheadMs - exactAt];
    });
    const sorted = delays.toSorted((a, b) => a - b);
    const quantile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    return { p50Ms: quantile(0.5), p95Ms: quantile(0.95), prices: sorted.length };
  } finally {
    await moments.close();
  }
}

const PRICE = /\d+,(\d{13}),(\d+)/g;
const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Hears the bus beside the product, where prices have their moment to the millisecond. */
async function exactMoments(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const known = new Map<string, number>();
  const key = (text: string, at: number): string => `${text} ${Math.floor(at / 1_000)}`;
  client.on('notification', ({ payload = '' }) => {
    for (const [, at, paise] of payload.matchAll(PRICE)) {
      known.set(key(grouped.format(Number(paise) / 100), Number(at)), Number(at));
    }
  });
  await client.query('LISTEN shown_prices');
  return { of: (text: string, at: number) => known.get(key(text, at)), close: () => client.end() };
}

/** How far the market's clock is ahead of ours. It moves in beats: the sample right after one is the truth. */
async function clockAhead(product: Product): Promise<number> {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < SAMPLES; i += 1) {
    const asked = Date.now();
    const { clock } = await product.control('state');
    most = Math.max(most, clock.epochMs - (asked + Date.now()) / 2);
    await sleep(7);
  }
  return most;
}

/**
 * Runs in the page, before anything of it: reads the stream beside the app, looks in each frame whether the newest price
 * of an index stands on the page, and notes when the frame after that began. The first price of each is not counted.
 */
function noteDrawnPrices({ stream }: { readonly stream: string }): void {
  const told = new Map<string, { at: number; text: string }>();
  const seen = new Set<string>();
  const drawn: { text: string; at: number; drawnAt: number }[] = [];
  Reflect.set(window, 'drawnPrices', drawn);
  const written = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const hear = (line: string): void => {
    if (!line.startsWith('data:') || !line.includes('"quotes"')) return;
    for (const { symbol, last, at } of JSON.parse(line.slice('data:'.length)).quotes) {
      if (seen.has(symbol)) told.set(symbol, { at: Date.parse(at), text: written.format(last) });
      seen.add(symbol);
    }
  };
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const [reader, decoder] = [body.getReader(), new TextDecoder()];
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    }
  };
  const own = window.fetch;
  window.fetch = async (...given) => {
    const reply = await own(...given);
    if (!String(given[0]).includes(stream) || !reply.body) return reply;
    const [app, beside] = reply.body.tee();
    read(beside).catch(console.warn);
    return new Response(app, reply);
  };
  const look = (): void => {
    const bar = document.querySelector('header')?.textContent ?? '';
    for (const [symbol, { at, text }] of told) {
      if (!bar.includes(text)) continue;
      told.delete(symbol);
      requestAnimationFrame(() => drawn.push({ text, at, drawnAt: Date.now() }));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
