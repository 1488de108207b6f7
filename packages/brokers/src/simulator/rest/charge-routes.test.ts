import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeskServer, startDeskServer } from './testing/desk-server.ts';

let server: DeskServer;
beforeAll(async () => {
  // After the rates of 1 April 2026.
  server = await startDeskServer({ startAt: '2026-07-07T11:00:30+05:30' });
});
afterAll(() => server.close());

const order = {
  product_type: 'DELIVERY',
  transaction_type: 'BUY',
  quantity: '10',
  price: '800',
  exchange: 'NSE',
  symbol_name: 'SBIN',
  token: '3045',
};
const estimate = async (orders: unknown): Promise<unknown> =>
  (await server.call('POST', '/rest/secure/angelbroking/brokerage/v1/estimateCharges', { orders })).body;

/** Ten shares at ₹800: brokerage 0.1 %, stamp 0.015 % of the purchase, GST on brokerage and the exchange's fees. */
const BOUGHT = {
  // 8.00 + 0.25 + 1.20 + 0.01 + 1.49; the tax of 8.00 is not in it.
  total_charges: 10.95,
  trade_value: 8_000,
  breakup: [
    { name: 'Angel One Brokerage', amount: 8, msg: '', breakup: [] },
    {
      name: 'External Charges',
      amount: 1.46,
      msg: '',
      breakup: [
        { name: 'Exchange Transaction Charges', amount: 0.25, msg: '', breakup: [] },
        { name: 'Stamp Duty', amount: 1.2, msg: '', breakup: [] },
        { name: 'SEBI Fees', amount: 0.01, msg: '', breakup: [] },
      ],
    },
    {
      name: 'Taxes',
      amount: 9.49,
      msg: '',
      breakup: [
        { name: 'Security Transaction Tax', amount: 8, msg: '', breakup: [] },
        { name: 'GST', amount: 1.49, msg: '', breakup: [] },
      ],
    },
  ],
};

describe('the estimate of charges', () => {
  test('names every line, and leaves the transaction tax out of its total, as the real one does', async () => {
    expect(await estimate([order])).toEqual({
      status: true,
      message: 'SUCCESS',
      errorcode: '',
      data: { summary: BOUGHT, charges: [BOUGHT] },
    });
  });

  test("sums several orders and lists each, without the depository's debit", async () => {
    const answer = Object(await estimate([order, { ...order, transaction_type: 'SELL', quantity: 10, price: 800 }]));
    const { summary, charges } = Reflect.get(answer, 'data');
    expect(charges).toHaveLength(2);
    expect(charges[0]).toEqual(BOUGHT);
    expect(charges[1]).toMatchObject({ trade_value: 8_000, total_charges: 9.75 });
    expect(summary).toMatchObject({ trade_value: 16_000, total_charges: 20.7 });
  });

  test.each([
    ['no list', undefined, 'AB1018'],
    ['an empty list', [], 'AB1018'],
    ['an unknown token', [{ ...order, token: '1' }], 'AB1009'],
    ['another exchange', [{ ...order, exchange: 'BSE' }], 'AB1009'],
    ['an unknown product', [{ ...order, product_type: 'BO' }], 'AB1012'],
    ['no side', [{ ...order, transaction_type: '' }], 'AB2000'],
    ['no price', [{ ...order, price: '0' }], 'AB2000'],
    ['half a share', [{ ...order, quantity: '0.5' }], 'AB2000'],
    ['more than money can count', [{ ...order, quantity: '999999999999', price: '999999999' }], 'AB2000'],
  ])('refuses %s', async (_, orders, errorcode) => {
    expect(await estimate(orders)).toMatchObject({ status: false, errorcode, data: null });
  });
});
