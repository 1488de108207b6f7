import { texts } from '../lib/i18n.ts';
import { showToast } from '../ui/feedback/toasts.ts';

const LOOK_AGAIN_MS = 2_000;

interface Surroundings {
  /** Whether the server answers at all. */
  readonly isReachable: () => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
  /** Says that the page waits for the server. */
  readonly sayWaiting: () => void;
  /** Asks again for styles that failed with the page. */
  readonly renewStyles: () => void;
}

/**
 * Loads a page's code. While the server cannot be reached the page before it stays on screen, and the new one opens
 * when it is back; without this the router would reload into the browser's own error page at once.
 *
 * @throws what the import threw where the server answers: a new version is there, or the browser remembers that the
 *   code could not be had; the router then reloads into the page that was asked for
 */
export async function loadPage<Module>(
  load: () => Promise<Module>,
  { isReachable, wait, sayWaiting, renewStyles }: Surroundings = browser,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
    sayWaiting();
    do await wait(LOOK_AGAIN_MS);
    while (!(await isReachable()));
    renewStyles();
    return await load();
  }
}

const RELOADED_PREFIX = 'tanstack_router_reload:';
const SETTLED_MS = 30_000;

/**
 * Lets the router reload for the same code once more: it does so once in the life of a tab, which outlives many
 * restarts of a server. Only an app that has run for a while asks for it, so that code that never comes is no circle.
 */
export function forgetReloads(storage: Storage): void {
  setTimeout(() => {
    for (const key of Object.keys(storage)) if (key.startsWith(RELOADED_PREFIX)) storage.removeItem(key);
  }, SETTLED_MS);
}

const browser: Surroundings = {
  isReachable: async () => {
    try {
      await fetch('/', { method: 'HEAD', cache: 'no-store' });
      return true;
    } catch (error) {
      console.warn('the server cannot be reached', error);
      return false;
    }
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  sayWaiting: () => showToast({ tone: 'failed', text: texts.t('failure.noConnection') }),
  renewStyles: () => {
    // The bundler asks for each style once: one that failed has no sheet and is put in anew.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (link.sheet === null) link.replaceWith(link.cloneNode());
    }
  },
};
