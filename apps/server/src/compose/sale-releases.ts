import {
  createOrderAccess,
  createReleaseReader,
  createSaleReleases,
  type ReleaseReader,
  type SaleReleases,
} from '../features/broker-links/index.ts';
import type { BrokerFoundation } from './broker-access.ts';

export interface Releases {
  readonly reader: ReleaseReader;
  readonly saleReleases: SaleReleases;
}

/** What tells which shares wait for their owner's word to the depository, and where it is given. */
export function openReleases(foundation: BrokerFoundation): Releases {
  const { database, clock, smartApi, settings } = foundation;
  const parts = {
    ...{ database, clock, access: createOrderAccess(foundation) },
    environment: settings.market === 'angelone' ? ('live' as const) : ('simulator' as const),
  };
  const reader = createReleaseReader({ ...parts, holdingsOf: (access) => smartApi.orders(access).holdings() });
  return { reader, saleReleases: createSaleReleases({ ...parts, reader, releasesOf: smartApi.releases }) };
}
