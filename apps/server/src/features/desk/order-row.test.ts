import { ORDER_STATES, type OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import type { DeskOrder } from './model.ts';
import { changingColumns, newRow, orderOf, stateOf } from './order-row.ts';
import type { BrokerOrderRow } from './store.ts';
import { DeskRows } from './testing/desk-rows.ts';
import { SBIN } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';
import { bought, byHand, entry, NOW, sale, stop } from './testing/planned-line.ts';

const WALL = 500_000;
const PLACE = { brokerLinkId: 3, at: 400_000, wall: WALL };
const QUOTE = { bidPaise: 599_95, askPaise: 600_05, lastPaise: 600_00, at: 399_000 };

/** The row of an order, with what a test says of it. */
function rowOf(order: DeskOrder, more: Partial<BrokerOrderRow> = {}): BrokerOrderRow {
  const rows = new DeskRows();
  rows.insert(newRow(order, PLACE));
  const [row] = rows.unsettled(NOW.today);
  if (!row) throw new Error('the row was inserted');
  return { ...row, ...more };
}

/** As the next desk finds it. */
const found = (order: DeskOrder, more: Partial<BrokerOrderRow> = {}): DeskOrder =>
  orderOf(rowOf(order, more), { instrument: SBIN, line: undefined, wall: WALL + 1_000 });

describe('a row of an order', () => {
  test('has the terms that hold, and not those of a change that nothing has confirmed', () => {
    const asked = { kind: 'limit', quantity: 20, pricePaise: 610_00 } as const;
    const order = byHand('open', { inForce: byHand('open').shape, shape: asked });
    expect(changingColumns(order, WALL)).toMatchObject({ kind: 'limit', quantity: 10, price_paise: 598_00 });
    expect(changingColumns({ ...order, inForce: undefined }, WALL)).toMatchObject({
      quantity: 20,
      price_paise: 610_00,
    });
    expect(changingColumns(stop(10), WALL)).toMatchObject({ kind: 'stop_limit', trigger_paise: 594_00 });
    expect(changingColumns(sale(10), WALL)).toMatchObject({ kind: 'limit', trigger_paise: null });
  });

  test('has room for what was filled, whatever its quantity is said to be', () => {
    expect(changingColumns(entry(10, 'partially_filled', { filled: 12 }), WALL)).toMatchObject({
      ...{ quantity: 12, filled_quantity: 12, filled_value_paise: 7_200_00n },
    });
  });

  test('says of every column what stands in it, also that nothing does: what is left out of a change stays as it was', () => {
    const row = newRow(byHand('open', { line: undefined }), PLACE);
    expect(Object.entries(row).filter(([, value]) => value === undefined)).toEqual([]);
    expect(row).toMatchObject({ trade_order_id: null, quote_at: null, acknowledged_at: null, first_fill_at: null });
    const unsent = newRow(entry(10, 'intended', { brokerOrderId: undefined }), PLACE);
    expect(unsent).toMatchObject({ broker_order_id: null, unique_order_id: null, quote_bid_paise: null });
    expect(Object.entries(unsent).filter(([, value]) => value === undefined)).toEqual([]);
  });

  test('says when it left, as soon as that is known, that it may have before, and when it ended', () => {
    const at = (more: Partial<DeskOrder>, state: OrderState = 'open') => {
      const { sent_at: sent, ended_at: ended } = changingColumns(entry(10, state, more), WALL);
      return [sent?.getTime(), ended?.getTime()];
    };
    expect(at({})).toEqual([undefined, undefined]);
    expect(at({ leftAtWall: 91_000 })).toEqual([undefined, undefined]);
    expect(at({ sentAtWall: 90_000 })).toEqual([90_000, undefined]);
    expect(at({ sentAtWall: 90_000, leftAtWall: 91_000 }, 'cancelled')).toEqual([91_000, WALL]);
  });

  test('of a trick names its place and whose algorithm it is; one by hand names the wish that it serves', () => {
    const ours = entry(10, 'open', { line: { ...lineOf(), base: 2 }, decidedAtWall: 80_000 });
    expect(newRow({ ...ours, algoId: 'a1', versionHash: 'h1' }, PLACE)).toMatchObject({
      ...{ account_id: 1, broker_link_id: 3, deployment_id: 1, run_number: 1, base: 2, algo_id: 'a1' },
      ...{ version_hash: 'h1', placed_kind: 'limit', hand_exit_id: null },
      ...{ decided_at: new Date(80_000), exchange_at: new Date(400_000), updated_at: new Date(WALL) },
    });
    expect(newRow(byHand('open', { handExitId: 7 }), PLACE)).toMatchObject({
      ...{ deployment_id: null, run_number: null, base: null, algo_id: null, version_hash: null, hand_exit_id: 7 },
    });
  });
});

describe('the next desk finds', () => {
  test('what was known of an order', () => {
    const known = entry(10, 'partially_filled', {
      ...{ filled: 4, tradeOrderId: 11, statusText: 'open', rejectText: 'no', uniqueOrderId: 'u1', toldQuantity: 3 },
      ...{
        toldValuePaise: 1_800_00,
        intentEnded: true,
        released: true,
        settled: true,
        settledQuantity: 2,
        accountId: 1,
      },
      ...{ sentAtWall: 90_000, leftAtWall: 91_000, acknowledgedAtWall: 92_000, firstFillAtWall: 93_000 },
      ...{ algoId: 'a1', versionHash: 'h1', decidedAtWall: 80_000, quote: QUOTE },
    });
    expect(found(known)).toEqual({
      ...{ ...known, rowId: 1, line: undefined, intentId: undefined },
      ...{ sentAtWall: 91_000, shapeUnclear: true, shapeAtWall: 0 },
    });
    expect(found(bought(10), { settled: true })).toMatchObject({ settled: true, isEndLogged: true });
    expect(found(byHand('open', { handExitId: 7 }))).toMatchObject({ role: 'own', handExitId: 7, side: 'buy' });
    expect(found(stop(10, { product: 'delivery' }))).toMatchObject({ product: 'delivery', placedKind: 'stop_limit' });
    expect(found(sale(10), { product: 'other', tag: null })).toMatchObject({ product: 'intraday', tag: 'row 1' });
  });

  test('that whatever had no number may be at the broker or not, and counts that from now', () => {
    const fate = (state: OrderState, brokerOrderId?: string) => {
      const { inherited, progress, sentAtWall } = found(entry(10, state, { brokerOrderId, sentAtWall: 90_000 }));
      return [inherited, progress.state, sentAtWall];
    };
    for (const state of ['intended', 'sent', 'unknown'] as const) {
      expect(fate(state)).toEqual([true, 'unknown', WALL + 1_000]);
      expect(fate(state, 'b1')).toEqual([false, state, 90_000]);
    }
    expect(fate('open')).toEqual([false, 'open', 90_000]);
    expect(found(entry(10, 'intended', { brokerOrderId: 'b1' })).sentAtWall).toBe(0);
  });

  test('that a change may have been made of whatever lives and is known to the broker', () => {
    const isUnclear = (state: OrderState, more: Partial<DeskOrder> = {}) => found(entry(10, state, more)).shapeUnclear;
    expect([isUnclear('open'), isUnclear('filled'), isUnclear('cancelled')]).toEqual([true, false, false]);
    expect(isUnclear('sent', { brokerOrderId: undefined })).toBe(false);
  });

  test('units that were closed elsewhere as what they are', () => {
    const gone = sale(10, 'filled', { filled: 10, elsewhere: true });
    expect([rowOf(gone).placed_kind, found(gone).elsewhere]).toEqual(['elsewhere', true]);
    expect(found(sale(10, 'filled', { filled: 10 })).elsewhere).toBe(false);
  });

  test('what the market showed when it left; that nothing was known then; or that it has not left', () => {
    const sent = { sentAtWall: 90_000 };
    expect(found(entry(10, 'open', { ...sent, quote: QUOTE })).quote).toEqual(QUOTE);
    for (const missing of ['quote_bid_paise', 'quote_ask_paise', 'quote_last_paise', 'quote_at'] as const) {
      expect(found(entry(10, 'open', { ...sent, quote: QUOTE }), { [missing]: null }).quote).toBeNull();
    }
    expect(found(entry(10, 'open')).quote).toBeUndefined();
    // A stop that rests has left for nowhere yet; one that has traded has.
    expect(found(stop(10, sent)).quote).toBeUndefined();
    expect(found(stop(10, { ...sent, state: 'partially_filled', filled: 1 })).quote).toBeNull();
  });
});

test('a state is one that a release has written', () => {
  expect(ORDER_STATES.map(stateOf)).toEqual(ORDER_STATES);
  expect(() => stateOf('lost')).toThrow('the unknown state lost');
});
