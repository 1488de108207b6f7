import { indiaMoment } from '@trickdesk/domain';
import { chargesForOrder } from '@trickdesk/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayUnrealisedPaise, exitChargesPaise, type Holding, investedPaise, unrealisedPaise } from './rules.ts';

const TODAY = '2026-09-29';
const YESTERDAY = '2026-09-28';
const at = (date: string): number => indiaMoment(date, 600);

const anyPaise = fc.integer({ min: 1_00, max: 5_000_00 });
const anyHolding: fc.Arbitrary<Holding> = fc.record({
  direction: fc.constantFrom('long', 'short'),
  product: fc.constantFrom('INTRADAY', 'DELIVERY'),
  instrumentKind: fc.constantFrom('equity', 'etf'),
  quantity: fc.integer({ min: 1, max: 10_000 }),
  entryAt: fc.constant(at(TODAY)),
  entryPaise: anyPaise,
  entryChargesPaise: fc.bigInt({ min: 0n, max: 1_000_00n }),
});
const markOf = (pricePaise: number, date = TODAY) => ({ pricePaise, previousClosePaise: 100_00, at: at(date) });

test('an open result is the move less the charges paid and those of leaving now', () => {
  fc.assert(
    fc.property(anyHolding, anyPaise, (holding, pricePaise) => {
      const charges = chargesForOrder({
        tariff: 'angelone',
        exchange: 'NSE',
        product: holding.product,
        side: holding.direction === 'long' ? 'sell' : 'buy',
        quantity: holding.quantity,
        pricePaise,
        instrumentKind: holding.instrumentKind,
        date: TODAY,
        firstSellOfScripToday: true,
      }).totalPaise;
      const move = holding.direction === 'long' ? pricePaise - holding.entryPaise : holding.entryPaise - pricePaise;
      const expected = BigInt(move) * BigInt(holding.quantity) - holding.entryChargesPaise - BigInt(charges);
      expect(unrealisedPaise(holding, markOf(pricePaise))).toBe(expected);
      expect(exitChargesPaise(holding, markOf(pricePaise))).toBe(BigInt(charges));
    }),
  );
});

test("what was opened today counts whole in the day; what was carried in counts by the day's move", () => {
  fc.assert(
    fc.property(anyHolding, anyPaise, (holding, pricePaise) => {
      const mark = markOf(pricePaise);
      expect(dayUnrealisedPaise(holding, mark, TODAY)).toBe(unrealisedPaise(holding, mark));
      const carried = { ...holding, entryAt: at(YESTERDAY) };
      const sign = holding.direction === 'long' ? 1n : -1n;
      expect(dayUnrealisedPaise(carried, mark, TODAY)).toBe(
        sign * BigInt(pricePaise - 100_00) * BigInt(holding.quantity),
      );
    }),
  );
});

test("before the day's first price nothing has been won or lost today", () => {
  fc.assert(
    fc.property(anyHolding, anyPaise, (holding, pricePaise) => {
      const carried = { ...holding, entryAt: at(YESTERDAY) };
      expect(dayUnrealisedPaise(carried, markOf(pricePaise, YESTERDAY), TODAY)).toBe(0n);
    }),
  );
});

test('invested money is exact where a double would not be', () => {
  expect(investedPaise({ quantity: 99_999_999, entryPaise: 99_999_999 })).toBe(9_999_999_800_000_001n);
});
