import { chargesForOrder } from '@trickdesk/engine';
import type { SimInstrument } from '../market/market-source.ts';
import type { AccountRecord, HoldingRecord, OrderRecord, Stake } from './records.ts';
import type { AccountChange, SimProduct, SimSide } from './types.ts';

/** One execution as the account sees it. */
export interface AccountFill {
  readonly token: string;
  readonly product: SimProduct;
  readonly side: SimSide;
  readonly quantity: number;
  readonly pricePaise: number;
}

export function openAccount(clientCode: string, cashPaise: number): AccountRecord {
  return {
    clientCode,
    cashPaise,
    chargesTodayPaise: 0,
    chargesPaise: 0,
    realisedPaise: 0,
    stakes: [],
    holdings: [],
    dpChargedTokens: [],
  };
}

export function stakeOf(account: AccountRecord, token: string, product: SimProduct): Stake | undefined {
  return account.stakes.find((stake) => stake.token === token && stake.product === product);
}

export function holdingOf(account: AccountRecord, token: string): HoldingRecord | undefined {
  return account.holdings.find((holding) => holding.token === token);
}

/** Books one execution into position, holding and cash; its charges are taken apart from it. */
export function bookFill(account: AccountRecord, fill: AccountFill): void {
  const stake = stakeFor(account, fill.token, fill.product);
  const value = fill.quantity * fill.pricePaise;
  if (fill.side === 'BUY') {
    stake.buyQuantity += fill.quantity;
    stake.buyValuePaise += value;
  } else {
    stake.sellQuantity += fill.quantity;
    stake.sellValuePaise += value;
  }
  const realised = fill.product === 'DELIVERY' ? bookDelivery(account, stake, fill) : bookLeveraged(stake, fill);
  // Delivery moves its whole value; intraday and margin trading only their result, the rest being the broker's money.
  const delivered = fill.side === 'BUY' ? -value : value;
  account.cashPaise += fill.product === 'DELIVERY' ? delivered : realised;
  stake.realisedPaise += realised;
  account.realisedPaise += realised;
}

/** The stake of an instrument and product, made where there is none. */
export function stakeFor(account: AccountRecord, token: string, product: SimProduct): Stake {
  const known = stakeOf(account, token, product);
  if (known) return known;
  const none = { buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0, sellValuePaise: 0 };
  const carried = { carriedQuantity: 0, carriedValuePaise: 0 };
  const stake = { token, product, ...none, netQuantity: 0, costPaise: 0, realisedPaise: 0, ...carried };
  account.stakes.push(stake);
  return stake;
}

/** @returns realised result in paise */
function bookLeveraged(stake: Stake, fill: AccountFill): number {
  const direction = fill.side === 'BUY' ? 1 : -1;
  const closing = stake.netQuantity * direction < 0 ? Math.min(fill.quantity, Math.abs(stake.netQuantity)) : 0;
  const cost = takeCost(stake, Math.abs(stake.netQuantity), closing);
  stake.netQuantity += direction * fill.quantity;
  stake.costPaise += (fill.quantity - closing) * fill.pricePaise;
  return closing === 0 ? 0 : (closing * fill.pricePaise - cost) * -direction;
}

/** Sells today's purchases first (the exchange nets a day), then settled shares, then those not yet settled. */
function bookDelivery(account: AccountRecord, stake: Stake, fill: AccountFill): number {
  if (fill.side === 'BUY') {
    stake.netQuantity += fill.quantity;
    stake.costPaise += fill.quantity * fill.pricePaise;
    return 0;
  }
  const ofToday = Math.min(fill.quantity, stake.netQuantity);
  let cost = takeCost(stake, stake.netQuantity, ofToday);
  stake.netQuantity -= ofToday;
  const holding = holdingOf(account, fill.token);
  const owned = fill.quantity - ofToday;
  if (holding && owned > 0) {
    cost += takeCost(holding, holding.settledQuantity + holding.t1Quantity, owned);
    const settled = Math.min(owned, holding.settledQuantity);
    holding.settledQuantity -= settled;
    holding.releasedQuantity = Math.max(0, holding.releasedQuantity - settled);
    holding.t1Quantity -= owned - settled;
    if (holding.settledQuantity + holding.t1Quantity === 0)
      account.holdings = account.holdings.filter((other) => other !== holding);
  }
  return fill.quantity * fill.pricePaise - cost;
}

/** Takes the cost of a part out of a lot; the last part takes what is left, so that no paisa stays behind. */
export function takeCost(lot: { costPaise: number }, whole: number, part: number): number {
  const cost = part === 0 ? 0 : part >= whole ? lot.costPaise : Math.round((lot.costPaise * part) / whole);
  lot.costPaise -= cost;
  return cost;
}

export interface ChargedParts {
  readonly instrument: SimInstrument;
  readonly date: string;
}

/** What an order's fills cost so far; brokerage has its floor and cap for the whole order. Whole paise. */
export function chargesOf(
  order: Pick<OrderRecord, 'product' | 'side' | 'takesDpCharge'>,
  turnoverPaise: number,
  { instrument, date }: ChargedParts,
): number {
  if (turnoverPaise === 0) return 0;
  return chargesForOrder({
    tariff: 'angelone',
    exchange: 'NSE',
    // What margin trading buys is delivered.
    product: order.product === 'INTRADAY' ? 'INTRADAY' : 'DELIVERY',
    side: order.side === 'BUY' ? 'buy' : 'sell',
    // Every line depends on the turnover alone, and an average price may have fractions of a paisa.
    quantity: 1,
    pricePaise: turnoverPaise,
    instrumentKind: instrument.kind === 'etf' ? 'etf' : 'equity',
    date,
    firstSellOfScripToday: order.takesDpCharge,
  }).totalPaise;
}

/** Takes from the cash what the order's charges have grown by. */
export function takeCharges(account: AccountRecord, order: OrderRecord, parts: ChargedParts): void {
  const whole = chargesOf(order, order.filledValuePaise, parts);
  const grown = whole - order.chargedPaise;
  order.chargedPaise = whole;
  account.cashPaise -= grown;
  account.chargesTodayPaise += grown;
  account.chargesPaise += grown;
}

/** What is left of a day's purchases is owned from the next day on, not settled yet. */
export function addToHoldings(account: AccountRecord, stake: Stake): void {
  if (stake.netQuantity === 0) return;
  const known = holdingOf(account, stake.token);
  const fresh = { token: stake.token, settledQuantity: 0, t1Quantity: 0, costPaise: 0, releasedQuantity: 0 };
  const holding = known ?? fresh;
  if (!known) account.holdings.push(holding);
  holding.t1Quantity += stake.netQuantity;
  holding.costPaise += stake.costPaise;
}

/** Gives an account other cash or other holdings; its positions of the day stay. */
export function changeAccount(account: AccountRecord, { cashPaise, holdings }: AccountChange): void {
  if (cashPaise !== undefined) account.cashPaise = cashPaise;
  if (!holdings) return;
  account.holdings = holdings.map(({ token, quantity, t1Quantity = 0, averagePaise }) => ({
    token,
    settledQuantity: quantity - t1Quantity,
    t1Quantity,
    costPaise: Math.round(quantity * averagePaise),
    releasedQuantity: 0,
  }));
}
