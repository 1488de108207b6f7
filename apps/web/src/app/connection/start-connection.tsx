import { createRoot } from 'react-dom/client';
import { texts } from '../../lib/i18n.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { registerWorker } from './register-worker.ts';

/** What the app does about its connection, beside its pages: the notice that there is none, and the worker. */
export function startConnection(): void {
  const place = document.createElement('div');
  // Before the page's own content, so that it is heard first.
  document.body.prepend(place);
  createRoot(place).render(<OfflineNotice />);
  const container = navigator.serviceWorker;
  // While developing there is no worker file.
  if (!container || !import.meta.env.PROD) return;
  sayUpdates(container);
  void registerWorker({
    container,
    fetch: (url) => fetch(url, { cache: 'no-cache' }),
    reload: () => location.reload(),
    log: console,
  });
}

/** A new worker takes the place of one that was at work: a new version is there. */
function sayUpdates(container: ServiceWorkerContainer): void {
  let hadOne = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadOne) showToast({ tone: 'note', text: texts.t('connection.updated') });
    hadOne = true;
  });
}
