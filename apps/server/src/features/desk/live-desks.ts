import type { LiveDesks } from '../deployments/index.ts';
import { AccountDesk } from './account-desk.ts';
import type { DeskParts } from './parts.ts';
import { RunSeat } from './seat.ts';
import { tradedInstruments } from './traded-instruments.ts';

/** The desks of the accounts that this process holds. */
export function createLiveDesks(parts: DeskParts): LiveDesks {
  const desks = new Map<number, AccountDesk>();
  let exchangeNow = 0;
  const deskOf = (linkId: number): AccountDesk => {
    const desk = desks.get(linkId);
    if (!desk) throw new Error(`this process does not hold the account of link ${linkId}`);
    return desk;
  };
  return {
    open: async (linkId) => {
      if (desks.has(linkId)) return;
      const desk = new AccountDesk(parts, linkId);
      const { now } = await parts.marketData.marketState();
      await desk.open(Math.max(now ?? 0, exchangeNow));
      desks.set(linkId, desk);
    },
    seat: (facts, onNews) => new RunSeat(deskOf(facts.brokerLinkId), facts, onNews),
    close: async (linkId) => {
      const desk = desks.get(linkId);
      desks.delete(linkId);
      parts.memory?.forget(linkId);
      await desk?.close();
    },
    abandon: (linkId) => {
      parts.memory?.forget(linkId);
      desks.get(linkId)?.abandon();
      desks.delete(linkId);
    },
    traded: () => [...desks.values()].flatMap(({ core }) => tradedInstruments(core)),
    onQuote: (instrumentId, quote) => {
      for (const desk of desks.values()) desk.onQuote(instrumentId, quote);
    },
    onPrice: (instrumentId, at, pricePaise) => {
      exchangeNow = Math.max(exchangeNow, at);
      parts.memory?.onPrice(instrumentId, at, pricePaise);
      for (const desk of desks.values()) desk.onPrice(instrumentId, at, pricePaise);
    },
    onBar: (instrumentId, bar) => parts.memory?.onBar(instrumentId, bar),
    onClock: (at) => {
      exchangeNow = Math.max(exchangeNow, at);
      parts.memory?.onClock(at);
      for (const desk of desks.values()) desk.onClock(at);
    },
    wake: (linkId) => {
      const woken = desks.get(linkId)?.wake();
      void woken?.catch((error: unknown) => {
        // The next wake-up, or the desk's own beat, looks again.
        parts.log.error({ error, brokerLinkId: linkId }, 'a desk could not look at what changed');
      });
    },
  };
}
