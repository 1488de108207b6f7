import { type IndiaDate, ORDER_STATES } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { figuresOf, type HeldLine } from './figures.ts';
import { handTrades, type LineOrder, linesOf, remainingOf } from './lines.ts';

/** 100 SBIN, bought by a trick at 600 today and told to its run. */
const ORDER: LineOrder = {
  ...{ id: 1, deployment_id: 7, run_number: 1, broker_link_id: 1, role: 'entry', trade_order_id: 11 },
  ...{ symbol: 'SBIN', product: 'intraday', side: 'buy', quantity: 100, price_paise: 601_00, trigger_paise: null },
  ...{ state: 'filled', filled_quantity: 100, filled_value_paise: 60_000_00n, told_quantity: 100, settled_quantity: 0 },
  ...{ is_before: false, is_of_basket: false, kind: 'equity', last_paise: 610_00, previous_close_paise: 590_00 },
  ...{ entry_order_id: null, has_news: false, asked_quantity: null, asked_low_paise: null, asked_high_paise: null },
};
const HAND = { deployment_id: null, run_number: null, role: 'own', trade_order_id: null } as const;
const RESTS = { state: 'open', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0 } as const;
const FILL = { side: 'buy', quantity: 100, valuePaise: 60_000_00 };

function lineOf(...orders: readonly Partial<LineOrder>[]): HeldLine {
  const lines = linesOf(orders.map((order) => ({ ...ORDER, ...order })));
  expect(lines).toHaveLength(1);
  const [line] = lines;
  if (!line) throw new Error('no line');
  return line;
}

describe('what is held together', () => {
  test.each<[string, Partial<LineOrder>, number]>([
    ['the same run', { role: 'exit', side: 'sell' }, 1],
    ['another run of the trick', { run_number: 2 }, 2],
    ['another trick', { deployment_id: 8 }, 2],
    ['another share', { symbol: 'INFY' }, 2],
    ['another product', { product: 'delivery' }, 2],
    ['its owner by hand', HAND, 2],
    ['another broker account', { broker_link_id: 2 }, 2],
  ])('is what one run does in one share and product: beside it, %s', (_, other, lines) => {
    expect(linesOf([ORDER, { ...ORDER, ...other }])).toHaveLength(lines);
  });

  test('of its owner is all that was done by hand, here or elsewhere', () => {
    const line = lineOf(HAND, { ...HAND, role: 'foreign', side: 'sell', filled_quantity: 40, filled_value_paise: 1n });
    expect(line).toMatchObject({ isByHand: true, fills: [FILL, { side: 'sell', quantity: 40, valuePaise: 1 }] });
    expect(lineOf({})).toMatchObject({ isByHand: false, fills: [FILL] });
  });

  test('by hand at two brokers is two positions: neither closes the other, and none makes the other smaller', () => {
    const orders = [
      { ...ORDER, ...HAND },
      { ...ORDER, ...HAND, broker_link_id: 2, side: 'sell' as const },
    ];
    const facts = {
      day: '2026-01-05' as IndiaDate,
      realisedPaise: 0,
      trades: 2,
      funds: undefined,
      ordersLastMinute: 0,
    };
    const { grossPaise, netPaise } = figuresOf({ ...facts, lines: linesOf(orders) });
    expect([grossPaise, netPaise]).toEqual([2 * 100 * 610_00, 0]);
  });

  test('is margined like delivery only where it is delivery; a fund is charged as one', () => {
    expect(lineOf({ product: 'delivery' }).product).toBe('delivery');
    expect([lineOf({}).product, lineOf({ product: 'other' }).product]).toEqual(['intraday', 'intraday']);
    expect([lineOf({ kind: 'etf' }), lineOf({ kind: null })].map((line) => line.instrumentKind)).toEqual([
      'etf',
      'equity',
    ]);
  });
});

describe('fills of a trick', () => {
  const sold = { role: 'exit', side: 'sell', trade_order_id: 12 } as const;

  test('that its run has closed and been told of are in its daily result, and not counted again', () => {
    expect(lineOf({}, sold).fills).toEqual([]);
    expect(lineOf({}, { ...sold, filled_quantity: 60, told_quantity: 60 }).fills).toHaveLength(2);
  });

  test('that its run was not told of yet count although they close the position', () => {
    expect(lineOf({}, { ...sold, told_quantity: 99 }).fills).toHaveLength(2);
    expect(lineOf({ has_news: true }, sold).fills).toHaveLength(2);
  });

  test('count from the entry of the open position on, and all where that is not among them', () => {
    const again = { trade_order_id: 13, filled_value_paise: 61_000_00n };
    const open = { entry_order_id: 13 };
    expect(lineOf(open, sold, again).fills).toEqual([{ ...FILL, valuePaise: 61_000_00 }]);
    expect(lineOf({ ...open, entry_order_id: 99 }, sold, again).fills).toHaveLength(3);
  });

  test('of its owner count whatever came of them: no run keeps a result of them', () => {
    expect(lineOf(HAND, { ...HAND, side: 'sell' }).fills).toHaveLength(2);
  });

  test('that its owner took over are held by hand; they begin no trade, and what they cost is counted', () => {
    const taken = { deployment_id: null, run_number: null } as const;
    expect(lineOf(taken)).toMatchObject({ isByHand: true, fills: [{ ...FILL, isCharged: true }] });
    expect(handTrades([{ ...ORDER, ...taken }])).toBe(0);
    expect(handTrades([ORDER, { ...ORDER, ...taken }, { ...ORDER, ...HAND }])).toBe(1);
    expect(lineOf(HAND).fills).toEqual([FILL]);
  });

  test('that are none count nothing', () => {
    expect([lineOf(RESTS).fills, lineOf({ ...HAND, ...RESTS }).fills, lineOf({}, RESTS).fills]).toEqual([
      [],
      [],
      [FILL],
    ]);
  });
});

describe('what was carried into the day', () => {
  const before = { is_before: true } as const;

  test('is measured from the close before it, and is no fill of today', () => {
    expect(lineOf(before)).toMatchObject({
      openingQuantity: 100,
      previousClosePaise: 590_00,
      lastPaise: 610_00,
      fills: [],
    });
    expect(lineOf({ ...before, side: 'sell' }).openingQuantity).toBe(-100);
  });

  test('and what came today are apart', () => {
    const line = lineOf(before, { side: 'sell', filled_quantity: 30, told_quantity: 30, filled_value_paise: 5n });
    expect(line).toMatchObject({ openingQuantity: 100, fills: [{ side: 'sell', quantity: 30, valuePaise: 5 }] });
    expect(line.previousClosePaise).toBe(590_00);
  });

  test('is nothing where the order of an earlier day had no fill: today’s are measured from today', () => {
    expect(lineOf({ ...before, ...RESTS }, {})).toMatchObject({ openingQuantity: 0, previousClosePaise: 610_00 });
    expect(lineOf({})).toMatchObject({ openingQuantity: 0, previousClosePaise: 610_00 });
  });

  test('is measured from the last price where nobody knows the close', () => {
    expect(lineOf({ ...before, previous_close_paise: null }).previousClosePaise).toBe(610_00);
  });
});

test('what has no price yet is held at what it was bought for, and what was not bought at its limit', () => {
  const unpriced = { last_paise: null };
  expect(lineOf({ ...unpriced, filled_value_paise: 60_050_51n }).lastPaise).toBe(600_51);
  expect(lineOf({ ...unpriced, ...RESTS }).lastPaise).toBe(601_00);
});

describe('what rests', () => {
  test.each<[string, Partial<LineOrder>, number]>([
    ['an entry', {}, 1],
    ['an order by hand', HAND, 1],
    ['one that was placed elsewhere', { ...HAND, role: 'foreign' }, 1],
    ['the exit of a trick, which only makes its position smaller,', { role: 'exit' }, 0],
    ['the stop of a trick, which only makes its position smaller,', { role: 'protective' }, 0],
    ['one that has ended', { state: 'cancelled' }, 0],
    ['one that is filled to the last unit', { state: 'open', filled_quantity: 100 }, 0],
  ])('may enlarge what is held: %s counts %#', (_, order, count) => {
    expect(lineOf({ ...RESTS, ...order }).resting).toHaveLength(count);
  });

  test('for a closed position of a trick still rests', () => {
    expect(lineOf({}, { role: 'exit', side: 'sell' }, { ...RESTS, quantity: 5 }).resting).toEqual([
      { side: 'buy', quantity: 5, pricePaise: 601_00 },
    ]);
  });

  test('counts with the units that it may still trade, and at its own price', () => {
    expect(lineOf({ ...RESTS, filled_quantity: 30 }).resting).toEqual([
      { side: 'buy', quantity: 70, pricePaise: 601_00 },
    ]);
  });

  test('without a limit counts at its trigger, or else at the last price', () => {
    const market = { ...RESTS, price_paise: 0 };
    expect(lineOf({ ...market, trigger_paise: 620_00 }).resting).toMatchObject([{ pricePaise: 620_00 }]);
    expect(lineOf(market).resting).toMatchObject([{ pricePaise: 610_00 }]);
  });

  test('and is being changed counts at whichever is worse: a purchase dear, a sale cheap for the loss and dear for its value', () => {
    const asked = { ...RESTS, asked_quantity: 150, asked_low_paise: 595_00, asked_high_paise: 605_00 };
    expect(lineOf(asked).resting).toEqual([{ side: 'buy', quantity: 150, pricePaise: 605_00 }]);
    expect(lineOf({ ...asked, side: 'sell' }).resting).toEqual([
      { side: 'sell', quantity: 150, pricePaise: 595_00, highestPaise: 605_00 },
    ]);
    const further = { ...asked, asked_quantity: 50, asked_low_paise: 602_00, asked_high_paise: 602_00 };
    expect(lineOf({ ...further, side: 'sell' }).resting).toEqual([
      { side: 'sell', quantity: 100, pricePaise: 601_00, highestPaise: 602_00 },
    ]);
    expect(lineOf({ ...RESTS, side: 'sell' }).resting).toEqual([{ side: 'sell', quantity: 100, pricePaise: 601_00 }]);
  });
});

test('only an order that has ended trades no more; a state that nobody knows is a fault, not an end', () => {
  const ended = ORDER_STATES.filter((state) => remainingOf({ ...ORDER, state, filled_quantity: 40 }) === 0);
  expect(ended).toEqual(['filled', 'cancelled', 'rejected', 'expired']);
  expect(remainingOf({ ...ORDER, state: 'unknown', filled_quantity: 40 })).toBe(60);
  expect(() => remainingOf({ ...ORDER, state: 'lost' })).toThrow('lost');
});

describe('trades begun by hand', () => {
  const trades = (...orders: readonly Partial<LineOrder>[]): number =>
    handTrades(orders.map((order) => ({ ...ORDER, ...HAND, ...order })));

  test('are counted once for a purchase and its sale, and apart for each share and product', () => {
    expect([trades(), trades({}), trades({}, { side: 'sell' })]).toEqual([0, 1, 1]);
    expect(trades({}, { side: 'sell' }, {})).toBe(2);
    expect(trades({}, { side: 'sell' }, { side: 'sell' })).toBe(2);
    expect([trades({}, { symbol: 'INFY' }), trades({}, { product: 'delivery' })]).toEqual([2, 2]);
    expect(trades({}, { broker_link_id: 2, side: 'sell' })).toBe(2);
  });

  test('leave out tricks, and orders of which nothing came; what rests counts', () => {
    expect(trades({ deployment_id: 7, run_number: 1, role: 'entry' })).toBe(0);
    expect([trades({ ...RESTS, state: 'rejected' }), trades({ ...RESTS, state: 'cancelled' })]).toEqual([0, 0]);
    expect([trades(RESTS), trades({ ...RESTS, state: 'cancelled', filled_quantity: 1 })]).toEqual([1, 1]);
  });
});

describe('a single unit', () => {
  const ONE = { quantity: 1, filled_quantity: 1, filled_value_paise: 600_00n, told_quantity: 1 } as const;

  test('is held, carried over and waited for like any more', () => {
    expect(lineOf(ONE).fills).toEqual([{ side: 'buy', quantity: 1, valuePaise: 600_00 }]);
    const carried = lineOf({ ...ONE, is_before: true });
    expect([carried.openingQuantity, carried.previousClosePaise]).toEqual([1, 590_00]);
    expect(lineOf({ ...RESTS, quantity: 1 }).resting).toHaveLength(1);
    expect(lineOf({ ...RESTS, last_paise: null }, ONE).lastPaise).toBe(600_00);
  });

  test('by hand is a trade, filled or resting', () => {
    expect(handTrades([{ ...ORDER, ...HAND, ...ONE }])).toBe(1);
    expect(handTrades([{ ...ORDER, ...HAND, ...RESTS, quantity: 1 }])).toBe(1);
  });
});
