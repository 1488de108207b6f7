import type { OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { DESK_DEFAULTS } from './desk-settings.ts';
import type { HandGroup } from './hand-groups.ts';
import { newOrder } from './make-order.ts';
import type { DeskInstrument, DeskMoment, DeskOrder } from './model.ts';
import { type HandAction, type HandPlanning, planHandExit } from './plan-hand-exit.ts';
import { newLine } from './restore-desk.ts';
import { DeskWorld, SBIN } from './testing/desk-world.ts';

const now: DeskMoment = { ...new DeskWorld().moment(), wall: 100_000, lastPaise: () => 600_00 };
const line = newLine({
  ...{ deploymentId: 1, runNumber: 1, base: 0, accountId: 1, instrument: SBIN, product: 'intraday', algo: undefined },
});

let tags = 0;
/** An order by hand at 600; one that the desk has made to close has the wish that it serves. */
function order(side: 'buy' | 'sell', state: OrderState, filled: number, more: Partial<DeskOrder> = {}): DeskOrder {
  tags += 1;
  const shape = { kind: 'limit', quantity: 10, pricePaise: 597_00 } as const;
  const made = newOrder(line, { role: 'own', side, shape, tag: `t${tags}`, now: { ...now, wall: 0 } });
  const progress = { state, filledQuantity: filled, filledValuePaise: filled * 600_00 };
  return Object.assign(made, { progress, line: undefined }, more);
}
const closing = (state: OrderState, filled = 0, more: Partial<DeskOrder> = {}): DeskOrder =>
  order('sell', state, filled, { handExitId: 7, ...more });

function groupOf(own: readonly DeskOrder[], instrument: DeskInstrument = SBIN): HandGroup {
  const units = { own: 0, mostBought: 0, mostSold: 0, foreign: 0, baskets: 0, handedOver: 0, taken: 0, tricks: 0 };
  return { key: 'SBIN-EQ intraday', instrument, product: 'intraday', own, units, tricksHold: 0, signature: '' };
}

function plan(own: readonly DeskOrder[], closable: number | undefined, more: Partial<HandPlanning> = {}): unknown[][] {
  return planHandExit({ group: groupOf(own), closable, now, settings: DESK_DEFAULTS, ...more }).map(told);
}

function told(action: HandAction): unknown[] {
  switch (action.kind) {
    case 'create':
      return ['create', action.side, action.shape.quantity, action.shape.pricePaise];
    case 'chase':
      return ['chase', action.order.tag, action.shape.quantity, action.shape.pricePaise];
    case 'cancel':
      return ['cancel', action.order.tag];
    case 'refused':
      return ['refused', action.times];
  }
}

const bought = order('buy', 'filled', 10);

describe('what was opened by hand is closed', () => {
  test('by a limit that trades at once, on the other side', () => {
    // Half a percent beyond 600.
    expect(plan([bought], 10)).toEqual([['create', 'sell', 10, 597_00]]);
    expect(plan([bought], -10)).toEqual([['create', 'buy', 10, 603_00]]);
    expect(plan([bought], 0)).toEqual([]);
  });

  test('only while continuous trading is on, and what the account holds is known', () => {
    expect(plan([bought], 10, { now: { ...now, isOpen: false } })).toEqual([]);
    expect(plan([bought], 10, { now: { ...now, isContinuous: () => false } })).toEqual([]);
    expect(plan([bought], 10, { now: { ...now, isContinuous: () => true } })).toHaveLength(1);
    expect(plan([bought], 10, { now: { ...now, canAct: false } })).toEqual([]);
    expect(plan([bought], undefined)).toEqual([]);
  });

  test('in whole lots and orders that the exchange takes', () => {
    const inLots = { ...SBIN, lotSize: 4 };
    const group = groupOf([bought], inLots);
    const settings = { ...DESK_DEFAULTS, freezeQuantity: 10 };
    expect(plan([], 22, { group })).toEqual([['create', 'sell', 20, 597_00]]);
    expect(plan([], 3, { group })).toEqual([]);
    expect(plan([], 22, { group, settings }).map(([, , quantity]) => quantity)).toEqual([8, 8, 4]);
  });

  test('before the first price by what was paid and got a unit, and not at all where nothing is known', () => {
    const unpriced = { now: { ...now, lastPaise: () => undefined } };
    const dearer = order('buy', 'filled', 30);
    dearer.progress = { ...dearer.progress, filledValuePaise: 30 * 640_00 };
    const rejected = order('buy', 'rejected', 0);
    // Ten at 600 and thirty at 640 are 630 on average.
    expect(plan([bought, dearer, rejected], 40, unpriced)).toEqual([['create', 'sell', 40, 626_85]]);
    expect(plan([rejected], 10, unpriced)).toEqual([]);
  });
});

describe('whatever is at the broker, or may be, counts as executed', () => {
  test('what rests on that side has its claim, its owner’s own order too, and no more is made than is missing', () => {
    expect(plan([bought, closing('open')], 10)).toEqual([]);
    expect(plan([bought, closing('open', 4)], 6)).toEqual([]);
    expect(plan([bought, order('sell', 'open', 0)], 25)).toEqual([['create', 'sell', 15, 597_00]]);
    // A change that is under way may make it larger.
    const larger = order('sell', 'open', 0, { wanted: { kind: 'limit', quantity: 20, pricePaise: 1 } });
    expect(plan([bought, larger], 25)).toEqual([['create', 'sell', 5, 597_00]]);
  });

  test.each<[string, Partial<DeskOrder>, OrderState]>([
    ['is being taken back', { cancelWanted: true }, 'open'],
    ['may be at the broker', {}, 'sent'],
    ['has an answer to come', { asking: { verb: 'modify', sinceWall: 0 } }, 'open'],
  ])('nothing is made while one %s', (_, more, state) => {
    expect(plan([bought, closing(state, 0, more)], 25)).toEqual([]);
  });

  test('too much is taken back, the newest order first and no more of them than that needs', () => {
    const [first, second, third] = [closing('open'), closing('open'), closing('open')];
    expect(plan([first, second, third], 30)).toEqual([]);
    expect(plan([first, second, third], 20)).toEqual([['cancel', third.tag]]);
    expect(plan([first, second, third], 19)).toEqual([
      ['cancel', third.tag],
      ['cancel', second.tag],
    ]);
    // What its owner placed stays theirs.
    const theirs = order('sell', 'open', 0);
    expect(plan([first, theirs], 10)).toEqual([['cancel', first.tag]]);
  });

  test('what closes the other side, or nothing any more, is taken back once, and made anew only after that', () => {
    const sale = closing('open');
    expect(plan([sale], -10)).toEqual([['cancel', sale.tag]]);
    expect(plan([sale], 0)).toEqual([['cancel', sale.tag]]);
    expect(plan([closing('open', 0, { cancelWanted: true })], 0)).toEqual([]);
  });
});

describe('a limit that the market has jumped over', () => {
  const jumped = { now: { ...now, lastPaise: () => 590_00 } };

  test('is followed, a little further each time up to the most', () => {
    const at = (chases: number) => plan([closing('open', 4, { chases, shapeAtWall: 0 })], 6, jumped)[0]?.[3];
    // 1 %, 1.5 % and at most 3 % beyond 590.
    expect([at(0), at(1), at(4), at(5), at(50)]).toEqual([584_10, 581_15, 572_30, 572_30, 572_30]);
  });

  test('is given its time, and left alone where it is about to change or to end, or is its owner’s', () => {
    const { wall } = now;
    const due = (more: Partial<DeskOrder>, state: OrderState = 'open') =>
      plan([closing(state, 0, more)], 10, jumped).length;
    expect([due({ shapeAtWall: wall - 1_500 }), due({ shapeAtWall: wall - 1_499 })]).toEqual([1, 0]);
    expect([due({ cancelWanted: true }), due({ shapeUnclear: true }), due({}, 'sent')]).toEqual([0, 0, 0]);
    expect(plan([order('sell', 'open', 0)], 10, jumped)).toEqual([]);
    expect(plan([closing('open')], 10, { now: { ...now, lastPaise: () => 597_00 } })).toEqual([]);
    // Also while nobody knows what the account holds.
    expect(plan([closing('open')], undefined, jumped)).toHaveLength(1);
  });
});

describe('an order that the broker has refused', () => {
  const refused = (sentAtWall: number): DeskOrder => closing('rejected', 0, { sentAtWall });

  test('is tried again, longer apart each time, and its owner hears how often', () => {
    const { wall } = now;
    const after = (count: number, pauseMs: number) =>
      plan([bought, ...Array.from({ length: count }, () => refused(wall - pauseMs))], 10);
    expect([after(1, 399), after(2, 799), after(3, 1_599), after(9, 9_999)]).toEqual([[], [], [], []]);
    expect(after(1, 400)).toEqual([
      ['refused', 1],
      ['create', 'sell', 10, 597_00],
    ]);
    expect([after(2, 800), after(3, 1_600), after(9, 10_000)].map(([first]) => first)).toEqual([
      ['refused', 2],
      ['refused', 3],
      ['refused', 9],
    ]);
  });

  test('is no refusal where it was given up as never received, or was its owner’s', () => {
    expect(plan([bought, closing('rejected', 0, { released: true })], 10)).toHaveLength(1);
    expect(plan([bought, order('sell', 'rejected', 0)], 10)).toHaveLength(1);
  });

  test('is not told again where nothing is left to close', () => {
    expect(plan([refused(0)], 0)).toEqual([]);
    expect(plan([refused(0)], 3, { group: groupOf([refused(0)], { ...SBIN, lotSize: 4 }) })).toEqual([]);
  });
});
