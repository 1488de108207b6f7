import type { Bus } from '@trickdesk/db';
import { expect, test } from 'vitest';
import { type MarketHandlers, publishMarket, subscribeMarket } from './market-events.ts';
import { askForQuotes, hearQuotesWanted } from './quotes-wanted.ts';
import { publishPrices, subscribePrices } from './shown-prices.ts';

/** One process that hears itself. */
function loop(): Bus & { readonly sent: string[] } {
  const heard = new Map<string, (message: string) => void>();
  const sent: string[] = [];
  return {
    sent,
    publish: (channel, message) => {
      sent.push(message);
      heard.get(channel)?.(message);
    },
    subscribe: async (channel, { onMessage }) => {
      heard.set(channel, onMessage);
      return { unsubscribe: async () => undefined };
    },
    flush: async () => undefined,
    isConnected: () => true,
    droppedCount: () => 0,
    close: async () => undefined,
  };
}

async function heardOf(handlers: (heard: unknown[]) => MarketHandlers) {
  const bus = loop();
  const heard: unknown[] = [];
  await subscribeMarket(bus, handlers(heard));
  return { bus, heard };
}

test('a quote arrives as it was shown, also where a side is empty', async () => {
  const { bus, heard } = await heardOf((all) => ({ onQuote: (id, quote) => all.push([id, quote]) }));
  const quotes = [
    { at: 5, bids: [1_000, 10, 995, 20], asks: [1_010, 30] },
    { at: 6, bids: [], asks: [1_010, 30] },
    { at: 7, bids: [1_000, 10], asks: [] },
  ];
  for (const quote of quotes) publishMarket(bus).quote(7, quote);
  expect(heard).toEqual(quotes.map((quote) => [7, quote]));
});

test('who wants no quotes is not disturbed by them; ticks are told as the release before told them', async () => {
  const { bus, heard } = await heardOf((all) => ({ onTick: (...tick) => all.push(tick) }));
  publishMarket(bus).quote(7, { at: 5, bids: [1, 2], asks: [3, 4] });
  publishMarket(bus).tick(7, 5, 1_005, 90);
  expect(heard).toEqual([[7, 5, 1_005, 90]]);
  expect(bus.sent.at(-1)).toBe('t,7,5,1005,90');
});

test('a quote with a level cut off is refused, not half believed', async () => {
  const { bus } = await heardOf(() => ({ onQuote: () => undefined }));
  for (const message of ['q,7,5,2,1000,10,1010', 'q,7,5,4,1000,10', 'q,7,5,2,1000,x,1010,30', 'q,7']) {
    expect(() => bus.publish('market', message)).toThrow(TypeError);
  }
});

test('the word that minutes had no trade arrives with its instrument and its end, or not at all', async () => {
  const { bus, heard } = await heardOf((all) => ({ onQuiet: (...word) => all.push(word) }));
  publishMarket(bus).quiet(7, 60_000);
  expect(heard).toEqual([[7, 60_000]]);
  for (const message of ['n,7', 'n,7,x', 'n,7,60000,1']) {
    expect(() => bus.publish('market', message)).toThrow(TypeError);
  }
});

test('a price for screens arrives on a channel of its own, whole or not at all', async () => {
  const bus = loop();
  const [heard, ticks]: unknown[][] = [[], []];
  await subscribePrices(bus, (...price) => heard?.push(price));
  await subscribeMarket(bus, { onTick: (...tick) => ticks?.push(tick) });
  publishPrices(bus)(7, 5_000, 1_005);
  expect(heard).toEqual([[7, 5_000, 1_005]]);
  expect(ticks).toEqual([]);
  for (const message of ['7,5000', '7,5000,x', '7,5000,1005,9', '7,5000,10.5']) {
    expect(() => bus.publish('shown_prices', message)).toThrow(TypeError);
  }
});

test('a wish for many instruments reaches the feed whole', async () => {
  const bus = loop();
  const heard: Record<'live' | 'test', number[]> = { live: [], test: [] };
  await hearQuotesWanted(bus, ({ instrumentIds, isLive }) => heard[isLive ? 'live' : 'test'].push(...instrumentIds));
  const instrumentIds = Array.from({ length: 1_201 }, (_, i) => i + 1_000_000);
  askForQuotes(bus, { instrumentIds, isLive: false });
  askForQuotes(bus, { instrumentIds: instrumentIds.toReversed(), isLive: true });
  askForQuotes(bus, { instrumentIds: [], isLive: true });
  expect(heard).toEqual({ live: instrumentIds.toReversed(), test: instrumentIds });
  expect(Math.max(...bus.sent.map((message) => message.length))).toBeLessThan(7_500);
});
