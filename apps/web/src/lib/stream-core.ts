import { createEventReader, type WireEvent } from './event-reader.ts';

const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 15_000;

/** How long to wait before the stream is opened again, with up to a quarter taken off so that tabs do not march in step. */
export function backOffMs(failures: number, random: number): number {
  const whole = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (1 - random / 4));
}

/** `/userapi/stream`, with the symbols on screen in a stable order. */
export function streamUrl(path: string, symbols: readonly string[]): string {
  if (symbols.length === 0) return path;
  return `${path}?${new URLSearchParams({ symbols: [...new Set(symbols)].sort().join(',') })}`;
}

interface Parts {
  readonly url: string;
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  readonly fetchSignedIn: (url: string, init: RequestInit) => Promise<Response>;
  readonly onOpen: () => void;
  readonly onEvent: (event: WireEvent) => void;
  /** Anything arrived, a heartbeat too. */
  readonly onSignOfLife: () => void;
}

/**
 * Reads the stream until the server or `signal` ends it.
 *
 * @throws CallFailure where it cannot be opened, TypeError where the connection breaks
 */
export async function readStream(parts: Parts): Promise<void> {
  const headers = new Headers({ accept: 'text/event-stream' });
  if (parts.lastEventId !== undefined) headers.set('last-event-id', parts.lastEventId);
  const response = await parts.fetchSignedIn(parts.url, {
    method: 'GET',
    headers,
    signal: parts.signal,
    cache: 'no-store',
  });
  if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
  parts.onOpen();
  const feed = createEventReader(parts.onEvent);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parts.onSignOfLife();
    feed(value);
  }
}
