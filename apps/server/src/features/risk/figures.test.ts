import { chargesForOrder } from '@trickdesk/engine';
import { describe, expect, test } from 'vitest';
import {
  type AccountFacts,
  closingCharges,
  type DayFill,
  type EntryFacts,
  figuresOf,
  type HeldLine,
  netQuantity,
  type RestingOrder,
  worstAfter,
} from './figures.ts';

const DAY = '2026-01-05';
const FLAT: HeldLine = {
  ...{ isByHand: false, symbol: 'SBIN', product: 'intraday', instrumentKind: 'equity', openingQuantity: 0 },
  ...{ previousClosePaise: 600_00, lastPaise: 600_00, fills: [], resting: [] },
};
const bought = (quantity: number): DayFill => ({ side: 'buy', quantity, valuePaise: quantity * 600_00 });
const sold = (quantity: number): DayFill => ({ side: 'sell', quantity, valuePaise: quantity * 600_00 });
const rests = (side: 'buy' | 'sell', quantity: number, pricePaise = 600_00): RestingOrder => ({
  ...{ side, quantity, pricePaise },
});
const accountOf = (...lines: readonly Partial<HeldLine>[]): AccountFacts => ({
  ...{ day: DAY, realisedPaise: 0, trades: 2, funds: undefined, ordersLastMinute: 0 },
  lines: lines.map((line) => ({ ...FLAT, ...line })),
});
const chargeOf = (side: 'buy' | 'sell', quantity: number, pricePaise: number, product = 'INTRADAY' as const) =>
  chargesForOrder({
    ...{ tariff: 'angelone', exchange: 'NSE', product, instrumentKind: 'equity', date: DAY },
    ...{ side, quantity, pricePaise },
  }).totalPaise;

/** One share at ₹1 besides: what it adds can be left out of account in hundreds of rupees. */
const LITTLE: EntryFacts = {
  ...{ symbol: 'TINY', product: 'intraday', instrumentKind: 'equity', side: 'buy', quantity: 1 },
  ...{ pricePaise: 1_00, lastPaise: 1_00 },
};
const worst = (...lines: readonly Partial<HeldLine>[]) => {
  const { grossPaise, netPaise, marginPaise } = worstAfter(accountOf(...lines), LITTLE);
  return [grossPaise, netPaise, marginPaise].map((paise) => Math.floor(paise / 100_00) * 100);
};

describe('where an account stands', () => {
  test('is what it holds at the last price, a short position being worth as much; what rests does not count', () => {
    const line = { fills: [sold(100)], resting: [rests('sell', 900)], lastPaise: 610_00 };
    expect(figuresOf(accountOf(line))).toMatchObject({
      ...{ grossPaise: 61_000_00, netPaise: 61_000_00, marginPaise: 12_200_00, trades: 2 },
    });
    const both = figuresOf(accountOf(line, { symbol: 'INFY', product: 'delivery', fills: [bought(10)] }));
    expect(both).toMatchObject({ grossPaise: 67_000_00, netPaise: 55_000_00, marginPaise: 18_200_00 });
    expect(figuresOf(accountOf())).toMatchObject({ grossPaise: 0, netPaise: 0, marginPaise: 0, resultPaise: 0 });
  });

  test('is after the charges of the day’s orders and of closing now', () => {
    const long = figuresOf(accountOf({ fills: [bought(100)], lastPaise: 610_00 }));
    expect(long.unrealisedPaise).toBe(1_000_00 - chargeOf('buy', 100, 600_00) - chargeOf('sell', 100, 610_00));
    const short = figuresOf({ ...accountOf({ fills: [sold(100)], lastPaise: 610_00 }), realisedPaise: 50_00 });
    expect(short.unrealisedPaise).toBe(-1_000_00 - chargeOf('sell', 100, 600_00) - chargeOf('buy', 100, 610_00));
    expect(short.resultPaise).toBe(short.unrealisedPaise + 50_00);
    const closed = figuresOf(accountOf({ fills: [bought(100), sold(100)], lastPaise: 610_00 }));
    expect(closed.unrealisedPaise).toBe(-chargeOf('buy', 100, 600_00) - chargeOf('sell', 100, 600_00));
  });

  test('has in funds what is free and what is used, and nothing where the broker has not said', () => {
    const funds = { availablePaise: 5_00, usedPaise: 2_00 };
    expect(figuresOf({ ...accountOf(), funds }).fundsPaise).toBe(7_00);
    expect(figuresOf(accountOf()).fundsPaise).toBeUndefined();
  });
});

describe('the worst that can come of it in gross, net and margin, hundreds of rupees,', () => {
  test.each<[string, readonly Partial<HeldLine>[], readonly number[]]>([
    ['is what is held where nothing rests', [{ fills: [bought(100)] }], [60_000, 60_000, 12_000]],
    ['is more of the same side', [{ fills: [bought(100)], resting: [rests('buy', 50)] }], [90_000, 90_000, 18_000]],
    ['is more of a short one', [{ fills: [sold(100)], resting: [rests('sell', 50)] }], [90_000, 90_000, 18_000]],
    [
      'is no less for what closes it',
      [{ fills: [bought(100)], resting: [rests('sell', 100)] }],
      [60_000, 60_000, 12_000],
    ],
    [
      'is the other side where that is more',
      [{ fills: [bought(100)], resting: [rests('sell', 250)] }],
      [90_000, 90_000, 18_000],
    ],
    ['is either of two that rest', [{ resting: [rests('buy', 50), rests('sell', 80)] }], [48_000, 48_000, 9_600]],
    ['is all that rest on one side', [{ resting: [rests('sell', 50), rests('sell', 30)] }], [48_000, 48_000, 9_600]],
    [
      'of two lines is gross together and net against each other, whichever fills',
      [{ fills: [bought(100)] }, { symbol: 'INFY', fills: [sold(40)], resting: [rests('sell', 10)] }],
      [90_000, 60_000 - 24_000, 18_000],
    ],
    [
      'of short lines adds up in net',
      [
        { fills: [sold(100)], resting: [rests('sell', 10)] },
        { symbol: 'INFY', resting: [rests('sell', 10)] },
      ],
      [72_000, 72_000, 14_400],
    ],
    ['of delivery is margined whole', [{ product: 'delivery', fills: [bought(100)] }], [60_000, 60_000, 60_000]],
    [
      'of delivery sales stops at what was bought: the rest are shares from before the day',
      [{ product: 'delivery', fills: [bought(100)], resting: [rests('sell', 60), rests('sell', 60)] }],
      [60_000, 60_000, 60_000],
    ],
    [
      'of delivery sales without a purchase is nothing',
      [{ product: 'delivery', resting: [rests('sell', 500)] }],
      [0, 0, 0],
    ],
    [
      'counts a purchase at the last price where its limit is lower',
      [{ resting: [rests('buy', 100, 500_00)] }],
      [60_000, 60_000, 12_000],
    ],
    [
      'counts a purchase at its limit where that is higher',
      [{ resting: [rests('buy', 100, 700_00)] }],
      [70_000, 70_000, 14_000],
    ],
    [
      'counts a sale whose price is being changed at the highest',
      [{ resting: [{ ...rests('sell', 100, 600_00), highestPaise: 700_00 }] }],
      [70_000, 70_000, 14_000],
    ],
  ])('%s', (_, lines, figures) => {
    expect(worst(...lines)).toEqual(figures);
  });

  test('is not in what is held twice: two resting sales of delivery share what there is to sell', () => {
    const line = { ...FLAT, product: 'delivery', fills: [bought(100)] } as const;
    const short = { ...FLAT, symbol: 'INFY', fills: [sold(100)] };
    const netOf = (...resting: RestingOrder[]) => worstAfter(accountOf({ ...line, resting }, short), LITTLE).netPaise;
    expect(netOf(rests('sell', 60), rests('sell', 60))).toBe(netOf(rests('sell', 100)));
    expect(netOf(rests('sell', 100))).toBe(60_000_00);
  });
});

describe('what resting orders may cost', () => {
  const worstResult = (...lines: readonly Partial<HeldLine>[]): number =>
    worstAfter(accountOf(...lines), LITTLE).resultPaise - worstAfter(accountOf(), LITTLE).resultPaise;
  const bothWays = (quantity: number, pricePaise: number): number =>
    chargeOf('buy', quantity, pricePaise) + chargeOf('sell', quantity, pricePaise);

  test('is the charges of both ways, and their price against the last one', () => {
    expect(worstResult({ resting: [rests('buy', 100, 601_00)] })).toBe(-100_00 - bothWays(100, 601_00));
    expect(worstResult({ resting: [rests('sell', 100, 599_00)] })).toBe(-100_00 - bothWays(100, 600_00));
  });

  test('is the charges alone where the price is for us: a gain that may not come is none', () => {
    expect(worstResult({ resting: [rests('buy', 100, 590_00)] })).toBe(-bothWays(100, 600_00));
    expect(worstResult({ resting: [rests('sell', 100, 610_00)] })).toBe(-bothWays(100, 610_00));
  });

  test('of a sale of delivery is that of as many as are held or may still be bought', () => {
    const delivery = (resting: readonly RestingOrder[]) => worstResult({ product: 'delivery', resting });
    const [purchase, sale] = [rests('buy', 50), rests('sell', 80)];
    const ofSale = delivery([purchase, sale]) - delivery([purchase]);
    expect(ofSale).toBe(delivery([purchase, rests('sell', 50)]) - delivery([purchase]));
    expect([ofSale < 0, delivery([sale])]).toEqual([true, 0]);
  });

  test('adds up over all that rests', () => {
    expect(worstResult({ resting: [rests('buy', 100, 601_00), rests('sell', 50, 599_00)] })).toBe(
      -150_00 - bothWays(100, 601_00) - bothWays(50, 600_00),
    );
  });
});

test('the entry that is asked for is one more trade, and as many more orders as it leaves as', () => {
  expect(worstAfter(accountOf(), LITTLE)).toMatchObject({ trades: 3, ordersLastMinute: 1 });
  expect(worstAfter(accountOf(), { ...LITTLE, orders: 4 })).toMatchObject({ trades: 3, ordersLastMinute: 4 });
});

test('what the broker blocks counts where it is more than we know of, and the entry besides', () => {
  const entry = { ...LITTLE, quantity: 10_000 };
  const margin = (usedPaise: number) =>
    worstAfter({ ...accountOf({ fills: [bought(100)] }), funds: { availablePaise: 0, usedPaise } }, entry).marginPaise;
  // A fifth of ₹60,000, and of ₹10,000 for the entry.
  expect([margin(0), margin(12_000_00), margin(15_000_00)]).toEqual([14_000_00, 14_000_00, 17_000_00]);
});

describe('shares of delivery that are sold', () => {
  const line = (opening: number, ...fills: readonly DayFill[]): HeldLine => ({
    ...FLAT,
    ...{ product: 'delivery', openingQuantity: opening, previousClosePaise: 590_00, fills },
  });

  test('beyond what is counted here are from before the day: no short position, no gain and no loss', () => {
    expect([netQuantity(line(0, sold(50))), netQuantity(line(30, sold(50))), netQuantity(line(80, sold(50)))]).toEqual([
      ...[0, 0, 30],
    ]);
    expect(netQuantity({ ...line(0, sold(50)), product: 'intraday' })).toBe(-50);
    expect(figuresOf(accountOf(line(0, sold(50)))).resultPaise).toBe(0);
  });

  test('of those that were bought are a result: half of a sale where half was bought', () => {
    const all = figuresOf(accountOf(line(0, bought(50), { ...sold(50), valuePaise: 50 * 610_00 }))).resultPaise;
    const half = figuresOf(accountOf(line(0, bought(50), { ...sold(100), valuePaise: 100 * 610_00 }))).resultPaise;
    expect(half).toBe(all);
    expect(all).toBeLessThan(500_00);
    expect(all).toBeGreaterThan(350_00);
  });

  test('share what was bought in the order of their sales', () => {
    const first = { ...sold(40), valuePaise: 40 * 620_00 };
    const second = { ...sold(40), valuePaise: 40 * 610_00 };
    const split = { ...sold(10), valuePaise: 10 * 610_00 };
    const whole = figuresOf(accountOf(line(0, bought(50), first, second))).resultPaise;
    expect(whole).toBe(figuresOf(accountOf(line(0, bought(50), first, split))).resultPaise);
  });
});

test('closing costs the charges of one order on the other side, and nothing where nothing is held', () => {
  expect(closingCharges({ ...FLAT, fills: [bought(100)] }, DAY)).toBe(chargeOf('sell', 100, 600_00));
  expect(closingCharges({ ...FLAT, fills: [sold(100)] }, DAY)).toBe(chargeOf('buy', 100, 600_00));
  expect(closingCharges({ ...FLAT, fills: [sold(100), bought(100)] }, DAY)).toBe(0);
});

describe('what a basket holds from days before', () => {
  const shares: Partial<HeldLine> = {
    ...{ isByHand: true, isOfBasket: true, product: 'delivery', openingQuantity: 1_000, lastPaise: 552_00 },
  };

  test('is exposure, and a loss of the day by what it has moved; no day closes it, and it is paid for', () => {
    expect(figuresOf(accountOf(shares))).toMatchObject({
      ...{ grossPaise: 5_52_000_00, netPaise: 5_52_000_00, resultPaise: -48_000_00, marginPaise: 0 },
    });
  });

  test('leaves that much less room for an entry, and what is bought of it today is margined', () => {
    expect(worst(shares)).toEqual([552_000, 552_000, 0]);
    const more = { ...shares, lastPaise: 600_00, resting: [rests('buy', 10)] };
    expect(worst(more)).toEqual([606_000, 606_000, 6_000]);
  });

  test('is worth what its sale of today has brought, after the charges of that sale', () => {
    const closing = { ...shares, lastPaise: 600_00, fills: [sold(1_000)] };
    const { grossPaise, resultPaise } = figuresOf(accountOf(closing));
    expect(grossPaise).toBe(0);
    expect(resultPaise).toBeLessThan(0);
    expect(resultPaise).toBeGreaterThan(-1_500_00);
  });
});
