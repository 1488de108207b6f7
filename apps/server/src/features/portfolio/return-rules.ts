import { type CorporateAction, type IndiaDate, mulDiv } from '@trickdesk/domain';
import type { Parcel } from './parcel-rules.ts';

/** Units that were held over at least one night and whose purchase is on record: what returns are worked out from. */
export interface HeldParcel extends Parcel {
  readonly boughtOn: IndiaDate;
  readonly costPaise: number;
}

/** What was bought and sold within a day tied up no money over night: it has a result, and no return. */
export function heldOverNight(parcel: Parcel): parcel is HeldParcel {
  const { boughtOn, costPaise, soldOn } = parcel;
  return boughtOn !== undefined && costPaise !== undefined && boughtOn !== soldOn;
}

export interface DayFlow {
  readonly date: IndiaDate;
  readonly putInPaise: number;
  readonly takenOutPaise: number;
}

/** Money that went into shares and came out of them, by day, oldest first. */
export function flowsOf(parcels: readonly HeldParcel[]): DayFlow[] {
  const days = new Map<IndiaDate, { putInPaise: number; takenOutPaise: number }>();
  const dayOf = (date: IndiaDate) => {
    const day = days.get(date) ?? { putInPaise: 0, takenOutPaise: 0 };
    days.set(date, day);
    return day;
  };
  for (const { boughtOn, costPaise, soldOn, proceedsPaise } of parcels) {
    dayOf(boughtOn).putInPaise += costPaise;
    if (soldOn !== undefined) dayOf(soldOn).takenOutPaise += proceedsPaise ?? 0;
  }
  return [...days].map(([date, day]) => ({ date, ...day })).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export interface Came {
  readonly since: IndiaDate;
  readonly putInPaise: number;
  readonly takenOutPaise: number;
  readonly valuePaise: number;
  readonly gainPaise: number;
}

/** What flows and what is left come to; `undefined` without a flow. */
export function cameTo(flows: readonly DayFlow[], valuePaise: number): Came | undefined {
  const [first] = flows;
  if (!first) return undefined;
  const putInPaise = flows.reduce((sum, flow) => sum + flow.putInPaise, 0);
  const takenOutPaise = flows.reduce((sum, flow) => sum + flow.takenOutPaise, 0);
  const gainPaise = valuePaise + takenOutPaise - putInPaise;
  return { since: first.date, putInPaise, takenOutPaise, valuePaise, gainPaise };
}

/** Closes of each symbol in the units of their day, whole paise. */
export type Closes = ReadonlyMap<string, ReadonlyMap<IndiaDate, number>>;

/** What was held was worth, at the close of a day. */
export interface ValueDay {
  readonly date: IndiaDate;
  readonly valuePaise: number;
}

/** Of each day before today on which one of the shares traded, oldest first. */
export function dayValues(
  parcels: readonly HeldParcel[],
  closes: Closes,
  actions: ReadonlyMap<string, readonly CorporateAction[]>,
  today: IndiaDate,
): ValueDay[] {
  const [since] = flowsOf(parcels);
  const dates = [...new Set([...closes.values()].flatMap((days) => [...days.keys()]))]
    .filter((date) => since && date >= since.date && date < today)
    .sort();
  const last = new Map<string, number>();
  return dates.map((date) => {
    for (const [symbol, days] of closes) last.set(symbol, days.get(date) ?? last.get(symbol) ?? 0);
    const there = parcels.filter(({ boughtOn, soldOn = today }) => boughtOn <= date && soldOn > date);
    const valuePaise = there.reduce((sum, parcel) => {
      const { symbol } = parcel;
      return sum + worthOn(parcel, { date, close: last.get(symbol) ?? 0, actions: actions.get(symbol) ?? [] });
    }, 0);
    return { date, valuePaise };
  });
}

interface CloseThen {
  readonly date: IndiaDate;
  /** 0 where there was none so far. */
  readonly close: number;
  readonly actions: readonly CorporateAction[];
}

/** At the close of a day whose unit may be an older one. Without any close so far, at its cost. */
function worthOn({ quantity, costPaise, soldOn }: HeldParcel, { date, close, actions }: CloseThen): number {
  if (close === 0) return costPaise;
  const later = actions.filter(
    ({ exDate, kind }) => kind !== 'demerger' && exDate > date && (soldOn === undefined || exDate <= soldOn),
  );
  if (later.length === 0) return quantity * close;
  const then = later.reduce((so, { oldUnits }) => so * BigInt(oldUnits), 1n);
  const now = later.reduce((so, { newUnits }) => so * BigInt(newUnits), 1n);
  return Number(mulDiv(BigInt(quantity) * BigInt(close), then, now, 'half_up'));
}

/**
 * Each purchase made in the benchmark instead: for the same money on the same day, sold on the day on which it was sold,
 * for what the benchmark then had become. Without charges.
 *
 * @param priceOn the benchmark's on a day, whole paise in one unit throughout
 * @returns `undefined` where there is no price for one of the days
 */
export function inBenchmark(
  parcels: readonly HeldParcel[],
  priceOn: (day: IndiaDate) => number | undefined,
  today: IndiaDate,
): { readonly flows: readonly DayFlow[]; readonly valuePaise: number } | undefined {
  let valuePaise = 0;
  const instead: HeldParcel[] = [];
  for (const parcel of parcels) {
    const from = priceOn(parcel.boughtOn);
    const to = priceOn(parcel.soldOn ?? today);
    if (!from || to === undefined) return undefined;
    const became = Number(mulDiv(BigInt(parcel.costPaise), BigInt(to), BigInt(from), 'half_up'));
    if (parcel.soldOn === undefined) valuePaise += became;
    instead.push(parcel.soldOn === undefined ? parcel : { ...parcel, proceedsPaise: became });
  }
  return { flows: flowsOf(instead), valuePaise };
}

/** The last close up to a day; today, the price now. */
export function priceFinder(
  closes: readonly { readonly date: IndiaDate; readonly close: number }[],
  now: { readonly today: IndiaDate; readonly pricePaise: number },
): (day: IndiaDate) => number | undefined {
  return (day) => (day >= now.today ? now.pricePaise : closes.findLast(({ date }) => date <= day)?.close);
}
