import { addDays, type EpochMs, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import type { MarketDataService } from './types.ts';

/** Shares whose prices are in other units since today began. */
export interface TurnedShares {
  /** How far the exchange's clock is, from its feed. @returns whether there are any with a day that begins */
  readonly follow: (at: EpochMs) => Promise<boolean>;
  /** Whether a price is of before today, and in the units of then: the broker repeats it after each sign-in. */
  readonly isOfBefore: (instrumentId: number, at: EpochMs) => boolean;
}

export function createTurnedShares({ exDatesOn }: Pick<MarketDataService, 'exDatesOn'>): TurnedShares {
  let today = { begins: Number.NaN, ends: Number.NaN, turned: new Set<number>() };
  return {
    follow: async (at) => {
      if (at >= today.begins && at < today.ends) return false;
      const day = indiaDateOf(at);
      const turned = new Set(await exDatesOn(day));
      today = { begins: indiaMoment(day), ends: indiaMoment(addDays(day, 1)), turned };
      return turned.size > 0;
    },
    isOfBefore: (instrumentId, at) => at < today.begins && today.turned.has(instrumentId),
  };
}
