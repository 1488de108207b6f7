import { isTradable } from '@trickdesk/domain';
import type { SimInstrument } from '../market/market-source.ts';
import type { OrderTerms } from './records.ts';
import type {
  ModifyRequest,
  PlaceRequest,
  Refused,
  SimDuration,
  SimOrderType,
  SimProduct,
  SimSide,
  SimVariety,
} from './types.ts';
import { beyondProtection, beyondTriggerRange, REFUSAL } from './words.ts';

const ORDER_TYPES: readonly SimOrderType[] = ['MARKET', 'LIMIT', 'STOPLOSS_LIMIT', 'STOPLOSS_MARKET'];
const PRODUCTS: readonly SimProduct[] = ['DELIVERY', 'INTRADAY', 'MARGIN'];
const DURATIONS: readonly SimDuration[] = ['DAY', 'IOC'];
const SIDES: readonly SimSide[] = ['BUY', 'SELL'];
const LONGEST_TAG = 19;
/** How far the limit of a stop may lie from its trigger: 3 %, and ₹1.50 where the trigger is ₹50 or less. */
const STOP_RANGE_PERCENT = 3;
const LOW_TRIGGER_PAISE = 50_00;
const LOW_STOP_RANGE_PAISE = 1_50;

/** An order whose words and numbers make sense; whether account and market allow it is asked later. */
export interface OrderDraft extends OrderTerms {
  readonly instrument: SimInstrument;
  readonly variety: Exclude<SimVariety, 'AMO'>;
  readonly side: SimSide;
  readonly product: SimProduct;
  readonly tag: string | null;
}

export type Checked<T> = { readonly kind: 'ok'; readonly value: T } | Refused;

export function isStop(orderType: SimOrderType): boolean {
  return orderType === 'STOPLOSS_LIMIT' || orderType === 'STOPLOSS_MARKET';
}

export function hasLimit(orderType: SimOrderType): boolean {
  return orderType === 'LIMIT' || orderType === 'STOPLOSS_LIMIT';
}

/** What the broker says no to at once. */
export function checkPlace(request: PlaceRequest, instrument: SimInstrument | undefined): Checked<OrderDraft> {
  if (request.variety === 'ROBO') return REFUSAL.bracket;
  if (!instrument || !isTradable(instrument) || request.exchange !== instrument.exchange) return REFUSAL.token;
  if (request.tradingSymbol !== instrument.tradingSymbol) return REFUSAL.symbol;
  const side = oneOf(SIDES, request.side);
  if (!side) return REFUSAL.side;
  const product = productOf(request.product);
  if (!product) return REFUSAL.product;
  if (request.tag !== null && request.tag.length > LONGEST_TAG) return REFUSAL.tag;
  const terms = checkTerms(request, instrument, side);
  if (terms.kind === 'refused') return terms;
  // After-market orders are sent as ordinary ones; the old word is taken too.
  const variety = request.variety === 'AMO' ? 'NORMAL' : request.variety;
  if (variety !== (isStop(terms.value.orderType) ? 'STOPLOSS' : 'NORMAL')) return REFUSAL.variety;
  return { kind: 'ok', value: { ...terms.value, instrument, side, product, variety, tag: request.tag } };
}

/** Terms of a new or changed order of one side. */
export function checkTerms(
  request: PlaceRequest | ModifyRequest,
  instrument: SimInstrument,
  side: SimSide,
): Checked<OrderTerms> {
  const orderType = oneOf(ORDER_TYPES, request.orderType);
  if (!orderType) return REFUSAL.orderType;
  const duration = oneOf(DURATIONS, request.duration);
  if (!duration) return REFUSAL.duration;
  const { quantity, disclosedQuantity } = request;
  // What a type has no use for is not read.
  const pricePaise = hasLimit(orderType) ? request.pricePaise : 0;
  const triggerPaise = isStop(orderType) ? request.triggerPaise : 0;
  const terms = { orderType, duration, quantity, pricePaise, triggerPaise, disclosedQuantity };
  const trouble = quantityTrouble(terms, instrument) ?? priceTrouble(terms, instrument, side);
  return trouble ?? { kind: 'ok', value: terms };
}

function quantityTrouble({ quantity, disclosedQuantity }: OrderTerms, { lotSize }: SimInstrument): Refused | undefined {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return REFUSAL.quantity;
  if (quantity % lotSize !== 0) return REFUSAL.lot;
  return disclosedQuantity >= 0 && disclosedQuantity <= quantity ? undefined : REFUSAL.disclosed;
}

function priceTrouble(terms: OrderTerms, { tickPaise }: SimInstrument, side: SimSide): Refused | undefined {
  const { orderType, pricePaise, triggerPaise } = terms;
  if (hasLimit(orderType) && !(pricePaise > 0)) return REFUSAL.price;
  if (isStop(orderType) && !(triggerPaise > 0)) return REFUSAL.trigger;
  if (pricePaise % tickPaise !== 0 || triggerPaise % tickPaise !== 0) return REFUSAL.tick;
  if (orderType !== 'STOPLOSS_LIMIT') return undefined;
  const isCrossed = side === 'BUY' ? pricePaise < triggerPaise : pricePaise > triggerPaise;
  return isCrossed ? REFUSAL.stopOrder : stopRangeTrouble(side, { pricePaise, triggerPaise, tickPaise });
}

/** The exchange's price protection of stops, which the broker looks at before it takes one. */
function stopRangeTrouble(
  side: SimSide,
  { pricePaise, triggerPaise, tickPaise }: { pricePaise: number; triggerPaise: number; tickPaise: number },
): Refused | undefined {
  const rangePaise =
    triggerPaise <= LOW_TRIGGER_PAISE ? LOW_STOP_RANGE_PAISE : Math.floor((triggerPaise * STOP_RANGE_PERCENT) / 100);
  if (Math.abs(pricePaise - triggerPaise) <= rangePaise) return undefined;
  const steps = Math.floor(rangePaise / tickPaise) * tickPaise;
  return side === 'BUY' ? beyondTriggerRange(rangePaise, triggerPaise + steps) : beyondProtection(triggerPaise - steps);
}

/** Whether a text is one of the products. */
export function productOf(word: string): SimProduct | undefined {
  return oneOf(PRODUCTS, word);
}

export function oneOf<Word extends string>(words: readonly Word[], text: string): Word | undefined {
  return words.find((word) => word === text);
}
