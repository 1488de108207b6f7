import type {
  FeedEvent,
  FeedListener,
  FeedMode,
  InstrumentRef,
  MarketFeed,
  SubscribeOutcome,
} from '@trickdesk/brokers';

/** What Angel One gives one client code: so many connections at once, each with so many instruments. */
export const SOCKETS = 3;
export const INSTRUMENTS_EACH = 1_000;
/** More than this cannot be heard by one account. */
export const MOST_INSTRUMENTS = SOCKETS * INSTRUMENTS_EACH;

export interface Shares<Instrument> {
  /** Of each connection; at least one, and no more connections than are needed. */
  readonly shares: readonly (readonly Instrument[])[];
  /** For which there is no room. */
  readonly left: readonly Instrument[];
}

/** Spreads instruments over connections, the most important first. */
export function sharesOf<Instrument>(instruments: readonly Instrument[], each = INSTRUMENTS_EACH): Shares<Instrument> {
  const shares: Instrument[][] = [];
  for (let at = 0; at < instruments.length && shares.length < SOCKETS; at += each) {
    shares.push(instruments.slice(at, at + each));
  }
  return { shares: shares.length === 0 ? [[]] : shares, left: instruments.slice(SOCKETS * each) };
}

export interface SpreadFeed extends Pick<MarketFeed, 'reconnect' | 'close'> {
  readonly subscribe: () => SubscribeOutcome;
  /**
   * Hears them in this mode too, each on its connection; `leave` ends the other one once prices come in both. Where a
   * connection has no room for both, they are moved, and what is under way at that moment is lost.
   *
   * @returns those that were moved
   */
  readonly hear: <One extends InstrumentRef>(instruments: readonly One[], mode: ShownMode) => readonly One[];
  readonly leave: (instruments: readonly InstrumentRef[], mode: ShownMode) => void;
}

/** What instruments are heard in: prices alone, or with their order books. */
export type ShownMode = Extract<FeedMode, 'quote' | 'full'>;

type OneFeed = Pick<MarketFeed, 'subscribe' | 'unsubscribe' | 'changeMode' | 'reconnect' | 'close'>;

/** Several connections as one: it is connected while all of them are, and what one misses is missed. */
export function openSpread(
  open: (listener: FeedListener) => OneFeed,
  shares: Shares<InstrumentRef>['shares'],
  listener: FeedListener,
): SpreadFeed {
  const connected = new Set<number>();
  let isWhole = false;
  const onEvent = (socket: number, event: FeedEvent): void => {
    if (event.kind === 'connected') connected.add(socket);
    else if (event.kind === 'disconnected') connected.delete(socket);
    const wasWhole = isWhole;
    isWhole = connected.size === shares.length;
    if (event.kind === 'connected' && !isWhole) return;
    if (event.kind === 'disconnected' && !wasWhole) return;
    listener.onEvent(event);
  };
  const feeds = shares.map((_, socket) =>
    open({ onTick: listener.onTick, onEvent: (event) => onEvent(socket, event) }),
  );
  return {
    subscribe: () => {
      for (const [socket, feed] of feeds.entries()) {
        const outcome = feed.subscribe(shares[socket] ?? [], 'quote');
        if (outcome.kind === 'refused') return outcome;
      }
      return { kind: 'ok' };
    },
    hear: (instruments, mode) =>
      feeds.flatMap((feed, socket) => {
        const own = instruments.filter((one) => shares[socket]?.includes(one));
        if (own.length === 0 || feed.subscribe(own, mode).kind === 'ok') return [];
        feed.changeMode(own, mode);
        return own;
      }),
    leave: (instruments, mode) => {
      for (const [socket, feed] of feeds.entries()) {
        const own = instruments.filter((one) => shares[socket]?.includes(one));
        if (own.length > 0) feed.unsubscribe(own, mode);
      }
    },
    reconnect: () => {
      for (const feed of feeds) feed.reconnect();
    },
    close: () => {
      for (const feed of feeds) feed.close();
    },
  };
}
