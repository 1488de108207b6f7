import { CallFailure } from './call-failure.ts';
import { fetchSignedIn, session } from './send.ts';
import { backOffMs, readStream, streamUrl } from './stream-core.ts';
import { type EventName, type EventOf, STREAM_PATH } from './stream-events.ts';

/** `stale`: nothing has arrived for three seconds, so figures on screen may be old. */
export type StreamState = 'connecting' | 'live' | 'stale';

const STALE_AFTER_MS = 3_000;
const SYMBOLS_SETTLE_MS = 150;
const STREAM_LOCK = 'trickdesk-stream';
const CHANNEL = 'trickdesk-stream';

type Message =
  | { readonly kind: 'event'; readonly name: string; readonly id: string | undefined; readonly data: string }
  | { readonly kind: 'alive' }
  | { readonly kind: 'reopened' }
  | { readonly kind: 'symbols'; readonly tab: string; readonly symbols: readonly string[] }
  | { readonly kind: 'who' };

type Handler = (data: unknown) => void;

const handlers = new Map<string, Set<Handler>>();
const stateListeners = new Set<() => void>();
const reopenListeners = new Set<() => void>();
const watched = new Map<string, number>();
const symbolsOfTabs = new Map<string, readonly string[]>();
const tabId = crypto.randomUUID();

let state: StreamState = 'connecting';
let lastEventId: string | undefined;
let lastLifeAt = 0;
let channel: BroadcastChannel | undefined;
let stopped: AbortController | undefined;
let reading: AbortController | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
let openUrl = '';

function setState(next: StreamState): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function signOfLife(): void {
  lastLifeAt = Date.now();
  setState('live');
}

function deliver(name: string, id: string | undefined, data: string): void {
  if (id !== undefined) lastEventId = id;
  const listeners = handlers.get(name);
  if (!listeners || listeners.size === 0) return;
  const value: unknown = JSON.parse(data);
  for (const handler of listeners) handler(value);
}

function post(message: Message): void {
  channel?.postMessage(message);
}

function receive(message: Message): void {
  switch (message.kind) {
    case 'event':
      signOfLife();
      deliver(message.name, message.id, message.data);
      return;
    case 'alive':
      signOfLife();
      return;
    case 'reopened':
      for (const listener of reopenListeners) listener();
      return;
    case 'symbols':
      symbolsOfTabs.set(message.tab, message.symbols);
      symbolsChanged();
      return;
    case 'who':
      post({ kind: 'symbols', tab: tabId, symbols: [...watched.keys()] });
  }
}

const wantedUrl = () => streamUrl(STREAM_PATH, [...watched.keys(), ...[...symbolsOfTabs.values()].flat()]);

/** Re-opens the stream once the symbols on screen have settled; only the tab that reads it has one to re-open. */
function symbolsChanged(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (reading && wantedUrl() !== openUrl) reading.abort('symbols');
  }, SYMBOLS_SETTLE_MS);
}

/** Holds the stream for all tabs until this tab stops or closes. */
async function lead(signal: AbortSignal): Promise<void> {
  let failures = 0;
  let opened = false;
  post({ kind: 'who' });
  while (!signal.aborted && session.token() !== undefined) {
    reading = new AbortController();
    openUrl = wantedUrl();
    try {
      await readStream({
        url: openUrl,
        lastEventId,
        signal: AbortSignal.any([signal, reading.signal]),
        fetchSignedIn,
        onOpen: () => {
          if (opened && failures > 0) {
            post({ kind: 'reopened' });
            receive({ kind: 'reopened' });
          }
          opened = true;
          failures = 0;
        },
        onSignOfLife: () => {
          signOfLife();
          post({ kind: 'alive' });
        },
        onEvent: ({ name, id, data }) => {
          deliver(name, id, data);
          post({ kind: 'event', name, id, data });
        },
      });
    } catch (error) {
      if (error instanceof CallFailure && error.is('SIGNED_OUT')) return;
      if (reading.signal.aborted) continue;
      if (signal.aborted) return;
      console.warn('the event stream broke; it is opened again', error);
    }
    failures += 1;
    await pause(backOffMs(failures, Math.random()), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Starts this tab's part in the stream: it holds it, or waits to take it over and hears it from the tab that does. */
export function startStream(): () => void {
  stopped?.abort('restarted');
  const mine = new AbortController();
  stopped = mine;
  lastLifeAt = Date.now();
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<Message>) => receive(event.data);
  post({ kind: 'symbols', tab: tabId, symbols: [...watched.keys()] });
  const clock = setInterval(() => {
    if (Date.now() - lastLifeAt > STALE_AFTER_MS) setState('stale');
  }, 500);
  const holding =
    'locks' in navigator
      ? navigator.locks.request(STREAM_LOCK, { signal: mine.signal }, () => lead(mine.signal))
      : lead(mine.signal);
  holding.catch((error: unknown) => {
    if (!mine.signal.aborted) console.error('the event stream ended', error);
  });
  const leave = () => post({ kind: 'symbols', tab: tabId, symbols: [] });
  window.addEventListener('pagehide', leave);
  return () => {
    leave();
    window.removeEventListener('pagehide', leave);
    clearInterval(clock);
    clearTimeout(settling);
    mine.abort('stopped');
    channel?.close();
    channel = undefined;
    symbolsOfTabs.clear();
    lastEventId = undefined;
    setState('connecting');
  };
}

/** Hears one kind of event until the returned function is called. */
export function onStreamEvent<Name extends EventName>(name: Name, handler: (event: EventOf<Name>) => void): () => void {
  // The validated edge: the server checks each event against the schema that types it here.
  const untyped: Handler = (data) => handler(data as EventOf<Name>);
  const listeners = handlers.get(name) ?? new Set();
  handlers.set(name, listeners.add(untyped));
  return () => void listeners.delete(untyped);
}

/** Called after a break in the stream, when events without an id may have been missed. */
export function onStreamReopened(listener: () => void): () => void {
  reopenListeners.add(listener);
  return () => void reopenListeners.delete(listener);
}

/** Asks for quotes and bars of these symbols while they are on screen. */
export function watchSymbols(symbols: readonly string[]): () => void {
  const change = (by: 1 | -1) => {
    for (const symbol of symbols) {
      const count = (watched.get(symbol) ?? 0) + by;
      if (count > 0) watched.set(symbol, count);
      else watched.delete(symbol);
    }
    post({ kind: 'symbols', tab: tabId, symbols: [...watched.keys()] });
    symbolsChanged();
  };
  change(1);
  return () => change(-1);
}

export const streamState = {
  read: (): StreamState => state,
  subscribe: (listener: () => void): (() => void) => {
    stateListeners.add(listener);
    return () => void stateListeners.delete(listener);
  },
};
