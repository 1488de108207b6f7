import type { AcceptedOrder, WriteOutcome } from '@trickdesk/brokers';
import type { OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { applyAnswer } from './apply-answer.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import { noEffects } from './effects.ts';
import { newOrder } from './make-order.ts';
import type { Asking, DeskOrder, OrderShape } from './model.ts';
import { DeskWorld } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';

const now = { ...new DeskWorld().moment(), wall: 100_000 };
const LIMIT: OrderShape = { kind: 'limit', quantity: 100, pricePaise: 600_00 };
const STOP: OrderShape = { kind: 'stop_limit', quantity: 100, pricePaise: 584_00, triggerPaise: 590_00 };
const DEARER: OrderShape = { ...LIMIT, pricePaise: 598_00 };
const MOVED: OrderShape = { ...STOP, pricePaise: 586_00, triggerPaise: 592_00 };

let tags = 0;
function order(role: DeskOrder['role'], state: OrderState, more: Partial<DeskOrder> = {}): DeskOrder {
  const line = lineOf();
  tags += 1;
  const shape = role === 'protective' ? STOP : LIMIT;
  const made = newOrder(line, { role, side: role === 'entry' ? 'buy' : 'sell', shape, tag: `t${tags}`, now });
  line.orders.push(made);
  return Object.assign(made, { progress: { ...made.progress, state } }, more);
}

type Outcome = WriteOutcome<AcceptedOrder>;
const ACCEPTED: Outcome = { kind: 'accepted', value: { brokerOrderId: 'b1', uniqueOrderId: 'u1' } };
const REFUSED: Outcome = { kind: 'refused', code: 'AB1', message: 'No.' };
const UNKNOWN: Outcome = { kind: 'unknown', cause: 'timeout' };
const NOT_SENT: Outcome = { kind: 'not_sent', cause: 'no_connection' };
const NO_ROOM: Outcome = { kind: 'not_sent', cause: 'rate_limited' };

function answered(to: DeskOrder, wish: Omit<Asking, 'sinceWall'>, outcome: Outcome) {
  const asking: Asking = { ...wish, sinceWall: 0 };
  to.asking = asking;
  const effects = noEffects();
  applyAnswer({ order: to, asking, outcome }, { now, settings: DESK_DEFAULTS, effects });
  expect(to.asking).toBeUndefined();
  expect(effects.changed.has(to)).toBe(true);
  return effects;
}

describe('of an order that was placed', () => {
  test('a yes makes it the broker’s, once and for all that was said before', () => {
    const placed = order('entry', 'sent', { refusals: 3, doubtful: true });
    answered(placed, { verb: 'place' }, ACCEPTED);
    expect(placed).toMatchObject({
      ...{ brokerOrderId: 'b1', uniqueOrderId: 'u1', acknowledgedAtWall: 100_000, refusals: 0, doubtful: false },
      progress: { state: 'pending' },
    });
    // The socket was quicker: where it stands is where it stood.
    const open = order('entry', 'open', { acknowledgedAtWall: 5, uniqueOrderId: 'u0' });
    answered(open, { verb: 'place' }, ACCEPTED);
    expect(open).toMatchObject({ acknowledgedAtWall: 5, uniqueOrderId: 'u0', progress: { state: 'open' } });
  });

  test('a yes to one that was given up brings it back, and its owner hears of it', () => {
    const lost = order('exit', 'rejected', { released: true });
    const effects = answered(lost, { verb: 'place' }, ACCEPTED);
    expect(lost.progress.state).toBe('pending');
    // That it was missing was told with what would come of this: the log says that it has.
    expect(effects.alarms).toEqual([]);
    expect(effects.timeline).toMatchObject([{ order: lost, isBack: true }, { what: 'answered' }]);
    const entry = order('entry', 'rejected', { released: true });
    expect(answered(entry, { verb: 'place' }, ACCEPTED).alarms).toMatchObject([{ severity: 'urgent' }]);
  });

  test('a no is its end, with the broker’s words, unless it has ended already', () => {
    const refused = order('entry', 'sent', { doubtful: true, leftAtWall: 99_000 });
    expect(answered(refused, { verb: 'place' }, REFUSED).timeline).toMatchObject([{ what: 'answered', note: 'No.' }]);
    expect(refused).toMatchObject({ doubtful: false, rejectText: 'No.', progress: { state: 'rejected' } });
    expect(refused).toMatchObject({ leftAtWall: 99_000, retryAtWall: 0, refusals: 0 });
    // A position that is bare for it is covered again in a moment.
    const cover = order('protective', 'sent');
    answered(cover, { verb: 'place' }, REFUSED);
    expect(cover.line).toMatchObject({ coverRejections: 1, coverRetryAtWall: 100_400 });
    const filled = order('entry', 'filled');
    answered(filled, { verb: 'place' }, REFUSED);
    expect(filled).toMatchObject({ rejectText: '', progress: { state: 'filled' } });
  });

  test('that never left waits for its turn again, as if it had not been tried', () => {
    const waiting = order('entry', 'sent', { leftAtWall: 99_000, doubtful: true });
    expect(answered(waiting, { verb: 'place' }, NOT_SENT).alarms).toEqual([]);
    expect(waiting).toMatchObject({ leftAtWall: undefined, progress: { state: 'intended' }, retryAtWall: 100_400 });
    expect(waiting.doubtful).toBe(false);
    // Whatever has shown itself at the broker is never sent again.
    const open = order('entry', 'open');
    answered(open, { verb: 'place' }, NOT_SENT);
    expect(open.progress.state).toBe('open');
  });

  test('no answer leaves its fate open, and its owner hears of it; it says nothing of one that has shown itself', () => {
    const unclear = order('entry', 'sent');
    const told = answered(unclear, { verb: 'place' }, UNKNOWN);
    expect(told.alarms).toHaveLength(1);
    expect(told.timeline).toMatchObject([{ what: 'unclear', note: 'timeout' }]);
    expect(unclear.progress.state).toBe('unknown');
    const open = order('entry', 'open');
    expect(answered(open, { verb: 'place' }, UNKNOWN).alarms).toEqual([]);
    expect(open.progress.state).toBe('open');
  });
});

describe('of a change', () => {
  test('a yes is the new shape; of a cancellation it is on its way out, and not asked for again at once', () => {
    const changed = order('exit', 'open', { refusals: 2, rateRefusals: 1, shapeAtWall: 5 });
    const { timeline } = answered(changed, { verb: 'modify', wants: DEARER }, ACCEPTED);
    expect(timeline).toEqual([{ order: changed, what: 'answered', shape: DEARER }]);
    expect(changed).toMatchObject({
      shape: DEARER,
      refusals: 0,
      rateRefusals: 0,
      shapeAtWall: 100_000,
      shapeUnclear: false,
    });
    const ended = order('exit', 'open', { rateRefusals: 1 });
    expect(answered(ended, { verb: 'cancel' }, ACCEPTED).timeline).toEqual([{ order: ended, what: 'answered' }]);
    expect(ended).toMatchObject({
      shape: LIMIT,
      rateRefusals: 1,
      retryAtWall: 101_250,
      progress: { state: 'cancel_pending' },
    });
  });

  test.each([ACCEPTED, REFUSED])(
    'by hand that fills have overtaken ends the order, whatever was answered: %o',
    (outcome) => {
      const ends = (quantity: number, more: Partial<DeskOrder> = {}, role: DeskOrder['role'] = 'own'): boolean => {
        const changed = order(role, 'partially_filled', more);
        changed.progress = { ...changed.progress, filledQuantity: 60, filledValuePaise: 60 * 600_00 };
        answered(changed, { verb: 'modify', wants: { ...LIMIT, quantity } }, outcome);
        return changed.cancelWanted;
      };
      expect([ends(50), ends(60), ends(61)]).toEqual([true, true, false]);
      // What closes a position is taken back by those who made it.
      expect([ends(50, { handExitId: 1 }), ends(50, {}, 'exit')]).toEqual([false, false]);
    },
  );

  test('a no, and no answer, leave its shape to the book; a no is asked again later', () => {
    const refused = order('exit', 'open', { lastWish: { requestId: 1n, wants: DEARER } });
    const { timeline } = answered(refused, { verb: 'modify', wants: DEARER }, REFUSED);
    expect(timeline).toEqual([{ order: refused, what: 'answered', note: 'No.', unmade: DEARER }]);
    expect(refused.lastWish).toBeUndefined();
    expect(refused).toMatchObject({ shape: LIMIT, shapeUnclear: true, retryAtWall: 100_400, refusals: 1 });
    expect(refused.refusedShapes).toMatchObject([{ shape: DEARER, times: 1 }]);
    const unclear = order('exit', 'open');
    expect(answered(unclear, { verb: 'cancel' }, UNKNOWN).timeline).toMatchObject([
      { what: 'unclear', note: 'timeout' },
    ]);
    expect(unclear).toMatchObject({ shapeUnclear: true, retryAtWall: 0, refusals: 0, progress: { state: 'open' } });
  });

  test('of an order by hand that has no answer is looked for', () => {
    const own = order('own', 'open');
    answered(own, { verb: 'modify', wants: DEARER }, UNKNOWN);
    expect(own.strays).toMatchObject([{ wants: DEARER }]);
  });

  test('that was not waited for any more makes its shape unclear, but that no answer comes is no news', () => {
    const late = (state: OrderState, outcome: Outcome): boolean => {
      const stale: Asking = { verb: 'modify', wants: DEARER, sinceWall: 0 };
      const current: Asking = { verb: 'cancel', sinceWall: 1 };
      const asked = order('exit', state, { asking: current, shapeAtWall: 5 });
      applyAnswer({ order: asked, asking: stale, outcome }, { now, settings: DESK_DEFAULTS, effects: noEffects() });
      expect(asked.asking).toBe(current);
      expect(asked.shape).toEqual(LIMIT);
      // A book that was asked before tells of a time before.
      expect(asked.shapeAtWall).toBe(asked.shapeUnclear ? 100_000 : 5);
      return asked.shapeUnclear;
    };
    expect([late('open', ACCEPTED), late('open', REFUSED), late('open', UNKNOWN), late('filled', ACCEPTED)]).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

describe('where the broker’s rate had no room', () => {
  test('a stop that only moves rests where it is for a while, and everything else may be asked of it', () => {
    const stop = order('protective', 'trigger_pending');
    answered(stop, { verb: 'modify', wants: MOVED, isStopMove: true }, NO_ROOM);
    expect(stop).toMatchObject({ moveAtWall: 105_000, retryAtWall: 0, refusals: 0, rateRefusals: 0 });
    expect(stop.shapeUnclear).toBe(false);
    // A request that found no way out says nothing of the rate: it is asked again like others.
    const cut = order('protective', 'trigger_pending');
    answered(cut, { verb: 'modify', wants: MOVED, isStopMove: true }, NOT_SENT);
    expect(cut).toMatchObject({ moveAtWall: 0, retryAtWall: 100_400, refusals: 1 });
  });

  test('an exit waits once, and is done in another way at once after the second time', () => {
    const exit = order('exit', 'open');
    answered(exit, { verb: 'modify', wants: DEARER }, NO_ROOM);
    expect(exit).toMatchObject({ rateRefusals: 1, retryAtWall: 100_400 });
    exit.retryAtWall = 0;
    answered(exit, { verb: 'modify', wants: DEARER }, NO_ROOM);
    expect(exit).toMatchObject({ rateRefusals: 2, retryAtWall: 0 });
  });

  test('a cancellation waits', () => {
    const exit = order('exit', 'open');
    answered(exit, { verb: 'cancel' }, NO_ROOM);
    expect(exit).toMatchObject({ rateRefusals: 0, retryAtWall: 100_400 });
  });
});

test('waits double up to twenty seconds; what protects or closes a position waits no longer than 1.6', () => {
  const waits = (waiting: DeskOrder): number[] =>
    Array.from({ length: 8 }, () => {
      answered(waiting, { verb: 'cancel' }, NOT_SENT);
      return waiting.retryAtWall - now.wall;
    });
  const doubled = [400, 800, 1_600, 3_200, 6_400, 12_800, 20_000, 20_000];
  expect(waits(order('entry', 'open'))).toEqual(doubled);
  expect(waits(order('own', 'open'))).toEqual(doubled);
  const short = doubled.map((wait) => Math.min(wait, 1_600));
  expect(waits(order('exit', 'open'))).toEqual(short);
  expect(waits(order('protective', 'trigger_pending'))).toEqual(short);
  expect(waits(order('own', 'open', { handExitId: 7 }))).toEqual(short);
});
