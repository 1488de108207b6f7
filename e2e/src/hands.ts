import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { TextOf } from './texts.ts';

/** Presses until it is certain that Tab does not lead there. */
const MOST_PRESSES = 160;

/** Somebody who has a keyboard and no mouse. Every way on leads through what has the focus, and shows it. */
export interface Hands {
  /** Presses Tab until the thing has the focus. */
  readonly reach: (thing: Locator) => Promise<void>;
  /** Reaches a thing and presses it. */
  readonly press: (thing: Locator, key?: 'Enter' | 'Space') => Promise<void>;
  /** Reaches a field and types into it, instead of what it held. */
  readonly type: (field: Locator, words: string) => Promise<void>;
  /** Goes through the search to what it calls so. */
  readonly find: (words: string, group: string) => Promise<void>;
}

/** Counts what a mouse or a finger does on every page of a context: none of it may happen. */
export async function watchPointers(context: BrowserContext): Promise<() => number> {
  let touches = 0;
  await context.exposeFunction('reportPointer', () => {
    touches += 1;
  });
  await context.addInitScript(() => {
    addEventListener('pointerdown', () => void Reflect.get(globalThis, 'reportPointer')?.(), true);
  });
  return () => touches;
}

export function handsOn(page: Page, say: TextOf): Hands {
  const hasFocus = (thing: Locator): Promise<boolean> =>
    thing.evaluate((element) => element === document.activeElement && element.matches(':focus-visible'));

  async function reach(thing: Locator): Promise<void> {
    await thing.waitFor();
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await hasFocus(thing)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${MOST_PRESSES} presses of Tab do not reach ${thing}`);
  }

  async function press(thing: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await reach(thing);
    await page.keyboard.press(key);
  }

  async function type(field: Locator, words: string): Promise<void> {
    await reach(field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(words);
  }

  async function find(words: string, group: string): Promise<void> {
    const search = page.getByRole('textbox', { name: say('shell.palette.placeholder') });
    // It forgets what was typed once it has closed.
    await search.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await search.waitFor();
    await page.keyboard.type(words);
    const found = page
      .getByRole('group', { name: say(`shell.palette.${group}`), exact: true })
      .locator('[data-action]')
      .filter({ hasText: words })
      .first();
    await found.waitFor();
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if ((await found.getAttribute('data-selected')) === 'true') break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await search.waitFor({ state: 'detached' });
  }

  return { reach, press, type, find };
}
