import type { EpochMs, MarketCalendar } from '@trickdesk/domain';
import type { MarketBounds } from '../desk/index.ts';
import { GUARD_DEFAULTS, type MarketFacts } from './guards.ts';
import type { MarketRow } from './store.ts';

interface Price {
  readonly at: EpochMs;
  readonly pricePaise: number;
}

interface Minute {
  readonly openAt: EpochMs;
  readonly closePaise: number;
}

export interface MarketKnown {
  readonly facts: MarketFacts;
  readonly bounds: MarketBounds;
}

/** The market as this process has heard of it, on top of what it has read. What came later is newer, whichever way. */
export class MarketMemory {
  readonly #calendar: Pick<MarketCalendar, 'sessionAt'>;
  readonly #prices = new Map<number, Price>();
  readonly #minutes = new Map<number, Minute>();
  readonly #previousClose = new Map<number, number>();
  #clock: MarketFacts['clock'];

  constructor(calendar: Pick<MarketCalendar, 'sessionAt'>) {
    this.#calendar = calendar;
  }

  onPrice(instrumentId: number, price: Price): void {
    const known = this.#prices.get(instrumentId);
    if (!known || known.at <= price.at) this.#prices.set(instrumentId, price);
  }

  onMinute(instrumentId: number, minute: Minute): void {
    const known = this.#minutes.get(instrumentId);
    if (!known || known.openAt <= minute.openAt) this.#minutes.set(instrumentId, minute);
  }

  learn(instrumentId: number, row: MarketRow): void {
    this.learnClock(row);
    const { price_paise: pricePaise, previous_close_paise: previousClosePaise, at } = row;
    if (pricePaise !== null && at !== null) this.onPrice(instrumentId, { pricePaise, at: at.getTime() });
    if (previousClosePaise !== null) this.#previousClose.set(instrumentId, previousClosePaise);
    const { minute_at: minuteAt, minute_close_paise: closePaise } = row;
    if (minuteAt !== null && closePaise !== null) {
      this.onMinute(instrumentId, { openAt: minuteAt.getTime(), closePaise });
    }
  }

  learnClock(row: Pick<MarketRow, 'exchange_at' | 'seen_at' | 'speed' | 'feed'>): void {
    const { exchange_at: exchangeAt, seen_at: seenAt, speed, feed } = row;
    if (exchangeAt === null || seenAt === null || speed === null || feed === null) return;
    const clock = { exchangeAt: exchangeAt.getTime(), seenAt: seenAt.getTime(), speed, feed };
    if (!this.#clock || this.#clock.seenAt <= clock.seenAt) this.#clock = clock;
  }

  /** The last price that is known, where it is later than another. */
  priceAfter(instrumentId: number, at: EpochMs): number | undefined {
    const known = this.#prices.get(instrumentId);
    return known && known.at > at ? known.pricePaise : undefined;
  }

  /** `undefined` where too little is known, and while trading is not on: who enters then has time to ask. */
  of(instrumentId: number, at: EpochMs, wallNow: EpochMs): MarketKnown | undefined {
    const session = this.#calendar.sessionAt(at);
    const price = this.#prices.get(instrumentId);
    const previousClosePaise = this.#previousClose.get(instrumentId);
    const clock = this.#clock;
    if (!session || !price || previousClosePaise === undefined || clock?.feed !== 'live') return undefined;
    const minute = this.#minutes.get(instrumentId);
    const isOfSession = minute !== undefined && minute.openAt >= session.openAt;
    const { staleAfterMs, staleWallMs } = GUARD_DEFAULTS;
    return {
      facts: {
        wallNow,
        isOpen: true,
        clock,
        last: { ...price, previousClosePaise },
        minuteClosePaise: isOfSession ? minute.closePaise : undefined,
      },
      bounds: {
        instrument: instrumentId,
        clockUntil: new Date(price.at + Math.max(staleAfterMs, staleWallMs * clock.speed)),
        pricedAt: new Date(price.at),
        previousClosePaise,
        sessionAt: new Date(session.openAt),
        minuteAt: new Date(isOfSession ? minute.openAt : session.openAt - 1),
      },
    };
  }
}
