import fc from 'fast-check';
import { expect, test } from 'vitest';
import { releaseProblem } from './release-problem.ts';

const SHARE = {
  ...{ symbol: 'SBIN', isin: 'INE062A01020', quantity: 12, settledQuantity: 10, releasedQuantity: 0 },
  ...{ missingQuantity: 10, sellableQuantity: 2 },
};
const NEEDED = { need: 'needed', shares: [SHARE], brokerSaid: undefined } as const;
const SALE = { side: 'sell', product: 'delivery', quantity: 5, instrument: { symbol: 'SBIN' } } as const;

test('a sale of more than is released and not settled yet is a problem, which says what may be sold', () => {
  expect(releaseProblem(SALE, NEEDED, 0)).toEqual({
    field: 'quantity',
    sentence:
      'Your broker may sell 2 of SBIN today; the rest waits until you authorise its sale at CDSL, on the page of holdings.',
  });
});

test.each([
  ['a purchase', { ...SALE, side: 'buy' }, NEEDED],
  ['an intraday order', { ...SALE, product: 'intraday' }, NEEDED],
  ['a sale of what is free', { ...SALE, quantity: 2 }, NEEDED],
  ['another share', { ...SALE, instrument: { symbol: 'INFY' } }, NEEDED],
  ['a broker that does not tell for sure', SALE, { ...NEEDED, need: 'unclear' }],
  ['a broker that was not asked', SALE, undefined],
] as const)('%s is none', (_name, order, reading) => {
  expect(releaseProblem(order, reading, 0)).toBeUndefined();
});

test('what was bought today can be sold without a release', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(100), (quantity, boughtToday) => {
      const problem = releaseProblem({ ...SALE, quantity }, NEEDED, boughtToday);
      return (problem !== undefined) === quantity > SHARE.sellableQuantity + boughtToday;
    }),
  );
});
