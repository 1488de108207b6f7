import type { BrokerOrder } from '@trickdesk/brokers';
import { describe, expect, test } from 'vitest';
import type { DeskCore } from './desk-core.ts';
import type { DeskMoment, DeskOrder, EntryWish, Line } from './model.ts';
import { coreWith, reportOf, sent } from './testing/core-with.ts';
import { bought, byHand, entry, lineWith, NOW, sale, stop, TODAY, YESTERDAY } from './testing/planned-line.ts';

const WISH: EntryWish = { intentId: 1, quantity: 10, sinceWall: 92_001, sinceAt: 0, withdrawn: false };
const ASKED = NOW.wall - 10;

/** What no order of ours explains. */
const foreignIn = (core: DeskCore, ...reports: readonly BrokerOrder[]): string[] =>
  core.onBook(reports, ASKED, NOW).map(({ brokerOrderId }) => brokerOrderId);

describe('a report is of an order', () => {
  test('by our tag, or by the broker’s number where it shows none', () => {
    const order = stop(10);
    const core = coreWith([lineWith([bought(10), order])]);
    const untagged = reportOf(order, { tag: undefined });
    expect(foreignIn(core, untagged)).toEqual([]);
    expect(foreignIn(core, { ...untagged, brokerOrderId: 'b0' })).toEqual(['b0']);
  });

  test('by the number that a report or an answer has shown', () => {
    const orders = [stop(10, { brokerOrderId: undefined }), entry(10, 'sent', { brokerOrderId: undefined })];
    const [first, second] = orders;
    if (!first || !second) throw new Error('there are two');
    const core = coreWith([lineWith(orders, { entry: WISH })]);
    core.onReport(reportOf(first, { brokerOrderId: 'n1' }), NOW);
    const value = { brokerOrderId: 'n2', uniqueOrderId: 'u2' };
    core.onAnswer(second, { verb: 'place', sinceWall: 1 }, { kind: 'accepted', value }, NOW);
    const untagged = orders.map((order) => reportOf(order, { tag: undefined }));
    expect(foreignIn(core, ...untagged)).toEqual([]);
  });

  test('of yesterday only by our tag: its number may be somebody else’s today', () => {
    const order = stop(10, { day: YESTERDAY });
    const core = coreWith([lineWith([bought(10), order])]);
    expect(foreignIn(core, reportOf(order, { tag: undefined }))).toEqual([order.brokerOrderId]);
    expect(foreignIn(core, reportOf(order))).toEqual([]);
  });

  test('of yesterday that is forgotten leaves its number to one of today', () => {
    const gone = sale(10, 'filled', { day: YESTERDAY, brokerOrderId: 'n1', line: undefined });
    const today = byHand('open', { brokerOrderId: 'n1' });
    const core = coreWith([], [gone, today]);
    core.onBook([reportOf(today)], ASKED, NOW);
    core.onBook([reportOf(today)], NOW.wall + 1, NOW);
    core.forgetBefore(TODAY);
    expect(core.orders.has(gone.tag)).toBe(false);
    expect(foreignIn(core, reportOf(today, { tag: undefined }))).toEqual([]);
  });
});

describe('the book is wanted', () => {
  const order = (): DeskOrder => byHand('open');
  const resting = (more: Partial<DeskOrder> = {}): DeskOrder => stop(10, { shapeAtWall: NOW.wall, ...more });
  const covered = (cover: DeskOrder): DeskCore => coreWith([lineWith([bought(10), cover])]);

  test('when somebody trades beside the tricks, from the first unit on', () => {
    const foreign = (filledQuantity: number): boolean => {
      const core = coreWith([]);
      core.onReport(reportOf(order(), { tag: undefined, brokerOrderId: 'x', filledQuantity }), NOW);
      return core.needsBook(NOW);
    };
    expect([foreign(0), foreign(1)]).toEqual([false, true]);
    const own = (filledQuantity: number): boolean => {
      const placed = order();
      const core = coreWith([], [placed]);
      core.onReport(reportOf(placed, { filledQuantity }), NOW);
      return core.needsBook(NOW);
    };
    expect([own(0), own(1)]).toEqual([false, true]);
    const trick = resting();
    const core = covered(trick);
    core.onReport(reportOf(trick, { state: 'filled', filledQuantity: 10 }), NOW);
    expect(core.needsBook(NOW)).toBe(false);
  });

  test('until one was read that was asked for after the last of these trades', () => {
    const [placed, later] = [order(), { ...NOW, wall: NOW.wall + 200 }];
    const core = coreWith([], [placed]);
    core.onReport(reportOf(placed, { state: 'partially_filled', filledQuantity: 1 }), NOW);
    core.onReport(reportOf(placed, { state: 'partially_filled', filledQuantity: 2 }), later);
    core.onBook([reportOf(placed)], NOW.wall + 100, later);
    expect(core.needsBook(later)).toBe(true);
    core.onBook([reportOf(placed)], later.wall, later);
    expect(core.needsBook(later)).toBe(false);
  });

  test('when a report shows other terms than are known, unless a change is under way or it has ended', () => {
    const after = (cover: DeskOrder, more: Partial<BrokerOrder>): boolean => {
      const core = covered(cover);
      core.onReport(reportOf(cover, more), NOW);
      return core.needsBook(NOW);
    };
    expect(after(resting(), {})).toBe(false);
    expect(after(resting(), { pricePaise: 580_00 })).toBe(true);
    expect(after(resting(), { pricePaise: 580_00, kind: 'other' })).toBe(false);
    expect(after(resting({ asking: { verb: 'modify', sinceWall: NOW.wall } }), { pricePaise: 580_00 })).toBe(false);
    expect(after(resting(), { pricePaise: 580_00, state: 'cancelled' })).toBe(false);
  });

  test('after the broker has taken a stop back by itself', () => {
    const core = coreWith([lineWith([bought(10)], { takenBackAtWall: NOW.wall })]);
    expect(core.needsBook(NOW)).toBe(true);
  });
});

describe('a stop that ends near the close', () => {
  const closing: DeskMoment = { ...NOW, closesAt: () => NOW.at };

  test('was taken back by the broker only where it was cancelled', () => {
    const after = (state: 'trigger_pending' | 'cancelled' | 'rejected'): number | undefined => {
      const cover = stop(10);
      const line = lineWith([bought(10), cover]);
      coreWith([line]).onReport(reportOf(cover, { state }), closing);
      return line.takenBackAtWall;
    };
    expect([after('trigger_pending'), after('rejected'), after('cancelled')]).toEqual([
      undefined,
      undefined,
      closing.wall,
    ]);
  });
});

describe('an order that was given up', () => {
  /** Its line was forgotten with it. */
  function lost(more: Partial<DeskOrder> = {}): { order: DeskOrder; line: Line; core: DeskCore } {
    const line = lineWith([]);
    const given = { released: true, settled: true, brokerOrderId: undefined, line } as const;
    const order = entry(10, 'rejected', { ...given, ...more });
    return { order, line, core: coreWith([], [order]) };
  }

  test('and is there after all belongs to its line again, and is taken back', () => {
    const { order, line, core } = lost();
    core.onReport(reportOf(order, { brokerOrderId: 'n1', state: 'open' }), NOW);
    expect(order).toMatchObject({ settled: false, line });
    expect([...core.lines.values()]).toEqual([line]);
    expect(sent(core, 'touched')).toEqual([['cancel', 'entry', 'buy']]);
    expect(core.takeEffects().alarms).toMatchObject([{ key: `orphan ${order.tag}` }]);
  });

  test('and that the broker has taken after all is so too', () => {
    const { order, core } = lost();
    const value = { brokerOrderId: 'n1', uniqueOrderId: 'u1' };
    core.onAnswer(order, { verb: 'place', sinceWall: 1 }, { kind: 'accepted', value }, NOW);
    expect(sent(core, 'touched')).toEqual([['cancel', 'entry', 'buy']]);
  });

  test('and comes back while its base has another line belongs to that one', () => {
    const { order, core } = lost();
    const line = lineWith([]);
    core.lines.set('1 1 0', line);
    core.onReport(reportOf(order, { brokerOrderId: 'n1', state: 'open' }), NOW);
    expect(order.line).toBe(line);
    expect(line.orders).toEqual([order]);
    const taken = lost();
    taken.core.lines.set('1 1 0', lineWith([]));
    const value = { brokerOrderId: 'n1', uniqueOrderId: 'u1' };
    taken.core.onAnswer(taken.order, { verb: 'place', sinceWall: 1 }, { kind: 'accepted', value }, NOW);
    expect(sent(taken.core, 'touched')).toEqual([['cancel', 'entry', 'buy']]);
  });

  test('and that the broker has refused stays where it is, and nobody hears of it', () => {
    const { order, core } = lost();
    core.onReport(reportOf(order, { brokerOrderId: 'n1', state: 'rejected' }), NOW);
    expect(order.settled).toBe(true);
    expect(core.lines.size).toBe(0);
    expect(core.takeEffects().alarms).toEqual([]);
  });

  test('and has traded a single unit is told of', () => {
    const { order, core } = lost();
    core.onReport(reportOf(order, { brokerOrderId: 'n1', state: 'cancelled', filledQuantity: 1 }), NOW);
    expect(order.settled).toBe(false);
    expect(core.takeEffects().alarms).toMatchObject([{ key: `orphan ${order.tag}` }]);
  });
});

describe('late news of an order whose position is closed', () => {
  test('that says nothing new leaves it closed', () => {
    const order = sale(10, 'filled', { filled: 10, settled: true, settledQuantity: 10 });
    const line = lineWith([]);
    order.line = line;
    const core = coreWith([], [order]);
    core.onReport(reportOf(order), NOW);
    core.onReport(reportOf(order, { state: 'open', filledQuantity: 0 }), NOW);
    const value = { brokerOrderId: order.brokerOrderId ?? '', uniqueOrderId: 'u1' };
    core.onAnswer(order, { verb: 'place', sinceWall: 1 }, { kind: 'accepted', value }, NOW);
    expect([order.settled, core.lines.size, line.orders]).toEqual([true, 0, []]);
  });

  test('that it has traded more brings it back, and one by hand belongs to no line', () => {
    const order = sale(10, 'cancelled', { filled: 4, settled: true, settledQuantity: 4 });
    order.line = lineWith([]);
    const own = byHand('cancelled', { settled: true });
    const core = coreWith([], [order, own]);
    core.onReport(reportOf(order, { filledQuantity: 6 }), NOW);
    core.onReport(reportOf(own, { filledQuantity: 6 }), NOW);
    expect([order.settled, own.settled, core.lines.size]).toEqual([false, true, 1]);
  });
});
