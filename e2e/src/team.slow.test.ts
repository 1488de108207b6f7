import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { type PageWatch, watchPages } from './page-watch.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { fillFields, fillRegistration } from './registration.ts';
import { text } from './texts.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: NO_PAST })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: PageWatch;
}

/** A browser of its own: another person's. */
async function open(expected: (status: number) => boolean = () => false): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context, expected);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, page, watch };
}

test('a link that was shared fills in its code, a wrong code is told at its field, and who registers is in the team', async () => {
  const inviter = await open();
  const shared = await withEvidence(inviter.page, 'team-link', async () => {
    // A phone has a sheet for it; what would be handed to it is kept.
    await inviter.page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async ({ url }: { readonly url: string }) => document.body.setAttribute('data-shared', url),
      });
    });
    await inviter.page.goto(`${product.url}/register`);
    await fillRegistration(inviter.page, newPerson());
    await inviter.page.getByRole('link', { name: text('nav.team'), exact: true }).click();
    await inviter.page.getByText(text('team.emptyTitle')).waitFor();
    await inviter.page.getByRole('button', { name: text('team.invite.share') }).click();
    return (await inviter.page.locator('body').getAttribute('data-shared')) ?? '';
  });
  expect(shared).toMatch(new RegExp(`^${product.url}/register\\?ref=[A-Z2-9]{8}$`));

  const invited = { ...newPerson(), fullName: 'Kiran Kulkarni' };
  const guest = await open((status) => status === 422);
  await withEvidence(guest.page, 'team-registration', async () => {
    await guest.page.goto(shared);
    const code = guest.page.getByLabel(text('accounts.referralCode'));
    expect(shared).toContain(await code.inputValue());
    const right = await code.inputValue();
    await code.fill('NOBODY99');
    await fillFields(guest.page, invited);
    await guest.page.getByRole('button', { name: text('accounts.create') }).click();
    await guest.page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    await code.fill(right);
    await guest.page.getByRole('button', { name: text('accounts.create') }).click();
    await guest.page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
  });

  await withEvidence(inviter.page, 'team-lists', async () => {
    const { page } = inviter;
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Kiran Kulkarni' }).waitFor();
    await page.getByText('1 person').first().waitFor();
    await page.getByRole('link', { name: text('nav.directs'), exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Kiran Kulkarni' }).getByText('₹0.00').waitFor();
    await page.getByRole('combobox', { name: text('team.trade') }).selectOption('yes');
    await page.getByText(text('team.direct.noMatch')).waitFor();
    expect(new URL(page.url()).search).toBe('?trade=yes');
    await page.getByRole('link', { name: text('nav.rewards'), exact: true }).click();
    await page.getByText('0 of 3 so far').waitFor();
    await page.getByText(text('team.rewards.empty')).waitFor();
  });
  expect([...inviter.watch.take(), ...guest.watch.take()]).toEqual([]);
  await inviter.context.close();
  await guest.context.close();
});
