import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf } from './client.ts';
import { demoSamples } from './demo-samples.ts';
import { DEMO, type Stage } from './demo-stage.ts';
import { englishOn, keptFor } from './hindi-words.ts';
import { settle } from './screen-faults.ts';
import { text, textsOf } from './texts.ts';
import { ADDRESSES, type Address, VISITS } from './visited-pages.ts';

const hindi = textsOf('hi');
const REDRAWN_MS = 150;
const JOURNEY = { timeout: 480_000 };

/** Without a sign-in, or of operators. */
const NOT_OF_INVESTORS = /^\/(?:\$|login|register|forgot-password|reset-password|activate|ops.*)$/;

async function chooseHindi(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: text('shell.languages.hi'), exact: true }).click();
  await page.getByLabel(hindi('accounts.emailOrUsername')).fill(DEMO.email);
}

async function signIn(page: Page, password = DEMO.password): Promise<void> {
  await page.getByLabel(hindi('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: hindi('accounts.signIn'), exact: true }).click();
}

/** Within the open app, as a link does: loading it anew for each page would take most of the time. */
async function openPage(page: Page, path: string): Promise<void> {
  const before = new URL(page.url()).pathname;
  await page.evaluate((to) => {
    document.title = '';
    document.querySelector('h1')?.setAttribute('data-before', '');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // Another view of one page keeps its heading.
  if (path.split('?')[0] === before) await page.waitForTimeout(REDRAWN_MS);
  else await page.waitForFunction(() => document.title !== '' && document.querySelector('h1:not([data-before])'));
  await settle(page);
}

const ofInvestors = (address: Address): boolean => !NOT_OF_INVESTORS.test(address);

/** All pages of the demo investor, in Hindi. */
export function hindiJourney(stage: () => Stage): void {
  test('whoever chooses Hindi before the sign-in reads every page in it, refusals too', JOURNEY, async () => {
    const { browser, product } = stage();
    const { accessToken } = await clientOf(product.url).send('login', { ...DEMO, tokenTransport: 'body' });
    const client = clientOf(product.url, accessToken);
    const samples = await demoSamples(client);
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    ).newPage();
    page.setDefaultTimeout(20_000);
    await chooseHindi(page, product.url);
    await signIn(page, 'not-the-right-one');
    await page.getByText(hindi('server.Email or Password is Invalid')).first().waitFor();
    await signIn(page);
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.locator('html').getAttribute('lang')).toBe('hi');
    const kept = await keptFor(client);
    const left: Record<string, readonly string[]> = {};
    for (const path of ADDRESSES.filter(ofInvestors).flatMap((address) => VISITS[address](samples))) {
      await openPage(page, path);
      const english = await englishOn(page, kept);
      if (english.length > 0) left[path] = english;
    }
    expect(left).toEqual({});
    await page.goto(`${product.url}/profile/preferences`);
    await page.getByRole('button', { name: 'English', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: text('preferences.title') }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
}
