import { formatPaise, indiaDateOf } from '@trickdesk/domain';
import { boundPaise, chargesForOrder, paidQuantity } from '@trickdesk/engine';
import { DESK_DEFAULTS, slices } from '../desk/index.ts';
import { type Cause, causeOf } from './causes.ts';
import type { BaseFacts, TrickFacts } from './facts.ts';

/** How far beyond the last price a live entry may go: its limit is there. */
const ENTRY_PROTECTION_BPS = 30;
/** An entry that cash shrinks by more than half is another trade: it is turned down. */
const LEAST_SHARE_OF_WANTED = 0.5;

/** What the next entry in a base would be, at the present price. Whole units and paise. */
export interface NextEntry {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** As how many it leaves: the exchange takes a large one in slices alone. */
  readonly orders: number;
  readonly pricePaise: number;
  readonly lastPaise: number;
  /** What the broker blocks for it: its whole value for delivery, a part intraday. */
  readonly marginPaise: number;
}

/** `undefined` while the base has no price to size by. */
export function nextEntryOf(trick: TrickFacts, base: BaseFacts): NextEntry | undefined {
  const lastPaise = base.market.last?.pricePaise;
  if (lastPaise === undefined || lastPaise <= 0) return undefined;
  const side = sideOf(trick);
  const { quantity } = sizeOf(trick, base, lastPaise);
  const away = Math.ceil((lastPaise * ENTRY_PROTECTION_BPS) / 10_000);
  const pricePaise = side === 'buy' ? lastPaise + away : lastPaise - away;
  const orders = Math.max(1, slices(quantity, base, DESK_DEFAULTS.freezeQuantity).length);
  const marginPaise = boundPaise(isDelivery(trick), quantity * pricePaise);
  return { side, quantity, orders, pricePaise, lastPaise, marginPaise };
}

/** What sizing itself turns down: not one unit, or much less than is wanted. */
export function sizingCause(trick: TrickFacts, base: BaseFacts): Cause | undefined {
  const lastPaise = base.market.last?.pricePaise;
  if (lastPaise === undefined || lastPaise <= 0) return undefined;
  const { wanted, quantity } = sizeOf(trick, base, lastPaise);
  const at = `${base.symbol} costs ${formatPaise(lastPaise)}`;
  if (wanted === 0) return causeOf('capital', `${at}: its sizing buys not one of it. Raise its capital.`, trick.id);
  const isFixed = trick.definition.sizing.method === 'fixed_quantity';
  if (quantity >= (isFixed ? wanted : wanted * LEAST_SHARE_OF_WANTED) && quantity > 0) return undefined;
  const capital = formatPaise(trick.capitalPaise);
  const { freePaise = trick.capitalPaise } = trick.money ?? {};
  const sentence =
    freePaise === trick.capitalPaise
      ? `${at}: its capital of ${capital} does not pay ${wanted} of them.`
      : `${at}: of its capital of ${capital}, ${formatPaise(freePaise)} is free now, which does not pay ${wanted} of them.`;
  return causeOf('capital', sentence, trick.id);
}

const isDelivery = ({ definition }: TrickFacts): boolean => definition.product === 'DELIVERY';

const sideOf = ({ definition }: TrickFacts): 'buy' | 'sell' => (definition.direction === 'short' ? 'sell' : 'buy');

/** What the rule of sizing asks for, and what the run's own money pays of it with its charges. Whole lots. */
function sizeOf(trick: TrickFacts, base: BaseFacts, pricePaise: number): { wanted: number; quantity: number } {
  const { capitalPaise, freePaise } = trick.money ?? { ...trick, freePaise: trick.capitalPaise };
  const wanted = wantedQuantity(trick, base, { pricePaise, capitalPaise });
  return { wanted, quantity: paidFrom(freePaise, trick, base, { pricePaise, quantity: wanted }) };
}

/** What the broker would say: less is free than it blocks. Unknown funds say nothing. */
export function fundsCause(trick: TrickFacts, base: BaseFacts): Cause | undefined {
  const funds = trick.link?.funds;
  const entry = nextEntryOf(trick, base);
  if (!funds || !entry || funds.availablePaise >= entry.marginPaise) return undefined;
  const sentence = `Its next entry in ${base.symbol} needs about ${formatPaise(entry.marginPaise)} at the broker, where ${formatPaise(funds.availablePaise)} is free. Add funds there, or lower its capital.`;
  return causeOf('funds', sentence, trick.id);
}

function wantedQuantity(
  trick: TrickFacts,
  base: BaseFacts,
  { pricePaise: price, capitalPaise }: { readonly pricePaise: number; readonly capitalPaise: number },
): number {
  const { definition, quantityMultiplier } = trick;
  const { sizing } = definition;
  const lots = (units: number): number => Math.floor(Math.max(0, units) / base.lotSize) * base.lotSize;
  if (sizing.method === 'fixed_quantity') return lots(sizing.quantity * quantityMultiplier);
  const amountPaise = Math.floor((capitalPaise * sizing.percent * quantityMultiplier) / 100);
  if (sizing.method === 'capital_share') {
    const order = { pricePaise: price, quantity: lots(amountPaise / price) };
    // The share of a delivery entry holds its charges as well.
    return isDelivery(trick) ? paidFrom(amountPaise, trick, base, order) : order.quantity;
  }
  const perUnit = sizing.method === 'risk_per_trade' ? riskPerUnitPaise(definition, price) : undefined;
  // How far a stop by indicator lies, or the price moves, is known when the bar closes: one unit stands for all of them.
  return perUnit === undefined ? base.lotSize : lots(amountPaise / perUnit);
}

function riskPerUnitPaise({ risk: { stopLoss } }: TrickFacts['definition'], price: number): number | undefined {
  if (stopLoss?.kind === 'percent') return Math.max(1, Math.round((price * stopLoss.percent) / 100));
  if (stopLoss?.kind === 'points') return Math.max(1, Math.round(stopLoss.points * 100));
  return undefined;
}

interface Priced {
  readonly pricePaise: number;
  readonly quantity: number;
}

/** Whole lots of an order that an amount pays with their charges. */
function paidFrom(amountPaise: number, trick: TrickFacts, base: BaseFacts, order: Priced): number {
  const asked = { ...order, lotSize: base.lotSize, isDelivery: isDelivery(trick) };
  return paidQuantity(asked, amountPaise, (quantity) => chargesPaise(trick, base, { ...order, quantity }));
}

function chargesPaise(trick: TrickFacts, { instrumentKind, market }: BaseFacts, order: Priced): number {
  if (order.quantity === 0) return 0;
  const { product } = trick.definition;
  const date = indiaDateOf(market.last?.at ?? market.wallNow);
  return chargesForOrder({
    ...{ tariff: 'angelone', exchange: 'NSE', product, side: sideOf(trick), instrumentKind, date },
    ...order,
  }).totalPaise;
}
