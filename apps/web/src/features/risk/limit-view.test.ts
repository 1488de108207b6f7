import { expect, test } from 'vitest';
import { changeOf, linesOf, lockMoment, problemsOf, valuesOf } from './limit-view.ts';

const NONE = {
  maxLossPerDayPaise: null,
  maxTradesPerDay: null,
  maxGrossExposurePaise: null,
  maxNetExposurePaise: null,
  maxMarginPercent: null,
  maxOrdersPerMinute: null,
};
const TODAY = {
  resultPaise: -1_250_00,
  realisedPaise: -1_250_00,
  unrealisedPaise: 0,
  trades: 3,
  grossPaise: 0,
  netPaise: 0,
  marginPaise: 0,
  ordersLastMinute: 9,
};

test('a loss uses its limit up, a gain does not, and a figure beyond its limit fills the bar', () => {
  const limits = { ...NONE, maxLossPerDayPaise: 5_000_00, maxTradesPerDay: 4, maxOrdersPerMinute: 5 };
  const used = linesOf({ today: TODAY, limits }).map((line) => line.used);
  expect(used).toEqual([0.25, 0.75, undefined, undefined, undefined, 1]);
  expect(linesOf({ today: { ...TODAY, resultPaise: 900_00 }, limits })[0]).toMatchObject({ value: 900_00, used: 0 });
});

test('margin is unknown while the broker has not told its funds and something is held', () => {
  const limits = { ...NONE, maxMarginPercent: 50 };
  expect(linesOf({ today: { ...TODAY, marginPaise: 1 }, limits })[4]).toMatchObject({
    value: undefined,
    used: undefined,
  });
});

test('only limits that were changed are sent, and an emptied one is taken away', () => {
  const before = { ...NONE, maxLossPerDayPaise: 5_000_00, maxTradesPerDay: 4 };
  const values = { ...valuesOf(before), loss: 4_999.5, trades: undefined };
  expect(changeOf(values, before)).toEqual({ maxLossPerDayPaise: 4_999_50, maxTradesPerDay: null });
  expect(changeOf(valuesOf(before), before)).toEqual({});
});

test('every limit that the server would refuse is said at its field', () => {
  const values = { loss: 0, trades: 1.5, gross: Number.NaN, net: 1e12, margin: 101, orders: 0 };
  expect(problemsOf(values)).toEqual({
    loss: 'amount',
    trades: 'trades',
    gross: 'amount',
    net: 'amount',
    margin: 'percent',
    orders: 'orders',
  });
  expect(problemsOf(valuesOf(NONE))).toEqual({});
});

test('a lock’s date and time are India’s', () => {
  expect(lockMoment('2026-01-05', '14:30')).toBe('2026-01-05T14:30:00+05:30');
  expect(lockMoment('2026-13-05', '14:30')).toBeUndefined();
  expect(lockMoment('', '14:30')).toBeUndefined();
});
