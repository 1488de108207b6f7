const LOOK_AGAIN_MS = 2_000;

export interface Surroundings {
  /** Whether the server answers at all. */
  readonly isReachable: () => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
  /** Asks again for styles that failed with the code. */
  readonly renewStyles: () => void;
}

/**
 * Loads code of the app. While the server cannot be reached what is on screen stays, and the code comes when it is back;
 * without this a page that waits for a part of itself would be gone with it.
 *
 * @param sayWaiting tells, once, that the server is waited for
 * @throws that the code could not be had, as `isCodeMissing` knows it, where the server answers: a new version is
 *   there, or the browser remembers that it could not be had; only a reload helps then. A mistake of the code itself
 *   as it was thrown
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  sayWaiting: () => void,
  { isReachable, wait, renewStyles }: Surroundings = browser,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw styleAsCode(error);
    sayWaiting();
    do await wait(LOOK_AGAIN_MS);
    while (!(await isReachable()));
    renewStyles();
    return await load();
  }
}

/** Whether this is how a browser says that code could not be had: each maker in words of its own. */
export function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(error.message)
  );
}

/** The bundler has words of its own for a style that could not be had. Nobody but this module knows them. */
function styleAsCode(error: unknown): unknown {
  if (!(error instanceof Error && error.message.startsWith('Unable to preload CSS'))) return error;
  return new TypeError('Failed to fetch dynamically imported module: its style', { cause: error });
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
  renewStyles: () => {
    // The bundler asks for each style once: one that failed has no sheet and is put in anew.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (link.sheet === null) link.replaceWith(link.cloneNode());
    }
  },
};
