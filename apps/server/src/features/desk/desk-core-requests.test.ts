import type { AcceptedOrder, WriteOutcome } from '@trickdesk/brokers';
import { describe, expect, test } from 'vitest';
import type { DeskCore, DeskSend } from './desk-core.ts';
import type { DeskOrder, EntryWish, OrderShape } from './model.ts';
import { takeRequest } from './own-orders.ts';
import { coreWith, reportOf, sent } from './testing/core-with.ts';
import { bought, byHand, entry, lineWith, NOW, OUT, plan, sale, stop, YESTERDAY } from './testing/planned-line.ts';

const WISH: EntryWish = { intentId: 1, quantity: 10, sinceWall: 92_001, sinceAt: 0, withdrawn: false };
const YES: WriteOutcome<AcceptedOrder> = {
  kind: 'accepted',
  value: { brokerOrderId: 'n1', uniqueOrderId: 'u1' },
};
const NO: WriteOutcome<AcceptedOrder> = { kind: 'refused', code: 'AB1', message: 'No.' };
const at = (pricePaise: number): OrderShape => ({ kind: 'limit', quantity: 10, pricePaise });
const later = (ms: number) => ({ ...NOW, wall: NOW.wall + ms });

/** The one request that is due. */
function next(core: DeskCore, moment = NOW): DeskSend {
  const [send, ...more] = core.plan(moment);
  if (!send || more.length > 0) throw new Error('one request is due');
  return send;
}

function change(order: DeskOrder, id: bigint, wants: OrderShape): void {
  takeRequest(order, { id, verb: 'modify', wants }, NOW.wall);
}

describe('an order by hand', () => {
  test('leaves when its time has come, and its story tells how', () => {
    const order = byHand('intended', { brokerOrderId: undefined });
    const core = coreWith([], [order]);
    expect(sent(core, 'touched')).toEqual([]);
    const { asking } = next(core);
    expect([asking, order.asking]).toEqual([{ verb: 'place', sinceWall: NOW.wall }, asking]);
    const { changed, timeline } = core.takeEffects();
    expect(changed.has(order)).toBe(true);
    expect(timeline).toEqual([{ order, what: 'asked', note: 'place', shape: at(598_00) }]);
  });

  test('that was never sent and is not wanted any more is dropped', () => {
    const order = byHand('intended');
    const core = coreWith([], [order]);
    takeRequest(order, { id: 1n, verb: 'cancel' }, NOW.wall);
    expect(core.plan(NOW)).toEqual([]);
    expect(order).toMatchObject({ progress: { state: 'cancelled' }, settled: true });
    const { changed, timeline, requestsDone } = core.takeEffects();
    expect([changed.has(order), requestsDone]).toEqual([true, [1n]]);
    expect(timeline).toEqual([{ order, what: 'dropped', note: 'No longer wanted, and never sent.' }]);
  });

  test('is changed, and its request is carried out once a report shows it', () => {
    const order = byHand('open');
    const core = coreWith([], [order]);
    change(order, 1n, at(597_00));
    const send = next(core);
    expect(core.takeEffects().timeline).toEqual([{ order, what: 'asked', note: 'modify', shape: at(597_00) }]);
    core.onAnswer(order, send.asking, YES, NOW);
    expect(order).toMatchObject({ shape: at(597_00), inForce: at(598_00), wanted: undefined });
    expect(core.takeEffects().requestsDone).toEqual([]);
    expect(core.plan(NOW)).toEqual([]);
    core.onReport(reportOf(order), NOW);
    expect(core.takeEffects().requestsDone).toEqual([1n]);
  });

  test('is taken back without a word of its terms', () => {
    const order = byHand('open', { cancelWanted: true });
    const core = coreWith([], [order]);
    next(core);
    expect(core.takeEffects().timeline).toEqual([{ order, what: 'asked', note: 'cancel' }]);
  });

  test('whose change was shown before its answer came needs no more proof', () => {
    const order = byHand('open');
    const core = coreWith([], [order]);
    change(order, 1n, at(597_00));
    const { asking } = next(core);
    core.onReport(reportOf(order, { pricePaise: 597_00 }), NOW);
    core.onAnswer(order, asking, YES, NOW);
    expect(order).toMatchObject({ inForce: undefined, wanted: undefined, requests: [] });
    expect(core.takeEffects().requestsDone).toEqual([1n]);
  });

  test('whose change is refused is not asked for it again; where nobody knows, it is', () => {
    const answered = (outcome: WriteOutcome<AcceptedOrder>): DeskOrder => {
      const order = byHand('open');
      const core = coreWith([], [order]);
      change(order, 1n, at(597_00));
      core.onAnswer(order, next(core).asking, outcome, NOW);
      return order;
    };
    expect(answered(NO)).toMatchObject({ wanted: undefined, requests: [] });
    expect(answered({ kind: 'unknown', cause: 'timeout' })).toMatchObject({
      wanted: at(597_00),
      requests: [{ id: 1n }],
    });
  });

  test('that cannot be taken back keeps what is wanted of it', () => {
    const order = byHand('open', { cancelWanted: true, wanted: at(597_00) });
    const core = coreWith([], [order]);
    core.onAnswer(order, next(core).asking, NO, NOW);
    expect(order.wanted).toEqual(at(597_00));
  });

  test('heeds no answer that is not waited for any more', () => {
    const order = byHand('open', { wanted: at(597_00) });
    const core = coreWith([], [order]);
    core.onAnswer(order, { verb: 'modify', wants: at(599_00), sinceWall: 1 }, NO, NOW);
    expect(order.wanted).toEqual(at(597_00));
  });

  test('that the broker refuses is done with', () => {
    const order = byHand('intended', { brokerOrderId: undefined });
    const core = coreWith([], [order]);
    const { asking } = next(core);
    change(order, 1n, at(597_00));
    core.onAnswer(order, asking, NO, NOW);
    expect(order.progress.state).toBe('rejected');
    expect(core.takeEffects().requestsDone).toEqual([1n]);
  });

  test('that ends elsewhere is done with', () => {
    const order = byHand('open', { cancelWanted: true });
    takeRequest(order, { id: 1n, verb: 'cancel' }, NOW.wall);
    const core = coreWith([], [order]);
    core.onReport(reportOf(order, { state: 'cancelled' }), NOW);
    core.finishRequest(2n);
    expect(core.takeEffects().requestsDone).toEqual([1n, 2n]);
  });

  test('that stands as its owner asks needs nothing, and that counts as their last wish', () => {
    const order = byHand('open');
    const core = coreWith([], [order]);
    change(order, 1n, at(598_00));
    expect(core.plan(NOW)).toEqual([]);
    expect(order).toMatchObject({ wanted: undefined, lastWish: { requestId: 1n, wants: at(598_00) } });
    expect(core.takeEffects().requestsDone).toEqual([1n]);
  });

  test('keeps what its owner asked last where a change before it was overtaken by one that was given up', () => {
    const order = byHand('open', { strays: [{ wants: at(599_00), untilWall: NOW.wall + 9_000 }] });
    const core = coreWith([], [order]);
    change(order, 1n, at(597_00));
    const { asking } = next(core);
    change(order, 2n, at(596_00));
    core.onAnswer(order, asking, YES, NOW);
    core.onBook([reportOf(order, { pricePaise: 599_00 })], NOW.wall + 10, later(10));
    expect(next(core, later(20)).asking).toMatchObject({ verb: 'modify', wants: at(596_00) });
  });
});

describe('an order of a trick', () => {
  test('that was planned and is not wanted any more is dropped, and its run hears of it', () => {
    const order = entry(10, 'intended', { day: YESTERDAY });
    const core = coreWith([lineWith([order], { entry: WISH })]);
    core.plan(NOW);
    expect(order.progress.state).toBe('cancelled');
    expect(core.lines.size).toBe(0);
  });

  test('takes the place of one that could not be changed, and goes on where that one stood', () => {
    const gone = sale(10, 'cancelled', { rateRefusals: 2, chases: 2 });
    const core = coreWith([lineWith([bought(10), gone], { exit: OUT })]);
    expect(next(core).order).toMatchObject({ chases: 2, rateRefusals: 1 });
  });

  test('that is followed counts how often, and its owner hears of the first, the second and the fourth time', () => {
    const told = (chases: number) => {
      const order = sale(10, 'open', { chases });
      const core = coreWith([lineWith([bought(10), order], { exit: OUT })]);
      core.plan({ ...NOW, lastPaise: () => 580_00 });
      return [order.chases, core.takeEffects().alarms.length];
    };
    expect([0, 1, 2, 3].map(told)).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
      [4, 1],
    ]);
  });

  test('is planned for as soon as it was answered', () => {
    const order = stop(10, { asking: { verb: 'modify', sinceWall: 1 } });
    const core = coreWith([lineWith([bought(20), order])]);
    const { asking } = order;
    if (!asking) throw new Error('it is being asked for');
    core.onAnswer(order, asking, { kind: 'unknown', cause: 'timeout' }, NOW);
    order.shapeUnclear = false;
    expect(sent(core, 'touched')).toEqual([['modify', 'protective', 'sell']]);
  });
});

describe('a line', () => {
  test('is kept while its run waits for something, and forgotten when nothing is left of it', () => {
    const [waits, leaves, idle] = [
      lineWith([], { entry: WISH }),
      lineWith([], { exit: OUT, runHeld: 5 }),
      lineWith([]),
    ];
    Object.assign(leaves, { base: 1 });
    Object.assign(idle, { base: 2 });
    const core = coreWith([waits, leaves, idle]);
    core.plan(NOW);
    expect([...core.lines.values()]).toEqual([waits, leaves]);
  });

  test('is planned for once after something has happened to it, or when all are', () => {
    const core = coreWith([lineWith([bought(10)])]);
    expect(sent(core, 'touched')).toEqual([]);
    expect(sent(core, 'all')).toEqual([['place', 'protective', 'sell']]);
  });

  test('that its owner takes over is planned for at once', () => {
    const line = lineWith([bought(10), entry(10, 'open'), stop(10)], { entry: WISH });
    const core = coreWith([line]);
    core.detach(line);
    expect(sent(core, 'touched')).toEqual([['cancel', 'entry', 'buy']]);
  });

  test('loses what was closed beside it by an order that stands for that', () => {
    const line = lineWith([bought(10), stop(10)]);
    const core = coreWith([line]);
    core.countTaken([{ line, quantity: 4, pricePaise: 601_00.4, byHand: true, brokersWords: '' }], NOW);
    expect(line.orders.at(-1)).toMatchObject({
      role: 'exit',
      side: 'sell',
      shape: { kind: 'limit', pricePaise: 601_00 },
    });
    expect(plan(line)).toEqual([['modify', 1, 'stop', 6, 594_00]]);
  });
});
