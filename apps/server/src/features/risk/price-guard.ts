import type { Database } from '@trickdesk/db';
import { type Bar, type EpochMs, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { EntryGuard, GuardedEntry } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { insertVeto } from './change-store.ts';
import { guardEntry, type MarketFacts } from './guards.ts';
import { readClockAndPrices } from './store.ts';

export interface PriceGuardParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: Pick<MarketDataService, 'dataset' | 'calendar'>;
}

interface Price {
  pricePaise: number;
  at: EpochMs;
}

/** What this process has heard of the market, and what the feed has stored. */
interface Heard {
  readonly prices: Map<number, Price>;
  readonly stored: Map<number, Readonly<Price> & { readonly previousClosePaise: number }>;
  /** The last whole minute of each instrument. */
  readonly minutes: Map<number, Bar>;
  /** How far the exchange is, and when that was heard by our clock; 0 before anything was. */
  exchangeAt: EpochMs;
  seenAt: EpochMs;
  feed: { readonly speed: number; readonly health: 'live' | 'stale' | 'down' };
  isBegun: boolean;
}

/**
 * The guards of doubtful prices for test mode. They are the account's own of live mode; only where the facts come from
 * differs: a run in test mode fills its entry with the next price, so the answer must be there before it, and cannot wait
 * for the database. Any news is a sign of life: a day that is played fast has no silence of its own.
 */
export function createPriceGuard({ database, clock, marketData }: PriceGuardParts): EntryGuard {
  const heard: Heard = {
    ...{ prices: new Map(), stored: new Map(), minutes: new Map(), exchangeAt: 0, seenAt: 0 },
    ...{ feed: { speed: 1, health: 'live' }, isBegun: false },
  };
  // Told of every price of the market: nothing is made anew but an instrument's first.
  const hear = (at: EpochMs, seenAt: EpochMs): void => {
    if (at > heard.exchangeAt) heard.exchangeAt = at;
    if (seenAt > heard.seenAt) heard.seenAt = seenAt;
  };
  return {
    onPrice: (instrumentId, at, pricePaise) => {
      const price = heard.prices.get(instrumentId);
      if (price) {
        price.pricePaise = pricePaise;
        price.at = at;
      } else heard.prices.set(instrumentId, { pricePaise, at });
      hear(at, clock.now());
    },
    onBar: (instrumentId, bar) => {
      heard.minutes.set(instrumentId, bar);
      hear(bar.openAt + MINUTE_MS, clock.now());
    },
    onClock: (at) => hear(at, clock.now()),
    refresh: async (instrumentIds) => {
      // A run that is taken up decides at once on what closed while nobody ran it: the first time, all are asked for.
      const asked = heard.isBegun ? instrumentIds : 'all';
      const { row, prices } = await readClockAndPrices(database.kysely, marketData.dataset, asked);
      heard.isBegun = true;
      for (const { instrument_id: id, price_paise: pricePaise, previous_close_paise: previous, at } of prices) {
        heard.stored.set(id, { pricePaise, previousClosePaise: previous, at: at.getTime() });
      }
      if (!row) return;
      heard.feed = { speed: row.speed, health: row.feed };
      hear(row.exchange_at.getTime(), row.seen_at.getTime());
    },
    vetoOf: (entry) => guardEntry(entry.symbol, factsOf(heard, entry, { wallNow: clock.now(), ...marketData })),
    keep: async (tx, owner, refused) => {
      for (const { symbol, side, quantity, pricePaise, rule, sentence, at: exchangeAt } of refused) {
        const facts = { mode: 'paper', symbol, side, quantity, pricePaise };
        await insertVeto(tx, { ...owner, rule, sentence, facts, exchangeAt, at: new Date(clock.now()) });
      }
    },
  };
}

function factsOf(
  heard: Heard,
  { instrumentId, at }: GuardedEntry,
  { wallNow, calendar }: { readonly wallNow: EpochMs } & Pick<MarketDataService, 'calendar'>,
): MarketFacts {
  const session = calendar.sessionAt(at);
  const { exchangeAt, seenAt } = heard;
  const { speed, health: feed } = heard.feed;
  const minute = heard.minutes.get(instrumentId);
  const isOfSession = minute !== undefined && session !== undefined && minute.openAt >= session.openAt;
  return {
    wallNow,
    isOpen: session !== undefined,
    clock: exchangeAt > 0 ? { exchangeAt, seenAt, speed, feed } : undefined,
    last: lastOf(heard, instrumentId),
    minuteClosePaise: isOfSession ? minute.close : undefined,
  };
}

/** The newest of what was heard and what is stored. Where the close of the day before is not known, no band is kept. */
function lastOf({ prices, stored }: Heard, instrumentId: number): MarketFacts['last'] {
  const [heard, kept] = [prices.get(instrumentId), stored.get(instrumentId)];
  const newest = heard && (!kept || heard.at >= kept.at) ? heard : kept;
  if (!newest) return undefined;
  // In the morning what is stored is of yesterday for seconds, and so is what it calls the day before.
  const isOfDay = kept !== undefined && indiaDateOf(kept.at) === indiaDateOf(newest.at);
  const { pricePaise, at } = newest;
  return { pricePaise, at, previousClosePaise: isOfDay ? kept.previousClosePaise : 0 };
}
