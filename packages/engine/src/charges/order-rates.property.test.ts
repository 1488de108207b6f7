import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargesForOrder } from './charges.ts';
import { noCharges, OrderRates, RateCard } from './order-rates.ts';
import { NSE_SCHEDULE, scheduleOn } from './schedule.ts';
import { TARIFFS, type TariffName } from './tariffs.ts';

const TARIFF_NAMES = Object.keys(TARIFFS) as TariffName[];

const anyOrder = fc.record({
  tariff: fc.constantFrom(...TARIFF_NAMES),
  exchange: fc.constant('NSE' as const),
  product: fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  instrumentKind: fc.constantFrom('equity' as const, 'etf' as const),
  date: fc.constantFrom(
    '2019-05-02',
    ...NSE_SCHEDULE.flatMap((row) => [row.effectiveFrom, row.effectiveTo ?? '2027-01-04']),
  ),
  firstSellOfScripToday: fc.boolean(),
});
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Order> ? Order : never;

function expectSame(order: AnyOrder, rates: OrderRates, turnover: number): void {
  const lines = noCharges();
  rates.charge(turnover, order.firstSellOfScripToday, lines);
  expect(lines).toEqual(chargesForOrder({ ...order, quantity: 1, pricePaise: turnover }));
}

/** Close to the half of a paisa of some line, where rounding decides. */
const halfWay = fc
  .tuple(
    fc.integer({ min: 1, max: 2_000_000 }),
    fc.constantFrom(1_000, 4_000, 20_000, 100_000, 1_000_000),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([n, unit, beside]) => Math.max(1, Math.floor(((2 * n + 1) * unit) / 2) + beside));

test('charges in plain numbers are those in whole numbers of any size, to the paisa', () => {
  fc.assert(
    fc.property(
      anyOrder,
      fc.oneof(fc.integer({ min: 1, max: 1_000 }), halfWay, fc.double({ min: 0, max: 1, noNaN: true })),
      (order, at) => {
        const rates = new OrderRates(scheduleOn(order.date), order);
        const turnover = at <= 1 ? Math.max(1, Math.floor(at * rates.exactUpToPaise)) : at;
        expectSame(order, rates, turnover);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('up to the last turnover that they are exact for, which is above two hundred crore rupees', () => {
  fc.assert(
    fc.property(anyOrder, fc.integer({ min: 0, max: 100_000 }), (order, less) => {
      const rates = new OrderRates(scheduleOn(order.date), order);
      expect(rates.exactUpToPaise).toBeGreaterThan(2_00_00_00_000_00);
      expectSame(order, rates, rates.exactUpToPaise - less);
    }),
  );
});

test('a card gives each day, side and kind its own rates, in whatever order they are asked for', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TARIFF_NAMES),
      fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const),
      fc.array(fc.tuple(anyOrder, fc.integer({ min: 1, max: 10_00_000_00 })), { minLength: 2, maxLength: 12 }),
      (tariff, product, orders) => {
        const card = new RateCard(tariff, product);
        for (const [given, turnover] of orders) {
          const order = { ...given, tariff, product };
          expectSame(order, card.ratesOn(order.date, order.side, order.instrumentKind), turnover);
        }
      },
    ),
  );
});
