import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { connectFailures } from './app/failures.ts';
import { forgetReloads } from './app/load-page.ts';
import { router } from './app/router.tsx';
import { askAhead } from './lib/ahead.ts';
import { otherTexts, startTexts } from './lib/i18n.ts';
import { LANGUAGE_KEY } from './lib/language.ts';
import { session } from './lib/send.ts';
import { whenIdle } from './lib/when-idle.ts';
import { ToastRegion } from './ui/feedback/toast-region.tsx';
import './ui/theme/base.css';
import { readPreference } from './ui/theme/skin.ts';
import { installPalette } from './ui/theme/variables.ts';

/** The loading page of `index.html` stands until the texts and the first page's code are there. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  installPalette();
  await startTexts(readPreference(LANGUAGE_KEY));
  connectFailures(router);
  forgetReloads(sessionStorage);
  if (session.token() !== undefined) {
    askAhead('headerdata', {});
    if (location.pathname === '/') askAhead('home', {});
  }
  await router.load();
  // In slices, between which the browser answers: the first page is a long piece of work on a slow phone.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
        <ToastRegion />
      </StrictMode>,
    ),
  );
  whenIdle(() => {
    // Beside the page, never before it.
    otherTexts().catch(console.warn);
    import('./app/connection/start-connection.tsx').then(({ startConnection }) => startConnection(), console.warn);
  });
}

void start();
