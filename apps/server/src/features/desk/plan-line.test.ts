import { describe, expect, test } from 'vitest';
import type { DeskMoment, DeskOrder, EntryWish, Line } from './model.ts';
import { SBIN } from './testing/desk-world.ts';
import {
  backBuy,
  bought,
  entry,
  lineWith,
  NOW,
  OUT,
  plan,
  sale,
  stop,
  TODAY,
  YESTERDAY,
} from './testing/planned-line.ts';

const WISH: EntryWish = { intentId: 1, quantity: 10, sinceWall: 92_001, sinceAt: 0, withdrawn: false };

describe('an entry', () => {
  const wanting = (order: DeskOrder, more: Partial<Line> = {}): Line => lineWith([order], { entry: WISH, ...more });

  test('leaves while its run waits for it', () => {
    expect(plan(wanting(entry(10, 'intended')))).toEqual([['place', 0]]);
    expect(plan(wanting(entry(10, 'intended', { retryAtWall: NOW.wall })))).toEqual([['place', 0]]);
  });

  test.each<[string, Partial<DeskMoment>, Partial<DeskOrder>]>([
    ['the session is over', { isOpen: false }, {}],
    ['no calendar knows the day', { takesEntries: false }, {}],
    ['the broker does not know our session', { canAct: false }, {}],
    ['its last try was refused a moment ago', {}, { retryAtWall: NOW.wall + 1 }],
    ['it is being asked for', {}, { asking: { verb: 'place', sinceWall: 1 } }],
  ])('waits while %s', (_, moment, more) => {
    expect(plan(wanting(entry(10, 'intended', more)), moment)).toEqual([]);
  });

  test.each<[string, Partial<Line>, Partial<DeskOrder>]>([
    ['its run wants out', { exit: OUT }, {}],
    ['everything must go', { flatten: true }, {}],
    ['its run has withdrawn it', { entry: { ...WISH, withdrawn: true } }, {}],
    ['its run waits for another', { entry: { ...WISH, intentId: 2 } }, {}],
    ['its run waits for none', { entry: undefined }, {}],
    ['it was given up', {}, { released: true }],
    ['the product’s switch is off', {}, { cancelWanted: true }],
    ['it has waited for eight seconds', { entry: { ...WISH, sinceWall: 92_000 } }, {}],
  ])('is dropped before it was sent, and taken back after that, where %s', (_, line, more) => {
    expect(plan(wanting(entry(10, 'intended', more), line))).toEqual([['drop', 0]]);
    expect(plan(wanting(entry(10, 'open', more), line))).toEqual([['cancel', 0]]);
    // Its transaction may yet be undone.
    expect(plan(wanting(entry(10, 'intended', { ...more, committed: false }), line))).toEqual([]);
    expect(plan(wanting(entry(10, 'cancelled', more), line))).toEqual([]);
  });

  test('of yesterday is not sent today', () => {
    expect(plan(wanting(entry(10, 'intended', { day: YESTERDAY })))).toEqual([['drop', 0]]);
  });

  test.each<[string, DeskOrder]>([
    ['may be at the broker or not', entry(10, 'sent', { brokerOrderId: undefined })],
    ['has no number yet', entry(10, 'open', { brokerOrderId: undefined })],
    ['may have been changed', entry(10, 'open', { shapeUnclear: true })],
    ['is being taken back', entry(10, 'open', { asking: { verb: 'cancel', sinceWall: 1 } })],
    ['was refused a moment ago', entry(10, 'open', { retryAtWall: NOW.wall + 1 })],
    ['had its number yesterday: it may be somebody else’s today', entry(10, 'open', { day: YESTERDAY })],
  ])('is not taken back where it %s', (_, order) => {
    expect(plan(wanting(order, { entry: undefined }))).toEqual([]);
  });

  test('that rests in the market is left alone', () => {
    expect(plan(wanting(entry(10, 'open')))).toEqual([]);
  });
});

describe('what is held', () => {
  test('gets a stop at the level of its strategy, and where its run wants out a sale that trades at once', () => {
    expect(plan(lineWith([bought(10)]))).toEqual([['create', 'protective', 'sell', 'stop', 10, 594_00]]);
    expect(plan(lineWith([bought(10)], { exit: OUT }))).toEqual([['create', 'exit', 'sell', 'limit', 10, 597_00]]);
    expect(plan(lineWith([bought(10)], { flatten: true }))).toEqual([['create', 'exit', 'sell', 'limit', 10, 597_00]]);
  });

  test('is covered by its stop, or by a sale in the market', () => {
    expect(plan(lineWith([bought(10), stop(10)]))).toEqual([]);
    expect(plan(lineWith([bought(10), sale(10)], { exit: OUT }))).toEqual([]);
    expect(plan(lineWith([bought(10), sale(10, 'partially_filled', { filled: 4 })], { exit: OUT }))).toEqual([]);
  });

  test('is not covered by a sale of unclear fate: a stop rests in its place, and it is not sold twice', () => {
    const doubted = sale(10, 'unknown', { doubtful: true });
    const stopped = [['create', 'protective', 'sell', 'stop', 10, 594_00]];
    expect(plan(lineWith([bought(10), doubted], { exit: OUT }))).toEqual(stopped);
    const asked = { ...doubted, asking: { verb: 'place', sinceWall: 1 } } as const;
    expect(plan(lineWith([bought(10), asked], { exit: OUT }))).toEqual(stopped);
  });

  test('is sold once what was doubted has ended', () => {
    const ended = sale(10, 'rejected', { doubtful: true });
    expect(plan(lineWith([bought(10), ended], { exit: OUT }))).toEqual([
      ['create', 'exit', 'sell', 'limit', 10, 597_00],
    ]);
  });

  test('is covered again when a stop has ended, though an answer about that one is still waited for', () => {
    const ended = stop(10, { state: 'cancelled', asking: { verb: 'cancel', sinceWall: 1 }, shapeUnclear: true });
    expect(plan(lineWith([bought(10), ended]))).toEqual([['create', 'protective', 'sell', 'stop', 10, 594_00]]);
  });

  test('is nobody’s to cover while the market is closed, and what was not sent by then is not', () => {
    expect(plan(lineWith([bought(10)]), { isOpen: false })).toEqual([]);
    expect(plan(lineWith([bought(10), stop(10)]), { isOpen: false })).toEqual([]);
    expect(plan(lineWith([bought(10), stop(10, { state: 'intended' })]), { isOpen: false })).toEqual([['drop', 1]]);
  });

  test('waits for what is planned for it: of today it leaves, of yesterday it is dropped first', () => {
    expect(plan(lineWith([bought(10), stop(10, { state: 'intended' })]))).toEqual([['place', 1]]);
    expect(plan(lineWith([bought(10), stop(10, { state: 'intended' })]), { canAct: false })).toEqual([]);
    expect(plan(lineWith([bought(10), stop(10, { state: 'intended', day: YESTERDAY })]))).toEqual([['drop', 1]]);
  });

  test('has its stop though it is a single unit', () => {
    expect(plan(lineWith([bought(1)]))).toEqual([['create', 'protective', 'sell', 'stop', 1, 594_00]]);
    expect(plan(lineWith([bought(1), stop(1)]))).toEqual([]);
  });

  test('beyond the freeze quantity has several stops', () => {
    expect(plan(lineWith([bought(60)]), {}, { freezeQuantity: 25 })).toEqual([
      ['create', 'protective', 'sell', 'stop', 25, 594_00],
      ['create', 'protective', 'sell', 'stop', 25, 594_00],
      ['create', 'protective', 'sell', 'stop', 10, 594_00],
    ]);
  });
});

describe('a position that grows', () => {
  test('has the first stop that can take more take what is missing', () => {
    expect(plan(lineWith([bought(20), stop(10)]))).toEqual([['modify', 1, 'stop', 20, 594_00]]);
    expect(plan(lineWith([bought(20), stop(10), stop(5)]))).toEqual([['modify', 1, 'stop', 15, 594_00]]);
    const waits = stop(10, { retryAtWall: NOW.wall + 1 });
    expect(plan(lineWith([bought(20), waits, stop(5)]))).toEqual([['modify', 2, 'stop', 10, 594_00]]);
    expect(plan(lineWith([bought(11), stop(10)]))).toEqual([['modify', 1, 'stop', 11, 594_00]]);
    const ended = stop(10, { state: 'cancelled' });
    expect(plan(lineWith([bought(20), ended, stop(10)]))).toEqual([['modify', 2, 'stop', 20, 594_00]]);
  });

  test('has its stop grow while the rest of the entry is still waited for', () => {
    const half = entry(20, 'partially_filled', { filled: 10 });
    expect(plan(lineWith([half, stop(5)], { entry: WISH }))).toEqual([['modify', 1, 'stop', 10, 594_00]]);
  });

  test('has its stop grow by whole lots', () => {
    const instrument = { ...SBIN, lotSize: 4 };
    const line = lineWith([bought(40), stop(20)], { instrument });
    expect(plan(line, {}, { freezeQuantity: 25 })).toEqual([['modify', 1, 'stop', 24, 594_00]]);
  });

  test('has no stop grow beyond the freeze quantity: the next one does, or another is made', () => {
    const freeze = { freezeQuantity: 25 };
    expect(plan(lineWith([bought(40), stop(25), stop(10)]), {}, freeze)).toEqual([['modify', 2, 'stop', 15, 594_00]]);
    expect(plan(lineWith([bought(40), stop(25)]), {}, freeze)).toEqual([
      ['create', 'protective', 'sell', 'stop', 15, 594_00],
    ]);
    const full = plan(lineWith([bought(40), stop(20)]), {}, freeze);
    expect(full).toEqual([['modify', 1, 'stop', 25, 594_00]]);
  });

  test('has another stop beside one that is moved and cannot grow', () => {
    const line = lineWith([bought(40), stop(25)], { stopPaise: 595_00 });
    expect(plan(line, {}, { freezeQuantity: 25 })).toEqual([
      ['modify', 1, 'stop', 25, 595_00],
      ['create', 'protective', 'sell', 'stop', 15, 595_00],
    ]);
  });

  test('has a second stop where the broker’s rate has no room for a change', () => {
    expect(plan(lineWith([bought(20), stop(10, { rateRefusals: 2 })]))).toEqual([
      ['create', 'protective', 'sell', 'stop', 10, 594_00],
    ]);
    expect(plan(lineWith([bought(20), stop(10, { rateRefusals: 1 })]))).toEqual([['modify', 1, 'stop', 20, 594_00]]);
  });

  test.each<[string, Partial<DeskOrder>]>([
    ['is being changed', { asking: { verb: 'modify', sinceWall: 1 } }],
    ['may have been changed', { shapeUnclear: true }],
  ])('waits for a stop that %s: it may have been asked to take what is missing already', (_, more) => {
    expect(plan(lineWith([bought(20), stop(10, more)]))).toEqual([]);
  });
});

describe('where more would be sold than is held', () => {
  test('the newest order gives way, and no more of them than needed', () => {
    expect(plan(lineWith([bought(20), stop(10), stop(10), stop(10)]))).toEqual([['cancel', 3]]);
    expect(plan(lineWith([bought(5), stop(10), stop(10), stop(10)]))).toEqual([
      ['cancel', 3],
      ['cancel', 2],
      ['modify', 1, 'stop', 5, 594_00],
    ]);
    expect(plan(lineWith([bought(9), stop(10)]))).toEqual([['modify', 1, 'stop', 9, 594_00]]);
  });

  test('one that was never sent is dropped', () => {
    expect(plan(lineWith([bought(10), stop(10), stop(10, { state: 'intended' })]))).toEqual([['drop', 2]]);
  });

  test('one that cannot be changed now is passed over', () => {
    const asked = stop(10, { asking: { verb: 'modify', sinceWall: 1 } });
    expect(plan(lineWith([bought(15), stop(10), asked]))).toEqual([['modify', 1, 'stop', 5, 594_00]]);
  });

  test('what one has sold already stays part of its quantity', () => {
    const half = sale(10, 'partially_filled', { filled: 2 });
    expect(plan(lineWith([bought(10), sale(3, 'filled', { filled: 3 }), half], { exit: OUT }))).toEqual([
      ['modify', 2, 'limit', 7, 597_00],
    ]);
  });

  test('one that the broker’s rate lets nobody change is replaced', () => {
    expect(plan(lineWith([bought(5), stop(10, { rateRefusals: 2 })]))).toEqual([['cancel', 1]]);
  });
});

describe('a position that is closed', () => {
  const closed = (...orders: readonly DeskOrder[]): Line =>
    lineWith([bought(10), sale(10, 'filled', { filled: 10 }), ...orders]);

  test('leaves no order behind, on either side', () => {
    expect(plan(closed(stop(10)))).toEqual([['cancel', 2]]);
    expect(plan(closed(stop(10, { state: 'intended' })))).toEqual([['drop', 2]]);
    expect(plan(closed(stop(10)), { isOpen: false })).toEqual([['cancel', 2]]);
    expect(plan(closed(backBuy(10, 'open')))).toEqual([['cancel', 2]]);
    expect(plan(closed(backBuy(10, 'intended')))).toEqual([['drop', 2]]);
    expect(plan(closed(backBuy(10, 'cancelled')))).toEqual([]);
  });

  test('and opened again leaves what belonged to the other side', () => {
    expect(plan(lineWith([bought(10), stop(10), backBuy(10, 'open')]))).toEqual([['cancel', 2]]);
  });
});

describe('what was sold too much', () => {
  const short = (orders: readonly DeskOrder[] = [], more: Partial<Line> = {}): Line =>
    lineWith([bought(10), sale(10, 'filled', { filled: 10 }), sale(10, 'filled', { filled: 10 }), ...orders], more);
  const BACK = ['create', 'exit', 'buy', 'limit', 10, 603_00];

  test('is bought back at once, and what else would be sold is taken back', () => {
    expect(plan(short())).toEqual([BACK]);
    expect(plan(short([stop(10)]))).toEqual([['cancel', 3], BACK]);
    // The next entry buys for itself.
    expect(plan(short([entry(10, 'open')], { entry: WISH }))).toEqual([BACK]);
    expect(plan(short(), {}, { freezeQuantity: 6 }).map(([, , , , quantity]) => quantity)).toEqual([6, 4]);
    expect(plan(short(), { lastPaise: () => 610_00 })).toEqual([['create', 'exit', 'buy', 'limit', 10, 613_05]]);
    expect(plan(short(), { lastPaise: () => undefined })).toEqual([BACK]);
  });

  test('though it is a single unit', () => {
    expect(plan(lineWith([sale(1, 'filled', { filled: 1 })]))).toEqual([['create', 'exit', 'buy', 'limit', 1, 603_00]]);
  });

  test('waits while the market is closed, after a refusal, and while the fate of a sale is unclear', () => {
    expect(plan(short(), { isOpen: false })).toEqual([]);
    expect(plan(short([], { coverRetryAtWall: NOW.wall + 1 }))).toEqual([]);
    expect(plan(short([], { coverRetryAtWall: NOW.wall }))).toEqual([BACK]);
    expect(plan(short([sale(10, 'unknown', { doubtful: true })]))).toEqual([]);
    expect(plan(short([sale(10, 'rejected', { doubtful: true })]))).toEqual([BACK]);
  });

  test('is bought back by one order, which is followed when the market jumps away', () => {
    const away = { lastPaise: () => 610_00 };
    expect(plan(short([backBuy(10, 'intended')]))).toEqual([['place', 3]]);
    expect(plan(short([backBuy(10, 'intended')]), { canAct: false })).toEqual([]);
    expect(plan(short([backBuy(10, 'open')]))).toEqual([]);
    expect(plan(short([backBuy(10, 'open')]), away)).toEqual([['chase', 3, 'limit', 10, 613_05]]);
    expect(plan(short([backBuy(10, 'open', { shapeAtWall: 98_500 })]), away)).toHaveLength(1);
    expect(plan(short([backBuy(10, 'open', { shapeAtWall: 98_501 })]), away)).toEqual([]);
    expect(plan(short([backBuy(10, 'open', { shapeUnclear: true })]), away)).toEqual([]);
    expect(plan(short([backBuy(10, 'open')]), { lastPaise: () => undefined })).toEqual([]);
  });

  test('is bought back by another once that order has ended', () => {
    expect(plan(short([backBuy(10, 'rejected', { day: TODAY })]))).toEqual([BACK]);
  });
});
