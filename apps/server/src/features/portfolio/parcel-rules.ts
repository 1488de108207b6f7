import type { EpochMs, IndiaDate } from '@trickdesk/domain';
import { type Disposal, fifoLots, type LotAction, type LotTrade, type OpenLot } from '@trickdesk/engine';
import { type AccountDeals, accountBooks, EARLIER } from './tax-rules.ts';

/** Who holds units. `hand`: their owner, by orders of their own, bought elsewhere, or before anything on record. */
export interface Holder {
  readonly kind: 'basket' | 'trick' | 'hand';
  readonly id?: number;
  readonly name?: string;
}

/** Units of one purchase that stay together until they are sold. Money in whole paise, after all charges of each side. */
export interface Parcel {
  readonly symbol: string;
  readonly clientCode?: string;
  readonly holder?: Holder;
  /** In the unit of the day of the sale; of what is still there, in today's. */
  readonly quantity: number;
  /** Absent, as the cost is, where the purchase is not on record. */
  readonly boughtOn?: IndiaDate;
  readonly costPaise?: number;
  readonly soldOn?: IndiaDate;
  readonly proceedsPaise?: number;
}

/** What selling brought beyond its cost; `undefined` of what is still there, or has no cost. */
export function gainOf({ costPaise, proceedsPaise }: Parcel): number | undefined {
  return costPaise === undefined || proceedsPaise === undefined ? undefined : proceedsPaise - costPaise;
}

export interface OverviewAccount extends AccountDeals {
  readonly isLinked: boolean;
}

/**
 * What one broker account bought and sold, first in, first out, as the law matches it. What the broker holds without any
 * trade on record is there too, without a cost.
 */
export function accountParcels(account: OverviewAccount, actions: readonly LotAction[]): Parcel[] {
  const { disposals, lots } = accountBooks(account, actions, 'all');
  const { clientCode, isLinked, heldNow } = account;
  const traded = new Set(account.deals.filter(({ product }) => product === 'delivery').map(({ symbol }) => symbol));
  const untraded = [...(heldNow ?? [])].filter(([symbol, quantity]) => quantity > 0 && !traded.has(symbol));
  return [
    ...disposals.map((disposal) => ({ clientCode, ...soldParcel(disposal) })),
    // What an account that is not linked any more still holds, nobody here knows.
    ...(isLinked ? lots.map((lot) => ({ clientCode, ...openParcel(lot) })) : []),
    ...untraded.map(([symbol, quantity]) => ({ clientCode, symbol, quantity })),
  ];
}

function soldParcel({ symbol, quantity, boughtOn, costPaise, soldOn, proceedsPaise }: Disposal): Parcel {
  return { symbol, quantity, soldOn, proceedsPaise, ...(boughtOn === EARLIER ? {} : { boughtOn, costPaise }) };
}

function openParcel({ symbol, quantity, boughtOn, costPaise }: OpenLot): Parcel {
  return { symbol, quantity, ...(boughtOn === EARLIER ? {} : { boughtOn, costPaise }) };
}

/** What of an order of a basket was executed in test mode. */
export interface BasketDeal extends LotTrade {
  readonly holder: Holder;
}

/** Baskets of test mode: each has shares of its own. */
export function basketParcels(deals: readonly BasketDeal[], actions: readonly LotAction[]): Parcel[] {
  return [...grouped(deals, ({ holder }) => `${holder.id}`).values()].flatMap((own) => {
    const { disposals, lots } = fifoLots(own, actions);
    return [...disposals.map(soldParcel), ...lots.map(openParcel)].map((parcel) => ({
      ...parcel,
      ...(own[0] ? { holder: own[0].holder } : {}),
    }));
  });
}

/** A position of a trick in test mode, from its entry to its exit. */
export interface TrickPosition {
  readonly holder: Holder;
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly isDelivery: boolean;
  readonly entryOn: IndiaDate;
  readonly entryPaise: number;
  readonly entryChargesPaise: number;
  /** `netPaise`: what the trade came to after all charges. */
  readonly exit: { readonly on: IndiaDate; readonly netPaise: number } | undefined;
}

/** What was bought within a day and is still open stands under the positions: it is no share that is held. */
export function trickParcels(positions: readonly TrickPosition[]): Parcel[] {
  return positions.flatMap((position) => {
    const { holder, symbol, quantity, entryOn, entryPaise, entryChargesPaise, exit } = position;
    const isLong = position.direction === 'long';
    const bought = { boughtOn: entryOn, costPaise: entryPaise * quantity + entryChargesPaise };
    if (!exit) return isLong && position.isDelivery ? [{ holder, symbol, quantity, ...bought }] : [];
    const trade = { holder, symbol, quantity };
    if (isLong) return [{ ...trade, ...bought, soldOn: exit.on, proceedsPaise: bought.costPaise + exit.netPaise }];
    // Sold first and bought back.
    const proceedsPaise = entryPaise * quantity - entryChargesPaise;
    return [{ ...trade, boughtOn: exit.on, costPaise: proceedsPaise - exit.netPaise, soldOn: entryOn, proceedsPaise }];
  });
}

/** What a basket or trick counts of the shares at brokers. */
export interface Claim {
  readonly holder: Holder;
  readonly symbol: string;
  readonly quantity: number;
}

/** What is left of the purchases of each basket, in today's units. @throws RangeError where one sold more than it had */
export function basketClaims(deals: readonly BasketDeal[], actions: readonly LotAction[]): Claim[] {
  return basketParcels(deals, actions).flatMap(({ holder, symbol, quantity, soldOn }) =>
    soldOn === undefined && holder ? [{ holder, symbol, quantity }] : [],
  );
}

export interface PriceNow {
  readonly pricePaise: number;
  readonly at: EpochMs;
}

export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
