import type { Badge, OrderRow, PositionRow, TradeRow } from '@trickdesk/contract';
import {
  type EpochMs,
  type MarketCalendar,
  ORDER_STATES,
  type OrderState,
  paiseToRupees,
  toIndiaIso,
  toSafePaise,
} from '@trickdesk/domain';
import { exitChargesPaise, type Holding, type Mark, unrealisedPaise } from './rules.ts';
import type { OrderRecord, PositionRecord } from './store.ts';
import type { TradeRecord } from './trades-store.ts';

/** Records in the words of the wire. Part of the border, like `calls.ts`: events carry the same rows as the calls. */

const moment = (at: Date): string => toIndiaIso(at.getTime());

export function badgeOf(mode: string, simulated: boolean): Badge {
  if (mode === 'paper') return 'test';
  return simulated ? 'live_simulated' : 'live';
}

function orderState(state: string): OrderState {
  const known = ORDER_STATES.find((candidate) => candidate === state);
  if (known === undefined) throw new Error(`order state ${state} is not one that this release knows`);
  return known;
}

function ofTrick(record: OrderRecord | PositionRecord | TradeRecord, simulated: boolean) {
  return {
    TricksId: record.deployment_id,
    trickName: record.deployment_name,
    brokerId: record.broker_link_id ?? 0,
    is_live: record.mode === 'live' ? (1 as const) : (0 as const),
    badge: badgeOf(record.mode, simulated),
    symbol: record.symbol,
    exchange: 'NSE' as const,
  };
}

/** What an order is read by beside its row: whose prices these are, and when the exchange opens. */
export interface OrderMarket {
  readonly simulated: boolean;
  readonly calendar: Pick<MarketCalendar, 'sessionAt' | 'nextSession'>;
  /** The exchange's clock; the order's own moment where nobody has asked for it. */
  readonly now?: EpochMs | undefined;
}

export function orderToWire(record: OrderRecord, { simulated, calendar, now }: OrderMarket): OrderRow {
  const at = record.at.getTime();
  const opensAt = record.state === 'intended' ? openingAfter(at, calendar) : undefined;
  return {
    orderId: record.id,
    ...ofTrick(record, simulated),
    side: record.side,
    purpose: record.purpose,
    quantity: record.quantity,
    filledQuantity: record.filled_quantity,
    ...(record.average_paise === null ? {} : { price: paiseToRupees(record.average_paise) }),
    status: orderState(record.state),
    ...(opensAt === undefined || opensAt <= (now ?? at) ? {} : { goesOutAt: toIndiaIso(opensAt) }),
    states: record.states.map((event) => ({
      state: orderState(event.state),
      at: toIndiaIso(Date.parse(event.at)),
      ...(event.note === null ? {} : { note: event.note }),
    })),
    reason: record.reason,
    chargesPaise: toSafePaise(record.charges_paise),
    createdAt: moment(record.at),
  };
}

/** What is decided at a close, or later, goes out at the next opening. */
function openingAfter(at: EpochMs, calendar: OrderMarket['calendar']): EpochMs | undefined {
  return calendar.sessionAt(at) ? undefined : calendar.nextSession(at)?.openAt;
}

export function holdingOf(record: PositionRecord): Holding {
  return {
    direction: record.direction,
    product: record.product === 'DELIVERY' ? 'DELIVERY' : 'INTRADAY',
    instrumentKind: record.instrument_kind === 'etf' ? 'etf' : 'equity',
    quantity: record.quantity,
    entryAt: record.entry_at.getTime(),
    entryPaise: record.entry_paise,
    entryChargesPaise: record.entry_charges_paise,
  };
}

/** `undefined` until the instrument has had a price. */
export function markOf(record: PositionRecord): Mark | undefined {
  if (record.last_paise === null || record.last_at === null) return undefined;
  return {
    pricePaise: record.last_paise,
    previousClosePaise: record.previous_close_paise ?? record.last_paise,
    at: record.last_at.getTime(),
  };
}

export function positionToWire(record: PositionRecord, simulated: boolean): PositionRow {
  const mark = markOf(record);
  const closed = record.status === 'closed';
  const pnl = closed ? record.net_paise : mark && unrealisedPaise(holdingOf(record), mark);
  return {
    positionId: record.id,
    ...ofTrick(record, simulated),
    side: record.direction === 'long' ? 'buy' : 'sell',
    quantity: record.quantity,
    averagePrice: paiseToRupees(record.entry_paise),
    ...(mark ? { lastPrice: paiseToRupees(mark.pricePaise), lastPriceAt: toIndiaIso(mark.at) } : {}),
    status: record.status,
    states: positionStates(record),
    reason: record.entry_reason,
    ...(record.stop_paise === null ? {} : { stopLoss: paiseToRupees(record.stop_paise) }),
    ...(record.stop_at_broker_paise === null ? {} : { stopAtBroker: paiseToRupees(record.stop_at_broker_paise) }),
    ...(record.target_paise === null ? {} : { target: paiseToRupees(record.target_paise) }),
    trailing: record.trailing,
    chargesPaise: toSafePaise(record.charges_paise),
    ...(pnl === undefined || pnl === null ? {} : { pnlPaise: toSafePaise(pnl) }),
    openedAt: moment(record.entry_at),
    ...(record.exit_at ? { closedAt: moment(record.exit_at) } : {}),
    ...(record.exit_paise === null ? {} : { exitPrice: paiseToRupees(record.exit_paise) }),
    ...(record.exit_reason === null ? {} : { exitReason: record.exit_reason }),
  };
}

function positionStates(record: PositionRecord): { state: string; at: string }[] {
  const opened = { state: 'open', at: moment(record.entry_at) };
  return record.exit_at ? [opened, { state: 'closed', at: moment(record.exit_at) }] : [opened];
}

/** @throws Error for a position that is still open: a trade is a closed one */
export function tradeToWire(record: TradeRecord, simulated: boolean): TradeRow {
  if (
    record.exit_at === null ||
    record.exit_paise === null ||
    record.gross_paise === null ||
    record.net_paise === null
  ) {
    throw new Error(`position ${record.id} is not closed`);
  }
  const [entryAt, exitAt] = [moment(record.entry_at), moment(record.exit_at)];
  return {
    tradeId: record.id,
    ...ofTrick(record, simulated),
    side: record.direction === 'long' ? 'buy' : 'sell',
    quantity: record.quantity,
    averagePrice: paiseToRupees(record.entry_paise),
    exitPrice: paiseToRupees(record.exit_paise),
    status: 'closed',
    states: [
      { state: 'open', at: entryAt },
      { state: 'closed', at: exitAt },
    ],
    reason: record.entry_reason,
    exitReason: record.exit_reason ?? '',
    grossPnlPaise: toSafePaise(record.gross_paise),
    chargesPaise: toSafePaise(record.charges_paise),
    pnlPaise: toSafePaise(record.net_paise),
    entryAt,
    exitAt,
  };
}

/** What selling a holding now would do, in figures; the price is the last one, so it is an estimate. */
export function exitPlanToWire(record: PositionRecord) {
  const mark = markOf(record);
  const holding = holdingOf(record);
  return {
    symbol: record.symbol,
    side: record.direction === 'long' ? ('sell' as const) : ('buy' as const),
    quantity: record.quantity,
    ...(mark ? { estimatedPrice: paiseToRupees(mark.pricePaise) } : {}),
    chargesPaise: mark ? toSafePaise(exitChargesPaise(holding, mark)) : 0,
    ...(mark ? { pnlPaise: toSafePaise(unrealisedPaise(holding, mark)) } : {}),
  };
}
