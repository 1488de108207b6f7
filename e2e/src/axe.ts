import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What to look at, and by which rules; without them all of the page, by all. */
interface Look {
  readonly within?: string;
  readonly rules?: readonly string[];
}

/**
 * What axe finds wrong with a page as it stands, each fault with its rule and the elements that break it.
 *
 * The page is given axe's source once; the wrapper that Playwright is offered gives it anew for each look, which costs
 * more than the look itself.
 */
export async function violationsOf(page: Page, { within, rules }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules ? { runOnly: [...rules] } : {}) };
  const violations = await page.evaluate(runAxe, { within, options });
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.map((node) => `${node.html}, ${node.failureSummary}`).join(' | ')}`,
  );
}

/** Runs in the page, where axe is a global. Passes stay there: they would be most of the answer. */
async function runAxe({ within, options }: { within?: string | undefined; options: axe.RunOptions }) {
  const there: typeof axe = Reflect.get(window, 'axe');
  const { violations } = await there.run(within ?? document, options);
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
}
