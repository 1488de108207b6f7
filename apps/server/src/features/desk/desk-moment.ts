import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import type { AccountDesk } from './account-desk.ts';
import type { LastPrices } from './last-prices.ts';
import type { DeskMoment } from './model.ts';
import { openingOf } from './opening.ts';

/** What a desk's plans depend on, now. @param at of the exchange's clock */
export function momentOf(
  { parts, bands }: Pick<AccountDesk, 'parts' | 'bands'>,
  prices: LastPrices,
  { at, canAct }: { readonly at: EpochMs; readonly canAct: boolean },
): DeskMoment {
  const wall = parts.clock.now();
  const today = indiaDateOf(at);
  const opening = openingOf(parts.calendar, at, prices.newestAt);
  prices.follow(opening.isOpen, wall);
  return {
    ...{ wall, at, today, canAct, ...opening },
    lastPaise: (instrumentId) => prices.of(instrumentId),
    isPriced: (instrumentId) => prices.isPriced(instrumentId, at),
    awaitsPrice: (instrumentId) => prices.awaits(instrumentId, { at, wall }),
    bandOf: (instrumentId) => bands.of(instrumentId, today),
    awaitsBand: (id) => parts.bandsOf !== undefined && bands.awaits(id, { today, wall }),
  };
}
