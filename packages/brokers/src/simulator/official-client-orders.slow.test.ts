import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roundToTick } from '@trickdesk/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  type Simulator,
  startSimulator,
} from './index.ts';
import { officialPackage, oneTimeCode } from './testing/official-package.ts';

const CONTROL_TOKEN = 'control-of-the-test';
const zFrame = z.object({
  'user-id': z.string(),
  'order-status': z.string(),
  orderData: z.looseObject({ orderid: z.string(), orderstatus: z.string(), filledshares: z.string() }),
});
type Frame = z.infer<typeof zFrame>;

describe("the broker's own client package, unmodified, trades", () => {
  let simulator: Simulator;
  let folder: string;
  const home = process.cwd();

  beforeAll(async () => {
    // It writes error.log, requests included, into the working directory.
    folder = await mkdtemp(join(tmpdir(), 'official-client-'));
    process.chdir(folder);
    simulator = await startSimulator({
      source: createSyntheticSource({ seed: 7, startAt: Date.parse('2025-07-07T10:00:30+05:30') }),
      store: createMemoryStore(),
      speed: 30,
      seed: 7,
      port: 0,
      controlToken: CONTROL_TOKEN,
      // The limits have tests of their own; waiting for each second would only make this one slow.
      rateLimit: false,
    });
  });

  afterAll(async () => {
    await simulator.close();
    process.chdir(home);
    await rm(folder, { recursive: true, force: true });
  });

  const signedIn = async (client: string) => {
    const { SmartAPI, WSOrderUpdates } = officialPackage(simulator);
    const api = new SmartAPI({ api_key: SIM_API_KEY, root: simulator.url });
    const { data } = await api.generateSession(client, SIM_PIN, oneTimeCode());
    const socket = new WSOrderUpdates({
      clientcode: client,
      jwttoken: data.jwtToken,
      apikey: SIM_API_KEY,
      feedtype: data.feedToken,
    });
    const texts: string[] = [];
    socket.on('tick', (text: string) => texts.push(text));
    await socket.connect();
    const frames = (): Frame[] =>
      texts.filter((text) => text.startsWith('{')).map((text) => zFrame.parse(JSON.parse(text)));
    return { api, socket, texts, frames };
  };
  const control = (path: string, body: object): Promise<Response> =>
    fetch(`${simulator.url}/__sim/${path}`, {
      method: 'POST',
      headers: { 'x-sim-control': CONTROL_TOKEN },
      body: JSON.stringify(body),
    });
  /** Rupees, so many percent from the last price, on the tick. */
  const away = (percent: number): string => {
    const quote = simulator.exchange.quoteOf('3045');
    const paise = ((quote?.last ?? 0) * (100 + percent)) / 100;
    return (roundToTick(paise, quote?.instrument.tickPaise ?? 5, 'nearest') / 100).toFixed(2);
  };
  const limit = (over: object) => ({
    variety: 'NORMAL',
    tradingsymbol: 'SBIN-EQ',
    symboltoken: '3045',
    transactiontype: 'BUY',
    exchange: 'NSE',
    ordertype: 'LIMIT',
    producttype: 'DELIVERY',
    duration: 'DAY',
    squareoff: '0',
    stoploss: '0',
    ...over,
  });

  test('places, modifies and cancels, hears of each on the order socket, and reads the books', async () => {
    const { api, socket, texts, frames } = await signedIn('S100001');
    const codesOf = (orderid: string): string[] =>
      frames().flatMap((frame) => (frame.orderData.orderid === orderid ? [frame['order-status']] : []));

    const resting = await api.placeOrder(limit({ quantity: '2', price: away(-4), ordertag: 'rests' }));
    expect(resting).toMatchObject({ status: true, message: 'SUCCESS', errorcode: '', data: { script: 'SBIN-EQ' } });
    const { orderid, uniqueorderid } = resting.data;
    expect(orderid).toMatch(/^250707\d{9}$/);
    await expect.poll(() => codesOf(orderid)).toEqual(['AB09', 'AB01']);

    const lower = away(-5);
    const changed = await api.modifyOrder(limit({ orderid, quantity: '3', price: lower }));
    expect(changed).toMatchObject({ status: true, data: { orderid, uniqueorderid } });
    await expect.poll(() => codesOf(orderid)).toContain('AB04');

    const second = await api.placeOrder(limit({ quantity: 1, price: Number(away(-4)), ordertag: 'goes' }));
    const gone = await api.cancelOrder({ variety: 'NORMAL', orderid: second.data.orderid });
    expect(gone).toMatchObject({ status: true, data: { orderid: second.data.orderid } });
    await expect.poll(() => codesOf(second.data.orderid)).toContain('AB02');

    const filled = await api.placeOrder(limit({ quantity: '1', price: away(1), ordertag: 'fills' }));
    await expect.poll(() => codesOf(filled.data.orderid)).toContain('AB05');
    expect(codesOf(filled.data.orderid)[0]).toBe('AB09');

    const book = await api.getOrderBook();
    expect(book.data).toHaveLength(3);
    expect(book.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          orderid,
          ordertag: 'rests',
          quantity: '3',
          price: Number(lower),
          orderstatus: 'open',
        }),
        expect.objectContaining({ ordertag: 'goes', orderstatus: 'cancelled', cancelsize: '1' }),
        expect.objectContaining({ ordertag: 'fills', orderstatus: 'complete', filledshares: '1', unfilledshares: '0' }),
      ]),
    );
    const own = book.data.find((row: { orderid: string }) => row.orderid === filled.data.orderid);
    expect((await api.indOrderDetails(filled.data.uniqueorderid)).data).toEqual(own);

    const trades = await api.getTradeBook();
    expect(trades.data).toMatchObject([{ orderid: filled.data.orderid, fillsize: '1', transactiontype: 'BUY' }]);
    const told = frames().find((frame) => frame['order-status'] === 'AB05');
    expect(told).toMatchObject({ 'user-id': 'S100001', orderData: { averageprice: own.averageprice } });
    expect(Number(trades.data[0].fillprice)).toBe(own.averageprice);

    const positions = await api.getPosition();
    expect(positions.data).toMatchObject([{ symboltoken: '3045', producttype: 'DELIVERY', netqty: '1', buyqty: '1' }]);
    expect((await api.getHolding()).data).toBeNull();
    const { data: funds } = await api.getRMS();
    expect(Number(funds.availablecash)).toBeLessThan(1_000_000 - own.averageprice);

    expect(frames()[0]).toMatchObject({ 'order-status': 'AB00', orderData: { orderid: '', orderstatus: '' } });
    await expect.poll(() => texts).toContain('pong');
    socket.close();
  });

  test("is told no in the broker's words, at once or in the book", async () => {
    const { api, socket, frames } = await signedIn('S100002');
    expect(await api.placeOrder(limit({ quantity: '1', price: away(0), producttype: 'CNC' }))).toMatchObject({
      status: false,
      errorcode: 'AB1012',
      message: 'Invalid Product Type',
      data: null,
    });
    const dear = await api.placeOrder(limit({ quantity: '50000', price: away(0) }));
    expect(dear).toMatchObject({ status: true });
    await expect.poll(() => frames().map((frame) => frame['order-status'])).toContain('AB03');
    const { data } = await api.getOrderBook();
    expect(data).toMatchObject([{ orderstatus: 'rejected', text: expect.stringContaining('Insufficient Funds') }]);
    socket.close();
  });

  test('asks for margin and charges, converts a position, and keeps rules', async () => {
    const { api, socket, frames } = await signedIn('S100003');
    const leg = { exchange: 'NSE', qty: 10, price: 0, token: '3045', tradeType: 'BUY', orderType: 'MARKET' };
    const full = await api.marginApi({ positions: [{ ...leg, productType: 'DELIVERY' }] });
    const part = await api.marginApi({ positions: [{ ...leg, productType: 'INTRADAY' }] });
    expect(full.data.totalMarginRequired).toBeGreaterThan(part.data.totalMarginRequired * 4);
    const charges = await api.estimateCharges({
      orders: [
        {
          product_type: 'DELIVERY',
          transaction_type: 'BUY',
          quantity: '10',
          price: away(0),
          exchange: 'NSE',
          symbol_name: 'SBIN',
          token: '3045',
        },
      ],
    });
    expect(charges.data.summary.breakup.map((line: { name: string }) => line.name)).toEqual([
      'Angel One Brokerage',
      'External Charges',
      'Taxes',
    ]);

    await api.placeOrder(limit({ quantity: '2', price: away(1), producttype: 'INTRADAY' }));
    await expect.poll(() => frames().map((frame) => frame['order-status'])).toContain('AB05');
    const conversion = { exchange: 'NSE', symboltoken: '3045', transactiontype: 'BUY', quantity: 2, type: 'DAY' };
    expect(
      await api.convertPosition({ ...conversion, producttype: 'INTRADAY', newproducttype: 'DELIVERY' }),
    ).toMatchObject({ status: true, data: null });
    const open = (await api.getPosition()).data.filter((row: { netqty: string }) => row.netqty !== '0');
    expect(open).toMatchObject([{ producttype: 'DELIVERY', netqty: '2' }]);

    const rule = { tradingsymbol: 'SBIN-EQ', symboltoken: '3045', exchange: 'NSE', producttype: 'DELIVERY' };
    const terms = { transactiontype: 'SELL', price: away(-9), qty: '2', disclosedqty: '0', triggerprice: away(-9) };
    const { data: made } = await api.createRule({ ...rule, ...terms, timeperiod: '30' });
    const changed = await api.modifyRule({ ...rule, ...terms, id: made.id, qty: '1' });
    expect(changed).toMatchObject({ status: true, data: { id: made.id } });
    expect((await api.ruleDetails({ id: made.id })).data).toMatchObject({ qty: '1', transactiontype: 'SELL' });
    const listed = await api.ruleList({ status: ['NEW', 'ACTIVE'], page: 1, count: 10 });
    expect(listed.data).toMatchObject([{ id: made.id, symboltoken: '3045' }]);
    expect(await api.cancelRule({ id: made.id, symboltoken: '3045', exchange: 'NSE' })).toMatchObject({ status: true });
    expect((await api.ruleList({ status: ['NEW', 'ACTIVE'], page: 1, count: 10 })).data).toEqual([]);
    socket.close();
  });

  test('sells holdings of an account without a standing authorisation once the depository has released them', async () => {
    const client = 'S100007';
    const { api, socket, frames } = await signedIn(client);
    await control('account', { client, holdings: [{ token: '3045', quantity: 10, averagePaise: 700_00 }] });
    const [holding] = (await api.getHolding()).data;
    expect(holding).toMatchObject({ quantity: 10, authorisedquantity: 0, averageprice: 700 });
    expect((await api.getAllHolding()).data.holdings).toHaveLength(1);
    const sell = limit({ transactiontype: 'SELL', quantity: '4', price: away(-1) });
    await api.placeOrder(sell);
    await expect.poll(() => frames().map((frame) => frame['order-status'])).toContain('AB03');

    const { data: request } = await api.verifyDis({ isin: holding.isin, quantity: '4' });
    const asked = await api.generateTPIN({
      dpId: request.DPId,
      ReqId: request.ReqId,
      boid: request.BOID,
      pan: 'ABCPE1234F',
    });
    expect(asked).toMatchObject({ status: true });
    const { DPId, ReqId, version: Version, TransDtls } = request;
    const form = new URLSearchParams({ DPId, ReqId, Version, TransDtls, TPIN: '123456', OTP: '123456' });
    expect((await fetch(`${simulator.url}/eDIS/VerifyDIS/`, { method: 'POST', body: form })).status).toBe(200);
    const { data: record } = await api.getTranStatus({ ReqId });
    expect(record.TransResDtls.RecordResDtls).toMatchObject([{ Status: 1 }]);
    expect((await api.getHolding()).data).toMatchObject([{ authorisedquantity: 4 }]);
    await api.placeOrder(sell);
    await expect.poll(() => frames().map((frame) => frame['order-status'])).toContain('AB05');
    socket.close();
  });
});
