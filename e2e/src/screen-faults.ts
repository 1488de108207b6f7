import type { Page } from 'playwright-core';
import { violationsOf } from './axe.ts';
import { withEvidence } from './evidence.ts';

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 360, height: 740 };
/** Each in both widths, and so that every look but one changes one thing alone: a page is laid out anew once. */
const LOOKS = [
  { skin: 'light', size: WIDE },
  { skin: 'light', size: NARROW },
  { skin: 'dark', size: NARROW },
  { skin: 'dark', size: WIDE },
] as const;
const STILL_WRONG_AFTER_MS = 1_000;

/** Contrast, and links that colour alone tells from the text around them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
type Rules = 'all' | 'of colour';

/** What is wrong with one page, each fault with the route, the skin and the width in front. */
export async function faultsOf(page: Page, origin: string, route: string): Promise<string[]> {
  return withEvidence(page, `screen${route.replace(/\W+/g, '-')}`, async () => {
    const faults: string[] = [];
    await page.goto(origin + route);
    await settle(page);
    for (const { skin, size } of LOOKS) {
      await page.evaluate(wear, skin);
      await page.setViewportSize(size);
      await page.evaluate(repainted);
      // A skin changes colours and nothing else: the rules of structure have looked at this page in the first.
      const found = await lasting(page, skin === 'light' ? 'all' : 'of colour');
      faults.push(...found.map((fault) => `${route}, ${skin}, ${size.width} px: ${fault}`));
    }
    return faults;
  });
}

/** What is wrong and stays so: a page that is just being painted anew is looked at once more. */
async function lasting(page: Page, rules: Rules): Promise<string[]> {
  const faults = await look(page, rules);
  if (faults.length === 0) return faults;
  await page.waitForTimeout(STILL_WRONG_AFTER_MS);
  return look(page, rules);
}

async function look(page: Page, rules: Rules): Promise<string[]> {
  const faults = await violationsOf(page, rules === 'all' ? {} : { rules: COLOUR_RULES });
  const [wide = 0, seen = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  if (wide > seen) faults.push(`scrolls sideways: ${wide} px on ${seen} px`);
  return faults;
}

/** Puts another skin on a loaded page, as a choice made in another tab does. Runs in the page. */
function wear(skin: string): void {
  localStorage.setItem('skin', skin);
  document.documentElement.setAttribute('data-mantine-color-scheme', skin);
  window.dispatchEvent(new StorageEvent('storage', { key: 'skin', newValue: skin }));
}

/**
 * Waits until what follows another skin or width is drawn, and for the colours that are on their way to another: on a busy
 * machine that takes longer than any fixed pause. Figures that flash with each price begin new ones all the time; those
 * are not waited for. Runs in the page.
 */
async function repainted(): Promise<void> {
  // What is told of its new size in one frame, a chart or a table, is laid out in the next.
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const under = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(under.map((animation) => animation.finished));
}

/** Its title is there and nothing is a skeleton any more. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
