import { expect, test } from 'vitest';
import { greetingFrame, orderRow, postbackBody, tradeRow, updateFrame } from './order-wire.ts';
import { orderOf } from './testing/scripted-orders.ts';

/** The broker's published example of a filled order, to the letter. */
const PUBLISHED_FRAME = `{"user-id":"A123456","status-code":"200","order-status":"AB05","error-message":"",
 "orderData":{"variety":"NORMAL","ordertype":"LIMIT","ordertag":"","producttype":"DELIVERY","price":194.5,"triggerprice":0,"quantity":"1",
 "disclosedquantity":"0","duration":"DAY","squareoff":0,"stoploss":0,"trailingstoploss":0,"tradingsymbol":"SBIN-EQ","transactiontype":"BUY",
 "exchange":"NSE","symboltoken":"3045","instrumenttype":"","strikeprice":-1,"optiontype":"","expirydate":"","lotsize":"1","cancelsize":"0",
 "averageprice":194.45,"filledshares":"1","unfilledshares":"0","orderid":"260728000123456","text":"","status":"complete","orderstatus":"complete",
 "updatetime":"28-Jul-2026 09:20:11","exchtime":"28-Jul-2026 09:20:11","exchorderupdatetime":"28-Jul-2026 09:20:11","fillid":"","filltime":"","parentorderid":""}}`;

test('a filled order is the published frame, field for field and type for type', () => {
  expect(updateFrame('A123456', orderOf(), 'AB05')).toEqual(JSON.parse(PUBLISHED_FRAME));
});

test("the webhook gets the frame's order and whose it is, without an envelope", () => {
  const { orderData } = JSON.parse(PUBLISHED_FRAME);
  expect(postbackBody('A123456', orderOf(), 'AB05')).toEqual({ ...orderData, clientcode: 'A123456' });
});

test('an order that the exchange has not taken has no exchange time', () => {
  const order = orderOf({ status: 'open pending', exchangeAt: undefined, filledQuantity: 0, filledValuePaise: 0 });
  expect(updateFrame('A123456', order, 'AB09')).toMatchObject({
    'order-status': 'AB09',
    orderData: { orderstatus: 'open pending', exchtime: '', exchorderupdatetime: '', averageprice: 0 },
  });
});

test('the frame of a change says "modified" although the book says "open" again', () => {
  expect(updateFrame('A123456', orderOf({ status: 'open' }), 'AB04')).toMatchObject({
    orderData: { status: 'modified', orderstatus: 'modified' },
  });
});

test('the first frame has every field of an order, all of them empty or zero', () => {
  const greeting: object = greetingFrame('A123456');
  expect(greeting).toMatchObject({ 'user-id': 'A123456', 'order-status': 'AB00', 'status-code': '200' });
  const fields = (frame: object): object => Object(Reflect.get(frame, 'orderData'));
  expect(Object.keys(fields(greeting)).sort()).toEqual(Object.keys(fields(JSON.parse(PUBLISHED_FRAME))).sort());
  expect(new Set(Object.values(fields(greeting)))).toEqual(new Set(['', 0]));
});

test("a row of the book has the frame's fields and the ids, its counts as text and its prices as numbers", () => {
  const row = orderRow(orderOf({ filledQuantity: 3, quantity: 3, filledValuePaise: 583_40, tag: 'trick1' }));
  expect(row).toMatchObject({
    ordertag: 'trick1',
    uniqueorderid: '5c3a1d0e-1111-4222-8333-444455556666',
    exchangeorderid: '1100000000012345',
    algoID: '99999',
    averageprice: 194.4667,
    price: 194.5,
    strikeprice: -1,
    quantity: '3',
    filledshares: '3',
    unfilledshares: '0',
    cancelsize: '0',
    lotsize: '1',
    disclosedquantity: '0',
  });
  expect(orderRow(orderOf({ tag: null }))).toMatchObject({ ordertag: null });
});

test('a row of the trade book is all text, with a time of day and neither token nor unique id', () => {
  const row = tradeRow({
    fillId: '77',
    orderId: '260728000123456',
    clientCode: 'A123456',
    exchange: 'NSE',
    token: '3045',
    tradingSymbol: 'SBIN-EQ',
    side: 'BUY',
    product: 'DELIVERY',
    quantity: 10,
    pricePaise: 194_50,
    filledAt: Date.parse('2026-07-28T09:20:11+05:30'),
  });
  expect(row).toEqual({
    exchange: 'NSE',
    producttype: 'DELIVERY',
    tradingsymbol: 'SBIN-EQ',
    instrumenttype: '',
    symbolgroup: 'EQ',
    strikeprice: '-1.00',
    optiontype: '',
    expirydate: '',
    marketlot: '1',
    precision: '2',
    multiplier: '-1',
    tradevalue: '1945.00',
    transactiontype: 'BUY',
    fillprice: '194.50',
    fillsize: '10',
    orderid: '260728000123456',
    fillid: '77',
    filltime: '09:20:11',
  });
});
