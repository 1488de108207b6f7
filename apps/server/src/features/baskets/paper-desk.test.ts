import { describe, expect, test } from 'vitest';
import type { OrderRow } from './owned-store.ts';
import { reportOf } from './paper-desk.ts';

const PLACED = Date.UTC(2026, 0, 5, 4, 0);
const order: OrderRow = {
  ...{ id: 7, basket_run_id: 1, owned_basket_id: 1, symbol: 'SBIN', side: 'buy', quantity: 100, limit_paise: 603_00 },
  ...{ state: 'intended', reason: null, filled_quantity: 0, filled_value_paise: 0n, charges_paise: 0n, stt_paise: 0n },
  ...{ broker_order_id: null, day: '2026-01-05', exchange_at: new Date(PLACED), placed_at: new Date(PLACED) },
  updated_at: new Date(PLACED),
};
const seen = { pricePaise: 600_00, volume: 1_000_000, at: PLACED + 1_000, tickPaise: 5, slippageBps: 5 };
const moment = { now: PLACED + 1_000, day: '2026-01-05', isOpen: true, speed: 1 };

describe('an order of test mode', () => {
  test('is filled by the first price after it, with slippage against it', () => {
    expect(reportOf(order, seen, moment)).toEqual([
      { orderId: 7, state: 'filled', filledQuantity: 100, filledValuePaise: BigInt(100 * 600_30) },
    ]);
  });

  test('is not filled by the price that it was decided on', () => {
    expect(reportOf(order, { ...seen, at: PLACED }, moment)).toEqual([]);
  });

  test('is never filled beyond its limit, on either side', () => {
    expect(reportOf(order, { ...seen, pricePaise: 604_00 }, moment)).toEqual([]);
    const sale = { ...order, side: 'sell' as const, limit_paise: 597_00 };
    expect(reportOf(sale, { ...seen, pricePaise: 597_00 }, moment)).toEqual([]);
    expect(reportOf(sale, { ...seen, pricePaise: 598_00 }, moment)).toMatchObject([
      { filledValuePaise: BigInt(100 * 597_70) },
    ]);
  });

  test('takes no more than a tenth of what was traded that day', () => {
    expect(reportOf(order, { ...seen, volume: 405 }, moment)).toMatchObject([
      { state: 'partly_filled', filledQuantity: 40 },
    ]);
  });

  test('ends unfilled after two minutes of the exchange, or with its session', () => {
    expect(reportOf(order, undefined, { ...moment, now: PLACED + 120_000 })).toEqual([]);
    expect(reportOf(order, undefined, { ...moment, now: PLACED + 121_000 })).toMatchObject([{ state: 'unfilled' }]);
    expect(reportOf(order, undefined, { ...moment, now: PLACED + 121_000, speed: 120 })).toEqual([]);
    expect(reportOf(order, undefined, { ...moment, isOpen: false })).toMatchObject([{ state: 'unfilled' }]);
  });
});
