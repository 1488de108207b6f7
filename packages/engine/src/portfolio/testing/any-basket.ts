import fc from 'fast-check';
import type { PricedWeight } from '../weights.ts';

/** One to eight names with prices from ₹1 to ₹50,000 and weights that add up to 10,000 basis points. */
export const anyTargets: fc.Arbitrary<PricedWeight[]> = fc
  .array(fc.record({ part: fc.integer({ min: 1, max: 100 }), pricePaise: fc.integer({ min: 100, max: 50_000_00 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => {
    const sum = parts.reduce((total, { part }) => total + part, 0);
    const weights = parts.map(({ part }) => Math.floor((part * 10_000) / sum));
    const rest = 10_000 - weights.reduce((total, weight) => total + weight, 0);
    return parts.map(({ pricePaise }, i) => {
      return { symbol: `N${i}`, weightBps: (weights[i] ?? 0) + (i === 0 ? rest : 0), pricePaise };
    });
  });

/** Up to ₹5,00,000, often little. */
export const anyAmount = fc.oneof(fc.integer({ min: 0, max: 20_000_00 }), fc.integer({ min: 0, max: 5_00_000_00 }));

/** A cost as brokers charge it: part of the value, with a floor and a cap. Two orders never cost less than one. */
export interface CostShape {
  readonly floorPaise: number;
  readonly perMille: number;
  readonly capPaise: number;
}

export const anyCost: fc.Arbitrary<CostShape> = fc.record({
  floorPaise: fc.integer({ min: 0, max: 30_00 }),
  perMille: fc.integer({ min: 0, max: 30 }),
  capPaise: fc.integer({ min: 30_00, max: 200_00 }),
});

export function costOfWorth({ floorPaise, perMille, capPaise }: CostShape, worthPaise: number): number {
  return Math.max(floorPaise, Math.min(capPaise, Math.ceil((worthPaise * perMille) / 1_000)));
}
