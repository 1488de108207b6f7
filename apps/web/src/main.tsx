import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectFailures } from './app/failures.ts';
import { forgetReloads } from './app/load-page.ts';
import { router } from './app/router.tsx';
import { startTexts } from './lib/i18n.ts';
import { LANGUAGE_KEY } from './lib/language.ts';
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
  await router.load();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
      <ToastRegion />
    </StrictMode>,
  );
  // Beside the page, never before it.
  import('./app/connection/start-connection.tsx').then(({ startConnection }) => startConnection(), console.warn);
}

void start();
