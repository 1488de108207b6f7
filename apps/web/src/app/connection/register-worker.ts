/** What registering needs of a browser. */
export interface WorkerHost {
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>;
  readonly fetch: (url: string) => Promise<Response>;
  readonly reload: () => void;
  readonly log: Pick<Console, 'log' | 'error'>;
}

const FILE = '/service-worker.js';

/**
 * Registers the worker, as section 8 of the specification has it: what fails goes to the console; a file that is missing
 * or no script takes its worker away, and the page is loaded anew without it; without a connection the app says that it
 * runs offline.
 */
export async function registerWorker({ container, fetch, reload, log }: WorkerHost): Promise<void> {
  let file: Response;
  try {
    file = await fetch(FILE);
  } catch {
    log.log('No internet connection found. App is running in offline mode.');
    return;
  }
  try {
    if (isScript(file)) return void (await container.register(FILE));
    const registration = await container.getRegistration();
    if (!registration) return;
    await registration.unregister();
    reload();
  } catch (error) {
    log.error('Error during service worker registration:', error);
  }
}

/** A server in trouble says nothing about the file. */
function isScript({ status, headers }: Response): boolean {
  return status >= 500 || (status === 200 && (headers.get('content-type') ?? '').includes('javascript'));
}
