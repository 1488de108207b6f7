import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { withEvidence } from './evidence.ts';
import { holdBasket } from './held-basket.ts';
import { allowLive, goLive } from './live-person.ts';
import { type OpenedFigure, openAll, unexplained } from './opened-figures.ts';
import { oweReward, verifyPerson } from './owed-person.ts';
import { type PreparedPerson, preparePerson, stayLinked } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { settle, WIDE } from './screen-faults.ts';
import { text } from './texts.ts';

/** Trades in both modes have to come first. */
const READY_WITHIN_MS = 300_000;
const HELD_WITHIN_MS = 90_000;
const STILL_MS = 4_000;
const STILL_WITHIN_MS = 60_000;
const CLIENT_CODE = 'S100079';
const RATES = ['basketXirr', 'basketReturn'];

let product: Product;
let browser: Browser;
let prepared: PreparedPerson;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct({ hasDemo: false, settings: { SIM_SPEED: '120' } }),
  ]);
  prepared = await preparePerson(product.url, {
    clientCode: CLIENT_CODE,
    running: ['Quick cross SBIN', 'VWAP stretch'],
    withinMs: 90_000,
  });
  const { client, person, strategyId } = prepared;
  await verifyPerson(client, person, 'ABCPE1234F');
  const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
  try {
    await oweReward(database, person.email, 25_000_45);
    const wish = {
      amountPaise: 12_000_00,
      wallet_id: 2,
      password: person.password,
      idempotencyKey: 'figures',
    } as const;
    await client.send('withdrawalPayment', wish);
    await allowLive(database, person.email);
  } finally {
    await database.end();
  }
  await holdBasket(client);
  await stayLinked(client, CLIENT_CODE);
  await goLive(client, strategyId);
  const deadline = performance.now() + HELD_WITHIN_MS;
  while ((await client.send('my-openposition', { type: 'Live', page: 1 })).total === 0) {
    if (performance.now() > deadline) throw new Error('no live trick holds anything');
    await sleep(250);
  }
  // Prices that stand still: figure and parts are of the same ones.
  await product.control('clock', { pause: true });
  await untilStill(client);
}, READY_WITHIN_MS);

/** The last prices before the clock stood are stored about a second later, or more where the machine is busy. */
async function untilStill(client: PreparedPerson['client']): Promise<void> {
  const deadline = performance.now() + STILL_WITHIN_MS;
  let [before, since] = ['', performance.now()];
  while (performance.now() - since < STILL_MS) {
    if (performance.now() > deadline) throw new Error('positions go on changing while the clock stands');
    await sleep(250);
    const now = JSON.stringify(await client.send('my-openposition', { type: 'Live', page: 1 }));
    if (now !== before) [before, since] = [now, performance.now()];
  }
}
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function signedIn(): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(prepared.person.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(prepared.person.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL(`${product.url}/`);
  return page;
}

const HOME = ['trickDay', 'trickTotal', 'trickCapital', 'trickCharges'];
const TRICKS = [...HOME, 'trickInvested', 'profitNet', 'profitRealised', 'profitUnrealised', 'profitDrawdown'];
/** What must be there to be opened; whatever else is there is opened too. */
const ROUTES: readonly (readonly [route: string, names: readonly string[]])[] = [
  ['/?mode=live', HOME],
  ['/?mode=test', [...HOME, 'basketPnl']],
  ['/my-tricks?type=Live&trickStatus=0', [...HOME, 'trickInvested']],
  ['/my-tricks?type=Test&trickStatus=0', TRICKS],
  ['/wallet', ['walletFree', 'walletHeld']],
  ['/baskets?tab=mine&type=Test', ['basketPnl', 'basketInvested', 'basketValue', 'basketReturn']],
];

async function arrive(page: Page, route: string, names: readonly string[]): Promise<void> {
  await page.goto(product.url + route);
  for (const name of names) await page.locator(`main [data-figure="${name}"]`).first().waitFor();
  await settle(page);
}

test('every amount on home, my tricks, wallet and baskets opens to rows that add up to it, or says why it does not', async () => {
  const page = await signedIn();
  const seen = new Map<string, number>();
  await withEvidence(page, 'figures', async () => {
    for (const [route, names] of ROUTES) {
      await arrive(page, route, names);
      expect(await unexplained(page), route).toEqual([]);
      const opened = [...(await openAll(page, page.locator('main'))), ...(await openAll(page, page.locator('header')))];
      for (const figure of opened) {
        expectSound(route, figure);
        seen.set(figure.name, (seen.get(figure.name) ?? 0) + figure.parts);
      }
    }
  });
  console.log(`figures opened, with their parts: ${[...seen].map(([name, parts]) => `${name} ${parts}`).join(', ')}`);
  // Parts there must be: sums of nothing would all be right.
  for (const name of ['trickTotal', 'trickCharges', 'profitRealised', 'walletFree', 'walletHeld', 'basketValue']) {
    expect(seen.get(name), name).toBeGreaterThan(0);
  }
}, 240_000);

function expectSound(route: string, { name, shown, repeated, sum, total, parts }: OpenedFigure): void {
  const where = `${name} on ${route}, of ${parts} parts`;
  expect(sum, where).toBe(total);
  expect(repeated, where).toBe(shown);
  if (!RATES.includes(name)) expect(sum, where).toBe(shown);
}

test('live figures say how old they are while nothing comes, without moving anything, and stop with the next price', async () => {
  const page = await signedIn();
  await withEvidence(page, 'old-figures', async () => {
    await product.control('clock', { resume: true });
    // The first trade that is closed draws the first curve, which makes the page longer whatever marks do.
    await page.getByRole('button', { name: text('chart.asTable') }).waitFor({ timeout: 90_000 });
    await product.control('clock', { speed: 30 });
    await settle(page);
    const figures = page.locator('main .td-live');
    await figures.first().waitFor();
    const marks = figures.locator('[data-age]');
    await page.waitForFunction(() => document.querySelector('main .td-live [data-age]') === null);
    const places = () =>
      figures.evaluateAll((all) => all.map((figure) => Math.round(figure.getBoundingClientRect().top)));
    const before = await places();
    expect(before.length).toBeGreaterThan(0);
    await product.control('clock', { pause: true });
    await marks.first().waitFor();
    expect(await marks.count()).toBe(await figures.count());
    await expect.poll(() => marks.first().textContent()).toMatch(/^\d+ s old$/);
    expect(await marks.first().getAttribute('title')).toMatch(/^\d+ s old$/);
    expect(await places()).toEqual(before);
    await product.control('clock', { resume: true });
    await marks.first().waitFor({ state: 'detached' });
  });
}, 240_000);
