import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from './people.ts';

export interface Listener {
  /** Pieces of news that were heard, and of streams that broke. */
  readonly end: () => { readonly heard: number; readonly broken: number };
}

/** As a browser after a stream has ended, which it does when its token has run out. */
const AGAIN_AFTER_MS = 1_000;

/** An open page: hears what the product tells until it is closed. */
export function listen(url: string, person: SignedIn): Listener {
  const closed = new AbortController();
  let [heard, broken] = [0, 0];
  const once = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${person.token}`, accept: 'text/event-stream' };
    const { status, body } = await fetch(url, { headers, signal: closed.signal });
    if (status !== 200) throw new Error(`a stream was answered ${status}`);
    for await (const _piece of body ?? []) heard += 1;
  };
  const hear = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      await once().catch(() => {
        if (!closed.signal.aborted) broken += 1;
      });
      await sleep(AGAIN_AFTER_MS);
    }
  };
  void hear();
  return {
    end: () => {
      closed.abort();
      return { heard, broken };
    },
  };
}
