import { type Claim, gainOf, grouped, type Holder, type Parcel, type PriceNow } from './parcel-rules.ts';
import { sharesOf } from './share-rules.ts';

export type AssetKind = 'share' | 'share_fund' | 'other_fund';

export interface HeldLot {
  readonly clientCode?: string;
  readonly holder?: Holder;
  readonly boughtOn?: string;
  readonly quantity: number;
  readonly costPaise?: number;
  readonly valuePaise: number;
  readonly gainPaise?: number;
}

/** Everything that is held of one instrument, at its last price. Whole paise, basis points. */
export interface HeldInstrument {
  readonly symbol: string;
  readonly quantity: number;
  readonly price: PriceNow;
  readonly valuePaise: number;
  readonly shareBps: number;
  readonly costPaise: number;
  readonly unrealisedPaise: number;
  readonly unknownQuantity: number;
  readonly unknownValuePaise: number;
  readonly lots: readonly HeldLot[];
}

/** Heaviest first. What has no price is in no row. */
export function instrumentsOf(
  parcels: readonly Parcel[],
  prices: ReadonlyMap<string, PriceNow>,
): readonly HeldInstrument[] {
  const open = parcels.filter(({ soldOn }) => soldOn === undefined);
  const rows = [...grouped(open, ({ symbol }) => symbol)].flatMap(([symbol, own]) => {
    const price = prices.get(symbol);
    return price ? [instrumentOf(symbol, own, price)] : [];
  });
  const sorted = rows.toSorted((a, b) => b.valuePaise - a.valuePaise || (a.symbol < b.symbol ? -1 : 1));
  const shares = sharesOf(sorted.map(({ valuePaise }) => valuePaise));
  return sorted.map((row, i) => ({ ...row, shareBps: shares[i] ?? 0 }));
}

function instrumentOf(symbol: string, parcels: readonly Parcel[], price: PriceNow): Omit<HeldInstrument, 'shareBps'> {
  const lots = parcels
    .map(({ clientCode, holder, boughtOn, quantity, costPaise }) => {
      const valuePaise = quantity * price.pricePaise;
      const gainPaise = gainOf({
        symbol,
        quantity,
        proceedsPaise: valuePaise,
        ...(costPaise === undefined ? {} : { costPaise }),
      });
      return {
        ...(clientCode === undefined ? {} : { clientCode }),
        ...(holder ? { holder } : {}),
        ...(boughtOn === undefined ? {} : { boughtOn }),
        ...{ quantity, valuePaise },
        ...(costPaise === undefined || gainPaise === undefined ? {} : { costPaise, gainPaise }),
      };
    })
    .toSorted((a, b) => compare(a.boughtOn ?? '', b.boughtOn ?? ''));
  const unknown = lots.filter(({ costPaise }) => costPaise === undefined);
  return {
    ...{ symbol, price, lots },
    quantity: sumOf(lots, ({ quantity }) => quantity),
    valuePaise: sumOf(lots, ({ valuePaise }) => valuePaise),
    costPaise: sumOf(lots, ({ costPaise }) => costPaise ?? 0),
    unrealisedPaise: sumOf(lots, ({ gainPaise }) => gainPaise ?? 0),
    unknownQuantity: sumOf(unknown, ({ quantity }) => quantity),
    unknownValuePaise: sumOf(unknown, ({ valuePaise }) => valuePaise),
  };
}

export interface Share {
  readonly valuePaise: number;
  readonly shareBps: number;
}

/** Heaviest first. */
export function kindsOf(
  rows: readonly HeldInstrument[],
  kindOf: (symbol: string) => AssetKind,
): readonly (Share & { readonly kind: AssetKind })[] {
  const groups = [...grouped(rows, ({ symbol }) => kindOf(symbol)).values()].map((own) => ({
    kind: kindOf(own[0]?.symbol ?? ''),
    valuePaise: sumOf(own, ({ valuePaise }) => valuePaise),
  }));
  return shared(groups);
}

export interface HolderPart {
  readonly symbol: string;
  readonly quantity: number;
  readonly valuePaise: number;
}

export interface HolderShare extends Share {
  readonly holder: Holder;
  readonly parts: readonly HolderPart[];
}

/**
 * Whose the units are: first what baskets and tricks count, in this order and never more than is there, then their
 * owner's.
 *
 * @returns with `overclaimed`, symbols of which more is counted than is there
 */
export function holdersOf(
  rows: readonly HeldInstrument[],
  claims: readonly Claim[],
): { readonly holders: readonly HolderShare[]; readonly overclaimed: readonly string[] } {
  const overclaimed = new Set<string>();
  const units: Claim[] = [];
  for (const { symbol, quantity } of rows) {
    let left = quantity;
    for (const claim of claims.filter((one) => one.symbol === symbol)) {
      const taken = Math.min(left, claim.quantity);
      if (taken < claim.quantity) overclaimed.add(symbol);
      if (taken > 0) units.push({ ...claim, quantity: taken });
      left -= taken;
    }
    if (left > 0) units.push({ holder: { kind: 'hand' }, symbol, quantity: left });
  }
  const prices = new Map(rows.map(({ symbol, price }) => [symbol, price.pricePaise]));
  const holders = [...grouped(units, ({ holder: { kind, id } }) => `${kind} ${id}`).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const parts = [...grouped(own, ({ symbol }) => symbol)].map(([symbol, some]) => {
      const quantity = sumOf(some, (one) => one.quantity);
      return { symbol, quantity, valuePaise: quantity * (prices.get(symbol) ?? 0) };
    });
    return [{ holder: first.holder, parts, valuePaise: sumOf(parts, ({ valuePaise }) => valuePaise) }];
  });
  return { holders: shared(holders), overclaimed: [...overclaimed] };
}

function shared<Group extends { readonly valuePaise: number }>(groups: readonly Group[]): (Group & Share)[] {
  const sorted = groups.toSorted((a, b) => b.valuePaise - a.valuePaise);
  const shares = sharesOf(sorted.map(({ valuePaise }) => valuePaise));
  return sorted.map((group, i) => ({ ...group, shareBps: shares[i] ?? 0 }));
}

export const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
