import { LiveStream, type StreamState, type TabMessage } from './live-stream.ts';
import { fetchSignedIn, session } from './send.ts';
import { type EventName, type EventOf, STREAM_PATH } from './stream-events.ts';

const STREAM_LOCK = 'trickdesk-stream';
const CHANNEL = 'trickdesk-stream';

const stream = new LiveStream({
  path: STREAM_PATH,
  tabId: crypto.randomUUID(),
  fetchSignedIn,
  isSignedIn: () => session.token() !== undefined,
  // Browsers offer locks in secure contexts and on localhost; elsewhere each tab holds a stream of its own.
  holdAlone: (hold, signal) => ('locks' in navigator ? navigator.locks.request(STREAM_LOCK, { signal }, hold) : hold()),
  openChannel: (receive) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event: MessageEvent<TabMessage>) => receive(event.data);
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  },
  random: Math.random,
});

/** Starts this tab's part in the stream; it ends when the page goes, and begins again when the browser brings it back. */
export function startStream(): () => void {
  let stop = stream.start();
  const hide = () => stop();
  const show = (event: PageTransitionEvent) => {
    if (event.persisted) stop = stream.start();
  };
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', show);
  return () => {
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', show);
    stop();
  };
}

/** Hears one kind of event until the returned function is called. */
export function onStreamEvent<Name extends EventName>(name: Name, handler: (event: EventOf<Name>) => void): () => void {
  // The validated edge: the server checks each event against the schema that types it here.
  return stream.onEvent(name, (data) => handler(data as EventOf<Name>));
}

/** Called after a break in the stream, when events without an id may have been missed. */
export const onStreamReopened = (listener: () => void): (() => void) => stream.onReopened(listener);

/** Asks for quotes and bars of these symbols while they are on screen. */
export const watchSymbols = (symbols: readonly string[]): (() => void) => stream.watch(symbols);

export const streamState = {
  read: (): StreamState => stream.readState(),
  subscribe: (listener: () => void): (() => void) => stream.onState(listener),
};
export type { StreamState };
