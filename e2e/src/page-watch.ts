import type { BrowserContext, Page } from 'playwright-core';

/** What a page must never do behind the person's back. */
export interface PageWatch {
  /** Console errors, exceptions, blocked content and failed requests since the last call, with the page they are from. */
  readonly take: () => string[];
}

/** Answers that a step provokes on purpose: a refused token for example. */
export type Expected = (status: number, path: string) => boolean;

/** Listens to every page of the context, from its first request on. */
export async function watchPages(context: BrowserContext, expected: Expected = () => false): Promise<PageWatch> {
  let found: string[] = [];
  const note = (page: Page, what: string): void => {
    found.push(`${new URL(page.url(), 'about:blank').pathname}: ${what}`);
  };
  await context.exposeBinding('reportBlockedContent', ({ page }, what: string) =>
    note(page, `blocked by CSP: ${what}`),
  );
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportBlockedContent');
      if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  context.on('page', (page) => {
    page.on('pageerror', (error) => note(page, `exception: ${error.message}`));
    page.on('console', (message) => {
      // What the browser says of a refused request is judged by its answer, below.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        note(page, `console: ${message.text()}`);
      }
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() >= 400 && !expected(response.status(), pathname)) {
        note(page, `${response.status()} for ${pathname}`);
      }
    });
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A request that the page itself gave up: it was left, or the stream was closed.
      if (why !== 'net::ERR_ABORTED') note(page, `${why} for ${new URL(request.url()).pathname}`);
    });
  });
  return {
    take: () => {
      const taken = found;
      found = [];
      return taken;
    },
  };
}
