import type { CorporateAction, IndiaDate, Paise } from '@trickdesk/domain';
import { type Disposal, fifoLots, type LotTrade, type OpenLot } from '@trickdesk/engine';

/** What of an order of a basket was executed. */
export interface ExecutedOrder {
  readonly id: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly filledQuantity: number;
  readonly filledValuePaise: Paise;
  /** All of them. */
  readonly chargesPaise: Paise;
  /** The part that no tax return takes off. */
  readonly sttPaise: Paise;
  readonly day: IndiaDate;
}

export interface Flow {
  readonly day: IndiaDate;
  /** Above zero: put in. */
  readonly amountPaise: Paise;
}

/** What a basket holds and is worth in cash, as its flows and orders make it. */
export interface Standing {
  readonly cashPaise: Paise;
  /** Put in less taken out. */
  readonly investedPaise: Paise;
  readonly chargesPaise: Paise;
  /** Of the charges, the tax on transactions. */
  readonly sttPaise: Paise;
  /** Units by symbol, those above zero. */
  readonly held: ReadonlyMap<string, number>;
  readonly lots: readonly OpenLot[];
  readonly disposals: readonly Disposal[];
}

export type ActionsOf = ReadonlyMap<string, readonly CorporateAction[]>;

/**
 * Adds up a basket's flows and orders until the end of a day. Units follow splits and bonuses of that day and before.
 *
 * @throws RangeError where more was sold than held
 */
export function standingOf(
  { flows, orders }: { readonly flows: readonly Flow[]; readonly orders: readonly ExecutedOrder[] },
  actions: ActionsOf,
  until: IndiaDate,
): Standing {
  const done = orders.filter(({ filledQuantity, day }) => filledQuantity > 0 && day <= until);
  const came = flows.filter(({ day }) => day <= until);
  const investedPaise = came.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  const chargesPaise = done.reduce((sum, order) => sum + order.chargesPaise, 0n);
  const sttPaise = done.reduce((sum, order) => sum + order.sttPaise, 0n);
  const traded = done.reduce((sum, { side, filledValuePaise: value }) => sum + (side === 'sell' ? value : -value), 0n);
  const known = [...actions].flatMap(([symbol, all]) =>
    all.filter(({ exDate }) => exDate <= until).map((action) => ({ ...action, symbol })),
  );
  const { lots, disposals } = fifoLots(done.map(lotTradeOf), known);
  const held = new Map<string, number>();
  for (const { symbol, quantity } of lots) held.set(symbol, (held.get(symbol) ?? 0) + quantity);
  const cashPaise = investedPaise + traded - chargesPaise;
  return { cashPaise, investedPaise, chargesPaise, sttPaise, held, lots, disposals };
}

function lotTradeOf(order: ExecutedOrder): LotTrade {
  const { id, symbol, side, filledQuantity: quantity, day: date } = order;
  return {
    ...{ id, symbol, side, quantity, date },
    valuePaise: Number(order.filledValuePaise),
    deductiblePaise: Number(order.chargesPaise - order.sttPaise),
  };
}

/** Of what a sale brings in, so much may be spent on the same day at the broker; the rest on the next session. */
export const SAME_DAY_CREDIT_PERCENT = 80n;

/** Cash that may be spent on a day. */
export function spendableOn(day: IndiaDate, cashPaise: Paise, orders: readonly ExecutedOrder[]): Paise {
  const soldPaise = orders
    .filter(({ side, day: on }) => side === 'sell' && on === day)
    .reduce((sum, { filledValuePaise }) => sum + filledValuePaise, 0n);
  const heldBack = soldPaise - (soldPaise * SAME_DAY_CREDIT_PERCENT) / 100n;
  return cashPaise > heldBack ? cashPaise - heldBack : 0n;
}
