import { formatPaise } from '@trickdesk/domain';
import { INTRADAY_LEVERAGE } from '@trickdesk/engine';
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
  const side = trick.definition.direction === 'short' ? 'sell' : 'buy';
  const wanted = wantedQuantity(trick, base, lastPaise);
  const quantity = Math.min(wanted, affordable(trick, base, lastPaise));
  const away = Math.ceil((lastPaise * ENTRY_PROTECTION_BPS) / 10_000);
  const pricePaise = side === 'buy' ? lastPaise + away : lastPaise - away;
  const orders = Math.max(1, slices(quantity, base, DESK_DEFAULTS.freezeQuantity).length);
  return { side, quantity, orders, pricePaise, lastPaise, marginPaise: boundPaise(trick, quantity * pricePaise) };
}

/** What sizing itself turns down: not one unit, or much less than is wanted. */
export function sizingCause(trick: TrickFacts, base: BaseFacts): Cause | undefined {
  const lastPaise = base.market.last?.pricePaise;
  if (lastPaise === undefined || lastPaise <= 0) return undefined;
  const wanted = wantedQuantity(trick, base, lastPaise);
  const at = `${base.symbol} costs ${formatPaise(lastPaise)}`;
  if (wanted === 0) return causeOf('capital', `${at}: its sizing buys not one of it. Raise its capital.`, trick.id);
  const quantity = Math.min(wanted, affordable(trick, base, lastPaise));
  const isFixed = trick.definition.sizing.method === 'fixed_quantity';
  if (quantity >= (isFixed ? wanted : wanted * LEAST_SHARE_OF_WANTED) && quantity > 0) return undefined;
  const capital = formatPaise(trick.capitalPaise);
  return causeOf('capital', `${at}: its capital of ${capital} does not pay ${wanted} of them.`, trick.id);
}

/** What the broker would say: less is free than it blocks. Unknown funds say nothing. */
export function fundsCause(trick: TrickFacts, base: BaseFacts): Cause | undefined {
  const funds = trick.link?.funds;
  const entry = nextEntryOf(trick, base);
  if (!funds || !entry || funds.availablePaise >= entry.marginPaise) return undefined;
  const sentence = `Its next entry in ${base.symbol} needs about ${formatPaise(entry.marginPaise)} at the broker, where ${formatPaise(funds.availablePaise)} is free. Add funds there, or lower its capital.`;
  return causeOf('funds', sentence, trick.id);
}

function wantedQuantity({ definition, quantityMultiplier, capitalPaise }: TrickFacts, base: BaseFacts, price: number) {
  const { sizing } = definition;
  const lots = (units: number): number => Math.floor(Math.max(0, units) / base.lotSize) * base.lotSize;
  if (sizing.method === 'fixed_quantity') return lots(sizing.quantity * quantityMultiplier);
  const amountPaise = Math.floor((capitalPaise * sizing.percent * quantityMultiplier) / 100);
  if (sizing.method === 'capital_share') return lots(amountPaise / price);
  const perUnit = sizing.method === 'risk_per_trade' ? riskPerUnitPaise(definition, price) : undefined;
  // How far a stop by indicator lies, or the price moves, is known when the bar closes: one unit stands for all of them.
  return perUnit === undefined ? base.lotSize : lots(amountPaise / perUnit);
}

function riskPerUnitPaise({ risk: { stopLoss } }: TrickFacts['definition'], price: number): number | undefined {
  if (stopLoss?.kind === 'percent') return Math.max(1, Math.round((price * stopLoss.percent) / 100));
  if (stopLoss?.kind === 'points') return Math.max(1, Math.round(stopLoss.points * 100));
  return undefined;
}

/** Whole lots that the capital pays, before charges. */
function affordable(trick: TrickFacts, { lotSize }: BaseFacts, price: number): number {
  const { definition, capitalPaise } = trick;
  const reach = definition.product === 'DELIVERY' ? capitalPaise : capitalPaise * INTRADAY_LEVERAGE;
  return Math.floor(Math.max(0, reach) / price / lotSize) * lotSize;
}

function boundPaise({ definition }: TrickFacts, valuePaise: number): number {
  return definition.product === 'DELIVERY' ? valuePaise : Math.ceil(valuePaise / INTRADAY_LEVERAGE);
}
