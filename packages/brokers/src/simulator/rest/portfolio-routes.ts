import { paiseToRupees } from '@trickdesk/domain';
import type { SimHolding, SimPosition } from '../orders/types.ts';
import { listReply } from './order-routes.ts';
import { rupeeText, symbolGroup } from './order-wire.ts';
import { type Reply, success } from './reply.ts';
import { clientOf, type Desk, type Route, type RouteCall, SECURE } from './routes.ts';

const LIMIT = { second: 1 } as const;

export const portfolioRoutes: readonly Route[] = [
  { method: 'GET', path: `${SECURE}/portfolio/v1/getHolding`, limit: LIMIT, auth: 'session', handle: holdings },
  { method: 'GET', path: `${SECURE}/portfolio/v1/getAllHolding`, limit: LIMIT, auth: 'session', handle: allHoldings },
  { method: 'GET', path: `${SECURE}/order/v1/getPosition`, limit: LIMIT, auth: 'session', handle: positions },
  { method: 'GET', path: `${SECURE}/user/v1/getRMS`, limit: { second: 2 }, auth: 'session', handle: funds },
];

async function holdings(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  return listReply(call.desk.orders.holdings(clientOf(call)).map(holdingRow));
}

async function allHoldings(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  const owned = call.desk.orders.holdings(clientOf(call));
  const valuePaise = owned.reduce((sum, holding) => sum + holding.quantity * holding.lastPaise, 0);
  const costPaise = owned.reduce((sum, holding) => sum + holding.costPaise, 0);
  const totalholding = {
    totalholdingvalue: paiseToRupees(valuePaise),
    totalinvvalue: paiseToRupees(costPaise),
    totalprofitandloss: paiseToRupees(valuePaise - costPaise),
    totalpnlpercentage: percentOf(valuePaise - costPaise, costPaise),
  };
  return success({ holdings: owned.map(holdingRow), totalholding: owned.length === 0 ? null : totalholding });
}

function holdingRow(holding: SimHolding): object {
  const gainPaise = holding.quantity * holding.lastPaise - holding.costPaise;
  return {
    tradingsymbol: holding.tradingSymbol,
    exchange: holding.exchange,
    isin: holding.isin,
    t1quantity: holding.t1Quantity,
    realisedquantity: holding.settledQuantity,
    quantity: holding.quantity,
    authorisedquantity: holding.authorisedQuantity,
    product: 'DELIVERY',
    collateralquantity: null,
    collateraltype: null,
    haircut: 0,
    averageprice: holding.quantity === 0 ? 0 : paiseToRupees(holding.costPaise / holding.quantity),
    ltp: paiseToRupees(holding.lastPaise),
    symboltoken: holding.token,
    close: paiseToRupees(holding.previousClosePaise),
    profitandloss: paiseToRupees(gainPaise),
    pnlpercentage: percentOf(gainPaise, holding.costPaise),
  };
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}

async function positions(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  return listReply(call.desk.orders.positions(clientOf(call)).map((position) => positionRow(position, call.desk)));
}

/** Every value is a string. */
function positionRow(position: SimPosition, desk: Desk): Readonly<Record<string, string>> {
  const boughtQuantity = position.buyQuantity + position.carriedBuyQuantity;
  const soldQuantity = position.sellQuantity + position.carriedSellQuantity;
  const boughtPaise = position.buyValuePaise + position.carriedBuyValuePaise;
  const soldPaise = position.sellValuePaise + position.carriedSellValuePaise;
  const { netQuantity } = position;
  const netPaise = soldPaise - boughtPaise;
  const openAverage = netQuantity > 0 ? averageText(boughtPaise, boughtQuantity) : averageText(soldPaise, soldQuantity);
  return {
    exchange: position.exchange,
    symboltoken: position.token,
    producttype: position.product,
    tradingsymbol: position.tradingSymbol,
    symbolname: desk.exchange.instrumentOf(position.token)?.symbol ?? '',
    instrumenttype: '',
    symbolgroup: symbolGroup(position.tradingSymbol),
    strikeprice: '-1.0',
    optiontype: '',
    expirydate: '',
    lotsize: String(position.lotSize),
    boardlotsize: '1',
    ...SCALING,
    buyqty: String(position.buyQuantity),
    sellqty: String(position.sellQuantity),
    buyamount: rupeeText(position.buyValuePaise),
    sellamount: rupeeText(position.sellValuePaise),
    buyavgprice: averageText(position.buyValuePaise, position.buyQuantity),
    sellavgprice: averageText(position.sellValuePaise, position.sellQuantity),
    cfbuyqty: String(position.carriedBuyQuantity),
    cfsellqty: String(position.carriedSellQuantity),
    cfbuyamount: rupeeText(position.carriedBuyValuePaise),
    cfsellamount: rupeeText(position.carriedSellValuePaise),
    cfbuyavgprice: averageText(position.carriedBuyValuePaise, position.carriedBuyQuantity),
    cfsellavgprice: averageText(position.carriedSellValuePaise, position.carriedSellQuantity),
    totalbuyvalue: rupeeText(boughtPaise),
    totalsellvalue: rupeeText(soldPaise),
    totalbuyavgprice: averageText(boughtPaise, boughtQuantity),
    totalsellavgprice: averageText(soldPaise, soldQuantity),
    netqty: String(netQuantity),
    netprice: averageText(Math.abs(netPaise), Math.abs(netQuantity)),
    netvalue: spacedSign(netPaise),
    avgnetprice: netQuantity === 0 ? '0.00' : openAverage,
    ltp: rupeeText(position.lastPaise),
    close: rupeeText(position.previousClosePaise),
    pnl: rupeeText(position.realisedPaise + position.unrealisedPaise),
    realised: rupeeText(position.realisedPaise),
    unrealised: rupeeText(position.unrealisedPaise),
  };
}

const SCALING = {
  priceden: '1.00',
  pricenum: '1.00',
  genden: '1.00',
  gennum: '1.00',
  precision: '2',
  multiplier: '-1',
} as const;

/** This one field of the wire has a space after its minus. */
function spacedSign(paise: number): string {
  return rupeeText(paise).replace('-', '- ');
}

function averageText(valuePaise: number, quantity: number): string {
  return quantity === 0 ? '0.00' : rupeeText(valuePaise / quantity);
}

async function funds(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  const state = call.desk.orders.funds(clientOf(call));
  const rupees = (paise: number): string => (paise / 100).toFixed(4);
  return success({
    net: rupees(state.availablePaise),
    // As seen live, this is what is left for orders, not what is in the account.
    availablecash: rupees(state.availablePaise),
    availableintradaypayin: '0.0000',
    availablelimitmargin: '0.0000',
    collateral: '0.0000',
    m2munrealized: rupees(state.m2mUnrealisedPaise),
    m2mrealized: rupees(state.m2mRealisedPaise),
    utiliseddebits: rupees(state.usedPaise),
    utilisedspan: '0.0000',
    utilisedoptionpremium: null,
    utilisedholdingsales: '0.0000',
    utilisedexposure: rupees(state.intradayMarginPaise + state.marginTradingPaise),
    utilisedturnover: '0.0000',
    utilisedpayout: '0.0000',
  });
}
