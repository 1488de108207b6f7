import { ACCESS, SBIN } from './fixtures.ts';

/** Wire samples, written by hand after the protocol's description, with its mixture of types. */

/** A limit order that rests: share counts are texts, prices numbers. */
export const WIRE_ORDER = {
  variety: 'NORMAL',
  ordertype: 'LIMIT',
  producttype: 'DELIVERY',
  duration: 'DAY',
  price: 194.5,
  triggerprice: 0,
  quantity: '10',
  disclosedquantity: '0',
  squareoff: 0,
  stoploss: 0,
  trailingstoploss: 0,
  tradingsymbol: 'SBIN-EQ',
  transactiontype: 'BUY',
  exchange: 'NSE',
  symboltoken: '3045',
  ordertag: 'TD7f3a90c1',
  instrumenttype: '',
  strikeprice: -1,
  optiontype: '',
  expirydate: '',
  lotsize: '1',
  cancelsize: '0',
  averageprice: 0,
  filledshares: '0',
  unfilledshares: '10',
  orderid: '260728000123456',
  uniqueorderid: '34reqfachdfih-4a5f-8f0d-91e2c3b4d5e6',
  parentorderid: '',
  exchangeorderid: '1100000012345678',
  text: '',
  status: 'open',
  orderstatus: 'open',
  updatetime: '28-Jul-2026 09:20:11',
  exchtime: '28-Jul-2026 09:20:10',
  exchorderupdatetime: '28-Jul-2026 09:20:12',
  fillid: '',
  filltime: '',
  algoID: '99999',
} as const;

/** As the documentation's own samples have it: prices as texts, a stop, nothing heard from the exchange yet. */
export const WIRE_STOP = {
  ...WIRE_ORDER,
  variety: 'STOPLOSS',
  ordertype: 'STOPLOSS_LIMIT',
  transactiontype: 'SELL',
  price: '189.00',
  triggerprice: '190.05',
  averageprice: '0.00',
  orderid: '260728000123457',
  ordertag: null,
  symboltoken: null,
  exchangeorderid: '',
  status: 'trigger pending',
  orderstatus: 'trigger pending',
  exchtime: '',
  exchorderupdatetime: '',
} as const;

export const WIRE_REJECTED = {
  ...WIRE_ORDER,
  orderid: '260728000123458',
  status: 'rejected',
  orderstatus: 'rejected',
  text: 'Your order has been rejected due to Insufficient Funds. Available funds - Rs. 937.00 . You require Rs. 2298.25 funds to execute this order.',
} as const;

export const WIRE_TRADE = {
  exchange: 'NSE',
  producttype: 'DELIVERY',
  tradingsymbol: 'SBIN-EQ',
  instrumenttype: '',
  symbolgroup: 'EQ',
  strikeprice: '-1',
  optiontype: '',
  expirydate: '',
  marketlot: '1',
  precision: '2',
  multiplier: '-1',
  tradevalue: '778.20',
  transactiontype: 'BUY',
  fillprice: '194.55',
  fillsize: '4',
  orderid: '260728000123456',
  fillid: '50005750',
  filltime: '13:27:53',
} as const;

/** Every value is a text, one with a space inside its sign. */
export const WIRE_POSITION = {
  exchange: 'NSE',
  symboltoken: '3045',
  producttype: 'INTRADAY',
  tradingsymbol: 'SBIN-EQ',
  symbolname: 'SBIN',
  instrumenttype: '',
  priceden: '1',
  pricenum: '1',
  genden: '1',
  gennum: '1',
  precision: '2',
  multiplier: '-1',
  boardlotsize: '1',
  buyqty: '5',
  sellqty: '15',
  buyamount: '972.50',
  sellamount: '3,208.30',
  cfbuyqty: '2',
  cfsellqty: '0',
  cfbuyamount: '380.00',
  cfsellamount: '0',
  totalbuyvalue: '1352.50',
  totalsellvalue: '3208.30',
  netqty: '- 8',
  netprice: '231.98',
  netvalue: '- 2235.80',
} as const;

export const WIRE_HOLDING = {
  tradingsymbol: 'TATASTEEL-EQ',
  exchange: 'NSE',
  isin: 'INE081A01020',
  symboltoken: '3499',
  t1quantity: 3,
  realisedquantity: 2,
  quantity: 2,
  authorisedquantity: 1,
  product: 'DELIVERY',
  collateralquantity: null,
  collateraltype: null,
  haircut: 0,
  averageprice: 111.8733,
  ltp: 130.15,
  close: 129.6,
  profitandloss: 37,
  pnlpercentage: 16.34,
} as const;

export const WIRE_RULE = {
  status: 'NEW',
  createddate: '2026-07-28T09:27:00Z',
  updateddate: '2026-07-28T09:27:01Z',
  expirydate: '2027-07-28T09:27:00Z',
  clientid: ACCESS.clientCode,
  tradingsymbol: 'SBIN-EQ',
  symboltoken: '3045',
  exchange: 'NSE',
  transactiontype: 'SELL',
  producttype: 'DELIVERY',
  price: 189,
  qty: 10,
  triggerprice: 190.05,
  disclosedqty: 0,
  id: 1000118,
} as const;

export const WIRE_MARGIN = {
  totalMarginRequired: 29612.35,
  marginComponents: {
    netPremium: 0,
    spanMargin: 0,
    marginBenefit: 0,
    deliveryMargin: 29612.35,
    nonNFOMargin: 0,
    totOptionsPremium: 0,
  },
} as const;

/** The socket has no `uniqueorderid` and no `exchangeorderid`. */
export function wireUpdate(code: string, change: Readonly<Record<string, unknown>> = {}): string {
  const { uniqueorderid, exchangeorderid, algoID, ...orderData } = WIRE_ORDER;
  return JSON.stringify({
    'user-id': ACCESS.clientCode,
    'status-code': '200',
    'order-status': code,
    'error-message': '',
    orderData: { ...orderData, ...change },
  });
}

/** The greeting: every value empty or nought. */
export const WIRE_GREETING = wireUpdate(
  'AB00',
  Object.fromEntries(Object.entries(WIRE_ORDER).map(([key, value]) => [key, typeof value === 'number' ? 0 : ''])),
);

export const PLACE = {
  instrument: SBIN,
  side: 'buy',
  product: 'delivery',
  kind: 'limit',
  quantity: 10,
  pricePaise: 194_50,
  tag: 'TD7f3a90c1',
} as const;

export const WIRE_ACCEPTED = {
  script: 'SBIN-EQ',
  orderid: '260728000123456',
  uniqueorderid: '34reqfachdfih-4a5f-8f0d-91e2c3b4d5e6',
} as const;
