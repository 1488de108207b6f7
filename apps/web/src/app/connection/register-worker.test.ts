import { expect, test, vi } from 'vitest';
import { registerWorker, type WorkerHost } from './register-worker.ts';

const script = () => new Response('', { headers: { 'content-type': 'text/javascript; charset=utf-8' } });

function hostWith(parts: { readonly fetch: WorkerHost['fetch']; readonly known?: boolean; readonly fails?: boolean }) {
  const unregister = vi.fn(async () => true);
  const registration = { unregister } as unknown as ServiceWorkerRegistration;
  const host = {
    container: {
      register: vi.fn(async () => {
        if (parts.fails) throw new Error('refused');
        return registration;
      }),
      getRegistration: vi.fn(async () => (parts.known ? registration : undefined)),
    },
    fetch: parts.fetch,
    reload: vi.fn(),
    log: { log: vi.fn(), error: vi.fn() },
  };
  return { host, unregister };
}

test('a worker file that is a script is registered', async () => {
  const { host } = hostWith({ fetch: async () => script(), known: true });
  await registerWorker(host);
  expect(host.container.register).toHaveBeenCalledWith('/service-worker.js');
  expect(host.reload).not.toHaveBeenCalled();
});

test.each([
  ['missing', () => new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } })],
  ['no script', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('a worker whose file is %s is unregistered, and the page reloads; without a worker it stays', async (_, answer) => {
  const known = hostWith({ fetch: async () => answer(), known: true });
  await registerWorker(known.host);
  expect([known.unregister.mock.calls.length, known.host.reload.mock.calls.length]).toEqual([1, 1]);
  const none = hostWith({ fetch: async () => answer() });
  await registerWorker(none.host);
  expect(none.host.reload).not.toHaveBeenCalled();
  expect(none.host.container.register).not.toHaveBeenCalled();
});

test('a registration that fails goes to the console', async () => {
  const { host } = hostWith({ fetch: async () => script(), fails: true });
  await registerWorker(host);
  expect(host.log.error).toHaveBeenCalledWith('Error during service worker registration:', expect.any(Error));
});

test('without a connection the app says that it runs offline, and keeps its worker', async () => {
  const { host, unregister } = hostWith({ fetch: () => Promise.reject(new TypeError('Failed to fetch')), known: true });
  await registerWorker(host);
  expect(host.log.log).toHaveBeenCalledWith('No internet connection found. App is running in offline mode.');
  expect(unregister).not.toHaveBeenCalled();
});
