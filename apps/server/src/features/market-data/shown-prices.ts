import type { Bus, Subscription } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';

/**
 * A channel of its own: processes that decide on prices hear nothing of it, and a release that does not know it stays
 * undisturbed.
 */
const PRICE_CHANNEL = 'shown_prices';

export type PriceHandler = (instrumentId: number, at: EpochMs, pricePaise: number) => void;

/**
 * Tells a price the moment it comes, for screens alone. The news of the market waits until nothing earlier can come any
 * more, since strategies must see every price once and in order: a second or two, which a person takes for a delay.
 */
export function publishPrices(bus: Bus): PriceHandler {
  return (instrumentId, at, pricePaise) => bus.publish(PRICE_CHANNEL, `${instrumentId},${at},${pricePaise}`);
}

/** Prices as they come: out of order, twice, or such that never become news. */
export function subscribePrices(bus: Bus, handler: PriceHandler): Promise<Subscription> {
  return bus.subscribe(PRICE_CHANNEL, {
    onMessage: (message) => {
      const [instrumentId = Number.NaN, at = Number.NaN, pricePaise = Number.NaN, ...more] = message
        .split(',')
        .map(Number);
      if (more.length > 0 || ![instrumentId, at, pricePaise].every(Number.isSafeInteger)) {
        throw new TypeError(`not a price: ${message}`);
      }
      handler(instrumentId, at, pricePaise);
    },
  });
}
