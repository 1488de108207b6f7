import type { BrokerOrder } from '@trickdesk/brokers';
import type { OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { UNANSWERED_WATCH_MS } from './doubts.ts';
import { noEffects } from './effects.ts';
import { newOrder } from './make-order.ts';
import type { Asking, DeskMoment, DeskOrder, OrderShape, OwnRequest, Stray } from './model.ts';
import {
  awaitProof,
  confirm,
  finishRequests,
  nextWish,
  noteGivenUp,
  noteRequestsAsked,
  ownAsking,
  takeProof,
  takeRequest,
  takeStray,
} from './own-orders.ts';
import { DeskWorld } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';

const WALL = 100_000;
const NOW: DeskMoment = { ...new DeskWorld().moment(), wall: WALL };
const YESTERDAY = '2025-07-06' as typeof NOW.today;
const at = (pricePaise: number): OrderShape => ({ kind: 'limit', quantity: 10, pricePaise });
const [FIRST, SECOND, THIRD] = [at(598_00), at(597_00), at(596_00)];

/** By hand, at 598.00. */
function own(more: Partial<DeskOrder> = {}, state: OrderState = 'open'): DeskOrder {
  const order = newOrder(lineOf(), { role: 'own', side: 'buy', shape: FIRST, now: NOW, tag: 't1' });
  const progress = { state, filledQuantity: 0, filledValuePaise: 0 };
  return Object.assign(order, { progress, brokerOrderId: 'b1', line: undefined }, more);
}

/** A row in which its owner asks for a change, or for its end. */
function asks(id: bigint, wants: OrderShape | undefined, isAsked = false): OwnRequest {
  return { id, verb: wants ? 'modify' : 'cancel', wants, isAsked };
}

const changing = (wants: OrderShape): Asking => ({ verb: 'modify', wants, sinceWall: WALL });

describe('what is asked next of an order by hand', () => {
  const asked = (more: Partial<DeskOrder>, state: OrderState = 'open', moment: Partial<DeskMoment> = {}) =>
    ownAsking(own(more, state), { ...NOW, ...moment });

  test('is that it be placed, unless its owner does not want it any more, or it is of another day', () => {
    expect(asked({}, 'intended')).toEqual({ verb: 'place', sinceWall: WALL });
    expect(asked({ cancelWanted: true }, 'intended')).toBe('drop');
    expect(asked({ day: YESTERDAY }, 'intended')).toBe('drop');
    expect(asked({ cancelWanted: true }, 'intended', { canAct: false })).toBe('drop');
  });

  test('is nothing that the broker would keep for the next morning: before the session it waits, after it it is dropped', () => {
    const closed = (closeAt: number | undefined) =>
      asked({}, 'intended', { isOpen: false, closesAt: () => closeAt as typeof NOW.at });
    expect([closed(undefined), closed(NOW.at + 1), closed(NOW.at)]).toEqual([undefined, undefined, 'drop']);
    expect(asked({}, 'intended', { isOpen: false })).toBeUndefined();
    // In the auction at the end continuous trading is over, and the session is not.
    expect(asked({}, 'intended', { closesAt: () => NOW.at })).toMatchObject({ verb: 'place' });
  });

  test('waits where its share goes into a closing auction until that takes it; a stop, which it does not take, is dropped', () => {
    const inAuction = (ms: number, more: Partial<DeskOrder> = {}) =>
      asked(more, 'intended', { isContinuous: () => false, closesAt: () => (NOW.at - ms) as typeof NOW.at });
    expect([inAuction(0), inAuction(299_999)]).toEqual([undefined, undefined]);
    expect(inAuction(300_000)).toMatchObject({ verb: 'place' });
    const stop: OrderShape = { kind: 'stop_limit', quantity: 10, pricePaise: 597_00, triggerPaise: 598_00 };
    expect([inAuction(0, { shape: stop }), inAuction(300_000, { shape: stop })]).toEqual(['drop', 'drop']);
  });

  test('is its end before any change of it', () => {
    expect(asked({ cancelWanted: true, wanted: SECOND })).toEqual({ verb: 'cancel', sinceWall: WALL });
  });

  test('is the change that its owner asked for last, where it does not stand like that already', () => {
    expect(asked({ wanted: SECOND })).toEqual({ verb: 'modify', wants: SECOND, sinceWall: WALL });
    expect(asked({ wanted: FIRST })).toBe('as_wanted');
    expect(asked({})).toBeUndefined();
    // What became of the change before is not known.
    expect(asked({ wanted: SECOND, inForce: THIRD })).toBeUndefined();
  });

  test('is its end where fills have overtaken the change: it must not trade more than its owner wanted at most', () => {
    const filled = (units: number): Partial<DeskOrder> => ({
      wanted: { ...SECOND, quantity: 5 },
      progress: { state: 'partially_filled', filledQuantity: units, filledValuePaise: units * 598_00 },
    });
    const cancel = { verb: 'cancel', sinceWall: WALL };
    expect([asked(filled(5)), asked(filled(6)), asked({ ...filled(6), inForce: FIRST })]).toEqual([
      cancel,
      cancel,
      cancel,
    ]);
    expect(asked(filled(4))).toMatchObject({ verb: 'modify' });
    expect(asked({ ...filled(6), shapeUnclear: true })).toBeUndefined();
  });

  test.each<[string, Partial<DeskOrder>, OrderState, Partial<DeskMoment>]>([
    ['is a trick’s', { role: 'exit' }, 'open', {}],
    ['has ended', {}, 'cancelled', {}],
    ['may be at the broker or not', {}, 'sent', {}],
    ['has no number', { brokerOrderId: undefined }, 'open', {}],
    ['may have been changed', { shapeUnclear: true }, 'open', {}],
    ['had its number yesterday', { day: YESTERDAY }, 'open', {}],
    ['is being changed', { asking: changing(THIRD) }, 'open', {}],
    ['was refused a moment ago', { retryAtWall: WALL + 1 }, 'open', {}],
    ['cannot be reached, since the session is unknown to the broker', {}, 'open', { canAct: false }],
  ])('is nothing where it %s', (_, more, state, moment) => {
    expect(asked({ wanted: SECOND, ...more }, state, moment)).toBeUndefined();
    expect(asked({ cancelWanted: true, ...more }, state, moment)).toBeUndefined();
  });

  test('waits after a refusal no longer than it must', () => {
    expect(asked({ wanted: SECOND, retryAtWall: WALL })).toMatchObject({ verb: 'modify' });
  });
});

describe('what its owner asked', () => {
  test('is taken once, and the last change is wanted', () => {
    const order = own();
    takeRequest(order, { id: 1n, verb: 'modify', wants: SECOND }, WALL);
    takeRequest(order, { id: 2n, verb: 'modify', wants: THIRD }, WALL);
    takeRequest(order, { id: 1n, verb: 'modify', wants: SECOND }, WALL);
    expect(order).toMatchObject({ requests: [asks(1n, SECOND), asks(2n, THIRD)], wanted: THIRD, cancelWanted: false });
    expect(order.strays).toEqual([]);
  });

  test('and cannot be read changes nothing', () => {
    const order = own({ wanted: SECOND });
    takeRequest(order, { id: 1n, verb: 'modify', wants: undefined }, WALL);
    expect(order.wanted).toBe(SECOND);
  });

  test('is that it be taken back', () => {
    const order = own({ wanted: SECOND });
    takeRequest(order, { id: 1n, verb: 'cancel' }, WALL);
    expect(order).toMatchObject({ cancelWanted: true, wanted: SECOND });
  });

  test('may have been asked of the broker before by a desk that is gone', () => {
    const order = own({ shapeUnclear: true });
    takeRequest(order, { id: 1n, verb: 'modify', wants: SECOND }, WALL);
    expect(order.strays).toEqual([{ wants: SECOND, untilWall: WALL + UNANSWERED_WATCH_MS, isRecalled: true }]);
  });

  test('counts as asked with the request that leaves, which is kept as the last wish', () => {
    const order = own({ requests: [asks(1n, SECOND), asks(2n, THIRD), asks(3n, SECOND), asks(4n, undefined)] });
    noteRequestsAsked(order, { verb: 'modify', wants: SECOND });
    expect(order.requests.map(({ isAsked }) => isAsked)).toEqual([true, true, true, false]);
    expect(order.lastWish).toEqual({ requestId: 3n, wants: SECOND });
    noteRequestsAsked(order, { verb: 'modify', wants: FIRST });
    expect(order.lastWish).toEqual({ requestId: undefined, wants: FIRST });
    noteRequestsAsked(order, { verb: 'cancel' });
    expect(order.lastWish).toEqual({ requestId: undefined, wants: FIRST });
  });

  test.each<[string, Partial<DeskOrder>]>([
    ['a trick’s order', { role: 'exit' }],
    ['one that closes what was opened by hand', { handExitId: 7 }],
  ])('is nobody’s wish where the desk changes %s, and nothing of it is looked for', (_, more) => {
    const order = own(more);
    noteRequestsAsked(order, { verb: 'modify', wants: SECOND });
    noteGivenUp(order, SECOND, WALL);
    expect(order).toMatchObject({ lastWish: undefined, strays: [], unansweredAtWall: 0 });
  });
});

describe('requests are carried out', () => {
  function finished(order: DeskOrder, verb: 'modify' | undefined) {
    const effects = noEffects();
    finishRequests(order, verb, effects);
    return { done: effects.requestsDone, left: order.requests.map(({ id }) => id), changed: [...effects.changed] };
  }

  test('all of them when the order has ended', () => {
    const order = own({ requests: [asks(1n, SECOND), asks(2n, undefined)] }, 'cancelled');
    expect(finished(order, undefined)).toEqual({ done: [1n, 2n], left: [], changed: [] });
  });

  test('with the terms that were in force, where nothing has shown what became of a change', () => {
    const order = own({ requests: [asks(1n, SECOND, true)], shape: SECOND, inForce: FIRST }, 'expired');
    expect(finished(order, undefined)).toEqual({ done: [1n], left: [], changed: [order] });
    expect(order).toMatchObject({ shape: FIRST, inForce: undefined });
  });

  test('those changes that were asked of the broker when one is made', () => {
    const order = own({ requests: [asks(1n, SECOND, true), asks(2n, THIRD), asks(3n, undefined, true)] });
    order.inForce = FIRST;
    expect(finished(order, 'modify')).toEqual({ done: [1n], left: [2n, 3n], changed: [] });
    expect(order.inForce).toBe(FIRST);
  });

  test('none by other news', () => {
    const order = own({ requests: [asks(1n, SECOND, true), asks(2n, THIRD)] });
    expect(finished(order, undefined)).toEqual({ done: [], left: [1n, 2n], changed: [] });
  });

  test('none by a change that was nobody’s wish', () => {
    const order = own({ requests: [asks(1n, SECOND)] });
    expect(finished(order, 'modify')).toEqual({ done: [], left: [1n], changed: [] });
  });

  test('and the last change that was not asked of the broker yet is next', () => {
    const next = (...requests: OwnRequest[]) => nextWish(own({ requests }));
    expect(next(asks(1n, FIRST), asks(2n, SECOND), asks(3n, THIRD, true), asks(4n, undefined))).toBe(SECOND);
    expect(next(asks(3n, THIRD, true))).toBeUndefined();
  });
});

describe('a change that was given up', () => {
  test('is looked for half a minute, beside others of which that is still true', () => {
    const others: Stray[] = [
      { wants: SECOND, untilWall: WALL - 1 },
      { wants: THIRD, untilWall: WALL },
    ];
    const order = own({ strays: others });
    noteGivenUp(order, SECOND, WALL);
    expect(order.strays).toEqual([
      { wants: THIRD, untilWall: WALL },
      { wants: SECOND, untilWall: WALL + UNANSWERED_WATCH_MS },
    ]);
    expect(order.unansweredAtWall).toBe(WALL);
    noteGivenUp(order, undefined, WALL + 1);
    expect(order.unansweredAtWall).toBe(WALL);
  });

  /** The third change was asked for last; the second was given up before it. */
  const late = (more: Partial<DeskOrder> = {}, stray: Partial<Stray> = {}): DeskOrder =>
    own({
      ...{ shape: THIRD, lastWish: { requestId: 3n, wants: THIRD } },
      ...{ strays: [{ wants: SECOND, untilWall: WALL, ...stray }], ...more },
    });

  test('and comes after all is undone: what was asked for last is asked for again', () => {
    const order = late({ inForce: FIRST });
    const effects = noEffects();
    expect(takeStray(order, SECOND, WALL, effects)).toBe(true);
    expect(order).toMatchObject({ wanted: THIRD, inForce: undefined, strays: [], requests: [asks(3n, THIRD)] });
    expect(effects.requestsReopened).toEqual([3n]);
  });

  test.each<[string, DeskOrder, OrderShape]>([
    ['nothing was asked for since', late({ lastWish: undefined }), SECOND],
    ['it is what was asked for last', late({ lastWish: { requestId: 3n, wants: SECOND } }), SECOND],
    ['the order stands like that', late({ shape: SECOND }), SECOND],
    ['it is looked for no more', late({}, { untilWall: WALL - 1 }), SECOND],
    ['the book shows something else', late(), FIRST],
    ['one more try has shown that it stood so before', late({ inForce: SECOND }, { isTried: true }), SECOND],
  ])('is none where %s', (_, order, shown) => {
    const effects = noEffects();
    expect(takeStray(order, shown, WALL, effects)).toBe(false);
    expect(order.strays).toHaveLength(1);
    expect(order.wanted).toBeUndefined();
    expect(effects.requestsReopened).toEqual([]);
  });

  test('and looks like what was in force is tried once', () => {
    const other = { wants: FIRST, untilWall: WALL };
    const order = late({ inForce: SECOND, strays: [other, { wants: SECOND, untilWall: WALL }] });
    expect(takeStray(order, SECOND, WALL, noEffects())).toBe(true);
    expect(order.strays).toEqual([other, { wants: SECOND, untilWall: WALL, isTried: true }]);
    // In force is something else by now: this time it has come late.
    Object.assign(order, { wanted: undefined, inForce: THIRD, shape: THIRD });
    expect(takeStray(order, SECOND, WALL, noEffects())).toBe(true);
    expect(order.strays).toEqual([other]);
  });

  test('comes late once for each time that it was asked for, and as often as it likes where a desk that is gone asked', () => {
    const again = { wants: SECOND, untilWall: WALL + 1 };
    const order = late({ strays: [{ wants: SECOND, untilWall: WALL }, again] });
    takeStray(order, SECOND, WALL, noEffects());
    expect(order.strays).toEqual([again]);
    const recalled = late({}, { isRecalled: true });
    takeStray(recalled, SECOND, WALL, noEffects());
    expect(recalled.strays).toHaveLength(1);
  });

  test('does not stand before what its owner asks for now, nor asks for the same a second time', () => {
    const newer = late({ wanted: FIRST });
    expect(takeStray(newer, SECOND, WALL, noEffects())).toBe(true);
    expect(newer).toMatchObject({ wanted: FIRST, requests: [] });
    const open = late({ requests: [asks(3n, THIRD, true)] });
    takeStray(open, SECOND, WALL, noEffects());
    expect(open).toMatchObject({ wanted: THIRD, requests: [asks(3n, THIRD, true)] });
    const beside = late({ requests: [asks(9n, undefined)] });
    takeStray(beside, SECOND, WALL, noEffects());
    expect(beside.requests).toEqual([asks(9n, undefined), asks(3n, THIRD)]);
    const unknown = late({ lastWish: { requestId: undefined, wants: THIRD } });
    takeStray(unknown, SECOND, WALL, noEffects());
    expect(unknown).toMatchObject({ wanted: THIRD, requests: [] });
  });
});

describe('a change that the broker has taken', () => {
  const shown = ({ quantity, pricePaise }: OrderShape, state: OrderState = 'open'): BrokerOrder => ({
    ...{ brokerOrderId: 'b1', tag: 't1', exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', side: 'buy' },
    ...{ product: 'intraday', kind: 'limit', filledQuantity: 0, averagePaise: 0, statusText: '', text: '' },
    ...{ quantity, pricePaise, state, updatedAt: undefined, uniqueOrderId: undefined, exchangeOrderId: undefined },
    ...{ triggerPaise: undefined, cancelledQuantity: 0 },
  });
  const taken = (more: Partial<DeskOrder> = {}, state: OrderState = 'open'): DeskOrder =>
    own({ shape: SECOND, inForce: FIRST, requests: [asks(1n, SECOND, true)], ...more }, state);

  test('leaves in force what was before, the first of several, where its owner asked for it', () => {
    const order = own({ requests: [asks(1n, undefined), asks(2n, SECOND, true)] });
    awaitProof(order, changing(SECOND));
    expect(order.inForce).toEqual(FIRST);
    order.shape = SECOND;
    awaitProof(order, changing(THIRD));
    expect(order.inForce).toEqual(FIRST);
    const desks = own({ requests: [asks(1n, undefined)] });
    awaitProof(desks, changing(SECOND));
    expect(desks.inForce).toBeUndefined();
  });

  test('needs no more proof where a report has shown it before, once', () => {
    const asking = changing(SECOND);
    const order = own({ asking, requests: [asks(1n, SECOND, true)] });
    takeProof(order, shown(THIRD), noEffects());
    expect(order.proven).toBeUndefined();
    takeProof(order, shown(SECOND), noEffects());
    awaitProof(order, asking);
    expect(order).toMatchObject({ inForce: undefined, proven: undefined });
    awaitProof(order, asking);
    expect(order.inForce).toEqual(FIRST);
  });

  test('is made when a report shows it, or the order has ended', () => {
    const effects = noEffects();
    const order = taken();
    takeProof(order, shown(SECOND), effects);
    expect(order).toMatchObject({ shape: SECOND, inForce: undefined, requests: [] });
    expect([effects.requestsDone, [...effects.changed]]).toEqual([[1n], [order]]);
    const ended = taken({}, 'cancelled');
    takeProof(ended, shown(FIRST, 'cancelled'), noEffects());
    expect(ended).toMatchObject({ shape: FIRST, inForce: undefined });
  });

  test.each(['modify_pending', 'pending'] as const)('is not while it is on its way (%s)', (state) => {
    const order = taken();
    takeProof(order, shown(SECOND, state), noEffects());
    expect(order.inForce).toEqual(FIRST);
  });

  test('is not by a report of the order as it was', () => {
    const order = taken();
    takeProof(order, shown(FIRST), noEffects());
    expect(order).toMatchObject({ shape: SECOND, inForce: FIRST });
  });

  test('is not by a report of a kind of order that is never placed here', () => {
    const order = own({ asking: changing(SECOND) });
    takeProof(order, { ...shown(SECOND), kind: 'other' }, noEffects());
    expect(order.proven).toBeUndefined();
  });

  test('of which nothing is known needs no confirming', () => {
    const effects = noEffects();
    const order = own({ requests: [asks(1n, SECOND, true)] });
    takeProof(order, shown(FIRST), effects);
    confirm(order, effects);
    expect([effects.requestsDone, [...effects.changed]]).toEqual([[], []]);
    const ended = taken({ inForce: undefined }, 'cancelled');
    takeProof(ended, shown(FIRST, 'cancelled'), effects);
    expect(ended.shape).toEqual(SECOND);
  });
});
