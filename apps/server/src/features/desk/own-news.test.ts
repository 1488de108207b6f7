import type { OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from './effects.ts';
import type { DeskOrder, OrderShape } from './model.ts';
import { ownNews } from './own-news.ts';
import { NO_WORDS } from './refused-shapes.ts';
import { byHand, NOW, STOP, sale } from './testing/planned-line.ts';

const DEARER: OrderShape = { kind: 'limit', quantity: 12, pricePaise: 610_00 };

/** What is told of an order whose step says something: the line of the log, then the alert. */
function told(order: DeskOrder, entry: Partial<TimelineEntry> = {}) {
  return ownNews([{ order, what: 'reported', ...entry }], NOW.wall).map(({ order: of, line, alert }) => {
    expect(of).toBe(order);
    expect(line).toMatchObject({ accountId: 1, deploymentId: undefined, symbol: 'SBIN' });
    const { what, severity, title, body } = alert ?? {};
    if (alert) expect(body).toBe(line.sentence);
    return { kind: line.kind, sentence: line.sentence, alert: alert && [what, severity, title] };
  });
}

/** By hand, filled at 600.00 and a third of a paisa. */
function progressed(state: OrderState, filled: number, more: Partial<DeskOrder> = {}): DeskOrder {
  const order = byHand(state, more);
  order.progress = { state, filledQuantity: filled, filledValuePaise: filled * 600_00 + (filled > 0 ? 1 : 0) };
  return order;
}

describe('of an order by hand its owner hears', () => {
  test('each part that is filled, once', () => {
    const order = progressed('partially_filled', 3);
    expect(told(order)).toEqual([
      {
        kind: 'fill',
        sentence: 'Your order to buy 10 SBIN is filled in part: 3 of 10 at ₹600.00.',
        alert: ['filled 3', 'info', 'By hand: bought 3 of 10 SBIN at ₹600.00'],
      },
    ]);
    expect(order).toMatchObject({ toldQuantity: 3, toldValuePaise: 3 * 600_00 + 1, isEndLogged: false });
    expect(told(order)).toEqual([]);
  });

  test('that it is filled, by the terms that were in force', () => {
    // Made larger before that was confirmed.
    const sold = progressed('filled', 12, { side: 'sell', shape: DEARER, inForce: byHand('open').shape });
    expect(told(sold)).toEqual([
      {
        kind: 'fill',
        sentence: 'Your order to sell 10 SBIN is filled at ₹600.00.',
        alert: ['filled', 'info', 'By hand: sold 12 SBIN at ₹600.00'],
      },
    ]);
    expect(sold).toMatchObject({ isEndLogged: true, shape: DEARER });
    expect(told(sold)).toEqual([]);
  });

  test('how it ended, and how much of it was filled', () => {
    expect(told(progressed('cancelled', 0))).toEqual([
      {
        kind: 'notice',
        sentence: 'Your order to buy 10 SBIN is over: it was cancelled. Nothing was filled.',
        alert: ['cancelled', 'info', 'By hand: the order to buy 10 SBIN is cancelled'],
      },
    ]);
    const heard = { toldQuantity: 1 };
    expect(told(progressed('expired', 1, heard))).toEqual([
      {
        kind: 'notice',
        sentence: 'Your order to buy 10 SBIN is over: its day has ended. 1 of 10 were filled at ₹600.01.',
        alert: ['expired', 'info', 'By hand: the order to buy 10 SBIN has expired'],
      },
    ]);
    expect(told(progressed('cancelled', 4))).toMatchObject([{ kind: 'fill', alert: ['cancelled', 'info', {}] }]);
  });

  test('that it was rejected, in the broker’s words', () => {
    expect(told(progressed('rejected', 0, { rejectText: 'No margin' }))).toEqual([
      {
        kind: 'rejection',
        sentence: 'The broker rejected your order to buy 10 SBIN. Its words: No margin.',
        alert: ['rejected', 'warning', 'By hand: the order to buy 10 SBIN was rejected'],
      },
    ]);
  });

  test('nothing while nothing is filled of it, and nothing by what was only asked', () => {
    expect(told(byHand('open'))).toEqual([]);
    expect(told(progressed('filled', 10), { what: 'asked' })).toEqual([]);
  });

  test('the log alone, where it closes what was opened by hand: that is told of together', () => {
    expect(told(progressed('filled', 10, { handExitId: 7 }))).toMatchObject([{ kind: 'fill', alert: undefined }]);
  });

  test('nothing here of a trick’s', () => {
    expect(told(sale(10, 'filled', { filled: 10, toldQuantity: 0 }))).toEqual([]);
  });
});

describe('of a change that was not made its owner hears', () => {
  test('what was asked for, why, and how the order stands where the book shows it', () => {
    expect(told(byHand('open'), { note: 'Beyond the circuit limit', unmade: DEARER })).toEqual([
      {
        kind: 'rejection',
        sentence:
          'The broker did not change your order to buy 10 SBIN. You asked for 12 at ₹610.00. It stays as it was: 10 at ₹598.00. Its words: Beyond the circuit limit.',
        alert: [`not changed ${NOW.wall}`, 'warning', 'By hand: the order to buy 10 SBIN was not changed'],
      },
    ]);
    // It may have ended meanwhile.
    expect(told(byHand('open'), { what: 'answered', note: 'No', unmade: DEARER })[0]?.sentence).toBe(
      'The broker did not change your order to buy 10 SBIN. You asked for 12 at ₹610.00. Its words: No.',
    );
  });

  test('of a stop its trigger too', () => {
    expect(told(byHand('trigger_pending', { shape: STOP }), { note: 'No', unmade: DEARER })[0]?.sentence).toContain(
      'It stays as it was: 10 at ₹588.05, trigger ₹594.00.',
    );
  });

  test('that there was no reason, where there was none', () => {
    for (const note of [{}, { note: NO_WORDS }]) {
      expect(told(byHand('open'), { unmade: DEARER, ...note })[0]?.sentence).toContain('₹598.00. It gave no reason.');
    }
  });

  test.each<[string, DeskOrder]>([
    ['a trick’s', sale(10)],
    ['made by the kill switch, which tries again', byHand('open', { handExitId: 7 })],
    ['over, which is told by itself', byHand('cancelled', { isEndLogged: true })],
  ])('nothing where the order is %s', (_, order) => {
    expect(told(order, { note: 'No', unmade: DEARER })).toEqual([]);
  });
});
