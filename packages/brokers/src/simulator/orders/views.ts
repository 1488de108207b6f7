import type { LiveQuote } from '../market/live-book.ts';
import type { SimInstrument } from '../market/market-source.ts';
import { blockedBy, type MarginOrder, totalOf } from './margin.ts';
import type { AccountRecord, HoldingRecord, OrderRecord, Stake } from './records.ts';
import type { SimFunds, SimHolding, SimOrder, SimOrderStatus, SimPosition } from './types.ts';

const ENDED: ReadonlySet<SimOrderStatus> = new Set([
  'complete',
  'rejected',
  'cancelled',
  'cancelled after market order',
]);

export function isEnded({ status }: Pick<SimOrder, 'status'>): boolean {
  return ENDED.has(status);
}

/** What the owner of an order sees of it; a copy that no later change touches. */
export function orderView(order: OrderRecord): SimOrder {
  const { flights, chargesEstimatePaise, chargedPaise, takesDpCharge, ...rest } = order;
  const { number, priority, armed, queueAhead, rests, ...shown } = rest;
  const open = order.quantity - order.filledQuantity - order.cancelledQuantity;
  return {
    ...shown,
    unfilledQuantity: isEnded(order) ? 0 : open,
    exchangeAt: order.exchangeAt,
    filledAt: order.filledAt,
  };
}

export function positionView(stake: Stake, instrument: SimInstrument, quote: LiveQuote | undefined): SimPosition {
  const last = quote?.last ?? 0;
  const value = stake.netQuantity * last;
  const cost = stake.netQuantity < 0 ? -stake.costPaise : stake.costPaise;
  return {
    exchange: instrument.exchange,
    token: stake.token,
    tradingSymbol: instrument.tradingSymbol,
    lotSize: instrument.lotSize,
    product: stake.product,
    buyQuantity: stake.buyQuantity,
    sellQuantity: stake.sellQuantity,
    buyValuePaise: stake.buyValuePaise,
    sellValuePaise: stake.sellValuePaise,
    carriedBuyQuantity: stake.carriedQuantity,
    carriedSellQuantity: 0,
    carriedBuyValuePaise: stake.carriedValuePaise,
    carriedSellValuePaise: 0,
    netQuantity: stake.carriedQuantity + stake.buyQuantity - stake.sellQuantity,
    lastPaise: last,
    previousClosePaise: quote?.previousClose ?? 0,
    realisedPaise: stake.realisedPaise,
    unrealisedPaise: stake.netQuantity === 0 ? 0 : value - cost,
  };
}

export interface HoldingParts {
  readonly instrument: SimInstrument;
  readonly quote: LiveQuote | undefined;
  readonly standingAuthorisation: boolean;
}

export function holdingView(holding: HoldingRecord, parts: HoldingParts): SimHolding {
  const { instrument, quote, standingAuthorisation } = parts;
  return {
    exchange: instrument.exchange,
    token: holding.token,
    tradingSymbol: instrument.tradingSymbol,
    isin: isinOf(instrument),
    quantity: holding.settledQuantity + holding.t1Quantity,
    t1Quantity: holding.t1Quantity,
    settledQuantity: holding.settledQuantity,
    authorisedQuantity: standingAuthorisation ? holding.settledQuantity : holding.releasedQuantity,
    costPaise: holding.costPaise,
    lastPaise: quote?.last ?? 0,
    previousClosePaise: quote?.previousClose ?? 0,
  };
}

/** The master has no ISIN, so the simulator makes one of the right form out of the token. */
function isinOf(instrument: SimInstrument): string {
  const kind = instrument.kind === 'etf' ? 'INF' : 'INE';
  return `${kind}${instrument.token.padStart(6, '0').slice(-6)}010`;
}

export function fundsView(
  account: AccountRecord,
  orders: readonly MarginOrder[],
  lastPaise: (token: string) => number | undefined,
): SimFunds {
  const blocked = blockedBy(account, orders);
  const usedPaise = totalOf(blocked);
  const unrealised = account.stakes.map((stake) => {
    const last = lastPaise(stake.token);
    if (last === undefined || stake.product === 'DELIVERY' || stake.netQuantity === 0) return 0;
    return stake.netQuantity * last - Math.sign(stake.netQuantity) * stake.costPaise;
  });
  return {
    availablePaise: account.cashPaise - usedPaise,
    cashPaise: account.cashPaise,
    usedPaise,
    intradayMarginPaise: blocked.intradayPaise,
    deliveryBlockedPaise: blocked.deliveryPaise,
    marginTradingPaise: blocked.marginTradingPaise,
    chargesBlockedPaise: blocked.chargesPaise,
    chargesPaidPaise: account.chargesTodayPaise,
    m2mRealisedPaise: account.stakes.reduce((sum, stake) => sum + stake.realisedPaise, 0),
    m2mUnrealisedPaise: unrealised.reduce((sum, part) => sum + part, 0),
  };
}
