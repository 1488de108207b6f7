import { z } from 'zod';
import type { SimulatorStore } from '../store.ts';

const DOCUMENT = 'postback';
const zUrl = z.string().nullable();
/** A listener that is slower than this loses the update: the broker documents no second try. */
const PATIENCE_MS = 5_000;

/** The broker's webhook: one POST for each update of an order, unsigned, never repeated. */
export interface Postback {
  readonly url: () => string | null;
  /** `null`: no webhook. */
  readonly setUrl: (url: string | null) => Promise<void>;
  readonly post: (body: object) => void;
  readonly counters: () => { readonly posted: number; readonly failed: number };
  readonly close: () => void;
}

export async function createPostback(
  store: Pick<SimulatorStore, 'loadDocuments' | 'saveDocument'>,
  send: typeof fetch = fetch,
): Promise<Postback> {
  const [stored] = await store.loadDocuments(DOCUMENT);
  let url = stored === undefined ? null : zUrl.parse(JSON.parse(stored));
  let [posted, failed] = [0, 0];
  const closing = new AbortController();

  const deliver = async (target: string, body: string): Promise<void> => {
    const response = await send(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  };

  return {
    url: () => url,
    setUrl: async (next) => {
      await store.saveDocument(DOCUMENT, 'url', JSON.stringify(next));
      url = next;
    },
    post: (body) => {
      if (url === null) return;
      deliver(url, JSON.stringify(body)).then(
        () => {
          posted += 1;
        },
        // Nobody is there to be told: the broker does not try again, so the count is all that remains.
        () => {
          failed += 1;
        },
      );
    },
    counters: () => ({ posted, failed }),
    close: () => closing.abort(),
  };
}
