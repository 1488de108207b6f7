import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/src/browser.ts';
import type { Person } from '../../e2e/src/client.ts';
import { preparePerson } from '../../e2e/src/prepared-person.ts';
import { type Product, startProduct } from '../../e2e/src/product.ts';
import { text } from '../../e2e/src/texts.ts';
import { type FirstResult, firstResult } from './first-result.ts';
import { importMinutes } from './imported-minutes.ts';
import { busyBacktest, type ScrollReport, scrollTrades } from './long-list.ts';
import { type PixelReport, tickToPixel } from './tick-to-pixel.ts';

/** What Lighthouse's mobile preset is, throttled as it is where it does not simulate: a slow 4G and a quarter of a core. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const LATENCY_MS = 562.5;
const BYTES_A_SECOND = { down: (1_474.56 * 1_024) / 8, up: (675 * 1_024) / 8 };
const SLOWER_BY = 4;
const LOADS = 5;
const PAINTED_WITHIN_MS = 15_000;
const WATCHED_MS = 20_000;

export interface PageReport {
  /** Largest contentful paint of a first visit, the middle of five, milliseconds. */
  readonly loginPaintMs: number;
  readonly homePaintMs: number;
  /** The longest task of the first page while its figures follow the market, milliseconds; 0 where none took fifty. */
  readonly longestTaskMs: number;
  readonly tickToPixel: PixelReport;
  readonly scroll: ScrollReport;
  readonly firstResult: FirstResult;
}

/** Starts the product and opens its sign-in and its first page, as a phone and as a desk do. */
export async function measurePages(): Promise<PageReport> {
  const options = { hasDemo: false, settings: { SIM_SPEED: '60' } };
  const [browser, product] = await Promise.all([launchBrowser(), startProduct(options)]);
  try {
    const wish = { clientCode: 'S100071', running: ['Quick cross SBIN', 'VWAP stretch'], withinMs: 180_000 };
    const { person, client } = await preparePerson(product.url, wish);
    await product.control('clock', { speed: 1 });
    await importMinutes(product);
    const { BacktestId } = await busyBacktest(client);
    return {
      loginPaintMs: await paintOf(browser, `${product.url}/login`),
      homePaintMs: await paintOf(browser, `${product.url}/`, await signedIn(browser, product, person)),
      longestTaskMs: await atDesk(browser, product, person, longestTask),
      tickToPixel: await atDesk(browser, product, person, (page) => tickToPixel(page, product)),
      scroll: await atDesk(browser, product, person, async (page) => {
        await page.goto(`${product.url}/backtests/${BacktestId}`);
        return await scrollTrades(page);
      }),
      firstResult: await atDesk(browser, product, person, (page) => firstResult(page, product, client)),
    };
  } finally {
    await browser.close();
    await product.stop();
  }
}

type Storage = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

async function signIn(page: Page, product: Product, { email, password }: Person): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel(text('accounts.emailOrUsername')).fill(email);
  await page.getByLabel(text('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('accounts.signIn'), exact: true }).click();
  await page.waitForURL(`${product.url}/`);
  await page.locator('main .td-live').first().waitFor();
}

async function signedIn(browser: Browser, product: Product, person: Person): Promise<Storage> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), product, person);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function paintOf(browser: Browser, url: string, storageState?: Storage): Promise<number> {
  const paints: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    // Each a first visit: nothing is kept from the one before.
    const context = await browser.newContext({
      ...PHONE,
      serviceWorkers: 'block',
      ...(storageState ? { storageState } : {}),
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const network = { offline: false, latency: LATENCY_MS };
    await session.send('Network.emulateNetworkConditions', {
      ...{ ...network, downloadThroughput: BYTES_A_SECOND.down, uploadThroughput: BYTES_A_SECOND.up },
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_BY });
    await page.addInitScript(notePaints);
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: PAINTED_WITHIN_MS });
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    paints.push(await page.evaluate(() => Number(Reflect.get(window, 'largestPaintMs'))));
    await context.close();
  }
  return paints.toSorted((a, b) => a - b)[Math.floor(LOADS / 2)] ?? Number.NaN;
}

/** Runs in the page, before anything of it. */
function notePaints(): void {
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) Reflect.set(window, 'largestPaintMs', startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** On a wide screen, signed in, with the first page open. */
async function atDesk<Figure>(
  browser: Browser,
  product: Product,
  person: Person,
  act: (page: Page) => Promise<Figure>,
): Promise<Figure> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await signIn(page, product, person);
    return await act(page);
  } finally {
    await context.close();
  }
}

async function longestTask(page: Page): Promise<number> {
  await page.evaluate(() => {
    Reflect.set(window, 'longestTaskMs', 0);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        Reflect.set(window, 'longestTaskMs', Math.max(duration, Number(Reflect.get(window, 'longestTaskMs'))));
      }
    }).observe({ type: 'longtask' });
  });
  await page.waitForTimeout(WATCHED_MS);
  return await page.evaluate(() => Number(Reflect.get(window, 'longestTaskMs')));
}
