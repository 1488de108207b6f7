import { formatPaise, isTerminal, stageOf } from '@trickdesk/domain';
import type { Difference, OurOrder, TheirOrder, TheirTrade } from './facts.ts';
import { STATE_WORDS } from './state-words.ts';

/** Tags as we make them. */
const OUR_TAG = /^[0-9a-f]{19}$/;
const LOOK = 'Open the order at your broker and compare it with the order list here.';

/** Our orders of the day against the broker's order book. */
export function compareOrders(ours: readonly OurOrder[], theirs: readonly TheirOrder[]): Difference[] {
  const differences: Difference[] = [];
  const known = new Set<string>();
  for (const order of ours) {
    if (order.isElsewhere) continue;
    const other = partnerOf(order, theirs);
    if (other) known.add(other.brokerOrderId);
    const difference = other ? compareOrder(order, other) : missing(order);
    if (difference) differences.push({ ...difference, ...placeOf(order) });
  }
  for (const order of theirs) if (!known.has(order.brokerOrderId)) differences.push(notOurs(order));
  return differences;
}

export function partnerOf(order: OurOrder, theirs: readonly TheirOrder[]): TheirOrder | undefined {
  const { brokerOrderId, tag } = order;
  return theirs.find((other) =>
    brokerOrderId === undefined ? tag !== undefined && other.tag === tag : other.brokerOrderId === brokerOrderId,
  );
}

type Found = Omit<Difference, 'tradingSymbol' | 'deploymentIds'>;

function placeOf({ tradingSymbol, deploymentId }: OurOrder) {
  return { tradingSymbol, deploymentIds: deploymentId === undefined ? [] : [deploymentId] };
}

function compareOrder(order: OurOrder, other: TheirOrder): Found | undefined {
  const name = `Order ${other.brokerOrderId}`;
  if (termsOf(order) !== termsOf(other)) {
    const sides = { ours: termsOf(order), theirs: termsOf(other) };
    return { kind: 'order_terms', sentence: `${name} is not the order that we placed.`, ...sides, next: LOOK };
  }
  if (order.filledQuantity !== other.filledQuantity) {
    const sides = { ours: String(order.filledQuantity), theirs: String(other.filledQuantity) };
    return {
      kind: 'order_filled',
      sentence: `${name} was executed for another number of units.`,
      ...sides,
      next: LOOK,
    };
  }
  return compareValue(order, other, name) ?? compareState(order, other, name) ?? compareQuantity(order, other, name);
}

function termsOf({ side, tradingSymbol, product }: OurOrder | TheirOrder): string {
  return `${side} ${tradingSymbol} ${product}`;
}

/** A broker's average has its own decimals: half a paisa for each unit, and one for ours. */
export function averageTolerance(quantity: number): number {
  return quantity / 2 + 1;
}

function compareValue(order: OurOrder, other: TheirOrder, name: string): Found | undefined {
  const theirs = Math.round(other.averagePaise * other.filledQuantity);
  const gap = Math.abs(order.filledValuePaise - theirs);
  if (gap === 0) return undefined;
  const found = {
    kind: 'order_value',
    sentence: `${name} was executed at another value.`,
    ours: rupees(order.filledValuePaise),
    theirs: rupees(theirs),
  } as const;
  if (gap > averageTolerance(order.filledQuantity)) return { ...found, next: LOOK };
  return { ...found, explanation: "The broker's average price is rounded." };
}

function compareState(order: OurOrder, other: TheirOrder, name: string): Found | undefined {
  const isSame = order.state === other.state || (stageOf(order.state) === 'live' && stageOf(other.state) === 'live');
  if (isSame) return undefined;
  const found = {
    kind: 'order_state',
    sentence: `${name} stands elsewhere.`,
    ours: STATE_WORDS[order.state],
    theirs: STATE_WORDS[other.state],
  } as const;
  // The exchange ends at its close what nobody cancelled; both are over with the same fills.
  const bothOver = isTerminal(order.state) && isTerminal(other.state);
  if (bothOver && order.state !== 'filled' && other.state !== 'filled' && order.filledQuantity > 0) {
    return { ...found, explanation: 'Partly filled, and over on both sides: only the word for its end differs.' };
  }
  return { ...found, next: LOOK };
}

function compareQuantity(order: OurOrder, other: TheirOrder, name: string): Found | undefined {
  if (order.quantity === other.quantity) return undefined;
  const found = {
    kind: 'order_quantity',
    sentence: `${name} has another size.`,
    ours: String(order.quantity),
    theirs: String(other.quantity),
  } as const;
  if (!isTerminal(order.state) || !isTerminal(other.state)) return { ...found, next: LOOK };
  return { ...found, explanation: 'Filled in part, and over: no more of it can be executed on either side.' };
}

function missing({ state, brokerOrderId, filledQuantity, tradingSymbol, quantity, side }: OurOrder): Found | undefined {
  const what = `${side} ${quantity} ${tradingSymbol}`;
  if (brokerOrderId === undefined && filledQuantity === 0) {
    if (state !== 'sent' && state !== 'unknown') return undefined;
    const sentence = `An order (${what}) was sent, and the broker never said what became of it.`;
    return { kind: 'order_unclear', sentence, ours: STATE_WORDS[state], next: LOOK };
  }
  const sentence = `The broker's book does not have our order ${brokerOrderId ?? ''} (${what}).`;
  return { kind: 'order_missing', sentence, ours: `${STATE_WORDS[state]}, ${filledQuantity} filled`, next: LOOK };
}

function notOurs(order: TheirOrder): Difference {
  const { tag, brokerOrderId, side, quantity, tradingSymbol, state, filledQuantity } = order;
  const what = `${side} ${quantity} ${tradingSymbol}`;
  const common = { theirs: `${STATE_WORDS[state]}, ${filledQuantity} filled`, tradingSymbol, deploymentIds: [] };
  if (tag !== undefined && OUR_TAG.test(tag)) {
    const sentence = `The broker has an order ${brokerOrderId} (${what}) that bears our mark and is not in our book.`;
    return { kind: 'order_orphan', sentence, ...common, next: LOOK };
  }
  const sentence = `Order ${brokerOrderId} (${what}) was not placed here.`;
  return {
    kind: 'order_foreign',
    sentence,
    ...common,
    explanation: 'You placed it by hand, another program did, or the broker itself.',
  };
}

/** The trade book against what the orders say. An order that differs is named already: either side's word will do. */
export function compareTrades(
  ours: readonly OurOrder[],
  theirs: readonly TheirOrder[],
  trades: readonly TheirTrade[],
): Difference[] {
  const sums = new Map<string, { quantity: number; value: number }>();
  for (const order of theirs) sums.set(order.brokerOrderId, { quantity: 0, value: 0 });
  for (const { brokerOrderId } of ours)
    if (brokerOrderId !== undefined) sums.set(brokerOrderId, { quantity: 0, value: 0 });
  const differences: Difference[] = [];
  for (const trade of trades) {
    const sum = sums.get(trade.brokerOrderId);
    if (!sum) {
      const sentence = `The broker has a trade of an order (${trade.brokerOrderId}) that is in no book.`;
      differences.push({
        kind: 'trade_unknown',
        sentence,
        theirs: `${trade.quantity} units`,
        next: LOOK,
        deploymentIds: [],
      });
      continue;
    }
    sum.quantity += trade.quantity;
    sum.value += trade.quantity * trade.pricePaise;
  }
  for (const [brokerOrderId, sum] of sums) {
    const order = ours.find((own) => own.brokerOrderId === brokerOrderId);
    const other = theirs.find((theirOrder) => theirOrder.brokerOrderId === brokerOrderId);
    const difference = compareSum(brokerOrderId, sum, order, other);
    if (difference) differences.push(difference);
  }
  return differences;
}

function compareSum(
  brokerOrderId: string,
  sum: { readonly quantity: number; readonly value: number },
  ours: OurOrder | undefined,
  theirs: TheirOrder | undefined,
): Difference | undefined {
  const side = ours ?? theirs;
  const common = {
    ...(side ? { tradingSymbol: side.tradingSymbol } : {}),
    deploymentIds: ours?.deploymentId === undefined ? [] : [ours.deploymentId],
    next: LOOK,
  };
  const quantities = [ours?.filledQuantity, theirs?.filledQuantity];
  if (!quantities.includes(sum.quantity)) {
    const sides = { ours: String(quantities[0] ?? quantities[1] ?? 0), theirs: String(sum.quantity) };
    const sentence = `The broker's trades of order ${brokerOrderId} come to another number of units.`;
    return { kind: 'trade_quantity', sentence, ...sides, ...common };
  }
  const isOurValue = ours !== undefined && ours.filledValuePaise === sum.value;
  const theirValue = theirs ? Math.round(theirs.averagePaise * theirs.filledQuantity) : undefined;
  const isTheirValue = theirValue !== undefined && Math.abs(theirValue - sum.value) <= averageTolerance(sum.quantity);
  if (isOurValue || isTheirValue) return undefined;
  const sides = { ours: rupees(ours?.filledValuePaise ?? theirValue ?? 0), theirs: rupees(sum.value) };
  const sentence = `The broker's trades of order ${brokerOrderId} come to another value.`;
  return { kind: 'trade_value', sentence, ...sides, ...common };
}

/** `₹12,34,567.50`, for a sentence. */
export function rupees(paise: number): string {
  return formatPaise(paise);
}
