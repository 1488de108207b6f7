import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectFailures } from './app/failures.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { startTexts } from './lib/i18n.ts';

/** The loading page of `index.html` stands until the texts and the first page's code are there. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  await startTexts();
  connectFailures(router);
  await router.load();
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

void start();
