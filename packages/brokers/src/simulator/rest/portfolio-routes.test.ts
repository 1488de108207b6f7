import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SimHolding, SimPosition } from '../orders/types.ts';
import { type DeskServer, startDeskServer } from './testing/desk-server.ts';

const S = '/rest/secure/angelbroking';
const OK = { status: true, message: 'SUCCESS', errorcode: '' };

let server: DeskServer;
beforeAll(async () => {
  server = await startDeskServer();
});
afterAll(() => server.close());
const get = async (path: string): Promise<unknown> => (await server.call('GET', `${S}/${path}`)).body;

const holding: SimHolding = {
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  isin: 'INE062A01020',
  quantity: 12,
  t1Quantity: 2,
  settledQuantity: 10,
  authorisedQuantity: 4,
  costPaise: 12 * 780_25,
  lastPaise: 812_50,
  previousClosePaise: 809_05,
};
const position: SimPosition = {
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  lotSize: 1,
  product: 'INTRADAY',
  buyQuantity: 3,
  sellQuantity: 1,
  buyValuePaise: 2_436_00,
  sellValuePaise: 815_00,
  carriedBuyQuantity: 0,
  carriedSellQuantity: 0,
  carriedBuyValuePaise: 0,
  carriedSellValuePaise: 0,
  netQuantity: 2,
  lastPaise: 813_00,
  previousClosePaise: 809_05,
  realisedPaise: 3_00,
  unrealisedPaise: 2_00,
};

test('who owns nothing has no list of holdings, and no total', async () => {
  server.script.holdings = [];
  expect(await get('portfolio/v1/getHolding')).toEqual({ ...OK, data: null });
  expect(await get('portfolio/v1/getAllHolding')).toEqual({ ...OK, data: { holdings: [], totalholding: null } });
});

test('a holding names its ISIN in text and its shares and prices in numbers', async () => {
  server.script.holdings = [holding];
  const row = {
    tradingsymbol: 'SBIN-EQ',
    exchange: 'NSE',
    isin: 'INE062A01020',
    symboltoken: '3045',
    t1quantity: 2,
    realisedquantity: 10,
    quantity: 12,
    authorisedquantity: 4,
    product: 'DELIVERY',
    collateralquantity: null,
    collateraltype: null,
    haircut: 0,
    averageprice: 780.25,
    ltp: 812.5,
    close: 809.05,
    profitandloss: 387,
    pnlpercentage: 4.13,
  };
  expect(await get('portfolio/v1/getHolding')).toEqual({ ...OK, data: [row] });
  expect(await get('portfolio/v1/getAllHolding')).toEqual({
    ...OK,
    data: {
      holdings: [row],
      totalholding: {
        totalholdingvalue: 9_750,
        totalinvvalue: 9_363,
        totalprofitandloss: 387,
        totalpnlpercentage: 4.13,
      },
    },
  });
});

test('every value of a position is text, and its net value has a space after the minus', async () => {
  server.script.positions = [position, { ...position, buyQuantity: 1, buyValuePaise: 812_00, netQuantity: 0 }];
  const answer = Object(await get('order/v1/getPosition'));
  const rows: object[] = Reflect.get(answer, 'data');
  for (const row of rows) for (const value of Object.values(row)) expect(value).toBeTypeOf('string');
  expect(rows[0]).toMatchObject({
    exchange: 'NSE',
    symboltoken: '3045',
    producttype: 'INTRADAY',
    symbolname: 'SBIN',
    symbolgroup: 'EQ',
    buyqty: '3',
    sellqty: '1',
    buyamount: '2436.00',
    sellamount: '815.00',
    buyavgprice: '812.00',
    sellavgprice: '815.00',
    cfbuyqty: '0',
    totalbuyvalue: '2436.00',
    netqty: '2',
    netvalue: '- 1621.00',
    netprice: '810.50',
    avgnetprice: '812.00',
    ltp: '813.00',
    pnl: '5.00',
  });
  expect(rows[1]).toMatchObject({ netqty: '0', netvalue: '3.00', netprice: '0.00', avgnetprice: '0.00' });
});

test('a position sold first has a negative net quantity at the price of its sale', async () => {
  const short = { buyQuantity: 0, buyValuePaise: 0, sellQuantity: 2, sellValuePaise: 1_630_00, netQuantity: -2 };
  server.script.positions = [{ ...position, ...short }];
  expect(await get('order/v1/getPosition')).toMatchObject({
    data: [{ netqty: '-2', netvalue: '1630.00', avgnetprice: '815.00', buyavgprice: '0.00' }],
  });
});

test('funds are rupees in text with four decimals, from the account as it stands', async () => {
  server.script.funds = {
    ...server.script.funds,
    availablePaise: 9_30_340,
    cashPaise: 10_00_000,
    usedPaise: 69_660,
    intradayMarginPaise: 40_000,
    m2mUnrealisedPaise: -1_50,
  };
  expect(await get('user/v1/getRMS')).toMatchObject({
    ...OK,
    data: {
      net: '9303.4000',
      availablecash: '9303.4000',
      utiliseddebits: '696.6000',
      utilisedexposure: '400.0000',
      m2munrealized: '-1.5000',
      utilisedoptionpremium: null,
    },
  });
});
