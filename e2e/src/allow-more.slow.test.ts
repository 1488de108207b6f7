import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { type Client, clientOf, newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { allowLive, goLive } from './live-person.ts';
import { watchPages } from './page-watch.ts';
import { catalogueIdSoon, linkSimulated } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const CLIENT_CODE = 'S100081';
const FLAT_WITHIN_MS = 60_000;

let product: Product;
let browser: Browser;
let database: pg.Pool;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false })]);
  database = new pg.Pool({ connectionString: product.databaseUrl(), max: 1 });
});
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await product?.stop();
});

test('a stopped live trick is given more capital, and starts with more than was agreed to, with its owner’s word alone', async () => {
  const person = newPerson();
  const { accessToken } = await clientOf(product.url).send('register', {
    ...{ ...person, acceptTerms: true, tokenTransport: 'body' },
  });
  const client = clientOf(product.url, accessToken);
  await linkSimulated(client, CLIENT_CODE);
  await allowLive(database, person.email);
  const TricksId = await goLive(client, await catalogueIdSoon(client, 'Gold momentum'));
  await stopped(client, TricksId);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const watch = await watchPages(context, (status, path) => status === 409 && /\/(setSetting|starttrick)$/.test(path));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await withEvidence(page, 'allow-more', async () => {
    await page.goto(`${product.url}/login`);
    await page.getByLabel(text('accounts.emailOrUsername')).fill(person.email);
    await page.getByLabel(text('accounts.password'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(`${product.url}/my-tricks/${TricksId}`);
    await save(page, '40,00,000');
    const panel = page.getByRole('dialog');
    await panel.getByText(/for up to ₹[\d,.]+ at a time/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await capitalOf(client, TricksId)).not.toBe(40_00_000_00);
    await panel.getByRole('button', { name: text('deployments.allowMore.verb.save'), exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    expect(await capitalOf(client, TricksId)).toBe(40_00_000_00);
    await save(page, '30,00,000');
    await expect.poll(() => capitalOf(client, TricksId)).toBe(30_00_000_00);
    expect(await panel.count()).toBe(0);
    // As a release would have left it that asked for no word.
    await database.query('UPDATE deployment SET capital_paise = 4500000000 WHERE id = $1', [TricksId]);
    await page.reload();
    await page.getByRole('button', { name: text('deployments.actions.start'), exact: true }).click();
    await panel.getByRole('button', { name: text('deployments.startPanel.verbLive'), exact: true }).click();
    const agree = panel.getByRole('button', { name: text('deployments.allowMore.verb.start'), exact: true });
    await panel.getByText(/for up to ₹[\d,.]+ at a time/).waitFor();
    expect(await phaseOf(client, TricksId)).toBe('idle');
    await agree.click();
    await panel.waitFor({ state: 'detached' });
    expect(await phaseOf(client, TricksId)).toBe('running');
  });
  expect(watch.take()).toEqual([]);
  const { rows } = await database.query('SELECT contract FROM live_acknowledgement WHERE deployment_id = $1', [
    TricksId,
  ]);
  expect(rows).toHaveLength(3);
});

async function stopped(client: Client, TricksId: number): Promise<void> {
  await client.send('stoptrick', { TricksId });
  await expect.poll(() => phaseOf(client, TricksId), { timeout: FLAT_WITHIN_MS }).toBe('idle');
}

async function phaseOf(client: Client, TricksId: number) {
  return (await client.send('trickdetails', { TricksId })).trick_details.phase;
}

async function save(page: Page, capital: string): Promise<void> {
  await page.getByLabel(text('deployments.settings.capital'), { exact: true }).fill(capital);
  await page.getByRole('button', { name: text('deployments.settings.save'), exact: true }).click();
}

async function capitalOf(client: Client, TricksId: number): Promise<number> {
  return (await client.send('trickdetails', { TricksId })).trick_details.settings.capitalPaise;
}
