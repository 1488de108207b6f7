import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/src/browser.ts';
import { clientOf, newPerson, type Person } from '../../e2e/src/client.ts';
import { finishedBacktest } from '../../e2e/src/finished-backtest.ts';
import { builtTrick } from '../../e2e/src/own-trick.ts';
import { type PreparedPerson, preparePerson } from '../../e2e/src/prepared-person.ts';
import { startProduct } from '../../e2e/src/product.ts';
import { DEMO, investorScreens, prepareInvestor } from './investor.ts';
import type { Screen } from './screen.ts';

/**
 * `npm run shots`: every screen, light and dark, at 1440 and 360 px, into `shots/`, of a product that traded for a
 * while with a fixed seed. Names given on the command line choose screens: `npm run shots -- my-trick trades`.
 */
const FOLDER = join(import.meta.dirname, '../../shots');
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 780 } } as const;
const SKINS = ['light', 'dark'] as const;
/** A tall window instead of a stitched picture, in which a bar that stays on top would stand in the middle. */
const TALLEST = 3_000;

const wanted = process.argv.slice(2);
const taken: string[] = [];
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [browser, product] = await Promise.all([launchBrowser(), startProduct({ settings: { SIM_SPEED: '120' } })]);
try {
  const trader = await preparePerson(product.url, {
    clientCode: 'S100070',
    running: ['Quick cross SBIN', 'VWAP stretch', 'Bank trend, both ways', 'RSI dip, 5 minutes', 'VWAP reclaim'],
    withinMs: 120_000,
  });
  const backtestId = await finishedBacktest(trader.client, trader.strategyId);
  const sweepId = await finishedBacktest(trader.client, trader.strategyId, {
    ...{ fast: [3, 5, 8, 12], slow: [15, 20, 30, 50, 80] },
  });
  const ownTrickId = await builtTrick(trader.client);
  const newcomer = await register();
  const investor = await prepareInvestor(product);
  const all = [...screensOf({ ...trader, backtestId, sweepId, ownTrickId }), ...investorScreens(investor)];
  const unknown = wanted.filter((name) => !all.some((screen) => screen.name === name));
  if (unknown.length > 0) {
    throw new Error(`no screen "${unknown.join('", "')}"; there are ${all.map(({ name }) => name).join(', ')}`);
  }
  const screens = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const skin of SKINS) {
    for (const size of ['wide', 'narrow'] as const) {
      for (const who of ['guest', 'newcomer', 'trader', 'investor'] as const) {
        const own = screens.filter((screen) => screen.as === who);
        const people = { guest: undefined, newcomer, trader: trader.person, investor: DEMO };
        await takeAll(browser, own, { skin, size, person: people[who] });
      }
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
process.stdout.write(`${taken.join('\n')}\n${taken.length} pictures in ${FOLDER}\n`);

function screensOf({
  strategyId,
  tradedId,
  idleId,
  backtestId,
  sweepId,
  ownTrickId,
}: PreparedPerson & Readonly<Record<'backtestId' | 'sweepId' | 'ownTrickId', number>>): Screen[] {
  const open = (name: RegExp) => async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
  };
  const trader = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
    name,
    path,
    as: 'trader',
    ...(prepare ? { prepare } : {}),
  });
  return [
    { name: 'login', path: '/login', as: 'guest' },
    { name: 'login-wrong', path: '/login', as: 'guest', prepare: signInWrongly },
    { name: 'register', path: '/register', as: 'guest' },
    { name: 'home-new', path: '/', as: 'newcomer' },
    { name: 'my-tricks-empty', path: '/my-tricks', as: 'newcomer' },
    { name: 'trades-empty', path: '/trades?type=Test', as: 'newcomer' },
    { name: 'broker-none', path: '/profile/broker', as: 'newcomer' },
    { name: 'readiness-empty', path: '/readiness', as: 'newcomer' },
    { name: 'backtests-empty', path: '/backtests', as: 'newcomer' },
    { name: 'reconciliation-empty', path: '/reconciliation', as: 'newcomer' },
    trader('home', '/'),
    trader('tricks', '/tricks'),
    trader('tricks-table', '/tricks?view=table'),
    trader('tricks-no-match', '/tricks?search=nothing+like+it'),
    trader('trick', `/tricks/${strategyId}`),
    trader('trick-clone', `/tricks/${strategyId}`, open(/^Clone/)),
    trader('my-tricks-live', '/my-tricks'),
    trader('my-tricks', '/my-tricks?type=Test'),
    trader('my-trick', `/my-tricks/${tradedId}`),
    trader('my-trick-idle', `/my-tricks/${idleId}`),
    trader('my-trick-start', `/my-tricks/${idleId}`, open(/^Start$/)),
    trader('my-trick-stop', `/my-tricks/${tradedId}`, open(/^Stop$/)),
    trader('replay', `/my-tricks/${tradedId}/replay`, lateInTheDay),
    trader('replay-opening', `/my-tricks/${tradedId}/replay`),
    trader('positions', '/positions?type=Test'),
    trader('orders', '/orders?type=Test'),
    trader('orders-live', '/orders'),
    trader('orders-place', '/orders', open(/^Place an order$/)),
    trader('order', '/orders?type=Test', openFirstOrder),
    trader('trades', '/trades?type=Test'),
    trader('trades-error', '/trades?type=Test', failingTrades),
    trader('backtests', '/backtests'),
    trader('backtests-new', `/backtests/new?trick=${strategyId}`),
    trader('backtests-new-sweep', `/backtests/new?trick=${strategyId}`, chooseSweep),
    trader('backtests-plans', '/backtests/plans'),
    trader('backtest', `/backtests/${backtestId}`),
    trader('backtest-compare', `/backtests/compare?runs=${backtestId},${sweepId}`),
    trader('backtest-compare-gone', `/backtests/compare?runs=${backtestId},999999`),
    trader('backtests-chosen', `/backtests?runs=${backtestId},${sweepId}`),
    trader('backtest-sweep', `/backtests/${sweepId}`),
    trader('builder-new', '/builder'),
    trader('builder', `/builder/${ownTrickId}`),
    trader('backtests-new-rules', '/builder', async (page) => {
      await page.getByRole('button', { name: /^Back-test without saving$/ }).click();
      await page.getByText(/not saved as a trick/).waitFor();
    }),
    trader('builder-wrong', '/builder', spoilCondition),
    trader('alerts', '/alerts'),
    trader('alerts-empty', '/alerts?category=wallet'),
    trader('logs', '/logs'),
    trader('logs-trades', '/logs/trades'),
    trader('readiness', '/readiness'),
    trader('readiness-causes', '/readiness', readinessCauses),
    trader('readiness-error', '/readiness', failingReadiness),
    trader('reconciliation', '/reconciliation'),
    trader('risk', '/risk'),
    trader('risk-kill', '/risk', open(/^Kill switch/)),
    trader('risk-lock', '/risk', open(/^Set a lock/)),
    trader('broker', '/profile/broker'),
    trader('broker-again', '/profile/broker', signInDaily),
    trader('not-found', '/no/such/page'),
    { ...trader('home-rtl', '/'), direction: 'rtl' },
    { ...trader('backtests-rtl', '/backtests'), direction: 'rtl' },
    { ...trader('builder-rtl', `/builder/${ownTrickId}`), direction: 'rtl' },
    { ...trader('backtest-rtl', `/backtests/${backtestId}`), direction: 'rtl' },
    { ...trader('backtest-sweep-rtl', `/backtests/${sweepId}`), direction: 'rtl' },
    { ...trader('alerts-rtl', '/alerts'), direction: 'rtl' },
    { ...trader('logs-trades-rtl', '/logs/trades'), direction: 'rtl' },
    { ...trader('reconciliation-rtl', '/reconciliation'), direction: 'rtl' },
    { ...trader('risk-rtl', '/risk'), direction: 'rtl' },
    { ...trader('readiness-rtl', '/readiness'), direction: 'rtl' },
    { ...trader('my-trick-rtl', `/my-tricks/${tradedId}`), direction: 'rtl' },
  ];
}

interface Wearing {
  readonly skin: (typeof SKINS)[number];
  readonly size: keyof typeof SIZES;
  readonly person: Pick<Person, 'email' | 'password'> | undefined;
}

async function chooseSweep(page: Page): Promise<void> {
  await page.locator('select[name="sweep1"]').selectOption('fast');
  await page.locator('select[name="sweep2"]').selectOption('slow');
}

async function takeAll(chromium: Browser, screens: readonly Screen[], wearing: Wearing): Promise<void> {
  if (screens.length === 0) return;
  const context = await chromium.newContext({ viewport: SIZES[wearing.size], reducedMotion: 'reduce' });
  await context.addInitScript((skin) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('skin', skin);
  }, wearing.skin);
  if (wearing.person) await signIn(context, wearing.person);
  for (const screen of screens) {
    const page = await context.newPage();
    await take(page, screen, wearing);
    await page.close();
  }
  await context.close();
}

async function take(page: Page, screen: Screen, { skin, size }: Wearing): Promise<void> {
  const file = `${screen.name}.${skin}.${size}.png`;
  try {
    if (screen.direction) await page.addInitScript(() => localStorage.setItem('direction', 'rtl'));
    await page.goto(product.url + screen.path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await screen.prepare?.(page);
    await page.evaluate(() => document.fonts.ready);
    // Skeletons give way, charts are drawn, live figures have come once.
    await page.waitForTimeout(1_500);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({
      width: SIZES[size].width,
      height: Math.min(TALLEST, Math.max(height, SIZES[size].height)),
    });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(FOLDER, file) });
    taken.push(file);
  } catch (error) {
    taken.push(`${file} FAILED: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    process.exitCode = 1;
  } finally {
    if (screen.direction) await page.evaluate(() => localStorage.removeItem('direction'));
  }
}

/** A misspelt indicator in the text of the entry. */
async function spoilCondition(page: Page): Promise<void> {
  const text = page.locator('.cm-content').first();
  await text.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('emma(close, 9) > 5');
  await page.keyboard.press('Escape');
  await page.getByText(/^At character/).waitFor();
}

async function register(): Promise<Person> {
  const person = newPerson();
  await clientOf(product.url).send('register', { ...person, acceptTerms: true, tokenTransport: 'body' });
  return person;
}

async function openFirstOrder(page: Page): Promise<void> {
  await page.locator('a[href^="/orders/"]').first().click();
  await page.waitForURL(/\/orders\/\d+$/);
}

async function signIn(context: BrowserContext, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.locator('input[autocomplete="username"]').fill(person.email);
  await page.locator('input[autocomplete="current-password"]').fill(person.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`${product.url}/`);
  await page.close();
}

async function signInWrongly(page: Page): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill('nobody@example.com');
  await page.locator('input[autocomplete="current-password"]').fill('not the password');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('alert').first().waitFor();
}

/** A morning on which much stands in the way: too rare to wait for. */
async function readinessCauses(page: Page): Promise<void> {
  const cause = (sentence: string, label: string, to: string) => ({ code: label, sentence, action: { label, to } });
  const stop = { rests: false, needed: false, why: '' };
  const row = (TricksId: number, name: string) => ({
    TricksId,
    name,
    badge: 'live_simulated',
    verdict: 'will_not',
    stop,
  });
  const tricks = [
    {
      ...row(1, 'Quick cross SBIN'),
      causes: [
        cause('The session at your broker has ended. Sign in there again.', 'Sign in again', '/profile/broker'),
        cause(
          'Its next entry in SBIN needs about ₹18,020.00 at the broker, where ₹4,100.00 is free.',
          'See funds',
          '/',
        ),
      ],
      stop: {
        ...stop,
        needed: true,
        why: 'Trading is closed, and no stop can rest for SBIN. It is placed again at 09:15.',
      },
    },
    { ...row(2, 'Gold momentum'), causes: [{ code: 'holiday', sentence: 'The exchange is closed today: Diwali.' }] },
    { ...row(3, 'VWAP stretch'), verdict: 'will_trade', causes: [] },
  ];
  const counts = { willTrade: 1, willNot: 2 };
  const data = {
    day: { sentence: 'The market opens at 09:15 and closes at 15:30.' },
    summary: { live: counts, test: counts, causes: [] },
    trick_list: tricks,
  };
  await page.route('**/userapi/readiness', (route) => route.fulfill({ json: { status: true, message: '', data } }));
  await page.reload();
  await page.getByText('Diwali').waitFor();
}

async function failingReadiness(page: Page): Promise<void> {
  await page.route('**/userapi/readiness', (route) =>
    route.fulfill({ status: 500, json: { status: false, code: 'INTERNAL', message: 'Internal server Error' } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
}

async function signInDaily(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  await page.getByRole('checkbox').check();
}

async function failingTrades(page: Page): Promise<void> {
  await page.route('**/userapi/tradehistory', (route) =>
    route.fulfill({
      status: 500,
      json: { status: false, code: 'INTERNAL', message: 'Internal server Error', requestId: '7f3a90c2' },
    }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
}

/** At the second decision, so that something was seen, thought and done. */
async function lateInTheDay(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next decision' });
  await next.click();
  await next.click();
}
