import { ownPath, pageToKeep, planFor, readPush } from './worker-rules.ts';

/**
 * Keeps the shell, so that it opens without a connection, and shows messages while no page is open. It touches no call:
 * figures come from the server or not at all, and nothing that acts is kept and sent later.
 */

interface Shell {
  /** Another one with every build. */
  readonly version: string;
  readonly files: readonly string[];
}

declare const self: ServiceWorkerGlobalScope & {
  /** Written before this file by the build. */
  readonly TRICKDESK_SHELL: Shell;
};

const { version, files } = self.TRICKDESK_SHELL;
const CACHE = `shell-${version}`;
const PAGE = '/';
/** How long a page is waited for before the kept one opens. */
const PATIENCE_MS = 6_000;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, url } = request;
  switch (planFor({ method, mode, url, origin: self.location.origin })) {
    case 'page':
      return event.respondWith(page(request));
    case 'hashed':
      return event.respondWith(hashed(request));
    case 'named':
      return event.respondWith(named(request));
    case 'leave':
      return undefined;
  }
});
self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownPath(String(event.notification.data))));
});

/** The whole shell of this build or none of it: a half would open to nothing. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    files.map((file) => new Request(file, { cache: file.startsWith('/app/') ? 'default' : 'reload' })),
  );
  await keepPage(cache);
  // Pages are asked of the server first, so the new worker suits the open ones as well as the old did.
  await self.skipWaiting();
}

async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'reload' });
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
  const headers = new Headers(answer.headers);
  // It is kept unpacked.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  await cache.put(PAGE, new Response(pageToKeep(await answer.text(), new Date().toISOString()), { headers }));
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** From the server; where it cannot be reached, or does not answer, the kept one. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request);
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
  const kept = async (): Promise<Response | undefined> => await (await caches.open(CACHE)).match(PAGE);
  try {
    return (await Promise.race([asked, patience])) ?? (await kept()) ?? (await asked);
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

async function hashed(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await askAndKeep(cache, request));
}

async function named(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    return await askAndKeep(cache, request);
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

async function askAndKeep(cache: Cache, request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status === 200) {
    // A full disk keeps nobody from their page.
    await cache.put(request, answer.clone()).catch((error: unknown) => console.warn('a file was not kept', error));
  }
  return answer;
}

async function show(text: string | undefined): Promise<void> {
  const { title, body, tag, link } = readPush(text);
  await self.registration.showNotification(title, { body, tag, data: link, icon: '/icons/192.png' });
}

/** In a page that is open already, else in a new one. */
async function open(path: string): Promise<void> {
  const [first] = await self.clients.matchAll({ type: 'window' });
  if (!first) return void (await self.clients.openWindow(path));
  await first.navigate(path);
  await first.focus();
}
