import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { DEMO } from './demo-stage.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { DEMO_MADE_WITHIN_MS, type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const TRICK = 'Quick cross SBIN';
/** An average of five bars crosses one of twenty many times a day. */
const ENTRY_WITHIN_MS = 90_000;

/** The rest of the day at ten market minutes a second, the close at half a minute, and the report's own work. */
const PARITY_WITHIN_MS = 120_000;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('the demo investor takes a trick from test to live, sees it buy with a stop at the broker, moves the stop on the chart, sells and reads why, and how the day compares', {
  timeout: 900_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await withEvidence(page, 'live-journey', async () => {
    await signIn(page);
    await openTrick(page);
    await goLive(page);
    await seeEntry(page);
    await seeOrderAtBroker(page);
    await moveStop(page);
    await sell(page);
    await readParity(page);
    await readComparison(page);
    await readWhy(page);
    await saveTaxReport(page);
  });
  expect(watch.take()).toEqual([]);
  await context.close();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(product.url);
  await page.waitForURL('**/login**');
  await page.getByLabel(text('accounts.emailOrUsername')).fill(DEMO.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
}

/** Its past is there once the demo's own live trick has been taken live: that comes last. */
async function openTrick(page: Page): Promise<void> {
  const deadline = performance.now() + DEMO_MADE_WITHIN_MS;
  for (;;) {
    await page.goto(`${product.url}/my-tricks?type=Live`);
    const live = page.locator('main').getByRole('link', { name: 'Bank trend, both ways' });
    if (await live.waitFor({ timeout: 3_000 }).then(yes, no)) break;
    if (performance.now() > deadline) throw new Error('the demo investor has no live trick yet');
  }
  await page.goto(`${product.url}/my-tricks?type=Test`);
  await page.locator('main').getByRole('link', { name: TRICK }).first().click();
  await page.getByRole('heading', { level: 1, name: TRICK }).waitFor();
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('deployments.actions.goLive'), exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText(/^Sends at most \d+ orders a day/).waitFor();
  await panel.getByText(/^Pays about ₹[\d,.]+ of charges a month/).waitFor();
  const verb = panel.getByRole('button', { name: text('deployments.goLive.verb'), exact: true });
  // Nothing goes live by a slip: the name has to be typed.
  await panel.getByRole('textbox').last().fill('something else');
  expect(await verb.isEnabled()).toBe(false);
  await panel.getByRole('textbox').last().fill(TRICK);
  await verb.click();
  await expectLive(page);
}

/** The band above figures of live mode. */
async function expectLive(page: Page): Promise<void> {
  const badge = text('mode.live_simulated');
  await page.locator('main').getByText(badge, { exact: true }).and(page.locator('strong')).waitFor();
}

async function seeEntry(page: Page): Promise<void> {
  const log = page.locator('section', { has: page.getByRole('heading', { name: text('deployments.log.title') }) });
  await log
    .locator('details', { hasText: /Bought \d+ SBIN at \d/ })
    .last()
    .waitFor({ timeout: ENTRY_WITHIN_MS });
  // A minute of market a second is too fast for a person to move a stop in; a position that was gone before the market
  // slowed down is followed by another.
  for (let tries = 0; ; tries += 1) {
    await page.getByRole('button', { name: /^Sell 1 position/ }).waitFor({ timeout: ENTRY_WITHIN_MS });
    await slowDownAfterClose();
    if ((await isHeldByNow(page)) || tries === 5) return;
    await product.control('clock', { speed: 60 });
  }
}

/** The trick decides when a minute closes: it has just done so, and the next close is most of a real minute away. */
async function slowDownAfterClose(): Promise<void> {
  const intoMinute = async (): Promise<number> => (await product.control('state')).clock.epochMs % 60_000;
  while ((await intoMinute()) > 15_000) await new Promise((resolve) => setTimeout(resolve, 50));
  await product.control('clock', { speed: 1 });
}

/** Read anew: a busy page may lag behind a sale by more than the market took for it. */
async function isHeldByNow(page: Page): Promise<boolean> {
  // What that close decided is with the broker, and filled.
  await page.waitForTimeout(3_000);
  await page.reload();
  return stopHandle(page).waitFor({ timeout: 15_000 }).then(yes, no);
}

const stopHandle = (page: Page) =>
  page.getByRole('slider', { name: text('chart.drag.handle').replace('{{level}}', 'Stop') });

/** The order's own page: from the decision to the charges, and the stop that guards what it bought. */
async function seeOrderAtBroker(page: Page): Promise<void> {
  const trick = page.url();
  await page.goto(`${product.url}/orders`);
  await expectLive(page);
  await page
    .getByRole('table', { name: text('orders.orders.title') })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: new RegExp(`^${text('orders.buy')}`) }) })
    .getByRole('link', { name: /SBIN/ })
    .first()
    .click();
  await page.waitForURL(/\/orders\/\d+$/);
  const story = sectionOf(page, text('orders.detail.story'));
  await story.getByText(text('orders.story.decided')).first().waitFor();
  await story.getByText(text('orders.story.filled')).first().waitFor();
  const stop = sectionOf(page, text('orders.detail.stops'));
  await stop.getByText(text('orders.state.trigger_pending')).first().waitFor();
  await sectionOf(page, text('orders.latency.title'))
    .getByText(/\d\sms/)
    .first()
    .waitFor();
  await page.goto(trick);
}

/** Drags the stop's line half an inch down, and reads at the position where it stands then. */
async function moveStop(page: Page): Promise<void> {
  const handle = stopHandle(page);
  const before = Number(await handle.getAttribute('aria-valuenow'));
  const box = await handle.boundingBox();
  if (!box) throw new Error('the stop has no handle');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 4 });
  await page.mouse.up();
  const question = page.getByRole('group', { name: text('chart.drag.confirm') });
  const after = Number(await handle.getAttribute('aria-valuenow'));
  expect(after).toBeLessThan(before);
  await question.getByRole('button', { name: text('chart.drag.move'), exact: true }).click();
  const position = sectionOf(page, text('deployments.positions.title'));
  await position.getByText(after.toFixed(2), { exact: true }).first().waitFor();
}

/** After the close the day's back-test is laid beside what the trick did. */
async function readParity(page: Page): Promise<void> {
  await product.control('clock', { speed: 600 });
  const lastMinutes = Date.parse('2025-07-09T15:25:00+05:30');
  while ((await product.control('state')).clock.epochMs < lastMinutes) await page.waitForTimeout(200);
  // Days that fly past leave nobody time to compare them.
  await product.control('clock', { speed: 30 });
  const report = sectionOf(page, text('parity.title'))
    .getByText(/^On 9 Jul/)
    .first();
  const deadline = performance.now() + PARITY_WITHIN_MS;
  while (!(await report.waitFor({ timeout: 4_000 }).then(yes, no))) {
    if (performance.now() > deadline) throw new Error('no parity report of the day was made');
    await page.reload();
  }
}

/** At the product's own pace the evening is long enough for the broker's books to be compared whole. */
async function readComparison(page: Page): Promise<void> {
  await page.goto(`${product.url}/reconciliation`);
  const ofDay = page.getByRole('table').getByRole('row', { name: /9 Jul 2025/ });
  await ofDay.waitFor();
  await ofDay.getByText(text('reconciliation.status.agrees'), { exact: true }).waitFor();
}

const yes = (): boolean => true;
const no = (): boolean => false;
const sectionOf = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

async function sell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sell \d+ position/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Sell/ }).click();
  await page.getByText(text('deployments.followsExited')).waitFor();
}

async function readWhy(page: Page): Promise<void> {
  await page.goto(`${product.url}/trades?type=Live`);
  await expectLive(page);
  const trades = page.getByRole('table', { name: text('orders.trades.title') });
  await trades.getByRole('link', { name: /SBIN/ }).first().click();
  const trade = page.getByRole('dialog');
  await trade.getByText(/Bought \d+ SBIN at /).waitFor();
  await trade.getByRole('link', { name: text('replay.open') }).click();
  const did = sectionOf(page, text('replay.did'));
  await did.getByText(/Bought \d+ SBIN at /).waitFor();
}

/** What was bought and sold is in the year's tax report, as a file too. */
async function saveTaxReport(page: Page): Promise<void> {
  await page.goto(`${product.url}/holdings`);
  await page
    .getByRole('navigation', { name: text('nav.holdings') })
    .getByRole('link', { name: text('nav.tax'), exact: true })
    .click();
  await expectLive(page);
  await page.getByText(text('portfolio.tax.simulated')).waitFor();
  const sales = page.getByRole('table', { name: text('portfolio.tax.sales') });
  await sales
    .getByRole('row')
    .filter({ hasText: /SBIN/ })
    .filter({ hasText: text('portfolio.tax.terms.intraday') })
    .first()
    .waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: text('table.export') }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('tax-2025-26.csv');
  const lines = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => line.includes('SBIN')).length).toBeGreaterThan(0);
}
