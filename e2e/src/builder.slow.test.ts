import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './axe.ts';
import { printReport, saveReport, startAndReadVerdict, sweepOver } from './backtest-report.ts';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { watchPages } from './page-watch.ts';
import { type Product, REAL_PACE, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

/** The past of the simulated market is being stored while the first pages are looked at. */
const PAST_STORED_WITHIN_MS = 60_000;
const NAME = 'Dip with a floor';
/** Real days of NSE since 2000, beside the checkout where a machine has them; the simulated market's days else. */
const RECORDED = resolve(import.meta.dirname, '../../../shared/data/daily');
const RECORDED_DAYS = resolve(RECORDED, 'SBIN.csv.gz');
const hasRecordedDays = existsSync(RECORDED_DAYS);
if (!hasRecordedDays) console.log(`${RECORDED_DAYS} is not there: the journey tests over simulated days`);

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: REAL_PACE })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a person builds a trick by text and by blocks, sees what it means, saves versions of it, back-tests, deploys and retires it', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  let verdict = '';
  await withEvidence(page, 'builder', async () => {
    await register(page);
    await page.goto(`${product.url}/builder`);
    await writeCondition(page);
    await readIndex(page);
    await readLongSides(page);
    await changeBlocks(page);
    await page.getByText(/^Entries: [1-9]/).waitFor({ timeout: PAST_STORED_WITHIN_MS });
    await surviveReload(page);
    expect(await violationsOf(page)).toEqual([]);
    await saveFirst(page);
    await saveSecond(page);
    await saveDaily(page);
    verdict = await backtest(page);
    await deploy(page);
    await retire(page);
  });
  console.log(`the verdict on the built trick: “${verdict}”`);
  expect(watch.take()).toEqual([]);
  await context.close();
});

/** A text with its places filled in. */
function filled(key: string, values: Readonly<Record<string, string | number>>): string {
  return text(key).replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]));
}

const entryText = (page: Page) =>
  page.getByRole('textbox', { name: filled('builder.textOf', { condition: text('builder.side.entryLong') }) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function register(page: Page): Promise<void> {
  const person = newPerson();
  await page.goto(`${product.url}/register`);
  await fillRegistration(page, person);
}

async function retype(page: Page, typed: string): Promise<void> {
  await entryText(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(typed);
  // A list of suggestions may be open.
  await page.keyboard.press('Escape');
}

/** What is wrong is said at its place with what would be right, and the blocks come back when it is mended. */
async function writeCondition(page: Page): Promise<void> {
  await retype(page, 'rssi(close, 14) < 40');
  await page.getByText(/^At character 1: .*did you mean "rsi"\?$/).waitFor();
  await page.getByRole('heading', { name: filled('builder.toMend_one', { count: 1 }) }).waitFor();
  await retype(page, 'rsi(close, 14) <');
  await page.getByText(text('builder.noBlocks')).waitFor();
  await retype(page, 'rsi(close, 14) < 40');
  await expect.poll(() => sides(page)).toEqual(['rsi(close, 14)', '40']);
  await page.getByText(/^Buys SBIN for up to/).waitFor();
}

/** Another instrument is offered behind an @, its bars are read, and it is told of in words. */
async function readIndex(page: Page): Promise<void> {
  await retype(page, 'rsi(close, 14) < 60 and close @ ni');
  await page.keyboard.type('f');
  await page.getByRole('option', { name: 'NIFTY', exact: true }).click();
  await page.keyboard.type(' > ema(close, 5) @ NIFTY 15');
  await page.getByRole('option', { name: '15m', exact: true }).waitFor();
  await page.keyboard.type('m');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => entryText(page).textContent())
    .toBe('rsi(close, 14) < 60 and close @ NIFTY > ema(close, 5) @ NIFTY 15m');
  await page.getByText(/^Reads NIFTY as well/).waitFor();
  await page.getByText(/^Entries: [1-9]/).waitFor({ timeout: PAST_STORED_WITHIN_MS });
  await retype(page, 'rsi(close, 14) < 40');
  await expect.poll(() => sides(page)).toEqual(['rsi(close, 14)', '40']);
}

/** A side that its block is too narrow for stands below it whole. */
async function readLongSides(page: Page): Promise<void> {
  const long = '0.5 * (highest(high, 100)[1] - lowest(low, 100)[1]) + 1.5 * stddev(close, 20)';
  await retype(page, `close < ${long}`);
  await expect.poll(() => sides(page)).toEqual(['close', long]);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ ...size, width: 360 });
  const blocks = page.getByRole('group', { name: text('builder.asBlocks') }).first();
  const whole = blocks.getByText(long, { exact: true });
  await whole.waitFor();
  expect(await whole.evaluate((told) => told.scrollWidth - told.clientWidth)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize(size);
  await retype(page, 'rsi(close, 14) < 40');
  await expect.poll(() => sides(page)).toEqual(['rsi(close, 14)', '40']);
  await whole.waitFor({ state: 'detached' });
}

const sides = (page: Page): Promise<string[]> =>
  page
    .getByRole('group', { name: text('builder.asBlocks') })
    .first()
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => Reflect.get(input, 'value')));

/** Each change of a block is in the text at once. */
async function changeBlocks(page: Page): Promise<void> {
  const blocks = page.getByRole('group', { name: text('builder.asBlocks') }).first();
  await blocks.getByLabel(text('builder.blocks.right')).fill('55');
  await expect.poll(() => entryText(page).textContent()).toBe('rsi(close, 14) < 55');
  await blocks.getByRole('button', { name: text('builder.blocks.add') }).click();
  await blocks.getByLabel(text('builder.blocks.left')).nth(1).fill('close');
  await blocks.getByLabel(text('builder.blocks.operator')).nth(1).selectOption('>');
  await blocks.getByLabel(text('builder.blocks.right')).nth(1).fill('sma(close, 5)');
  await expect.poll(() => entryText(page).textContent()).toBe('rsi(close, 14) < 55 and close > sma(close, 5)');
}

async function surviveReload(page: Page): Promise<void> {
  await page.getByText(text('builder.notice.kept')).waitFor();
  await page.reload();
  await page.getByText(text('builder.notice.found')).waitFor();
  expect(await entryText(page).textContent()).toBe('rsi(close, 14) < 55 and close > sma(close, 5)');
}

/** Without a name nothing is sent; with one the trick has a page of its own. */
async function saveFirst(page: Page): Promise<void> {
  const panel = page.getByRole('dialog');
  await button(page, text('builder.saveNew')).click();
  await panel.getByText(text('builder.save.noName')).waitFor();
  await panel.getByRole('button', { name: text('common.cancel') }).click();
  await page.getByLabel(text('builder.name'), { exact: true }).first().fill(NAME);
  await button(page, text('builder.saveNew')).click();
  await panel.getByRole('button', { name: text('builder.save.verb') }).click();
  await page.waitForURL(/\/builder\/\d+$/);
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
}

async function saveSecond(page: Page): Promise<void> {
  await page.getByLabel(text('builder.interval'), { exact: true }).selectOption('15m');
  await button(page, text('builder.saveVersion')).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel(text('builder.save.note')).fill('Slower');
  await panel.getByRole('button', { name: text('builder.save.verb') }).click();
  await button(page, filled('builder.versions.show', { version: 2 })).click();
  await page.getByText('Slower').waitFor();
  const changed = page.locator('dl', { has: page.getByText(text('builder.interval'), { exact: true }) });
  expect((await changed.textContent())?.replace(/\s+/g, ' ')).toContain('before: 5m now: 15m');
}

/** The head of the page offers it, and so does its part on publication. */
const backtestOf = (page: Page, version: number) =>
  page.getByRole('link', { name: filled('builder.backtest', { version }) }).first();

/** By the day, so that years of it can be tested. */
async function saveDaily(page: Page): Promise<void> {
  await page.getByLabel(text('builder.interval'), { exact: true }).selectOption('1d');
  await page.getByLabel(text('builder.product'), { exact: true }).selectOption('DELIVERY');
  await page.getByLabel(text('builder.entryTo'), { exact: true }).fill('15:30');
  await button(page, text('builder.saveVersion')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('builder.save.verb') })
    .click();
  await backtestOf(page, 3).waitFor();
}

/** The way to a back-test of the newest version leads to a form that has chosen it; its report is read and taken away. */
async function backtest(page: Page): Promise<string> {
  const builder = page.url();
  await backtestOf(page, 3).click();
  const choice = page.getByRole('combobox', { name: text('backtests.form.trick'), exact: true });
  await expect.poll(() => choice.evaluate((select) => Reflect.get(select, 'selectedOptions')[0]?.text)).toBe(NAME);
  if (hasRecordedDays) await chooseImported(page);
  await sweepOver(page, ['fast', 'slow']);
  const verdict = await startAndReadVerdict(page);
  await page.getByText(text('backtests.input.dailyPath')).waitFor();
  await page.getByRole('heading', { name: text('backtests.sweep.map') }).waitFor();
  await saveReport(page);
  await printReport(page);
  if (hasRecordedDays) await page.getByText(filled('backtests.report.actions_one', { count: 1 })).waitFor();
  await replayTrade(page);
  await page.goto(builder);
  return verdict;
}

/** Prices that were imported while the product runs can be chosen, with all their days. */
async function chooseImported(page: Page): Promise<void> {
  await product.importFiles([RECORDED_DAYS, resolve(RECORDED, 'corporate_actions.csv')]);
  await page.reload();
  await page.locator('select[name="prices"]').selectOption('imported');
  await page.getByText(/^Prices are stored from 3 Jan 2000 to /).waitFor();
  await button(page, text('backtests.form.allDays')).click();
  expect(await page.locator('input[name="from_date"]').inputValue()).toContain('2000');
}

/** From a trade to its day, at its entry, and back. */
async function replayTrade(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: text('replay.open') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: filled('replay.title', { name: NAME }) }).waitFor();
  // The row may be any that is in sight: on some days one is sold, and another bought.
  await page
    .getByText(/^Bought \d+ SBIN at /)
    .first()
    .waitFor();
  await page.getByRole('link', { name: text('replay.backToBacktest') }).click();
  await page.getByRole('region', { name: text('backtests.verdict.title') }).waitFor();
}

/** Its copy stands in my tricks, stopped; the trick that it was made of can be deleted no more. */
async function deploy(page: Page): Promise<void> {
  const builder = page.url();
  await button(page, filled('builder.deploy', { version: 3 })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('strategies.cloneVerb') })
    .click();
  await page.waitForURL(/\/my-tricks\/\d+$/);
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await page.goto(builder);
  await expect.poll(() => button(page, text('builder.end.delete')).isDisabled(), { timeout: 15_000 }).toBe(true);
}

async function retire(page: Page): Promise<void> {
  await button(page, text('builder.end.retire')).click();
  const panel = page.getByRole('dialog');
  await panel.getByText(text('builder.end.noneRuns')).waitFor();
  await panel.getByRole('button', { name: text('builder.end.retire'), exact: true }).click();
  await page.getByText(text('builder.end.isRetired')).waitFor();
  expect(await button(page, filled('builder.deploy', { version: 3 })).count()).toBe(0);
}
