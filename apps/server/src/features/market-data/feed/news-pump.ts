import type { Quote } from '@trickdesk/engine';
import type { Log } from '../../../platform/log.ts';
import type { TailBar } from '../candle-store.ts';
import type { MarketPublisher, MarketStatus } from '../market-events.ts';
import type { MarketNews } from './ordered-news.ts';

export interface PumpParts {
  readonly publisher: MarketPublisher;
  /** Makes closed minutes durable; repeated until it succeeds. */
  readonly store: (bars: readonly TailBar[]) => Promise<void>;
  readonly log: Log;
}

type Item =
  | MarketNews
  | { readonly kind: 'quote'; readonly instrumentId: number; readonly quote: Quote }
  | { readonly kind: 'clock'; readonly at: number; readonly status: MarketStatus }
  | { readonly kind: 'gap' };

/** Takes news in order, stores the bars in it, then tells it in the same order. */
export interface NewsPump {
  readonly news: (news: MarketNews) => void;
  readonly quote: (instrumentId: number, quote: Quote) => void;
  readonly clock: (at: number, status: MarketStatus) => void;
  /** Tells listeners to read the bars again. */
  readonly gap: () => void;
  /** Resolves when everything so far is stored and told. */
  readonly drained: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const EVERY_MS = 25;
const RETRY_MS = 500;
/** Ticks are news, bars are records: while the database is away, what is over this many loses its ticks. */
const MOST_WAITING = 100_000;

export function createPump({ publisher, store, log }: PumpParts): NewsPump {
  let queue: Item[] = [];
  let running: Promise<void> | undefined;
  let stopped = false;

  const storeAtLast = async (bars: readonly TailBar[]): Promise<void> => {
    for (;;) {
      try {
        return await store(bars);
      } catch (error) {
        if (stopped) throw error;
        log.warn({ error, bars: bars.length }, 'closed minutes could not be stored; trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const bars = batch.filter((item) => item.kind === 'bar');
      if (bars.length > 0) await storeAtLast(bars);
      for (const item of batch) tell(publisher, item);
    }
  };
  const start = (): Promise<void> => {
    running ??= pump().finally(() => {
      running = undefined;
    });
    return running;
  };
  const put = (item: Item): void => {
    if (queue.length >= MOST_WAITING) queue = [...queue.filter((waiting) => waiting.kind === 'bar'), { kind: 'gap' }];
    queue.push(item);
  };
  const timer = setInterval(() => {
    start().catch((error: unknown) => log.error({ error }, 'news of the market was lost'));
  }, EVERY_MS);
  const drained = async (): Promise<void> => {
    while (queue.length > 0 || running) await start();
    await publisher.flush();
  };

  return {
    news: put,
    quote: (instrumentId, quote) => put({ kind: 'quote', instrumentId, quote }),
    clock: (at, status) => put({ kind: 'clock', at, status }),
    gap: () => put({ kind: 'gap' }),
    drained,
    stop: async () => {
      clearInterval(timer);
      stopped = true;
      await drained();
    },
  };
}

function tell(publisher: MarketPublisher, item: Item): void {
  switch (item.kind) {
    case 'tick':
      publisher.tick(item.instrumentId, item.at, item.pricePaise, item.cumulativeVolume);
      break;
    case 'quote':
      publisher.quote(item.instrumentId, item.quote);
      break;
    case 'bar':
      publisher.bar(item.instrumentId, item.bar);
      break;
    case 'quiet':
      publisher.quiet(item.instrumentId, item.until);
      break;
    case 'clock':
      publisher.clock(item.at, item.status);
      break;
    case 'gap':
      publisher.gap();
      break;
  }
}
