import { isTerminal, ORDER_STATES, type OrderState } from '@trickdesk/domain';
import type { DeskInstrument, DeskOrder, Line, OrderQuote, OrderShape } from './model.ts';
import type { BrokerOrderRow, BrokerOrderValues } from './store.ts';

/** As `placed_kind`: nobody placed it. The row stands for units that were closed at the broker without us. */
const ELSEWHERE = 'elsewhere';

/** The columns that change during an order's life, as they stand now. */
export function changingColumns(order: DeskOrder, wall: number) {
  const { progress, inForce } = order;
  // A change that is not confirmed is not how the order stands: what it is to become is in the request for it.
  const shape = inForce ?? order.shape;
  return {
    role: order.role,
    day: order.day,
    kind: shape.kind,
    // Of two reports that cross, one may know of fills that the other's quantity has no room for.
    quantity: Math.max(shape.quantity, progress.filledQuantity),
    price_paise: shape.pricePaise,
    trigger_paise: shape.triggerPaise ?? null,
    state: progress.state,
    status_text: order.statusText,
    reject_text: order.rejectText,
    broker_order_id: order.brokerOrderId ?? null,
    unique_order_id: order.uniqueOrderId ?? null,
    filled_quantity: progress.filledQuantity,
    filled_value_paise: BigInt(progress.filledValuePaise),
    told_quantity: order.toldQuantity,
    told_value_paise: BigInt(order.toldValuePaise),
    intent_ended: order.intentEnded,
    released: order.released,
    settled: order.settled,
    settled_quantity: order.settledQuantity,
    trade_order_id: order.tradeOrderId ?? null,
    // Until it is known when it left; a row says before that that it may have.
    sent_at: order.sentAtWall === 0 ? null : new Date(order.leftAtWall ?? order.sentAtWall),
    acknowledged_at: dateOf(order.acknowledgedAtWall),
    first_fill_at: dateOf(order.firstFillAtWall),
    ended_at: isTerminal(progress.state) ? new Date(wall) : null,
    ...quoteColumns(order.quote),
    updated_at: new Date(wall),
  };
}

function quoteColumns(quote: DeskOrder['quote']) {
  return {
    quote_bid_paise: quote?.bidPaise ?? null,
    quote_ask_paise: quote?.askPaise ?? null,
    quote_last_paise: quote?.lastPaise ?? null,
    quote_at: quote ? new Date(quote.at) : null,
  };
}

function quoteOfRow(row: BrokerOrderRow): OrderQuote | null | undefined {
  const { quote_bid_paise: bidPaise, quote_ask_paise: askPaise, quote_last_paise: lastPaise, quote_at: at } = row;
  if (bidPaise !== null && askPaise !== null && lastPaise !== null && at !== null) {
    return { bidPaise, askPaise, lastPaise, at: at.getTime() };
  }
  // A limit that was sent has left, and nothing was known then; a stop that has not acted still may.
  const hasLeft = row.filled_quantity > 0 || (row.sent_at !== null && row.kind !== 'stop_limit');
  return hasLeft ? null : undefined;
}

function dateOf(wall: number | undefined): Date | null {
  return wall === undefined ? null : new Date(wall);
}

/** @param at the exchange's time of the decision */
export function newRow(
  order: DeskOrder,
  place: { readonly brokerLinkId: number; readonly at: number; readonly wall: number },
): BrokerOrderValues {
  const { instrument, line } = order;
  return {
    ...changingColumns(order, place.wall),
    account_id: order.accountId,
    broker_link_id: place.brokerLinkId,
    deployment_id: line?.deploymentId ?? null,
    run_number: line?.runNumber ?? null,
    base: line?.base ?? null,
    tag: order.tag,
    exchange: instrument.exchange,
    symbol: instrument.symbol,
    token: instrument.token,
    trading_symbol: instrument.tradingSymbol,
    side: order.side,
    product: order.product,
    placed_kind: order.elsewhere ? ELSEWHERE : order.placedKind,
    algo_id: order.algoId ?? null,
    version_hash: order.versionHash ?? null,
    decided_at: new Date(order.decidedAtWall),
    exchange_at: new Date(place.at),
    hand_exit_id: order.handExitId ?? null,
  };
}

/** What of `newRow` is not as the table gives it by itself, of an entry of a line that nobody has sent yet. */
export function entryRow(
  { line, tag, instrument, side, product, shape, day, algoId, versionHash, ...order }: DeskOrder,
  { at, wall }: { readonly at: number; readonly wall: number },
): Readonly<Record<string, unknown>> {
  return {
    base: line?.base,
    tag,
    exchange: instrument.exchange,
    symbol: instrument.symbol,
    token: instrument.token,
    trading_symbol: instrument.tradingSymbol,
    side,
    product,
    kind: shape.kind,
    placed_kind: order.placedKind,
    quantity: shape.quantity,
    price_paise: shape.pricePaise,
    state: order.progress.state,
    algo_id: algoId,
    version_hash: versionHash,
    decided_at: new Date(order.decidedAtWall),
    exchange_at: new Date(at),
    day,
    updated_at: new Date(wall),
  };
}

/** What was known when the process before this one ended. What it had planned or sent is of unclear fate now. */
export function orderOf(
  row: BrokerOrderRow,
  parts: { readonly instrument: DeskInstrument; readonly line: Line | undefined; readonly wall: number },
): DeskOrder {
  const stored = stateOf(row.state);
  const inherited = (stored === 'intended' || stored === 'sent' || stored === 'unknown') && !row.broker_order_id;
  return {
    tag: row.tag ?? `row ${row.id}`,
    rowId: row.id,
    role: row.role,
    isOfBasket: row.is_of_basket ?? false,
    line: parts.line,
    intentId: undefined,
    tradeOrderId: row.trade_order_id ?? undefined,
    instrument: parts.instrument,
    side: row.side,
    product: row.product === 'delivery' ? 'delivery' : 'intraday',
    placedKind: kindOf(row.placed_kind),
    day: row.day,
    shape: shapeOfRow(row),
    ...{ wanted: undefined, cancelWanted: false, requests: [], inForce: undefined, proven: undefined },
    ...{ lastWish: undefined, strays: [], refusedQuantity: undefined },
    // A change that was under way may have been made.
    shapeUnclear: !inherited && !isTerminal(stored),
    shapeAtWall: 0,
    lastChange: undefined,
    refusedShapes: [],
    progress: {
      state: inherited ? 'unknown' : stored,
      filledQuantity: row.filled_quantity,
      filledValuePaise: Number(row.filled_value_paise),
    },
    statusText: row.status_text,
    rejectText: row.reject_text,
    brokerOrderId: row.broker_order_id ?? undefined,
    uniqueOrderId: row.unique_order_id ?? undefined,
    toldQuantity: row.told_quantity,
    toldValuePaise: Number(row.told_value_paise),
    committed: true,
    asking: undefined,
    retryAtWall: 0,
    moveAtWall: 0,
    rateRefusals: 0,
    refusals: 0,
    sentAtWall: inherited ? parts.wall : (row.sent_at?.getTime() ?? 0),
    leftAtWall: row.sent_at?.getTime(),
    inherited,
    absences: 0,
    intentEnded: row.intent_ended,
    settled: row.settled,
    settledQuantity: row.settled_quantity,
    algoId: row.algo_id ?? undefined,
    versionHash: row.version_hash ?? undefined,
    accountId: row.account_id,
    doubtful: false,
    released: row.released,
    chases: 0,
    unansweredAtWall: 0,
    isEndLogged: isTerminal(stored),
    handExitId: row.hand_exit_id ?? undefined,
    elsewhere: row.placed_kind === ELSEWHERE,
    quote: quoteOfRow(row),
    decidedAtWall: row.decided_at.getTime(),
    acknowledgedAtWall: row.acknowledged_at?.getTime(),
    firstFillAtWall: row.first_fill_at?.getTime(),
  };
}

function shapeOfRow(row: BrokerOrderRow): OrderShape {
  const { quantity, price_paise: pricePaise, trigger_paise: triggerPaise } = row;
  const kind = kindOf(row.kind);
  return triggerPaise === null ? { kind, quantity, pricePaise } : { kind, quantity, pricePaise, triggerPaise };
}

function kindOf(text: string): 'limit' | 'stop_limit' {
  return text === 'stop_limit' ? 'stop_limit' : 'limit';
}

/** @throws Error for a word that no release wrote */
export function stateOf(text: string): OrderState {
  const state = ORDER_STATES.find((known) => known === text);
  if (!state) throw new Error(`an order has the unknown state ${text}`);
  return state;
}
