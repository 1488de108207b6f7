import { type EpochMs, INDIA_OFFSET_MS, paiseToRupees } from '@trickdesk/domain';
import { circuitsOf, type DepthLevel, depthOf } from '../market/depth.ts';
import type { LiveQuote } from '../market/live-book.ts';
import { REFUSAL } from '../orders/words.ts';
import { textField } from './body.ts';
import { failure, type Reply, success } from './reply.ts';
import { type Desk, type Route, type RouteCall, SECURE } from './routes.ts';

const MOST_TOKENS = 50;

export const marketRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${SECURE}/order/v1/getLtpData`,
    limit: { second: 10, minute: 500, hour: 5000 },
    auth: 'session',
    handle: lastPrice,
  },
  {
    method: 'POST',
    path: `${SECURE}/market/v1/quote`,
    limit: { second: 10, minute: 500, hour: 5000 },
    auth: 'session',
    handle: quotes,
  },
  {
    method: 'POST',
    path: `${SECURE}/order/v1/searchScrip`,
    limit: { second: 1 },
    auth: 'session',
    handle: searchScrip,
  },
  {
    method: 'GET',
    path: `${SECURE}/securities/v1/cautionaryScrips`,
    limit: {},
    auth: 'session',
    handle: cautionaryScrips,
  },
];

function lastPrice({ desk, body }: RouteCall): Reply {
  const quote = find(desk, textField(body, 'exchange'), textField(body, 'symboltoken'));
  if (!quote || quote.instrument.tradingSymbol !== textField(body, 'tradingsymbol')) {
    return failure('AB1018', 'Failed to get symbol details');
  }
  const { instrument } = quote;
  return success({
    exchange: instrument.exchange,
    tradingsymbol: instrument.tradingSymbol,
    symboltoken: instrument.token,
    open: paiseToRupees(quote.open),
    high: paiseToRupees(quote.high),
    low: paiseToRupees(quote.low),
    close: paiseToRupees(quote.previousClose),
    ltp: paiseToRupees(quote.last),
  });
}

function quotes({ desk, body }: RouteCall): Reply {
  const shape = SHAPES.get(textField(body, 'mode'));
  const wanted = requestedTokens(body);
  if (!shape || !wanted || wanted.length === 0) return failure('AB1018', 'Failed to get symbol details');
  if (wanted.length > MOST_TOKENS) return failure('AB1018', `No more than ${MOST_TOKENS} tokens in one request`);
  const fetched: object[] = [];
  const unfetched: object[] = [];
  for (const { exchange, token } of wanted) {
    const quote = find(desk, exchange, token);
    if (quote) fetched.push(shape(quote, desk));
    else unfetched.push({ exchange, symbolToken: token, ...whyNot(token) });
  }
  return success({ fetched, unfetched });
}

function whyNot(token: string): { message: string; errorCode: string } {
  return token === ''
    ? { message: 'Symbol token cannot be empty', errorCode: 'AB4018' }
    : { message: 'Invalid symboltoken', errorCode: 'AB4006' };
}

const SHAPES: ReadonlyMap<string, (quote: LiveQuote, desk: Desk) => object> = new Map([
  ['LTP', ltpQuote],
  ['OHLC', ohlcQuote],
  ['FULL', fullQuote],
]);

function ltpQuote({ instrument, last }: LiveQuote): object {
  return {
    exchange: instrument.exchange,
    tradingSymbol: instrument.tradingSymbol,
    symbolToken: instrument.token,
    ltp: paiseToRupees(last),
  };
}

function ohlcQuote(quote: LiveQuote): object {
  return {
    ...ltpQuote(quote),
    open: paiseToRupees(quote.open),
    high: paiseToRupees(quote.high),
    low: paiseToRupees(quote.low),
    close: paiseToRupees(quote.previousClose),
  };
}

function fullQuote(quote: LiveQuote, desk: Desk): object {
  const depth = depthOf(quote, desk.exchange.source.frictionless);
  const year = desk.exchange.yearRange(quote.instrument.token);
  const bands = circuitsOf(quote);
  const change = quote.last - quote.previousClose;
  const level = ({ price, quantity, orders }: DepthLevel): object => ({
    price: paiseToRupees(price),
    quantity,
    orders,
  });
  return {
    ...ohlcQuote(quote),
    lastTradeQty: quote.lastQuantity,
    exchFeedTime: exchangeText(desk.exchange.now()),
    exchTradeTime: quote.tradedAt > 0 ? exchangeText(quote.tradedAt) : '',
    netChange: paiseToRupees(change),
    percentChange: quote.previousClose > 0 ? Math.round((change / quote.previousClose) * 10_000) / 100 : 0,
    avgPrice: quote.cumVolume > 0 ? paiseToRupees(quote.turnover / quote.cumVolume) : 0,
    tradeVolume: quote.cumVolume,
    opnInterest: 0,
    lowerCircuit: paiseToRupees(bands.lower),
    upperCircuit: paiseToRupees(bands.upper),
    totBuyQuan: depth.totalBuy,
    totSellQuan: depth.totalSell,
    '52WeekLow': paiseToRupees(year.low),
    '52WeekHigh': paiseToRupees(year.high),
    depth: { buy: depth.buy.map(level), sell: depth.sell.map(level) },
  };
}

function searchScrip({ desk, body }: RouteCall): Reply {
  const text = textField(body, 'searchscrip').toUpperCase();
  const exchange = textField(body, 'exchange');
  if (text === '') return failure('AB1009', 'Symbol Not Found');
  const found = desk.exchange.source.instruments.filter(
    (instrument) => instrument.exchange === exchange && instrument.tradingSymbol.toUpperCase().includes(text),
  );
  return success(
    found.map((instrument) => ({
      exchange: instrument.exchange,
      tradingsymbol: instrument.tradingSymbol,
      symboltoken: instrument.token,
    })),
  );
}

function cautionaryScrips({ desk }: RouteCall): Reply {
  const listed = desk.exchange.source.instruments.filter(({ token }) => desk.faults.isCautionary(token));
  const message = REFUSAL.cautionary.message;
  return success(listed.map(({ token, tradingSymbol }) => ({ token, symbol: tradingSymbol, message })));
}

function find(desk: Desk, exchange: string, token: string): LiveQuote | undefined {
  const quote = desk.exchange.quoteOf(token);
  return quote?.instrument.exchange === exchange ? quote : undefined;
}

/** `undefined` where the body is not `{ exchangeTokens: { NSE: [...] } }`. */
function requestedTokens(body: unknown): { exchange: string; token: string }[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const lists: unknown = Reflect.get(body, 'exchangeTokens');
  if (typeof lists !== 'object' || lists === null) return undefined;
  const wanted: { exchange: string; token: string }[] = [];
  for (const [exchange, tokens] of Object.entries(lists)) {
    if (!Array.isArray(tokens)) return undefined;
    for (const token of tokens) wanted.push({ exchange, token: String(token).trim() });
  }
  return wanted;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21-Jun-2026 10:46:10`, Indian time. */
export function exchangeText(at: EpochMs): string {
  const iso = new Date(at + INDIA_OFFSET_MS).toISOString();
  return `${iso.slice(8, 10)}-${MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''}-${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}
