import { expect, test } from 'vitest';
import type { OrderShape } from './model.ts';
import { recallChanges, shapeIn } from './recall-changes.ts';
import { byHand } from './testing/planned-line.ts';

const WALL = 500_000;
const CHEAPER: OrderShape = { kind: 'limit', quantity: 10, pricePaise: 590_00 };
const FEWER: OrderShape = { kind: 'limit', quantity: 4, pricePaise: 590_00 };

const past = (rowId: number, ...bodies: readonly unknown[]) =>
  bodies.map((body, n) => ({ id: BigInt(n + 1), broker_order_id: rowId, body }));

test('changes that a desk before has asked for are looked for, and the last is what its owner wants where the order stands so', () => {
  const order = byHand('open', { rowId: 7, shape: FEWER });
  recallChanges([order], past(7, CHEAPER, FEWER), WALL);
  expect(order.strays).toMatchObject([
    { wants: CHEAPER, isRecalled: true },
    { wants: FEWER, isRecalled: true },
  ]);
  expect(order.lastWish).toEqual({ requestId: 2n, wants: FEWER });
  expect(order.unansweredAtWall).toBe(WALL);
});

test('one that was refused, so that the order stands otherwise, is not asked for again', () => {
  const order = byHand('open', { rowId: 7, shape: CHEAPER });
  recallChanges([order], past(7, CHEAPER, FEWER), WALL);
  expect([order.strays.length, order.lastWish]).toEqual([2, undefined]);
});

test('of an order that has ended, of another one, and in words of another release nothing is recalled', () => {
  const [ended, other, open] = [
    byHand('cancelled', { rowId: 7 }),
    byHand('open', { rowId: 8 }),
    byHand('open', { rowId: 9 }),
  ];
  recallChanges([ended, other, open], [...past(7, CHEAPER), ...past(9, { price: 1 }), ...past(10, CHEAPER)], WALL);
  for (const order of [ended, other, open]) {
    expect([order.strays, order.lastWish, order.unansweredAtWall]).toEqual([[], undefined, 0]);
  }
});

test('a request asks for a shape where it has a kind, a quantity and a price; a trigger where there is one', () => {
  expect(shapeIn(CHEAPER)).toEqual(CHEAPER);
  const stop = { ...CHEAPER, kind: 'stop_limit', triggerPaise: 592_00 };
  expect(shapeIn({ ...stop, other: 1 })).toEqual(stop);
  for (const wrong of [
    ...[null, undefined, 'limit', 5, {}],
    ...[
      { ...CHEAPER, kind: 'market' },
      { ...CHEAPER, quantity: '4' },
      { ...CHEAPER, pricePaise: undefined },
    ],
  ]) {
    expect(shapeIn(wrong)).toBeUndefined();
  }
  expect(shapeIn({ ...CHEAPER, triggerPaise: null })).toEqual(CHEAPER);
});
