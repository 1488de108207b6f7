import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReleases } from './release-rules.ts';

const HELD = { tradingSymbol: 'SBIN-EQ', isin: 'INE062A01020', quantity: 12, t1Quantity: 2, authorisedQuantity: 0 };
const SILENT = { isTold: false, brokerSaid: undefined };

test('what is settled and not released is missing; what is not settled yet can be sold', () => {
  const { shares } = readReleases([HELD], SILENT);
  expect(shares).toEqual([
    {
      symbol: 'SBIN',
      isin: HELD.isin,
      quantity: 12,
      settledQuantity: 10,
      releasedQuantity: 0,
      missingQuantity: 10,
      sellableQuantity: 2,
    },
  ]);
});

test('a broker that shows nothing as released has said nothing of a standing authorisation', () => {
  expect(readReleases([HELD], SILENT).need).toBe('unclear');
});

test.each([
  ['the simulated broker shows it', [HELD], { ...SILENT, isTold: true }],
  ['the broker has refused a sale for it', [HELD], { ...SILENT, brokerSaid: 'not authorised at CDSL' }],
  ['some shares were released', [HELD, { ...HELD, authorisedQuantity: 10 }], SILENT],
] as const)('a release is needed where %s', (_name, holdings, evidence) => {
  expect(readReleases(holdings, evidence).need).toBe('needed');
});

test('nothing is needed, whatever was said before, where all is released', () => {
  const all = { ...HELD, authorisedQuantity: 10 };
  expect(readReleases([all], { isTold: true, brokerSaid: 'no' })).toEqual({
    need: 'none',
    shares: [],
    brokerSaid: undefined,
  });
});

test('what can be sold and what is missing are together what is held', () => {
  const units = fc.nat(1_000);
  fc.assert(
    fc.property(units, units, units, (settled, t1Quantity, authorised) => {
      const holding = { ...HELD, quantity: settled + t1Quantity, t1Quantity, authorisedQuantity: authorised };
      const [share] = readReleases([holding], SILENT).shares;
      const { missingQuantity = 0, sellableQuantity = settled + t1Quantity } = share ?? {};
      return (
        missingQuantity + sellableQuantity === settled + t1Quantity && (share !== undefined) === authorised < settled
      );
    }),
  );
});
