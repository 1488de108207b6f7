import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConsoleMessage, Page, Response } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../shots/failures', import.meta.url));

const LAST_WORDS = 40;

/**
 * Does the work; when it fails, keeps what the page looked like (in `shots/failures`), says where, and tells what the
 * page asked of the server last and what had the focus.
 */
export async function withEvidence<Result>(page: Page, name: string, work: () => Promise<Result>): Promise<Result> {
  const words: string[] = [];
  const startedAt = performance.now();
  const note = (text: string): void => {
    words.push(`${Math.round(performance.now() - startedAt)} ms ${text}`);
  };
  const onResponse = (response: Response): void => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/assets/')) note(`${response.status()} ${response.request().method()} ${pathname}`);
  };
  const onConsole = (message: ConsoleMessage): void => note(`console: ${message.text()}`);
  page.on('response', onResponse);
  page.on('console', onConsole);
  try {
    return await work();
  } catch (error) {
    mkdirSync(FOLDER, { recursive: true });
    const file = `${FOLDER}/${name}.png`;
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(String);
    await page.screenshot({ path: file, fullPage: true });
    const last = words.slice(-LAST_WORDS).join('\n  ');
    console.log(`${name} failed at ${page.url()}; the page is in ${file}; focus on ${focused}\n  ${last}`);
    throw error;
  } finally {
    page.off('response', onResponse);
    page.off('console', onConsole);
  }
}
