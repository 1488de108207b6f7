import { CallFailure } from './call-failure.ts';
import { asTold } from './server-texts.ts';
import { backOffMs, readStream, streamUrl } from './stream-core.ts';

/** `stale`: nothing has arrived for three seconds, so figures on screen may be old. */
export type StreamState = 'connecting' | 'live' | 'stale';

const STALE_AFTER_MS = 3_000;
const LOOK_EVERY_MS = 500;
const SYMBOLS_SETTLE_MS = 150;
const NEW_SYMBOLS = 'new symbols';

/** What tabs tell one another. */
export type TabMessage =
  | { readonly kind: 'event'; readonly name: string; readonly id: string | undefined; readonly data: string }
  | { readonly kind: 'alive' }
  | { readonly kind: 'reopened' }
  | { readonly kind: 'symbols'; readonly tab: string; readonly symbols: readonly string[] }
  | { readonly kind: 'who' };

export interface TabChannel {
  readonly post: (message: TabMessage) => void;
  readonly close: () => void;
}

interface Parts {
  readonly path: string;
  readonly tabId: string;
  readonly fetchSignedIn: (url: string, init: RequestInit) => Promise<Response>;
  readonly isSignedIn: () => boolean;
  /** Runs `hold` when no other tab of this browser holds the stream, and passes it on when `hold` ends. */
  readonly holdAlone: (hold: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly openChannel: (receive: (message: TabMessage) => void) => TabChannel;
  /** 0 to 1; spreads the tries of many browsers after a restart of the server. */
  readonly random: () => number;
}

/** Adds a listener to a set and returns what takes it away again. */
function listen<Listener>(set: Set<Listener>, listener: Listener): () => void {
  set.add(listener);
  return () => void set.delete(listener);
}

/** One event stream for all tabs of a browser: a tab holds it and hands every event to the others. */
export class LiveStream {
  readonly #parts: Parts;
  readonly #handlers = new Map<string, Set<(data: unknown) => void>>();
  readonly #stateListeners = new Set<() => void>();
  readonly #reopenListeners = new Set<() => void>();
  readonly #watched = new Map<string, number>();
  readonly #symbolsOfTabs = new Map<string, readonly string[]>();
  #state: StreamState = 'connecting';
  #lastEventId: string | undefined;
  #lastLifeAt = 0;
  #failures = 0;
  #channel: TabChannel | undefined;
  #stopped: AbortController | undefined;
  #reading: AbortController | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #openUrl = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts this tab's part: it holds the stream, or waits to take it over and hears it from the tab that does. */
  start(): () => void {
    this.#stopped?.abort('restarted');
    const mine = new AbortController();
    this.#stopped = mine;
    this.#lastLifeAt = Date.now();
    this.#channel = this.#parts.openChannel((message) => this.#receive(message));
    this.#tellSymbols();
    const clock = setInterval(() => {
      if (Date.now() - this.#lastLifeAt > STALE_AFTER_MS) this.#setState('stale');
    }, LOOK_EVERY_MS);
    this.#parts
      .holdAlone(() => this.#lead(mine.signal), mine.signal)
      .catch((error: unknown) => {
        if (!mine.signal.aborted) console.error('the event stream ended', error);
      });
    return () => {
      clearInterval(clock);
      mine.abort('stopped');
      if (this.#stopped === mine) this.#end();
    };
  }

  /** Hears one kind of event until the returned function is called. */
  onEvent(name: string, handler: (data: unknown) => void): () => void {
    const listeners = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, listeners);
    return listen(listeners, handler);
  }

  /** Called when the stream is there again after it failed: what was read meanwhile failed or may be old. */
  onReopened(listener: () => void): () => void {
    return listen(this.#reopenListeners, listener);
  }

  /** Asks for quotes and bars of these symbols until the returned function is called. */
  watch(symbols: readonly string[]): () => void {
    const change = (by: 1 | -1) => {
      for (const symbol of symbols) {
        const count = (this.#watched.get(symbol) ?? 0) + by;
        if (count > 0) this.#watched.set(symbol, count);
        else this.#watched.delete(symbol);
      }
      this.#tellSymbols();
      this.#symbolsChanged();
    };
    change(1);
    return () => change(-1);
  }

  readState(): StreamState {
    return this.#state;
  }

  onState(listener: () => void): () => void {
    return listen(this.#stateListeners, listener);
  }

  #end(): void {
    clearTimeout(this.#settling);
    this.#channel?.post({ kind: 'symbols', tab: this.#parts.tabId, symbols: [] });
    this.#channel?.close();
    this.#channel = undefined;
    this.#reading = undefined;
    this.#symbolsOfTabs.clear();
    this.#lastEventId = undefined;
    this.#setState('connecting');
  }

  #setState(next: StreamState): void {
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#stateListeners) listener();
  }

  #signOfLife(): void {
    this.#lastLifeAt = Date.now();
    this.#setState('live');
  }

  #deliver(name: string, id: string | undefined, data: string): void {
    if (id !== undefined) this.#lastEventId = id;
    const listeners = this.#handlers.get(name);
    if (!listeners || listeners.size === 0) return;
    const value = asTold(JSON.parse(data));
    for (const handler of listeners) handler(value);
  }

  #receive(message: TabMessage): void {
    switch (message.kind) {
      case 'event':
        this.#signOfLife();
        this.#deliver(message.name, message.id, message.data);
        return;
      case 'alive':
        this.#signOfLife();
        return;
      case 'reopened':
        for (const listener of this.#reopenListeners) listener();
        return;
      case 'symbols':
        this.#symbolsOfTabs.set(message.tab, message.symbols);
        this.#symbolsChanged();
        return;
      case 'who':
        this.#tellSymbols();
    }
  }

  #tellSymbols(): void {
    this.#channel?.post({ kind: 'symbols', tab: this.#parts.tabId, symbols: [...this.#watched.keys()] });
  }

  #wantedUrl(): string {
    return streamUrl(this.#parts.path, [...this.#watched.keys(), ...[...this.#symbolsOfTabs.values()].flat()]);
  }

  /** Re-opens the stream once the symbols on screen have settled; only the tab that reads it has one to re-open. */
  #symbolsChanged(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      if (this.#reading && this.#wantedUrl() !== this.#openUrl) this.#reading.abort(NEW_SYMBOLS);
    }, SYMBOLS_SETTLE_MS);
  }

  /** Holds the stream for all tabs until this tab stops or closes. */
  async #lead(signal: AbortSignal): Promise<void> {
    this.#failures = 0;
    // What closed tabs watched goes; those that are there answer.
    this.#symbolsOfTabs.clear();
    this.#channel?.post({ kind: 'who' });
    while (!signal.aborted && this.#parts.isSignedIn()) {
      const ended = await this.#readOnce(signal);
      if (ended === 'signed_out' || ended === 'stopped') return;
      if (ended === 'new_symbols') continue;
      this.#failures += 1;
      await pause(backOffMs(this.#failures, this.#parts.random()), signal);
    }
  }

  /** Reads until the stream ends, and says how it did. */
  async #readOnce(signal: AbortSignal): Promise<'signed_out' | 'stopped' | 'new_symbols' | 'broken'> {
    const mine = new AbortController();
    this.#reading = mine;
    this.#openUrl = this.#wantedUrl();
    try {
      await readStream({
        url: this.#openUrl,
        lastEventId: this.#lastEventId,
        signal: AbortSignal.any([signal, mine.signal]),
        fetchSignedIn: this.#parts.fetchSignedIn,
        onOpen: () => this.#opened(),
        onSignOfLife: () => {
          this.#signOfLife();
          this.#channel?.post({ kind: 'alive' });
        },
        onEvent: ({ name, id, data }) => {
          this.#deliver(name, id, data);
          this.#channel?.post({ kind: 'event', name, id, data });
        },
      });
    } catch (error) {
      if (error instanceof CallFailure && error.is('SIGNED_OUT')) return 'signed_out';
      if (signal.aborted) return 'stopped';
      if (mine.signal.reason === NEW_SYMBOLS) return 'new_symbols';
      console.warn('the event stream broke; it is opened again', error);
    }
    return signal.aborted ? 'stopped' : 'broken';
  }

  #opened(): void {
    if (this.#failures > 0) {
      this.#channel?.post({ kind: 'reopened' });
      this.#receive({ kind: 'reopened' });
    }
    this.#failures = 0;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
