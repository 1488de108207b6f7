import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './axe.ts';
import { launchBrowser } from './browser.ts';

const SOUND = `<!doctype html><html lang="en"><head><title>Orders</title></head>
  <body><main><h1>Orders</h1><p>Nothing yet.</p></main></body></html>`;
const PALE = '<p class="pale" style="color: #ccc; background: #fff">Bought at 810.45</p>';
const NAMELESS = '<div role="dialog" aria-label="Sell"><input></div>';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

const planted = (what: string): string => SOUND.replace('</main>', `${what}</main>`);

test('a sound page has no faults; pale text and a field without a name are told, also at a second look', async () => {
  await page.setContent(SOUND);
  expect(await violationsOf(page)).toEqual([]);
  await page.setContent(planted(PALE + NAMELESS));
  for (let look = 0; look < 2; look += 1) {
    const faults = await violationsOf(page);
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['color-contrast', 'label']);
    expect(faults[0]).toContain('class="pale"');
  }
});

test('a look by the rules of colour, or within a part, tells no other faults', async () => {
  await page.setContent(planted(PALE + NAMELESS));
  const byColour = await violationsOf(page, { rules: ['color-contrast', 'link-in-text-block'] });
  expect(byColour.map((fault) => fault.split(' ')[0])).toEqual(['color-contrast']);
  const within = await violationsOf(page, { within: '[role="dialog"]' });
  expect(within.map((fault) => fault.split(' ')[0])).toEqual(['label']);
});
