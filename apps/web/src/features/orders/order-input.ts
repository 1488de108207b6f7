import type { OrderPreview, OwnOrderRow } from '@trickdesk/contract';
import { isTerminal } from '@trickdesk/domain';
import type { InputOfCall } from '../../lib/wire.ts';

/** An order as it is typed: prices in rupees, empty or not a number meanwhile. */
export interface OrderValues {
  readonly brokerId: number | undefined;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly product: 'DELIVERY' | 'INTRADAY';
  readonly quantity: number | undefined;
  readonly price: number | undefined;
  readonly triggerPrice: number | undefined;
}

export type OrderProblem = 'symbol' | 'quantity' | 'price';
export type OrderProblems = Partial<Record<'symbol' | 'quantity' | 'price' | 'triggerPrice', OrderProblem>>;

const MOST_UNITS = 100_000;
const MOST_RUPEES = 10_000_000;

export const NO_ORDER: OrderValues = {
  brokerId: undefined,
  symbol: '',
  side: 'buy',
  product: 'DELIVERY',
  quantity: undefined,
  price: undefined,
  triggerPrice: undefined,
};

const isPrice = (value: number | undefined): boolean => value !== undefined && value > 0 && value <= MOST_RUPEES;
const isCount = (value: number | undefined): boolean =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= MOST_UNITS;

/** The account that an order goes to: the one chosen, or the only one; with several none is taken silently. */
export function accountOf<Account extends { readonly brokerId: number }>(
  accounts: readonly Account[],
  brokerId: number | undefined,
): Account | undefined {
  return accounts.length === 1 ? accounts[0] : accounts.find((account) => account.brokerId === brokerId);
}

/** What can be told without the market; the preview checks tick, lot, band and session. */
export function problemsOf({ symbol, quantity, price, triggerPrice }: OrderValues): OrderProblems {
  return {
    ...(symbol === '' ? { symbol: 'symbol' as const } : {}),
    ...(isCount(quantity) ? {} : { quantity: 'quantity' as const }),
    ...(isPrice(price) ? {} : { price: 'price' as const }),
    ...(triggerPrice === undefined || isPrice(triggerPrice) ? {} : { triggerPrice: 'price' as const }),
  };
}

/** What the form asks of the server; `undefined` while something is missing. */
export function wishOf(values: OrderValues): InputOfCall<'previeworder'> | undefined {
  const { brokerId, symbol, side, product, quantity, price, triggerPrice } = values;
  if (quantity === undefined || price === undefined || Object.keys(problemsOf(values)).length > 0) return undefined;
  return {
    ...{ symbol, side, product, quantity, price },
    ...(brokerId === undefined ? {} : { brokerId }),
    ...(triggerPrice === undefined ? {} : { triggerPrice }),
  };
}

export interface ChangeValues {
  readonly quantity: number | undefined;
  readonly price: number | undefined;
  readonly triggerPrice: number | undefined;
}

/** What is asked about a change before it is made; `undefined` while something is missing. */
export function changeWishOf(order: OwnOrderRow, values: ChangeValues): InputOfCall<'previeworder'> | undefined {
  const { orderId: replaces, brokerId, symbol, side } = order;
  const product = order.product === 'DELIVERY' ? 'DELIVERY' : 'INTRADAY';
  // What is cleared of a stop stays as it is.
  const triggerPrice = values.triggerPrice ?? order.triggerPrice;
  const wish = wishOf({ ...values, brokerId, symbol, side, product, triggerPrice });
  if (!wish || wish.quantity <= order.filledQuantity) return undefined;
  return { ...wish, replaces };
}

/** Only what differs from how the order stands. */
export function changesOf(values: ChangeValues, order: ChangeValues): Partial<Record<keyof ChangeValues, number>> {
  const changes: Partial<Record<keyof ChangeValues, number>> = {};
  for (const name of ['quantity', 'price', 'triggerPrice'] as const) {
    const value = values[name];
    if (value !== undefined && value !== order[name]) changes[name] = value;
  }
  return changes;
}

/** The broker has answered, and the order is not what was asked for: the change was refused. */
export function isUnmade(
  changes: Partial<Record<keyof ChangeValues, number>>,
  { order, onItsWay }: { readonly order: OwnOrderRow; readonly onItsWay: boolean },
): boolean {
  if (onItsWay || isTerminal(order.status)) return false;
  return (['quantity', 'price', 'triggerPrice'] as const).some(
    (name) => changes[name] !== undefined && changes[name] !== order[name],
  );
}

const AGAIN_MS = 5_000;

/** What stands in the way may go by itself: the market opens, a price moves, a limit has room again. No event tells. */
export function whenAgain(answer: { readonly preview: Pick<OrderPreview, 'problems'> } | undefined): number | false {
  return answer !== undefined && answer.preview.problems.length > 0 ? AGAIN_MS : false;
}
