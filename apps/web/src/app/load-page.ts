import { texts } from '../lib/i18n.ts';
import { loadCode } from '../lib/load-code.ts';
import { showToast } from '../ui/feedback/toasts.ts';

/**
 * Loads a page's code. While the server cannot be reached the page before it stays on screen, and the new one opens
 * when it is back; without this the router would reload into the browser's own error page at once.
 *
 * @throws as `loadCode`; the router then reloads into the page that was asked for
 */
export function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  return loadCode(load, () => showToast({ tone: 'failed', text: texts.t('failure.noConnection') }));
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
