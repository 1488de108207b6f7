import { daysBetween, MINUTE_MS } from '@trickdesk/domain';
import { addToHoldings, stakeFor } from './account.ts';
import { type BrokerOrder, createOrder } from './create-order.ts';
import { submit, toExchange } from './flow.ts';
import { fundedPaise } from './margin.ts';
import type { DeskParts } from './parts.ts';
import type { AccountRecord, DayRecord, Stake } from './records.ts';
import { isQueued } from './state.ts';
import { endUnfilled, fill, takePriority, tell } from './transitions.ts';
import { isEnded } from './views.ts';
import { TEXT } from './words.ts';

/** So long before the close the broker closes what is open intraday. */
const SQUARE_OFF_MS = 10 * MINUTE_MS;
/** A year's interest on the broker's money in margin trading, in 1/10000. */
const INTEREST_BPS = 1_499;
const STAGES: readonly DayRecord['stage'][] = ['before', 'trading', 'squaring', 'closed'];

/** Takes the day as far as the exchange's clock has come: opening, squaring off, close, the next day. */
export function advanceDay(parts: DeskParts): void {
  const { state, market } = parts;
  const { day } = state;
  const session = market.session();
  if (session && session.date !== day.date) {
    if (day.stage !== 'closed') closeDay(parts, (token) => market.quoteOf(token)?.previousClose);
    rollOver(parts, session.date);
  }
  const reached = stageAt(parts);
  const isNew = STAGES.indexOf(reached) > STAGES.indexOf(day.stage);
  if (reached !== day.stage) {
    const opens = day.stage === 'before' && isNew && reached !== 'closed';
    // A clock that was set back only takes the stage along: what happened stays.
    day.stage = reached;
    state.dayChanged();
    if (opens) releaseQueued(parts);
    if (isNew && reached === 'squaring') endIntradayOrders(parts);
    if (isNew && reached === 'closed') closeDay(parts, (token) => market.quoteOf(token)?.last);
  }
  if (day.stage === 'squaring') squareOff(parts);
}

function stageAt({ market }: DeskParts): DayRecord['stage'] {
  const session = market.session();
  const now = market.now();
  if (!session || now >= session.closeAt) return 'closed';
  if (now < session.openAt) return 'before';
  return now >= session.closeAt - SQUARE_OFF_MS ? 'squaring' : 'trading';
}

function releaseQueued(parts: DeskParts): void {
  for (const order of parts.state.allOrders()) {
    if (!isQueued(order)) continue;
    order.status = 'open pending';
    tell(parts, order, 'AB09');
    submit(parts, order);
  }
}

function endIntradayOrders(parts: DeskParts): void {
  for (const order of parts.state.allOrders())
    if (order.product === 'INTRADAY' && !isEnded(order) && !isQueued(order)) endUnfilled(parts, order, TEXT.squareOff);
}

/** Sends the broker's own order for each open intraday position that has none working. */
function squareOff(parts: DeskParts): void {
  for (const { clientCode, stake } of openIntraday(parts)) {
    const side = stake.netQuantity > 0 ? 'SELL' : 'BUY';
    const working = parts.state
      .workingIn(stake.token)
      .some((order) => order.clientCode === clientCode && order.product === 'INTRADAY' && order.side === side);
    if (working) continue;
    const order = createOrder(parts, brokerOrder(parts, clientCode, stake));
    if (!order) continue;
    tell(parts, order, 'AB09');
    toExchange(parts, order);
  }
}

/** The day's orders end, and what is still open intraday is closed at a price that the broker names. */
function closeDay(parts: DeskParts, closePaise: (token: string) => number | undefined): void {
  for (const order of parts.state.allOrders())
    if (!isEnded(order) && !isQueued(order)) endUnfilled(parts, order, TEXT.dayEnd);
  for (const { clientCode, stake } of openIntraday(parts)) {
    const order = createOrder(parts, brokerOrder(parts, clientCode, stake));
    const price = closePaise(stake.token) ?? 0;
    if (!order || price <= 0) continue;
    order.pricePaise = price;
    takePriority(parts, order);
    fill(parts, order, order.quantity, price);
  }
}

function openIntraday({ state }: DeskParts): { clientCode: string; stake: Stake }[] {
  return [...state.accounts.values()].flatMap(({ clientCode, stakes }) =>
    stakes
      .filter((stake) => stake.product === 'INTRADAY' && stake.netQuantity !== 0)
      .map((stake) => ({ clientCode, stake })),
  );
}

function brokerOrder({ market }: DeskParts, clientCode: string, stake: Stake): BrokerOrder {
  const instrument = market.instrumentOf(stake.token);
  return {
    clientCode,
    instrument,
    side: stake.netQuantity > 0 ? 'SELL' : 'BUY',
    quantity: Math.abs(stake.netQuantity),
  };
}

/** What margin trading holds goes on, and the nights since are paid for, on the day that they end. */
function carryOver(account: AccountRecord, stakes: readonly Stake[], nights: number): void {
  for (const stake of stakes) {
    const { token, product, netQuantity, costPaise } = stake;
    if (product !== 'MARGIN' || netQuantity === 0) continue;
    const carried = { carriedQuantity: netQuantity, carriedValuePaise: costPaise };
    Object.assign(stakeFor(account, token, product), { netQuantity, costPaise, ...carried });
    const interestPaise = Math.ceil((fundedPaise(stake) * INTEREST_BPS * nights) / (10_000 * 365));
    account.cashPaise -= interestPaise;
    account.chargesTodayPaise += interestPaise;
    account.chargesPaise += interestPaise;
  }
}

/** Yesterday's purchases become holdings, those of the day before are settled; books are emptied. */
function rollOver(parts: DeskParts, date: string): void {
  const { state } = parts;
  const nights = state.day.date === '' ? 0 : Math.max(0, daysBetween(state.day.date, date));
  for (const account of state.accounts.values()) {
    for (const holding of account.holdings) {
      holding.settledQuantity += holding.t1Quantity;
      holding.t1Quantity = 0;
      holding.releasedQuantity = 0;
    }
    for (const stake of account.stakes) if (stake.product === 'DELIVERY') addToHoldings(account, stake);
    const { stakes } = account;
    account.stakes = [];
    account.chargesTodayPaise = 0;
    carryOver(account, stakes, nights);
    account.dpChargedTokens = [];
    state.accountChanged(account);
  }
  for (const order of state.allOrders()) if (!isQueued(order)) state.removeOrder(order);
  state.forgetTrades();
  state.day.date = date;
  state.day.stage = 'before';
  state.dayChanged();
}
