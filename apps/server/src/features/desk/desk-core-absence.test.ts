import { describe, expect, test } from 'vitest';
import type { DeskCore } from './desk-core.ts';
import type { DeskMoment, DeskOrder, EntryWish, Line, OwnRequest } from './model.ts';
import { coreWith, reportOf, sent } from './testing/core-with.ts';
import {
  bought,
  byHand,
  entry,
  lineWith,
  NOW,
  OUT,
  STOP,
  sale,
  stop,
  TODAY,
  YESTERDAY,
} from './testing/planned-line.ts';

const WISH: EntryWish = { intentId: 1, quantity: 10, sinceWall: 92_001, sinceAt: 0, withdrawn: false };
const CANCEL: OwnRequest = { id: 7n, verb: 'cancel', isAsked: true };
const SENT = {
  brokerOrderId: undefined,
  sentAtWall: NOW.wall,
  asking: { verb: 'place', sinceWall: NOW.wall },
} as const;
const after = (ms: number): DeskMoment => ({ ...NOW, wall: NOW.wall + ms });

/** Books without any order, each asked for so long after the order left, and answered at once. */
function look(core: DeskCore, ...afterMs: readonly number[]): void {
  for (const ms of afterMs) core.onBook([], NOW.wall + ms, after(ms));
}

describe('a stop that no book shows', () => {
  const sentStop = (more: Partial<DeskOrder> = {}): { order: DeskOrder; core: DeskCore; line: Line } => {
    const order = stop(10, { state: 'sent', ...SENT, ...more });
    const line = lineWith([bought(10), order]);
    return { order, line, core: coreWith([line]) };
  };

  test('is given up with the first book that was asked for 0.7 seconds after it left, and another is placed', () => {
    const { order, core } = sentStop();
    core.takeEffects();
    look(core, 10, 699);
    expect([order.absences, order.progress.state]).toEqual([0, 'sent']);
    look(core, 700);
    expect(order).toMatchObject({
      ...{ released: true, asking: undefined, rejectText: 'The broker never received it.', absences: 1 },
      progress: { state: 'rejected' },
    });
    const { changed, timeline, alarms } = core.takeEffects();
    expect(changed.has(order)).toBe(true);
    expect(timeline).toEqual([{ order, what: 'released', note: 'The broker never received it.' }]);
    // What becomes of the cover is told; that it is cleared up is not.
    expect(alarms.map(({ key }) => key)).toEqual([`rejected ${order.tag}`]);
    expect(sent(core, 'touched', after(700))).toEqual([['place', 'protective', 'sell']]);
  });

  test('is given up with the first book of a desk that takes the account up', () => {
    const { order, core } = sentStop({ inherited: true, sentAtWall: NOW.wall });
    look(core, -1);
    expect(order.released).toBe(false);
    look(core, 0);
    expect(order.released).toBe(true);
  });

  test('is given up whether or not anybody was told already of another', () => {
    const [first, second] = [stop(5, { state: 'sent', ...SENT }), entry(5, 'sent', SENT)];
    const core = coreWith([lineWith([bought(5), first]), Object.assign(lineWith([second]), { base: 1 })]);
    look(core, 5_000, 9_000, 10_000);
    const keys = core.takeEffects().alarms.map(({ key }) => key);
    expect(keys).toEqual([`rejected ${first.tag}`, `released ${second.tag}`]);
  });
});

describe('what would trade at once and no book shows', () => {
  test('is waited for ten seconds and three books', () => {
    const order = entry(10, 'sent', SENT);
    const core = coreWith([lineWith([order], { entry: WISH })]);
    look(core, 700, 5_000, 9_999);
    expect(order).toMatchObject({ released: false, absences: 3, doubtful: false });
    look(core, 10_000);
    expect(order).toMatchObject({ released: true, absences: 4, progress: { state: 'rejected' } });
    const { alarms, news } = core.takeEffects();
    expect(alarms).toMatchObject([{ key: `released ${order.tag}`, severity: 'info' }]);
    expect(news).toMatchObject([{ news: { kind: 'ended', reason: 'rejected' } }]);
  });

  test('is waited for three books though the first comes late', () => {
    const order = entry(10, 'sent', SENT);
    const core = coreWith([lineWith([order], { entry: WISH })]);
    look(core, 11_000, 12_000);
    expect(order.released).toBe(false);
    look(core, 13_000);
    expect(order.released).toBe(true);
  });

  test('is doubted after the first book where it sells what is held, and a stop rests in its place', () => {
    const order = sale(10, 'sent', SENT);
    const core = coreWith([lineWith([bought(10), order], { exit: OUT })]);
    look(core, 699);
    expect(order.doubtful).toBe(false);
    look(core, 700);
    expect(order).toMatchObject({ doubtful: true, released: false });
    expect(sent(core, 'touched', after(700))).toEqual([['place', 'protective', 'sell']]);
  });

  test('is doubted at once by a desk that takes the account up, an entry never', () => {
    const [leaves, enters] = [
      sale(10, 'sent', { ...SENT, inherited: true }),
      entry(10, 'sent', { ...SENT, inherited: true }),
    ];
    const core = coreWith([lineWith([bought(10), leaves, enters], { exit: OUT })]);
    look(core, 0);
    expect([leaves.doubtful, enters.doubtful]).toEqual([true, false]);
  });

  test('by hand is waited for as long, a stop too, and what its owner asked of it is done with then', () => {
    const order = byHand('sent', { ...SENT, shape: STOP, requests: [CANCEL] });
    const core = coreWith([], [order]);
    look(core, 700, 5_000);
    expect(order.released).toBe(false);
    look(core, 10_000);
    expect(order.released).toBe(true);
    expect(core.takeEffects().requestsDone).toEqual([7n]);
  });

  test('counts from when it left last', () => {
    const order = entry(10, 'intended', { absences: 2, leftAtWall: 5, sentAtWall: 5, brokerOrderId: undefined });
    const core = coreWith([lineWith([order], { entry: WISH })]);
    expect(sent(core, 'all')).toEqual([['place', 'entry', 'buy']]);
    expect(order).toMatchObject({
      sentAtWall: NOW.wall,
      leftAtWall: undefined,
      absences: 0,
      progress: { state: 'sent' },
    });
  });
});

describe('what a book does not show', () => {
  test('and has ended, or was never sent, stays what it was', () => {
    const orders = [sale(10, 'filled', { filled: 10, day: YESTERDAY }), byHand('intended', { day: YESTERDAY })];
    const core = coreWith([], orders);
    look(core, 20_000);
    expect(orders.map(({ progress }) => progress.state)).toEqual(['filled', 'intended']);
  });

  test('and is known to the broker today stays too: the book may be late', () => {
    const order = stop(10);
    const core = coreWith([lineWith([bought(10), order])]);
    look(core, 20_000);
    expect(order.progress.state).toBe('trigger_pending');
  });

  test('and is of yesterday has ended with its day', () => {
    const order = entry(10, 'open', { day: YESTERDAY, asking: { verb: 'cancel', sinceWall: 1 } });
    const own = byHand('open', { day: YESTERDAY, requests: [CANCEL] });
    const line = lineWith([bought(10), order], { entry: { ...WISH, quantity: 20 } });
    const core = coreWith([line], [own]);
    core.takeEffects();
    look(core, 0);
    expect([order, own].map(({ progress }) => progress.state)).toEqual(['expired', 'expired']);
    expect(order.asking).toBeUndefined();
    const { changed, timeline, news, requestsDone } = core.takeEffects();
    expect([...changed]).toEqual(expect.arrayContaining([order, own]));
    expect(timeline).toContainEqual({ order, what: 'reported', note: 'The day has ended.' });
    expect(news).toMatchObject([{ news: { kind: 'ended', reason: 'cancelled' } }]);
    expect(requestsDone).toEqual([7n]);
    expect(sent(core, 'touched')).toEqual([['place', 'protective', 'sell']]);
  });
});

describe('what a book shows differently', () => {
  test('is taken in, and planned for at once', () => {
    const order = stop(10, { shapeUnclear: true, shapeAtWall: 0 });
    const core = coreWith([lineWith([bought(20), order])]);
    expect(sent(core, 'all')).toEqual([]);
    core.onBook([reportOf(order)], NOW.wall, NOW);
    expect(sent(core, 'touched')).toEqual([['modify', 'protective', 'sell']]);
  });

  test('makes an order of yesterday one of today, a report besides does not', () => {
    const [shown, heard] = [stop(10, { day: YESTERDAY }), stop(10, { day: YESTERDAY })];
    const core = coreWith([lineWith([bought(20), shown])]);
    core.onBook([reportOf(shown)], 1, { ...NOW, wall: 2 });
    core.onBook([reportOf(shown)], 3, { ...NOW, wall: 3 });
    core.add(heard);
    core.onReport(reportOf(heard), NOW);
    expect([shown.day, heard.day]).toEqual([TODAY, YESTERDAY]);
  });
});

describe('an order of a day that is over', () => {
  const orders = () => [
    sale(10, 'filled', { day: YESTERDAY }),
    sale(10, 'open', { day: YESTERDAY }),
    sale(10, 'filled', { day: TODAY }),
    sale(10, 'cancelled', { day: YESTERDAY, brokerOrderId: undefined }),
    byHand('intended', { day: YESTERDAY }),
  ];

  test('is forgotten once a book of the next day was read, but not one that is open, nor one of today', () => {
    const known = orders();
    const core = coreWith([], known);
    core.forgetBefore(TODAY);
    expect(core.orders.size).toBe(5);
    const book = known.map((order) => reportOf(order));
    core.onBook([], 1, { ...NOW, wall: 2 });
    for (const order of known) order.day = order === known[2] ? TODAY : YESTERDAY;
    core.onBook(book.slice(0, 1), 3, NOW);
    core.forgetBefore(TODAY);
    expect(known.map(({ tag }) => core.orders.has(tag))).toEqual([false, false, true, false, true]);
  });

  test('is kept while its position is open', () => {
    const order = entry(10, 'filled', { filled: 10, day: YESTERDAY });
    const core = coreWith([lineWith([order])]);
    core.onBook([], 1, { ...NOW, wall: 2 });
    core.onBook([], 3, NOW);
    core.forgetBefore(TODAY);
    expect(core.orders.has(order.tag)).toBe(true);
  });
});
