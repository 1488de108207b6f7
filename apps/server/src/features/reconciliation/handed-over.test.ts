import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OurBooks, OurOrder, RunHolding, TheirBooks } from './facts.ts';
import { reconcile } from './rules.ts';

const place = { tradingSymbol: 'SBIN-EQ', product: 'delivery' } as const;
const run = { ...place, deploymentId: 7, runNumber: 1, beforeQuantity: 0 } as const;

/** Filled for 10 units. */
function orderOf(id: number, more: Partial<OurOrder>): OurOrder {
  return {
    ...{ ...place, id, brokerOrderId: `b${id}`, tag: undefined, side: 'buy', quantity: 10, state: 'filled' },
    ...{ filledQuantity: 10, filledValuePaise: 6_000_00, deploymentId: 7, runNumber: 1 },
    ...more,
  };
}

/** What is found where the broker has the same orders, and nothing else of it was read. */
function kindsOf(holding: Omit<RunHolding, keyof typeof run>, orders: readonly OurOrder[]): string[] {
  const ours: OurBooks = {
    ...{ day: '2026-01-05', orders, runs: [{ ...run, ...holding }], charges: [], opening: undefined, etfs: new Set() },
  };
  const book = orders.map((order) => ({ ...order, brokerOrderId: `b${order.id}`, averagePaise: 600_00 }));
  const theirs: TheirBooks = {
    ...{ orders: book, trades: undefined, positions: undefined, holdings: undefined, funds: undefined },
  };
  return reconcile(ours, theirs).map(({ kind }) => kind);
}

test('units that a run handed over are no part of what it should hold, and any other number is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 11 }), (held, handed) => {
      const found = kindsOf({ heldQuantity: held, handedOverQuantity: handed }, [orderOf(1, {})]);
      expect(found).toEqual(held + handed === 10 ? [] : ['run_position']);
    }),
  );
});

test('what a stop that its owner took over trades for them is no doing of the run', () => {
  const stopped = (runFilledQuantity: number | undefined) => [
    orderOf(1, {}),
    orderOf(2, { side: 'sell', runFilledQuantity }),
  ];
  for (const sold of [0, 4]) {
    expect(kindsOf({ heldQuantity: 0, handedOverQuantity: 10 - sold }, stopped(sold))).toEqual([]);
  }
  expect(kindsOf({ heldQuantity: 0, handedOverQuantity: 10 }, stopped(undefined))).toEqual(['run_position']);
});
