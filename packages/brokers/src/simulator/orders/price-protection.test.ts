import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLIENT, LIMIT_BUY, openFloor, SHARE } from './testing/floor.ts';

const STOP = { variety: 'STOPLOSS', orderType: 'STOPLOSS_LIMIT', product: 'INTRADAY' } as const;
const SALE = { ...STOP, side: 'SELL', triggerPaise: 98_00 } as const;
const PURCHASE = { ...STOP, side: 'BUY', triggerPaise: 101_00 } as const;
const TOO_LOW =
  'Order price is beyond the Limit Price Protection range defined by the exchange. Please increase the stop loss limit price above 95.10';
const TOO_HIGH =
  "Difference between limit price and trigger price for SL Limit Order is beyond the exchange's Permissible range of 3.03. Consider reducing the limit price below 104.00";

describe('a stop’s limit that is too far from its trigger', () => {
  test('is refused at once, in the words for its side, and nothing is recorded', async () => {
    const floor = openFloor();
    expect(await floor.answer({ ...SALE, pricePaise: 95_05 })).toMatchObject({ kind: 'refused', message: TOO_LOW });
    expect(await floor.answer({ ...PURCHASE, pricePaise: 104_05 })).toMatchObject({ message: TOO_HIGH });
    expect(floor.desk.orders(CLIENT)).toEqual([]);
    expect(await floor.answer({ ...SALE, pricePaise: 95_10 })).toMatchObject({ kind: 'accepted' });
    expect(await floor.answer({ ...PURCHASE, pricePaise: 104_00 })).toMatchObject({ kind: 'accepted' });
  });

  test('is refused of a change too', async () => {
    const floor = openFloor();
    const { orderId } = await floor.place({ ...PURCHASE, pricePaise: 102_00 });
    const change = { ...LIMIT_BUY, ...PURCHASE, orderId, pricePaise: 104_05 };
    expect(await floor.desk.modify(CLIENT, change)).toMatchObject({ kind: 'refused', message: TOO_HIGH });
  });

  test('below a trigger of ₹50 it may be ₹1.50 away; other orders have no trigger to be away from', async () => {
    const floor = openFloor({ closePaise: { [SHARE.token]: 45_00 } });
    const sale = { ...SALE, triggerPaise: 44_00 };
    expect(await floor.answer({ ...sale, pricePaise: 42_50 })).toMatchObject({ kind: 'accepted' });
    expect(await floor.answer({ ...sale, pricePaise: 42_45 })).toMatchObject({
      message: expect.stringContaining('above 42.50'),
    });
    expect(await floor.answer({ pricePaise: 41_00 })).toMatchObject({ kind: 'accepted' });
  });

  test('the price that a refusal names is taken, and the next tick beyond it is not', async () => {
    const floor = openFloor();
    const steps = fc.integer({ min: 20, max: 2_500 });
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom('BUY', 'SELL'), async (ticks, side) => {
        const triggerPaise = ticks * 5;
        const away = side === 'BUY' ? 5 : -5;
        const far = { ...STOP, side, triggerPaise, pricePaise: Math.max(5, triggerPaise + away * ticks) };
        const refused = await floor.answer(far);
        if (refused.kind !== 'refused') return refused.kind === 'accepted' && ticks <= 31;
        const named = Math.round(Number(/(?:above|below) (\d+\.\d\d)$/.exec(refused.message)?.[1]) * 100);
        const there = await floor.answer({ ...far, pricePaise: named });
        const beyond = await floor.answer({ ...far, pricePaise: named + away });
        return there.kind === 'accepted' && beyond.kind === 'refused';
      }),
      { numRuns: 200 },
    );
  });
});

describe('a share that the exchange warns of', () => {
  test('is bought and sold with the client’s consent alone', async () => {
    const floor = openFloor({ cautionary: [SHARE.token] });
    expect(await floor.answer({})).toMatchObject({
      kind: 'refused',
      code: 'AB4036',
      message: expect.stringContaining('cautionary listings'),
    });
    expect(await floor.answer({ hasConsent: true })).toMatchObject({ kind: 'accepted' });
    expect(await floor.answer({ token: '12', tradingSymbol: 'BETA-EQ', pricePaise: 1_234_50 })).toMatchObject({
      kind: 'accepted',
    });
  });
});
