import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChargeBreakdown,
  type ChargedNote,
  type ChargedOrder,
  chargesForNote,
  chargesForOrder,
  exerciseTaxPaise,
  roundTripCharges,
} from './charges.ts';
import { scheduleOn } from './schedule.ts';
import { type BrokerTariff, TARIFFS } from './tariffs.ts';

type Trade = Omit<ChargedNote['orders'][number], 'side' | 'pricePaise'> & {
  readonly buy: number;
  readonly sell: number;
};
type Lines = Partial<Record<'brokerage' | 'stt' | 'txn' | 'sebi' | 'stamp' | 'dp' | 'gst', number>> & {
  readonly total: number;
};

/** Rupees in, as the published examples print them. */
function linesOf(charges: ChargeBreakdown): Required<Lines> {
  return {
    brokerage: charges.brokeragePaise / 100,
    stt: charges.sttPaise / 100,
    // The examples print the exchange's charge and the fund contribution as one line.
    txn: (charges.exchangePaise + charges.ipftPaise) / 100,
    sebi: charges.sebiPaise / 100,
    stamp: charges.stampPaise / 100,
    dp: charges.dpPaise / 100,
    gst: charges.gstPaise / 100,
    total: charges.totalPaise / 100,
  };
}

const cash = { segment: 'cash', instrumentKind: 'equity' } as const;
const derivative = { product: 'INTRADAY', instrumentKind: 'equity' } as const;
const intraday = { ...cash, product: 'INTRADAY' } as const;
const delivery = { ...cash, product: 'DELIVERY' } as const;
const withoutDebit = { ...delivery, firstSellOfScripToday: false } as const;
const future = { ...derivative, segment: 'future' } as const;
const option = { ...derivative, segment: 'option' } as const;

function legs({ buy, sell, ...rest }: Trade): ChargedNote['orders'] {
  return [
    { ...rest, side: 'buy', pricePaise: buy * 100 },
    { ...rest, side: 'sell', pricePaise: sell * 100 },
  ];
}

const TODAY = '2026-11-02';
const BEFORE_APRIL_2026 = '2025-12-01';

const PUBLISHED: readonly [string, Trade, keyof typeof TARIFFS, string, Lines][] = [
  [
    'P1',
    { ...withoutDebit, quantity: 5000, buy: 1000, sell: 1000 },
    'zerodha',
    TODAY,
    { brokerage: 0, stt: 10_000, txn: 307, sebi: 10, stamp: 750, gst: 57.06, total: 11_124.06 },
  ],
  [
    'P2',
    { ...intraday, quantity: 500, buy: 1000, sell: 1000 },
    'zerodha',
    BEFORE_APRIL_2026,
    { brokerage: 40, stt: 125, txn: 30.7, sebi: 1, stamp: 15, gst: 12.91, total: 224.61 },
  ],
  [
    'P3',
    { ...withoutDebit, quantity: 500, buy: 1000, sell: 1000 },
    'zerodha',
    BEFORE_APRIL_2026,
    { brokerage: 0, stt: 1000, txn: 30.7, sebi: 1, stamp: 75, gst: 5.71, total: 1112.41 },
  ],
  [
    'P4',
    { ...future, quantity: 500, buy: 1000, sell: 1000 },
    'zerodha',
    BEFORE_APRIL_2026,
    { brokerage: 40, stt: 100, txn: 18.3, sebi: 1, stamp: 10, gst: 10.67, total: 179.97 },
  ],
  [
    'P5',
    { ...option, quantity: 500, buy: 1000, sell: 1000 },
    'zerodha',
    BEFORE_APRIL_2026,
    { brokerage: 40, stt: 500, txn: 355.3, sebi: 1, stamp: 15, gst: 71.33, total: 982.63 },
  ],
  [
    'P4 at the rates of April 2026',
    { ...future, quantity: 500, buy: 1000, sell: 1000 },
    'zerodha',
    TODAY,
    { stt: 250, total: 329.97 },
  ],
  [
    'P5 at the rates of April 2026',
    { ...option, quantity: 500, buy: 1000, sell: 1000 },
    'zerodha',
    TODAY,
    { stt: 750, total: 1232.63 },
  ],
  [
    'A1',
    { ...intraday, quantity: 100, buy: 500, sell: 510 },
    'angelone',
    TODAY,
    { brokerage: 40, stt: 12.75, txn: 3.1, sebi: 0.1, stamp: 1.5, dp: 0, gst: 7.78, total: 65.23 },
  ],
  [
    'A2',
    { ...delivery, quantity: 100, buy: 500, sell: 510 },
    'angelone',
    TODAY,
    { brokerage: 40, stt: 101, txn: 3.1, sebi: 0.1, stamp: 7.5, dp: 20, gst: 11.38, total: 183.08 },
  ],
  [
    'A3',
    { ...option, quantity: 65, buy: 100, sell: 120 },
    'angelone',
    TODAY,
    { brokerage: 40, stt: 11.7, txn: 5.08, sebi: 0.01, stamp: 0.2, dp: 0, gst: 8.12, total: 65.11 },
  ],
  [
    'A4',
    { ...future, quantity: 65, buy: 25_000, sell: 25_100 },
    'angelone',
    TODAY,
    { brokerage: 40, stt: 815.75, txn: 59.59, sebi: 3.26, stamp: 32.5, dp: 0, gst: 18.51, total: 969.61 },
  ],
  [
    'A5',
    { ...delivery, quantity: 1, buy: 1000, sell: 1010 },
    'angelone',
    TODAY,
    { brokerage: 10, stt: 2.01, txn: 0.06, sebi: 0, stamp: 0.15, dp: 20, gst: 5.41, total: 37.63 },
  ],
  [
    'A6',
    { ...intraday, quantity: 50, buy: 200, sell: 198 },
    'angelone',
    TODAY,
    { brokerage: 19.9, stt: 2.48, txn: 0.61, sebi: 0.02, stamp: 0.3, dp: 0, gst: 3.7, total: 27.01 },
  ],
  [
    'Z1',
    { ...intraday, quantity: 100, buy: 500, sell: 510 },
    'zerodha',
    TODAY,
    { brokerage: 30.3, dp: 0, gst: 6.03, total: 53.78 },
  ],
  [
    'Z2',
    { ...delivery, quantity: 100, buy: 500, sell: 510 },
    'zerodha',
    TODAY,
    { brokerage: 0, dp: 13, gst: 2.92, total: 127.62 },
  ],
  [
    'Z3',
    { ...option, quantity: 65, buy: 100, sell: 120 },
    'zerodha',
    TODAY,
    { brokerage: 40, dp: 0, gst: 8.12, total: 65.11 },
  ],
];

describe('round trips that brokers and the exchange published', () => {
  test.each(PUBLISHED)('%s is met to the paisa on every line', (_name, trade, tariff, date, lines) => {
    const orders = legs(trade).map((leg): ChargedOrder => ({ ...leg, tariff, exchange: 'NSE', date }));
    expect(linesOf(roundTripCharges(orders))).toMatchObject(lines);
  });

  test.each([
    ['A1', { ...intraday, quantity: 100, buy: 500, sell: 510 }, { stt: 13, stamp: 2, total: 65.98 }],
    ['A2', { ...delivery, quantity: 100, buy: 500, sell: 510 }, { stt: 101, stamp: 8, total: 183.58 }],
    ['A3', { ...option, quantity: 65, buy: 100, sell: 120 }, { stt: 12, stamp: 0, total: 65.21 }],
    ['A4', { ...future, quantity: 65, buy: 25_000, sell: 25_100 }, { stt: 816, stamp: 33, total: 970.36 }],
  ] as const)('%s as a contract note prints it has tax and stamp duty in whole rupees', (_name, trade, lines) => {
    const orders = legs(trade).map(
      (leg): ChargedOrder => ({ ...leg, tariff: 'angelone', exchange: 'NSE', date: TODAY, sttRounding: 'rupee' }),
    );
    expect(linesOf(roundTripCharges(orders))).toMatchObject(lines);
  });

  // A bill of early 2026 from a broker without brokerage or debit fee, who did not pass the fund contribution on.
  test.each([
    ['P6', 'buy', 47_250, { txn: 1.4, stt: 47.25, sebi: 0.05, stamp: 7, gst: 0.26, total: 55.96 }],
    ['P7', 'sell', 50_000, { txn: 1.49, stt: 50, sebi: 0.05, stamp: 0, gst: 0.28, total: 51.82 }],
  ] as const)('the real bill %s is met to the paisa', (_name, side, rupees, lines) => {
    const free: BrokerTariff = { brokerage: TARIFFS.zerodha.brokerage, dpPaise: 0n, passesIpft: false };
    const orders = [{ ...delivery, side, quantity: 100, pricePaise: rupees }];
    const note = {
      tariff: free,
      schedule: scheduleOn('2026-02-10'),
      sttRounding: 'paise',
      stampRounding: 'rupee',
    } as const;
    expect(linesOf(chargesForNote({ ...note, orders }))).toMatchObject(lines);
  });

  test('an exercised option pays tax on its intrinsic value (X1)', () => {
    expect(exerciseTaxPaise(80_00, 65, TODAY)).toBe(7_80);
  });
});

describe('rules', () => {
  const order = (change: Partial<ChargedOrder>): ChargedOrder => ({
    tariff: 'angelone',
    exchange: 'NSE',
    product: 'DELIVERY',
    side: 'sell',
    quantity: 100,
    pricePaise: 500_00,
    instrumentKind: 'equity',
    date: TODAY,
    ...change,
  });

  test('delivered fund units pay 0.001 % tax when sold and none when bought; within a day they are taxed as shares', () => {
    expect(chargesForOrder(order({ instrumentKind: 'etf' })).sttPaise).toBe(50);
    expect(chargesForOrder(order({ instrumentKind: 'etf', side: 'buy' })).sttPaise).toBe(0);
    expect(chargesForOrder(order({ instrumentKind: 'etf', product: 'INTRADAY' })).sttPaise).toBe(12_50);
  });

  test('the depository debits a share once a day', () => {
    const first = chargesForOrder(order({}));
    const second = chargesForOrder(order({ firstSellOfScripToday: false }));
    // ₹20 and 18 % of it.
    expect(first.totalPaise - second.totalPaise).toBe(23_60);
  });

  test('a tiny order pays no more brokerage than 2.5 % of its value, in spite of the floor', () => {
    expect(chargesForOrder(order({ quantity: 1, pricePaise: 100_00 })).brokeragePaise).toBe(2_50);
    expect(chargesForOrder(order({ quantity: 1, pricePaise: 400_00 })).brokeragePaise).toBe(5_00);
  });

  test.each([
    ['2026-04-01', 50],
    ['2026-03-31', 20],
    ['2024-10-01', 20],
    ['2024-09-30', 12.5],
    ['2023-04-01', 12.5],
    ['2023-03-31', 10],
    ['2009-01-05', 10],
  ])('a future sold for ₹1,00,000 on %s pays the tax of that day', (date, rupees) => {
    const sold = order({ segment: 'future', product: 'INTRADAY', quantity: 100, pricePaise: 1000_00, date });
    expect(chargesForOrder(sold).sttPaise).toBe(rupees * 100);
  });

  test('the split of the exchange fee of March 2026 changes no total', () => {
    const large = { quantity: 20_000, pricePaise: 500_00 };
    const before = chargesForOrder(order({ ...large, date: '2026-02-27' }));
    const after = chargesForOrder(order({ ...large, date: '2026-03-02' }));
    expect(before.exchangePaise + before.ipftPaise).toBe(after.exchangePaise + after.ipftPaise);
    expect(before.ipftPaise).not.toBe(after.ipftPaise);
  });

  test('a note of several brokers or days, or of parts of a share, is refused', () => {
    expect(() => roundTripCharges([])).toThrow(RangeError);
    expect(() => roundTripCharges([order({}), order({ date: '2026-11-03' })])).toThrow(RangeError);
    expect(() => roundTripCharges([order({}), order({ tariff: 'zerodha' })])).toThrow(RangeError);
    expect(() => chargesForOrder(order({ quantity: 1.5 }))).toThrow(RangeError);
    expect(() => chargesForOrder(order({ pricePaise: -1 }))).toThrow(RangeError);
  });

  const anyOrder: fc.Arbitrary<ChargedOrder> = fc.record({
    tariff: fc.constantFrom('angelone', 'zerodha'),
    exchange: fc.constant('NSE'),
    segment: fc.constantFrom('cash', 'future', 'option'),
    product: fc.constantFrom('INTRADAY', 'DELIVERY'),
    side: fc.constantFrom('buy', 'sell'),
    quantity: fc.integer({ min: 0, max: 2_000_000 }),
    pricePaise: fc.integer({ min: 0, max: 200_000_00 }),
    instrumentKind: fc.constantFrom('equity', 'etf'),
    date: fc.constantFrom('2019-06-03', '2024-06-03', '2025-06-03', '2026-03-03', TODAY),
    firstSellOfScripToday: fc.boolean(),
    sttRounding: fc.constantFrom('paise', 'rupee'),
  });

  test('no line is ever negative and the total is the sum of the lines', () => {
    fc.assert(
      fc.property(anyOrder, (any) => {
        const { totalPaise, ...lines } = chargesForOrder(any);
        const values = Object.values(lines);
        expect(values.every((line) => Number.isSafeInteger(line) && line >= 0)).toBe(true);
        expect(values.reduce((sum, line) => sum + line, 0)).toBe(totalPaise);
      }),
    );
  });

  test('a larger quantity never costs less, on any line', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 0, max: 1_000_000 }), (any, more) => {
        const small = chargesForOrder(any);
        const large = chargesForOrder({ ...any, quantity: any.quantity + more });
        expect(large.totalPaise).toBeGreaterThanOrEqual(small.totalPaise);
        expect(large.brokeragePaise).toBeGreaterThanOrEqual(small.brokeragePaise);
        expect(large.sttPaise).toBeGreaterThanOrEqual(small.sttPaise);
      }),
    );
  });

  test('a note of two orders differs from its orders by rounding only: at most half a paisa for each line and order', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, (a, b) => {
        const second = { ...b, tariff: a.tariff, date: a.date, sttRounding: 'paise' } as const;
        const first = { ...a, sttRounding: 'paise' } as const;
        const apart = chargesForOrder(first).totalPaise + chargesForOrder(second).totalPaise;
        expect(Math.abs(roundTripCharges([first, second]).totalPaise - apart)).toBeLessThanOrEqual(10);
      }),
    );
  });
});
