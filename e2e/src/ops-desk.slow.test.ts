import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Client, clientOf, newPerson, registered } from './client.ts';
import { withEvidence } from './evidence.ts';
import { DAYS_TO_TRADE_IN, finishedBacktest, untilStored } from './finished-backtest.ts';
import { appointOperator, OPERATOR } from './owed-person.ts';
import { builtTrick } from './own-trick.ts';
import { watchPages } from './page-watch.ts';
import { catalogueIdSoon, linkSimulated, startSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { text } from './texts.ts';

const HALTED_BECAUSE = 'Its prices look wrong';
const STOPPED_BECAUSE = 'Orders that nobody can explain';
const SUBMITTED = 'Cross for everybody';
const CLIENT_CODE = 'S100001';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false })]);
  await appointOperator(product);
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
  const page = await signIn(context, OPERATOR);
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

test('an operator pastes a year of the calendar, reads what it would be and enters it', async () => {
  const year = '2027';
  const weekdays = ['01-26', '03-22', '03-26', '04-14', '06-16', '09-06', '11-01', '11-15', '12-24'];
  const list = [...weekdays.map((day) => `${year}-${day} Holiday`), `${year}-10-29 18:00-19:00 Muhurat`];
  await inBrowser('ops-calendar', OPERATOR, async (page) => {
    await page.goto(`${product.url}/ops/desk`);
    await page.getByRole('button', { name: text('desk.calendar.enter'), exact: true }).click();
    const drawer = page.getByRole('dialog');
    const preview = drawer.getByRole('button', { name: text('desk.calendar.preview'), exact: true });
    await drawer.getByLabel(text('desk.calendar.year'), { exact: true }).fill(year);
    await drawer
      .getByLabel(text('desk.calendar.lines'), { exact: true })
      .fill(`${list.join('\n')}\n${year}-02-30 None`);
    await preview.click();
    await drawer.getByText(`There is no day ${year}-02-30.`).waitFor();
    await drawer.getByLabel(text('desk.calendar.lines'), { exact: true }).fill(list.join('\n'));
    await preview.click();
    await drawer.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
    const verb = text('desk.calendar.enterYear').replace('{{year}}', year);
    await drawer.getByRole('button', { name: verb, exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.goto(`${product.url}/ops/acts`);
    await page.getByText(`Entered ${year} of the exchange’s calendar.`).first().waitFor();
  });
});

test('a person submits a trick from the builder, an operator publishes it, and somebody else finds it in the catalogue', async () => {
  const person = { ...newPerson(), fullName: 'Maker Journey' };
  const client = await registered(product.url, person);
  const TricksId = await builtTrick(client, SUBMITTED);
  await untilStored(client, TricksId, DAYS_TO_TRADE_IN);
  await finishedBacktest(client, TricksId);
  await inBrowser('publication-submit', person, (page) => submit(page, TricksId));
  await inBrowser('publication-publish', OPERATOR, publish);
  const other = newPerson();
  await registered(product.url, other);
  await inBrowser('publication-find', other, async (page) => {
    await page.goto(`${product.url}/tricks?search=${encodeURIComponent(SUBMITTED)}`);
    await page.getByRole('link', { name: SUBMITTED, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: SUBMITTED }).waitFor();
    await page.getByText(person.fullName).first().waitFor();
  });
});

test('an operator reads the comparison of somebody with their broker, line by line as its owner', async () => {
  const person = { ...newPerson(), fullName: 'Books Journey' };
  const client = await registered(product.url, person);
  await linkSimulated(client, CLIENT_CODE);
  const [link] = (await client.send('getangelone', {})).broker_details;
  const { report } = await client.send('reconciliationreport', { brokerId: link?.brokerId ?? 0 });
  const read = async (page: Page, path: string): Promise<string> => {
    await page.goto(`${product.url}${path}`);
    await page
      .getByRole('row')
      .filter({ hasText: text(`reconciliation.status.${report.status}`) })
      .getByRole('link')
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    const state = drawer.getByText(text(`reconciliation.statusText.${report.status}`));
    await state.waitFor();
    return (await drawer.locator('dl', { hasText: text('reconciliation.funds') }).textContent()) ?? '';
  };
  const own = await inBrowser('books-owner', person, (page) => read(page, '/reconciliation'));
  expect(own).toMatch(/₹/);
  await inBrowser('books-operator', OPERATOR, async (page) => {
    const narrowed = `state=all&search=${encodeURIComponent(person.fullName)}`;
    expect(await read(page, `/ops/reconciliation?${narrowed}`)).toBe(own);
    await page.getByRole('dialog').getByRole('link', { name: person.fullName }).waitFor();
    expect(await page.content()).not.toContain(CLIENT_CODE);
  });
});

/** From the section of the builder: what backs it is chosen already, and its owner says what it does. */
async function submit(page: Page, TricksId: number): Promise<void> {
  await page.goto(`${product.url}/builder/${TricksId}`);
  await page.getByRole('button', { name: text('builder.publication.submit'), exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel(text('builder.publication.description'), { exact: true }).fill('Buys when the average turns.');
  await panel
    .getByRole('button', { name: text('builder.publication.verb').replace('{{version}}', '2'), exact: true })
    .click();
  await page.getByText(text('builder.publication.states.waiting')).waitFor();
}

/** From the queue, after the report behind it is there. */
async function publish(page: Page): Promise<void> {
  await page.goto(`${product.url}/ops/tricks`);
  await page.getByRole('row').filter({ hasText: SUBMITTED }).getByRole('link').click();
  await page.getByRole('region', { name: text('backtests.verdict.title') }).waitFor();
  await page.getByLabel(text('operations.password'), { exact: true }).fill(OPERATOR.password);
  await page
    .getByRole('button', { name: text('operations.tricks.verbs.publish').replace('{{version}}', '2'), exact: true })
    .click();
  await page.getByText(text('operations.tricks.done.publish').replace('{{name}}', SUBMITTED)).waitFor();
}

/** What somebody does in a browser of their own, on whose pages nothing may fail. */
async function inBrowser<Found>(
  name: string,
  who: { readonly email: string; readonly password: string },
  act: (page: Page) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchPages(context);
  const page = await signIn(context, who);
  const found = await withEvidence(page, name, () => act(page));
  expect(watch.take()).toEqual([]);
  await context.close();
  return found;
}

async function signIn(
  context: BrowserContext,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(password);
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
