import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { text } from './texts.ts';

/** Of the longest back-test that a journey starts, beside other tests. */
const DONE_WITHIN_MS = 60_000;
/** A4 without its margins, in CSS pixels. */
const PAPER = { width: 718, height: 1_000 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** On the form of a back-test: has every combination of the values of two parameters tried. */
export async function sweepOver(page: Page, parameters: readonly [string, string]): Promise<void> {
  for (const [i, label] of parameters.entries()) {
    await page.locator(`select[name="sweep${i + 1}"]`).selectOption({ label });
  }
  await page.getByText(/^\d+ combinations will run/).waitFor();
}

/**
 * On the form of a back-test: starts it and waits for its report.
 *
 * @returns the verdict in its words
 */
export async function startAndReadVerdict(page: Page): Promise<string> {
  await button(page, text('backtests.start')).click();
  const verdict = page.getByRole('region', { name: text('backtests.verdict.title') });
  await verdict.waitFor({ timeout: DONE_WITHIN_MS });
  const said = (await verdict.textContent()) ?? '';
  const word = ['none', 'weak', 'some'].find((each) => said.includes(text(`backtests.verdict.means.${each}`)));
  expect(word, said).toBeDefined();
  return text(`backtests.verdict.word.${word}`);
}

/** Saves the report with both buttons and compares what is in the files with the page that they were saved from. */
export async function saveReport(page: Page): Promise<void> {
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  const json = JSON.parse(await saved(page, text('backtests.download.json'), '.json'));
  expect(json.backtest).toMatchObject({ BacktestId: id, status: 'done' });
  expect(json.trades.length).toBe(json.backtest.report.trades);
  await scrollTrades(page, json.backtest.report.trades);

  const csv = await saved(page, text('backtests.download.csv'), '.csv');
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/);
  expect(lines[0]).toBe(`${text('backtests.download.field')},${text('backtests.download.value')}`);
  for (const line of [
    `BacktestId,${id}`,
    `versionHash,${json.backtest.versionHash}`,
    `report.netPnlPaise,${json.backtest.report.netPnlPaise}`,
    `report.equity.0.date,${json.backtest.report.equity[0].date}`,
  ]) {
    expect(lines).toContain(line);
  }
}

/** All trades are in one list: its end is the oldest of them, and only those in view are in the page. */
async function scrollTrades(page: Page, trades: number): Promise<void> {
  const list = page.getByRole('table', { name: text('strategies.report.trades') });
  expect(await list.getAttribute('aria-rowcount')).toBe(String(trades + 1));
  const rows = list.locator('tr[aria-rowindex]');
  await expect
    .poll(async () => {
      // Rows are measured as they come, so the end may move once.
      await list.evaluate((table) => table.parentElement?.scrollTo({ top: table.parentElement.scrollHeight }));
      return await rows.last().getAttribute('aria-rowindex');
    })
    .toBe(String(trades + 1));
  await rows
    .last()
    .getByRole('link', { name: text('replay.open') })
    .waitFor();
  expect(await rows.count()).toBeLessThan(60);
}

async function saved(page: Page, name: string, ending: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  expect(download.suggestedFilename().endsWith(ending), download.suggestedFilename()).toBe(true);
  return readFile(await download.path(), 'utf8');
}

/** On paper: light from a dark screen, without what only a screen can use, and no wider than the page. */
export async function printReport(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await button(page, text('backtests.download.print')).click();
  await page.locator('html[data-printed]').waitFor({ state: 'attached' });
  const trades = Number(
    await page.getByRole('table', { name: text('strategies.report.trades') }).getAttribute('aria-rowcount'),
  );

  const [size, skin] = [page.viewportSize(), await page.locator('html').getAttribute('data-mantine-color-scheme')];
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  const paper = await page.evaluate(() => ({
    ground: getComputedStyle(document.documentElement).backgroundColor,
    width: document.documentElement.scrollWidth,
    seen: [...document.querySelectorAll('nav, canvas, header a, button')].filter((part) => part.checkVisibility())
      .length,
    // What scrolls on a screen is lost on paper.
    cut: [...document.querySelectorAll('main *')]
      .filter(
        (part) =>
          part.checkVisibility() &&
          // Words for screen readers alone may stand out by a hair.
          part.scrollWidth > part.clientWidth + 3 &&
          getComputedStyle(part).overflowX === 'auto',
      )
      .map((part) => `${part.getAttribute('aria-label')}: ${part.scrollWidth} of ${part.clientWidth}`),
    trades: [...document.querySelectorAll('main tbody tr')].filter(
      (row) => row.checkVisibility() && row.children.length === 6 && row.textContent?.includes(' IST'),
    ).length,
  }));
  // The head of the list counts as a row of it.
  expect(paper).toEqual({ ground: 'rgb(255, 255, 255)', width: PAPER.width, seen: 0, cut: [], trades: trades - 1 });
  await page.getByText(/^Back-test \d+, made on .*on each fill\. The rules that ran: [0-9a-f]{12}\.$/).waitFor();
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });
  if (size) await page.setViewportSize(size);
  await page.evaluate(
    (own) => document.documentElement.setAttribute('data-mantine-color-scheme', own ?? 'light'),
    skin,
  );
}
