import type { BrokerAccess, InstrumentRef, MarketData } from '@trickdesk/brokers';
import { type PriceBand, toPriceBand } from '@trickdesk/domain';

/** Listed at an exchange, and known to the product by a number. */
type Asked = InstrumentRef & { readonly id: number };

interface BandSource {
  readonly marketData: (access: BrokerAccess) => Pick<MarketData, 'quotes'>;
  /** The session of a link as it is stored now; `undefined` while nobody is signed in. */
  readonly accessOf: (brokerLinkId: number) => Promise<BrokerAccess | undefined>;
}

/**
 * Reads the exchange's price bands of the day out of the broker's quotes, by the product's number of each instrument.
 * What nobody is signed in for, what could not be read and what has no band is absent.
 */
export function bandReader({ marketData, accessOf }: BandSource) {
  return async (brokerLinkId: number, asked: readonly Asked[]): Promise<ReadonlyMap<number, PriceBand>> => {
    const access = await accessOf(brokerLinkId);
    const reply = access && (await marketData(access).quotes(asked));
    const bands = new Map<number, PriceBand>();
    for (const quote of reply?.kind === 'ok' ? reply.value.quotes : []) {
      const id = asked.find(({ exchange, token }) => exchange === quote.exchange && token === quote.token)?.id;
      const band = toPriceBand(quote.lowerCircuitPaise, quote.upperCircuitPaise);
      if (id !== undefined && band) bands.set(id, band);
    }
    return bands;
  };
}
