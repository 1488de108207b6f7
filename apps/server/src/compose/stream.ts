import type { Bus } from '@trickdesk/db';
import type { FastifyInstance } from 'fastify';
import { type MarketDataService, streamMarket } from '../features/market-data/index.ts';
import { eventStream } from '../http/event-stream.ts';
import type { SessionGate } from '../http/session-gate.ts';
import { followUserEvents } from '../platform/user-events/index.ts';
import type { Foundation } from './foundation.ts';

export interface StreamRoute {
  readonly addRoute: (server: FastifyInstance) => void;
  readonly close: () => Promise<void>;
}

/** `GET /userapi/stream`, fed by the market and by the account's stored events. */
export async function openEventStream(
  { database: db, log, clock }: Foundation,
  parts: { readonly bus: Bus; readonly market: MarketDataService; readonly gate: SessionGate },
): Promise<StreamRoute> {
  const { bus, market, gate } = parts;
  const [events, prices] = [await followUserEvents({ db, bus, log }), await streamMarket({ db, bus, market, log })];
  return {
    // Stored events first: the answer begins with the first price, and from then on none may be missed.
    addRoute: eventStream({ gate, log, now: clock.now, sources: [events.listen, prices.listen] }),
    close: async () => {
      await events.close();
      await prices.close();
    },
  };
}
