import type { IndiaDate } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import type { RestingOrder } from './change-store.ts';
import type { LineOrder } from './lines.ts';
import { sortRestingByHand } from './resting-by-hand.ts';

const TODAY = '2026-01-05' as IndiaDate;
const HELD: LineOrder = {
  ...{ id: 1, deployment_id: null, run_number: null, broker_link_id: 1, role: 'own', trade_order_id: null },
  ...{ symbol: 'SBIN', product: 'intraday', side: 'buy', quantity: 100, price_paise: 600_00, trigger_paise: null },
  ...{ state: 'filled', filled_quantity: 100, filled_value_paise: 60_000_00n, told_quantity: 0, settled_quantity: 0 },
  ...{ is_before: false, is_of_basket: false, kind: 'equity', last_paise: 600_00, previous_close_paise: 600_00 },
  ...{ entry_order_id: null, has_news: false, asked_quantity: null, asked_low_paise: null, asked_high_paise: null },
};

type More = Partial<Pick<RestingOrder, 'kind' | 'is_cancelled' | 'side' | 'product'>> & Partial<LineOrder>;
interface Resting {
  readonly order: RestingOrder;
  readonly line: LineOrder;
}

/** An order to sell 100 that rests; a limit unless it says more. */
function sale(id: number, { kind = 'limit', is_cancelled: isCancelled = false, ...more }: More = {}): Resting {
  const line = { ...HELD, id, side: 'sell', state: 'open', filled_quantity: 0, ...more } as const;
  const { side, product, symbol } = line;
  const place = { broker_link_id: 1, role: 'own', day: TODAY, is_cancelled: isCancelled };
  return { line, order: { id, kind: kind ?? 'limit', side, product, symbol, ...place } };
}
const stop = (id: number, more: More = {}): Resting => sale(id, { ...more, kind: 'stop_limit' });

function sorted(...resting: readonly Resting[]): { readonly closing: number[]; readonly opening: number[] } {
  const lines = [HELD, ...resting.map(({ line }) => line)];
  const { closing, opening } = sortRestingByHand(
    resting.map(({ order }) => order),
    (day) => (day === TODAY ? lines : []),
  );
  return { closing: closing.map(({ id }) => id), opening: opening.map(({ id }) => id) };
}

test('a sale of what is held closes it, a purchase opens more', () => {
  expect(sorted(sale(2), sale(3, { side: 'buy' }))).toEqual({ closing: [2], opening: [3] });
  expect(sorted(sale(2, { quantity: 101 }))).toEqual({ closing: [], opening: [2] });
  expect(sorted(sale(2, { product: 'other' }))).toEqual({ closing: [], opening: [2] });
});

test('of a target and a stop for the same units the stop stays, whichever was placed first', () => {
  expect(sorted(sale(2), stop(3))).toEqual({ closing: [3], opening: [2] });
  expect(sorted(stop(2), sale(3))).toEqual({ closing: [2], opening: [3] });
});

test('stops that share what is held all stay, and no more of them than that', () => {
  const halves = [2, 3, 4].map((id) => stop(id, { quantity: 50 }));
  expect(sorted(...halves)).toEqual({ closing: [2, 3], opening: [4] });
});

test('what is being taken back has no claim, and is not taken back again', () => {
  expect(sorted(stop(2, { is_cancelled: true }), stop(3))).toEqual({ closing: [3], opening: [] });
});

test('an order that is being made larger has the claim of what it is to be, once', () => {
  expect(sorted(stop(2, { quantity: 40, asked_quantity: 100 }))).toEqual({ closing: [2], opening: [] });
  expect(sorted(stop(2, { quantity: 40, asked_quantity: 120 }))).toEqual({ closing: [], opening: [2] });
  expect(sorted(stop(2, { quantity: 40, asked_quantity: 100 }), stop(3, { quantity: 10 }))).toEqual({
    closing: [2],
    opening: [3],
  });
});

test('one of another day, of which nothing is known, is taken for one that opens', () => {
  const { order, line } = stop(2);
  const other = { ...order, day: '2026-01-02' as IndiaDate };
  const ordersOf = (day: IndiaDate) => (day === TODAY ? [HELD, line] : []);
  expect(sortRestingByHand([other], ordersOf).opening).toEqual([other]);
});
