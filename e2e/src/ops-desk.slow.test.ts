import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Client, clientOf, newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { OPERATOR } from './owed-person.ts';
import { watchPages } from './page-watch.ts';
import { catalogueIdSoon, startSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const HALTED_BECAUSE = 'Its prices look wrong';
const STOPPED_BECAUSE = 'Orders that nobody can explain';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Trader {
  readonly client: Client;
  readonly fullName: string;
  readonly trickName: string;
}

/** Somebody with a trick that runs in test mode. */
async function trader(): Promise<Trader> {
  const person = { ...newPerson(), fullName: 'Desk Journey' };
  const { accessToken } = await clientOf(product.url).send('register', {
    ...{ ...person, acceptTerms: true, tokenTransport: 'body' },
  });
  const client = clientOf(product.url, accessToken);
  const trickName = 'Gold momentum';
  const { TricksId } = await client.send('toptenclone', { TricksId: await catalogueIdSoon(client, trickName) });
  await startSoon(client, TricksId);
  return { client, fullName: person.fullName, trickName };
}

test('an operator halts a trick and stops the entries of its account; its owner reads why, and both are on the record', async () => {
  const { client, fullName, trickName } = await trader();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await signIn(context);
  await withEvidence(page, 'ops-desk', async () => {
    await page.goto(`${product.url}/ops/desk?search=${encodeURIComponent(fullName)}`);
    await page.getByRole('row').filter({ hasText: fullName }).getByRole('link').click();
    await decide(page, HALTED_BECAUSE, text('desk.halt.verb').replace('{{name}}', trickName));
    await page.getByText(text('desk.halt.done').replace('{{name}}', trickName)).waitFor();

    await page.goto(`${product.url}/ops/desk?state=halted&search=${encodeURIComponent(fullName)}`);
    await page.getByRole('row').filter({ hasText: fullName }).getByRole('link').click();
    await page.getByRole('dialog').getByRole('link', { name: fullName }).click();
    await page.getByRole('heading', { level: 1, name: fullName }).waitFor();
    await page.getByRole('button', { name: text('desk.account.stop'), exact: true }).click();
    await decide(page, STOPPED_BECAUSE, text('desk.account.stop'));
    await page.getByText(text('desk.account.isSet')).waitFor();

    await page.goto(`${product.url}/ops/acts`);
    await page.getByText(`Halted “${trickName}”`).first().waitFor();
    await page.getByText(STOPPED_BECAUSE).first().waitFor();
  });
  const { notification_list: alerts } = await client.send('usernotificationlist', {});
  const bodies = alerts.map(({ body }) => body).join('\n');
  for (const reason of [HALTED_BECAUSE, STOPPED_BECAUSE]) expect(bodies).toContain(reason);
  expect((await client.send('risksettings', {})).killSwitch.byDesk?.reason).toBe(STOPPED_BECAUSE);
  expect(watch.take()).toEqual([]);
});

async function signIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(OPERATOR.email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(OPERATOR.password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return page;
}

/** Says why and who one is in the open drawer, and does what its button says. */
async function decide(page: Page, reason: string, verb: string): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(text('operations.reason'), { exact: true }).fill(reason);
  await drawer.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
  await drawer.getByRole('button', { name: verb, exact: true }).click();
  await drawer.waitFor({ state: 'detached' });
}
