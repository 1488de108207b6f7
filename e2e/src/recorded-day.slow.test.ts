import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Client, clientOf, newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { catalogueIdSoon, startSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { recordedData } from './recorded-data.ts';
import { text } from './texts.ts';

const DATE = '2021-04-13';
const SYMBOLS = ['SBIN', 'RELIANCE', 'TCS', 'HDFCBANK', 'NIFTY'];
const COMPARED_UNTIL = indiaMoment(DATE, 11 * 60);
const SPEED = 240;

const data = recordedData();
let product: Product;
let browser: Browser;
beforeAll(async () => {
  if (!data) return;
  const settings = {
    SIM_SOURCE: join(data, 'ticks'),
    SIM_START: `${DATE}T09:14:50+05:30`,
    SIM_SPEED: String(SPEED),
  };
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

// Needs recorded prices, which are not part of this repository.
test.skipIf(!data)(
  'on a recorded session a trick trades SBIN in the browser, on bars that equal the recorded ones',
  async () => {
    const person = newPerson();
    const { accessToken } = await clientOf(product.url).send('register', {
      ...person,
      acceptTerms: true,
      tokenTransport: 'body',
    });
    const client = clientOf(product.url, accessToken);
    const { TricksId } = await client.send('toptenclone', {
      TricksId: await catalogueIdSoon(client, 'Quick cross SBIN'),
    });
    await startSoon(client, TricksId);

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const watch = await watchPages(context);
    const page = await context.newPage();
    await withEvidence(page, 'recorded-day', async () => {
      await page.goto(`${product.url}/my-tricks/${TricksId}`);
      await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
      await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
      await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
      const log = page.locator('section', { has: page.getByRole('heading', { name: text('deployments.log.title') }) });
      await log
        .getByText(/^Bought \d+ SBIN at \d/)
        .first()
        .waitFor({ timeout: 90_000 });
      await page
        .getByText(/13 Apr/)
        .first()
        .waitFor();
    });
    expect(watch.take()).toEqual([]);
    await context.close();
    await expect.poll(() => differingMinutes(client), { timeout: 60_000, interval: 2_000 }).toEqual([]);
  },
);

/** Minutes until eleven o'clock of which the stored bar is not the one that was recorded. */
async function differingMinutes(client: Client): Promise<string[]> {
  const { clock } = await product.control('state');
  if (clock.epochMs < COMPARED_UNTIL + 2 * MINUTE_MS) {
    await sleep(500);
    return ['the recorded day is not so far yet'];
  }
  const wrong: string[] = [];
  for (const symbol of SYMBOLS) {
    const answer = await client.send('candles', { symbol, interval: '1m', from_date: DATE, to_date: DATE });
    const stored = new Map(answer.candles.map(([at, ...prices]) => [at * 1_000, prices.join(' ')]));
    for (const [at, recorded] of recordedBars(symbol)) {
      const kept = stored.get(at);
      if (at < COMPARED_UNTIL && kept !== recorded) {
        wrong.push(`${symbol} ${new Date(at).toISOString()}: recorded ${recorded}, stored ${kept}`);
      }
    }
  }
  return wrong;
}

/** The reference bars beside the ticks: moment → `open high low close volume`. */
function recordedBars(symbol: string): ReadonlyMap<number, string> {
  const name = symbol === 'NIFTY' ? 'NIFTY50' : symbol;
  const file = join(data ?? '', 'ticks', `20210413_${name}_bars1m.csv.gz`);
  const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [stamp = '', ...cells] = line.split(',');
      const [hours = 0, minutes = 0] = stamp.slice(11).split(':').map(Number);
      return [indiaMoment(DATE, hours * 60 + minutes), cells.slice(0, 5).map(Number).join(' ')];
    }),
  );
}
