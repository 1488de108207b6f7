import type {
  BrokerOrderKind,
  BrokerProduct,
  BrokerSide,
  CancelOrder,
  MarginLeg,
  ModifyOrder,
  PlaceOrder,
} from '../../port-orders.ts';

export type WireBody = Readonly<Record<string, unknown>>;

/** Why something was not even sent, in the form of the broker's own refusals. */
export interface RequestRefusal {
  readonly kind: 'refused';
  readonly code: 'INVALID_TAG' | 'INVALID_ORDER' | 'UNSUPPORTED_EXCHANGE' | 'TOO_MANY_LEGS';
  readonly message: string;
}

const VARIETIES: Readonly<Record<BrokerOrderKind, string>> = { limit: 'NORMAL', stop_limit: 'STOPLOSS' };
const ORDER_TYPES: Readonly<Record<BrokerOrderKind, string>> = { limit: 'LIMIT', stop_limit: 'STOPLOSS_LIMIT' };
const PRODUCTS: Readonly<Record<BrokerProduct, string>> = { delivery: 'DELIVERY', intraday: 'INTRADAY' };
const SIDES: Readonly<Record<BrokerSide, string>> = { buy: 'BUY', sell: 'SELL' };

/** The broker's limit is below 20 characters; others than letters and digits are not known to come back unchanged. */
const TAG = /^[A-Za-z0-9]{1,19}$/;

/** What is wrong with an order before anyone is asked; tick, lot and band are the exchange's to judge. */
export function refusalOfPlace(order: PlaceOrder): RequestRefusal | undefined {
  if (!TAG.test(order.tag)) return refusal('INVALID_TAG', 'the tag must have 1 to 19 letters or digits');
  return refusalOfTerms(order);
}

export function refusalOfTerms(terms: Omit<PlaceOrder, 'tag' | 'side'>): RequestRefusal | undefined {
  if (terms.instrument.exchange === 'CDS')
    return refusal('UNSUPPORTED_EXCHANGE', 'currency prices do not fit into whole paise');
  if (!isCount(terms.quantity)) return refusal('INVALID_ORDER', 'the quantity must be a whole number above 0');
  if (!isCount(terms.pricePaise)) return refusal('INVALID_ORDER', 'the price must be whole paise above 0');
  if (terms.kind === 'stop_limit' && !isCount(terms.triggerPaise))
    return refusal('INVALID_ORDER', 'a stop needs a trigger in whole paise above 0');
  return undefined;
}

export function refusal(code: RequestRefusal['code'], message: string): RequestRefusal {
  return { kind: 'refused', code, message };
}

function isCount(value: number | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** `19450` → `"194.50"`: whole paise as the wire has rupees, without a float in between. */
export function rupeesText(pricePaise: number): string {
  const digits = String(pricePaise).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function placeBody(order: PlaceOrder): WireBody {
  return {
    variety: VARIETIES[order.kind],
    transactiontype: SIDES[order.side],
    ordertag: order.tag,
    // Only for brackets, which this product does not place.
    squareoff: '0',
    stoploss: '0',
    trailingStopLoss: '0',
    ...termsBody(order),
  };
}

export function modifyBody(change: ModifyOrder): WireBody {
  return { variety: VARIETIES[change.placedAs], orderid: change.brokerOrderId, ...termsBody(change) };
}

export function cancelBody(order: CancelOrder): WireBody {
  return { variety: VARIETIES[order.placedAs], orderid: order.brokerOrderId };
}

function termsBody(terms: Omit<PlaceOrder, 'tag' | 'side'>): WireBody {
  return {
    exchange: terms.instrument.exchange,
    tradingsymbol: terms.instrument.tradingSymbol,
    symboltoken: terms.instrument.token,
    ordertype: ORDER_TYPES[terms.kind],
    producttype: PRODUCTS[terms.product],
    duration: 'DAY',
    quantity: String(terms.quantity),
    price: rupeesText(terms.pricePaise),
    triggerprice: terms.kind === 'stop_limit' ? rupeesText(terms.triggerPaise ?? 0) : '0',
    disclosedquantity: '0',
  };
}

/** Legs in one question; more must not be split, as legs may offset each other. */
const MAX_MARGIN_LEGS = 50;

export function refusalOfLegs(legs: readonly MarginLeg[]): RequestRefusal | undefined {
  if (legs.length > MAX_MARGIN_LEGS)
    return refusal('TOO_MANY_LEGS', `the broker reckons the margin of at most ${MAX_MARGIN_LEGS} legs together`);
  return legs.map((leg) => refusalOfTerms({ ...leg, kind: 'limit' })).find((wrong) => wrong !== undefined);
}

/** The only request whose fields have capitals, and numbers. */
export function marginBody(legs: readonly MarginLeg[]): WireBody {
  return {
    positions: legs.map((leg) => ({
      exchange: leg.instrument.exchange,
      token: leg.instrument.token,
      qty: leg.quantity,
      price: leg.pricePaise / 100,
      productType: PRODUCTS[leg.product],
      tradeType: SIDES[leg.side],
      orderType: 'LIMIT',
    })),
  };
}
