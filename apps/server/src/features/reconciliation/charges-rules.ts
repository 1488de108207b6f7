import type { IndiaDate } from '@trickdesk/domain';
import { chargesForOrder } from '@trickdesk/engine';
import type { BookedCharges, Difference, OurBooks, OurOrder, TheirTrade } from './facts.ts';
import { averageTolerance, rupees } from './orders-rules.ts';

/** Lines of a contract note; each is rounded to the paisa by whoever computes it. */
const LINES = 8;

/** All executions of one broker order, and what they cost by the tariff. Whole paise. */
export interface ChargedOrder extends Omit<ChargedDeal, 'isFirstSale'> {
  readonly brokerOrderId: string;
  readonly quantity: number;
  readonly chargesPaise: number;
  readonly isFirstSale: boolean;
}

interface ChargedDeal {
  readonly tradingSymbol: string;
  readonly side: 'buy' | 'sell';
  readonly product: TheirTrade['product'];
  readonly valuePaise: number;
  readonly isFirstSale: boolean;
}

export interface ChargeFacts {
  readonly day: IndiaDate;
  /** Trading symbols that are fund units: they are taxed otherwise. */
  readonly etfs: ReadonlySet<string>;
}

/** The broker's trade book by order, each with its charges. The depository's are for the first sale of a share only. */
export function chargedOrders(trades: readonly TheirTrade[], facts: ChargeFacts): ChargedOrder[] {
  const byOrder = new Map<string, ChargedOrder>();
  const sold = new Map<string, string>();
  for (const trade of [...trades].sort((a, b) => (a.filledAt ?? 0) - (b.filledAt ?? 0))) {
    const { brokerOrderId, tradingSymbol, side, product } = trade;
    if (side === 'sell' && product === 'delivery' && !sold.has(tradingSymbol)) sold.set(tradingSymbol, brokerOrderId);
    const before = byOrder.get(brokerOrderId);
    byOrder.set(brokerOrderId, {
      ...{ brokerOrderId, tradingSymbol, side, product, chargesPaise: 0 },
      isFirstSale: sold.get(tradingSymbol) === brokerOrderId,
      quantity: (before?.quantity ?? 0) + trade.quantity,
      valuePaise: (before?.valuePaise ?? 0) + trade.quantity * trade.pricePaise,
    });
  }
  return [...byOrder.values()].map((order) => ({ ...order, chargesPaise: tariffPaise(order, facts) }));
}

/** What one order costs by the tariff of the day, whole paise. */
export function tariffPaise(deal: ChargedDeal, { day, etfs }: ChargeFacts): number {
  if (deal.valuePaise === 0) return 0;
  return chargesForOrder({
    tariff: 'angelone',
    exchange: 'NSE',
    product: deal.product === 'delivery' ? 'DELIVERY' : 'INTRADAY',
    side: deal.side,
    // One unit of the whole value: an average price would have to be rounded.
    quantity: 1,
    pricePaise: deal.valuePaise,
    instrumentKind: etfs.has(deal.tradingSymbol) ? 'etf' : 'equity',
    date: day,
    firstSellOfScripToday: deal.isFirstSale,
  }).totalPaise;
}

/** What the tricks booked as charges against what the broker's own trades come to. */
export function compareCharges(ours: OurBooks, trades: readonly TheirTrade[]): Difference[] {
  const charged = chargedOrders(trades, ours);
  return ours.charges.flatMap((booked): Difference[] => {
    const parts = partsOf(booked, ours.orders, charged);
    if (!booked.isWhole || !parts) return [];
    const expectedPaise = parts.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0);
    if (booked.bookedPaise === expectedPaise) return [];
    const { deploymentId, tradingSymbol } = booked;
    const found = {
      kind: 'charges',
      sentence: `Charges of an order in ${tradingSymbol} were booked otherwise than the broker's trades of it come to.`,
      ours: rupees(booked.bookedPaise),
      theirs: rupees(expectedPaise),
      tradingSymbol,
      deploymentIds: [deploymentId],
    } as const;
    const explanation = explanationOf(booked.bookedPaise, parts, { ...ours, charged });
    if (explanation !== undefined) return [{ ...found, explanation }];
    return [{ ...found, next: 'Compare the charges of the order with the contract note of the day.' }];
  });
}

/** @returns `undefined` where what was executed differs: that is named already */
function partsOf(
  booked: BookedCharges,
  orders: readonly OurOrder[],
  charged: readonly ChargedOrder[],
): ChargedOrder[] | undefined {
  const parts: ChargedOrder[] = [];
  for (const id of booked.brokerOrderIds) {
    const own = orders.find(({ brokerOrderId }) => brokerOrderId === id);
    const part = charged.find(({ brokerOrderId }) => brokerOrderId === id);
    const gap = Math.abs((own?.filledValuePaise ?? 0) - (part?.valuePaise ?? 0));
    if ((own?.filledQuantity ?? 0) !== (part?.quantity ?? 0)) return undefined;
    if (gap > averageTolerance(own?.filledQuantity ?? 0)) return undefined;
    if (part) parts.push(part);
  }
  return parts;
}

/** The cause that accounts for all of it, to the paisa of each line; `undefined`: none does. */
function explanationOf(
  bookedPaise: number,
  parts: readonly ChargedOrder[],
  facts: ChargeFacts & { readonly charged: readonly ChargedOrder[] },
): string | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const isNear = (paise: number): boolean => Math.abs(bookedPaise - paise) <= LINES * parts.length;
  const sum = parts.reduce((all, { chargesPaise }) => all + chargesPaise, 0);
  if (isNear(sum)) return 'Each line of charges is rounded to the paisa.';
  const isFirstSale = parts.some((part) => part.isFirstSale);
  const whole = { ...first, isFirstSale, valuePaise: parts.reduce((all, { valuePaise }) => all + valuePaise, 0) };
  const asOne = tariffPaise(whole, facts);
  if (parts.length > 1 && isNear(asOne)) {
    return `The order was sent in ${parts.length} parts, and the broker takes brokerage for each.`;
  }
  const sales = facts.charged.filter(
    ({ tradingSymbol, side, product }) =>
      tradingSymbol === first.tradingSymbol && side === 'sell' && product === 'delivery',
  );
  if (sales.length < 2 || first.side !== 'sell' || first.product !== 'delivery') return undefined;
  const depository =
    tariffPaise({ ...whole, isFirstSale: true }, facts) - tariffPaise({ ...whole, isFirstSale: false }, facts);
  const otherwise = isFirstSale ? -depository : depository;
  return isNear(sum + otherwise) || isNear(asOne + otherwise)
    ? 'The depository charges a share once a day, and another order of that day sold it as well.'
    : undefined;
}
