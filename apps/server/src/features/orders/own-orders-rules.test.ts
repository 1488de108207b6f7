import { isTerminal, ORDER_STATES } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargesByKind, decideChange, isAnswered, problemsOf, shapeOfWish } from './own-orders-rules.ts';

const FACTS = { symbol: 'SBIN', tickPaise: 5, lotSize: 1, lastPaise: 600_00, band: undefined };
const WISH = { side: 'buy', product: 'DELIVERY', quantity: 10, price: 600 } as const;
const anySide = fc.constantFrom('buy' as const, 'sell' as const);
const onTick = fc.integer({ min: 1, max: 2_000_000 }).map((ticks) => ticks * 5);
const fieldsOf = (wish: Parameters<typeof problemsOf>[0], facts: Parameters<typeof problemsOf>[1] = FACTS) =>
  problemsOf(wish, facts).map(({ field }) => field);

describe('what the exchange would refuse', () => {
  test('every price on the grid passes, and every price between two ticks is named at its field', () => {
    fc.assert(
      fc.property(onTick, fc.integer({ min: 1, max: 4 }), (paise, off) => {
        expect(fieldsOf({ ...WISH, price: paise / 100 })).toEqual([]);
        expect(fieldsOf({ ...WISH, price: (paise + off) / 100 })).toEqual(['price']);
        expect(fieldsOf({ ...WISH, price: paise / 100 + 0.001 })).toEqual(['price']);
      }),
    );
  });

  test('a stop is taken exactly where its trigger lies against its owner and its limit beyond the trigger, but not far', () => {
    const away = fc.oneof(
      onTick,
      fc.integer({ min: 0, max: 2_000 }).map((ticks) => ticks * 5),
    );
    fc.assert(
      fc.property(anySide, onTick, onTick, away, fc.boolean(), (side, lastPaise, trigger, distance, isBeyond) => {
        const sign = side === 'buy' ? 1 : -1;
        const limit = trigger + (isBeyond ? sign : -sign) * distance;
        fc.pre(limit > 0);
        const wish = { ...WISH, side, price: limit / 100, triggerPrice: trigger / 100 };
        const isNear = distance <= (trigger <= 50_00 ? 1_50 : trigger * 0.03);
        const isFine = sign * (trigger - lastPaise) > 0 && (distance === 0 || (isBeyond && isNear));
        expect(problemsOf(wish, { ...FACTS, lastPaise }).length === 0).toBe(isFine);
      }),
    );
  });

  test('the furthest limit that is named for a stop is taken, and the next step beyond it is not', () => {
    const far = (side: 'buy' | 'sell', price: number, triggerPrice: number) => {
      const facts = { ...FACTS, lastPaise: undefined };
      return problemsOf({ ...WISH, side, price, triggerPrice }, facts).map(({ field, sentence }) => [field, sentence]);
    };
    const words = (range: string, named: string) => [
      [
        'price',
        `The exchange takes the limit of this stop at most ${range} beyond its trigger. Write ${named} or a price nearer to the trigger.`,
      ],
    ];
    expect(far('buy', 104.05, 101)).toEqual(words('₹3.03', '₹104.00'));
    expect(far('buy', 104, 101)).toEqual([]);
    expect(far('sell', 95.05, 98)).toEqual(words('₹2.94', '₹95.10'));
    expect(far('sell', 95.1, 98)).toEqual([]);
    expect(far('sell', 42.45, 44)).toEqual(words('₹1.50', '₹42.50'));
    expect(far('sell', 42.5, 44)).toEqual([]);
    const triggered = { ...FACTS, lastPaise: undefined, mayBeTriggered: true };
    expect(problemsOf({ ...WISH, side: 'sell', price: 80, triggerPrice: 98 }, triggered)).toEqual([]);
  });

  test('the ends of the band are inside it', () => {
    const facts = { ...FACTS, band: { lowerPaise: 540_00, upperPaise: 660_00 } };
    const at = (price: number) => fieldsOf({ ...WISH, price }, facts);
    expect([at(539.95), at(540), at(660), at(660.05)]).toEqual([['price'], [], [], ['price']]);
  });

  test('a trigger beyond the band is named beside its limit', () => {
    const facts = { ...FACTS, band: { lowerPaise: 540_00, upperPaise: 660_00 } };
    expect(fieldsOf({ ...WISH, side: 'buy', price: 670, triggerPrice: 665 }, facts)).toEqual(['price', 'triggerPrice']);
    expect(fieldsOf({ ...WISH, side: 'buy', price: 670, triggerPrice: 655 }, facts)).toEqual(['price']);
  });

  test('a part of a lot is refused', () => {
    expect(fieldsOf({ ...WISH, quantity: 30 }, { ...FACTS, lotSize: 25 })).toEqual(['quantity']);
    expect(fieldsOf({ ...WISH, quantity: 50 }, { ...FACTS, lotSize: 25 })).toEqual([]);
  });
});

describe('changing an order', () => {
  const order = { role: 'own', state: 'open', filledQuantity: 0, ...shapeOfWish(WISH) } as const;

  test('what is not named stays', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 1, max: 500 })), fc.option(onTick), (quantity, paise) => {
        const wanted = { quantity: quantity ?? undefined, price: paise === null ? undefined : paise / 100 };
        const decision = decideChange(order, wanted);
        expect(decision).toEqual({
          allowed: true,
          shape: { kind: 'limit', quantity: quantity ?? 10, pricePaise: paise ?? 600_00 },
        });
      }),
    );
  });

  test('an order that has ended, or was placed elsewhere, stays as it is, whatever its state', () => {
    for (const state of ORDER_STATES) {
      expect(decideChange({ ...order, state }, { price: 1 }).allowed).toBe(!isTerminal(state));
      expect(decideChange({ ...order, state, role: 'foreign' }, { price: 1 })).toEqual({
        allowed: false,
        code: 'ORDER_PLACED_ELSEWHERE',
      });
    }
  });

  test('a limit order gets no trigger by a change, and a stop keeps its own', () => {
    expect(decideChange(order, { triggerPrice: 610 })).toMatchObject({ shape: { kind: 'limit' } });
    const stop = { ...order, ...shapeOfWish({ ...WISH, price: 611, triggerPrice: 610 }) };
    expect(decideChange(stop, { price: 612 })).toMatchObject({
      shape: { kind: 'stop_limit', pricePaise: 612_00, triggerPaise: 610_00 },
    });
  });
});

test('a call waits while the broker’s word is due, and no longer', () => {
  const awaited = ORDER_STATES.filter((state) => !isAnswered(state));
  expect(awaited).toEqual(['intended', 'sent', 'unknown', 'pending', 'modify_pending', 'cancel_pending']);
});

test('charges by kind add up, and tell whether the depository was paid by an earlier sale of the day', () => {
  const sale = {
    product: 'DELIVERY',
    side: 'sell',
    quantity: 10,
    pricePaise: 600_00,
    instrumentKind: 'equity',
    date: '2026-01-05',
  } as const;
  const first = chargesByKind(sale);
  const { totalPaise, ...kinds } = first;
  expect(Object.values(kinds).reduce((sum, paise) => sum + paise, 0)).toBe(totalPaise);
  expect(first.dpPaise).toBeGreaterThan(0);
  const withoutDepository = totalPaise - first.dpPaise - Math.round(first.dpPaise * 0.18);
  const later = [withoutDepository - 1, withoutDepository, withoutDepository + 1].map((booked) =>
    chargesByKind(sale, booked),
  );
  expect(later.some(({ dpPaise }) => dpPaise === 0)).toBe(true);
});
