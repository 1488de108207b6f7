import type { IndiaDate } from '@trickdesk/domain';
import { gainOf, type OverviewAccount, type Parcel } from './parcel-rules.ts';
import { sumOf } from './spread-rules.ts';

/** A parcel that was sold. */
export type SoldParcel = Parcel & Required<Pick<Parcel, 'soldOn' | 'proceedsPaise'>>;

const isSold = (parcel: Parcel): parcel is SoldParcel =>
  parcel.soldOn !== undefined && parcel.proceedsPaise !== undefined;

/**
 * What selling has brought, newest first.
 *
 * @param search narrows the list alone: the sums are of everything that was sold
 */
export function soldOf(parcels: readonly Parcel[], search: string | undefined) {
  const all = parcels.filter(isSold);
  const words = search?.toUpperCase() ?? '';
  return {
    sold: all
      .filter(({ symbol }) => symbol.includes(words))
      .toSorted((a, b) => (a.soldOn === b.soldOn ? 0 : a.soldOn < b.soldOn ? 1 : -1)),
    realisedPaise: sumOf(all, (parcel) => gainOf(parcel) ?? 0),
    unknownProceedsPaise: sumOf(
      all.filter((parcel) => gainOf(parcel) === undefined),
      ({ proceedsPaise }) => proceedsPaise,
    ),
  };
}

export interface FewerAtBroker {
  readonly clientCode: string;
  readonly symbol: string;
  readonly onRecord: number;
  readonly atBroker: number;
}

/** Shares of which an account that could be asked holds fewer than its trades leave. What was bought today may be on its way. */
export function fewerAtBroker(
  parcels: readonly Parcel[],
  accounts: readonly OverviewAccount[],
  today: IndiaDate,
): FewerAtBroker[] {
  return accounts.flatMap(({ clientCode, heldNow }) => {
    if (!heldNow) return [];
    const open = parcels.filter((one) => one.clientCode === clientCode && one.soldOn === undefined);
    return [...new Set(open.map(({ symbol }) => symbol))].sort().flatMap((symbol) => {
      const settled = open.filter((one) => one.symbol === symbol && one.boughtOn !== today);
      const onRecord = sumOf(settled, ({ quantity }) => quantity);
      const atBroker = heldNow.get(symbol) ?? 0;
      return onRecord > atBroker ? [{ clientCode, symbol, onRecord, atBroker }] : [];
    });
  });
}
