import type { Bus } from '@trickdesk/db';
import type { FastifyInstance } from 'fastify';
import { streamResults } from '../features/deployments/index.ts';
import { type MarketDataService, streamMarket } from '../features/market-data/index.ts';
import { eventStream, type StreamSource } from '../http/event-stream.ts';
import type { SessionGate } from '../http/session-gate.ts';
import { followUserEvents } from '../platform/user-events/index.ts';
import type { Foundation } from './foundation.ts';

export interface StreamRoute {
  readonly addRoute: (server: FastifyInstance) => void;
  readonly close: () => Promise<void>;
}

/** What tells that an account's tricks hold something else, or have another result. */
const CHANGES_RESULTS: ReadonlySet<string> = new Set(['trick', 'order', 'position']);

/** `GET /userapi/stream`, fed by the market, by the account's stored events and by what its tricks come to. */
export async function openEventStream(
  { database: db, log, clock }: Foundation,
  parts: { readonly bus: Bus; readonly market: MarketDataService; readonly gate: SessionGate },
): Promise<StreamRoute> {
  const { bus, market, gate } = parts;
  const [events, prices] = [await followUserEvents({ db, bus, log }), await streamMarket({ db, bus, market, log })];
  const results = streamResults({ db, market, priceOf: prices.priceOf, log });
  const stored: StreamSource = (listener) =>
    events.listen({
      ...listener,
      send: (event) => {
        if (CHANGES_RESULTS.has(event.name)) results.readAgain(listener.accountId);
        listener.send(event);
      },
    });
  return {
    // Stored events first: the answer begins with the first price, and from then on none may be missed.
    addRoute: eventStream({
      gate,
      log,
      now: clock.now,
      sources: [stored, prices.listen, async (listener) => results.listen(listener)],
    }),
    close: async () => {
      results.close();
      await events.close();
      await prices.close();
    },
  };
}
