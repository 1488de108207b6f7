import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../shots/failures', import.meta.url));

/** Does the work; when it fails, keeps what the page looked like (in `shots/failures`) and says where. */
export async function withEvidence<Result>(page: Page, name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    mkdirSync(FOLDER, { recursive: true });
    const file = `${FOLDER}/${name}.png`;
    await page.screenshot({ path: file, fullPage: true });
    console.log(`${name} failed at ${page.url()}; the page is in ${file}`);
    throw error;
  }
}
