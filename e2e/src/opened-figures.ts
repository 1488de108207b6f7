import type { Locator, Page } from 'playwright-core';

/** A sign, rupees with commas and paise as the screens write them. */
const MONEY = /([+−-]?)₹([\d,]+)(?:\.(\d{2}))?/;

/** @returns whole paise; `undefined` where a text has no amount */
export function paiseIn(shown: string): number | undefined {
  const match = MONEY.exec(shown);
  if (!match) return undefined;
  const [, sign = '', rupees = '', paise = '00'] = match;
  const amount = Number(rupees.replaceAll(',', '')) * 100 + Number(paise);
  return sign === '' || sign === '+' ? amount : -amount;
}

/**
 * Why an amount does not open: it is one of the parts of a figure, something that a person has set, words about what
 * was done, a point of a chart, or a link to where it opens.
 */
const REASONS = ['part', 'setting', 'words', 'chart', 'opens-there'];

/** Texts with an amount that neither opens nor says why it does not. */
export function unexplained(page: Page): Promise<string[]> {
  return page.evaluate((reasons) => {
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    const found: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent ?? '';
      if (!/₹\s?[\d-]/.test(words)) continue;
      const marked = node.parentElement?.closest<HTMLElement>('[data-figure], [data-money]');
      if (marked?.dataset['figure'] || reasons.includes(marked?.dataset['money'] ?? '')) continue;
      found.push(`${words} in ${node.parentElement?.closest('section, table, dl')?.textContent?.slice(0, 80) ?? ''}`);
    }
    return found;
  }, REASONS);
}

export interface OpenedFigure {
  readonly name: string;
  /** As the page shows it, and as the panel repeats it: paise, of a rate the text. */
  readonly shown: number | string;
  readonly repeated: number | string;
  /** What the rows of all pages add up to, and what the panel says that they do. */
  readonly sum: number;
  readonly total: number;
  readonly parts: number;
}

/** Opens every figure of a page, one after the other, reads what it comes from and closes it. */
export async function openAll(page: Page, within: Locator): Promise<OpenedFigure[]> {
  const opened: OpenedFigure[] = [];
  const buttons = within.locator('[data-figure]:visible');
  for (let i = 0; i < (await buttons.count()); i += 1) opened.push(await openOne(page, buttons.nth(i)));
  return opened;
}

async function openOne(page: Page, button: Locator): Promise<OpenedFigure> {
  const name = (await button.getAttribute('data-figure')) ?? '';
  const shown = (await button.textContent()) ?? '';
  await button.click();
  const panel = page.locator(`[data-explains="${name}"]`);
  const total = panel.locator('[data-parts-total]');
  await total.waitFor();
  const repeated = (await panel.locator('[data-on-page]').textContent()) ?? '';
  let [sum, parts] = [0, 0];
  for (;;) {
    const amounts = await panel.locator('tr[data-part] td').allTextContents();
    sum += amounts.reduce((all, amount) => all + (paiseIn(amount) ?? Number.NaN), 0);
    parts += amounts.length;
    const next = panel.getByRole('button', { name: 'Next page' });
    if (!(await next.isVisible()) || (await next.isDisabled())) break;
    const answered = page.waitForResponse((response) => response.url().endsWith('/explainfigure'));
    await next.click();
    await answered;
  }
  const told = { total: paiseIn((await total.textContent()) ?? '') ?? Number.NaN, sum, parts };
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  return { name, shown: paiseIn(shown) ?? rateIn(shown), repeated: paiseIn(repeated) ?? rateIn(repeated), ...told };
}

const rateIn = (shown: string): string => /[+−]?[\d.,]+\s?%/.exec(shown)?.[0] ?? shown;
