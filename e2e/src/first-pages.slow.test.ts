import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { newPerson } from './client.ts';
import { withEvidence } from './evidence.ts';
import { NO_PAST, type Product, startProduct } from './product.ts';
import { fillRegistration } from './registration.ts';
import { text } from './texts.ts';

/** Script that a page loads before it is whole, in KiB of brotli: the chunks of its name, and all that they import. */
const BUDGETS = [
  { page: '/login', chunks: ['login-page'], mostKib: 110 },
  { page: '/', chunks: ['desk', 'home-page', 'equity-canvas'], mostKib: 250 },
] as const;
const BUILT = fileURLToPath(new URL('../../apps/web/dist/app', import.meta.url));
const KIB = 1_024;
const SMALLEST = 256;

const OTHER_TEXTS = '**/assets/locales/en.rest.json';
/** What a text looks like that is not there: `home.needs.title`. */
const KEY = /^[a-z][A-Za-z]*(\.[A-Za-z_]+)+$/;
/** Long after the first page, as of a person who does not wait. */
const SOON_MS = 1_000;
/** As a hand holds a button when it clicks. */
const HELD_MS = 120;

let product: Product;
let browser: Browser;
let scripts: readonly string[];
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ hasDemo: false, settings: NO_PAST })]);
  scripts = readdirSync(BUILT).filter((file) => file.endsWith('.js'));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A file as it goes over the wire to a browser. */
function onTheWire(path: string): Promise<{ readonly bytes: Buffer; readonly encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(`${product.url}${path}`, { headers: { 'accept-encoding': 'br', accept: 'text/html, */*' } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', reject);
      reply.on('end', () => {
        if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`));
        else resolve({ bytes: Buffer.concat(parts), encoding: reply.headers['content-encoding'] });
      });
    }).on('error', reject);
  });
}

function named(name: string): string {
  const file = scripts.find((script) => script.replace(/-[\w-]{8}\.js$/, '') === name);
  if (file === undefined) throw new Error(`the build has no chunk named ${name}`);
  return file;
}

async function pageText(): Promise<string> {
  const { bytes, encoding } = await onTheWire('/login');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}

async function entry(): Promise<string> {
  const file = /src="\/app\/([^"]+\.js)"/.exec(await pageText())?.[1];
  if (file === undefined) throw new Error('the page starts no script');
  return file;
}

/** Bytes of each file, and of everything that it imports before it can run. */
async function withImports(roots: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    const { bytes, encoding } = await onTheWire(`/app/${file}`);
    // The smallest would only grow.
    if (bytes.length >= SMALLEST) expect(encoding, file).toBe('br');
    found.set(file, bytes.length);
    const code = (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      if (imported) await visit(imported);
  };
  for (const root of roots) await visit(root);
  return found;
}

test.each(BUDGETS)('$page loads at most $mostKib KiB of script', async ({ page, chunks, mostKib }) => {
  const loaded = await withImports([await entry(), ...chunks.map(named)]);
  const kib = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / KIB;
  console.log(`${page}: ${kib.toFixed(1)} KiB of script in ${loaded.size} files, at most ${mostKib}`);
  // A page of few files would be one whose imports were not seen.
  expect(loaded.size).toBeGreaterThan(chunks.length + 1);
  expect(kib).toBeLessThanOrEqual(mostKib);
});

test.each([
  { pages: ['guest'], chunks: ['login-page'] },
  { pages: ['desk', 'home'], chunks: ['desk', 'home-page'] },
])('the page names what $pages need, so that it is asked for beside the start', async ({ pages, chunks }) => {
  const html = await pageText();
  const isNamed = (file: string, kind: string) =>
    new RegExp(`<meta name="ahead-${kind}" content="[^"]*/app/${file}`).test(html);
  const started = await withImports([await entry()]);
  const needed = [...(await withImports(chunks.map(named))).keys()].filter((file) => !started.has(file));
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((file) => !pages.some((kind) => isNamed(file, kind)))).toEqual([]);
});

/** Each text that stands on the page, and each name for a screen reader. */
async function keysOn(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label]'))
      found.push(element.getAttribute('aria-label') ?? '');
    return found.map((each) => each.trim());
  });
  expect(shown.length).toBeGreaterThan(10);
  return shown.filter((each) => KEY.test(each));
}

/** How wide they are on the page, in its own script and figures. */
function widthsOf(page: Page, signs: readonly string[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    await Promise.all(all.map((sign) => document.fonts.load('1rem "Inter Variable"', sign)));
    return all.map((sign) => {
      const shown = document.createElement('span');
      shown.style.cssText = 'position: absolute; white-space: pre';
      shown.textContent = sign;
      document.body.append(shown);
      const { width } = shown.getBoundingClientRect();
      shown.remove();
      return width;
    });
  }, signs);
}

test('first pages stand whole before the other texts are there, ask once, and open what is clicked at once', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'first-pages', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let held = 0;
    await page.route(OTHER_TEXTS, async (route) => {
      held += 1;
      await gate;
      await route.continue();
    });
    for (const path of ['/login', '/forgot-password', '/register']) {
      await page.goto(`${product.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await keysOn(page), path).toEqual([]);
    }
    await fillRegistration(page, newPerson());
    await page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
    // Figures stand below one another; a hyphen is a part of a word, and no figure.
    const [one = 0, eight = 0, hyphen = 0] = await widthsOf(page, ['1', '8', '-']);
    expect([one, hyphen < 0.8 * eight]).toEqual([eight, true]);

    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    const person = page.getByRole('button', { name: text('shell.person').replace('{{name}}', '').trim() });
    await person.click({ timeout: SOON_MS * 5 });
    await page.getByRole('menuitem', { name: text('shell.logOut') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 2, name: text('home.topTen') }).waitFor();
    expect(await keysOn(page)).toEqual([]);
    for (const call of ['home', 'headerdata']) {
      expect(
        asked.filter((path) => path === `/userapi/${call}`),
        call,
      ).toHaveLength(1);
    }

    await page.getByRole('link', { name: text('nav.orders'), exact: true }).click();
    await page.waitForTimeout(SOON_MS);
    expect(await keysOn(page)).toEqual([]);
    expect(held).toBeGreaterThan(0);
    open();
    await page.getByRole('heading', { level: 1, name: text('orders.orders.title') }).waitFor();
    expect(await keysOn(page)).toEqual([]);
  });
  await context.close();
});

test('the person’s menu opens for whoever presses while it is on its way, at whatever moment', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await withEvidence(page, 'person-menu', async () => {
    await page.goto(`${product.url}/register`);
    await fillRegistration(page, newPerson());
    await page.getByRole('heading', { level: 1, name: text('home.title') }).waitFor();
    const person = page.getByRole('button', { name: text('shell.person').replace('{{name}}', '').trim() });
    const out = page.getByRole('menuitem', { name: text('shell.logOut') });
    const presses = {
      mouse: [() => person.hover().then(() => page.mouse.down()), () => page.mouse.up()],
      key: [() => person.focus().then(() => page.keyboard.down(' ')), () => page.keyboard.up(' ')],
    } as const;
    for (const [press, letGo] of Object.values(presses)) {
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      await page.route('**/person-menu-*.js', async (route) => {
        await gate;
        await route.continue();
      });
      const asked = page.waitForRequest('**/person-menu-*.js');
      const come = page.waitForResponse('**/person-menu-*.js');
      await page.reload();
      await asked;
      await press();
      open();
      await come;
      await page.waitForTimeout(SOON_MS);
      await letGo();
      await out.waitFor();
      await page.keyboard.press('Escape');
      await out.waitFor({ state: 'detached' });
      await page.unroute('**/person-menu-*.js');
    }
    // Between its code and its first picture React may let a third of a second pass.
    for (const laterMs of [0, 50, 100, 200, 300, 400]) {
      const come = page.waitForResponse('**/person-menu-*.js');
      await page.reload();
      await person.hover();
      await come;
      await page.waitForTimeout(laterMs);
      await page.mouse.down();
      await page.waitForTimeout(HELD_MS);
      await page.mouse.up();
      await out.waitFor();
    }
  });
  await context.close();
});
