import type { OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { detach, endExit, idsToDetach, noteOversold, prune } from './close-line.ts';
import { noEffects } from './effects.ts';
import { type DeskOrder, heldOf, type Line } from './model.ts';

function lineWith(...orders: readonly DeskOrder[]): Line {
  const line: Line = {
    ...{ deploymentId: 7, runNumber: 1, accountId: 9, base: 0, product: 'intraday', algo: undefined, entrySide: 'buy' },
    instrument: {
      ...{ id: 5, exchange: 'NSE', token: '3045', symbol: 'SBIN', tradingSymbol: 'SBIN-EQ', kind: 'equity' },
      ...{ tickPaise: 5, lotSize: 1 },
    },
    ...{ entry: undefined, exit: undefined, stopPaise: 590_00, orders: [...orders], runHeld: 0, heldSinceWall: 1_000 },
    ...{
      oversold: false,
      flatten: true,
      stuck: undefined,
      inOldUnits: false,
      coverRetryAtWall: 0,
      rejectedKind: undefined,
    },
    ...{ takenBackAtWall: undefined, coverRejections: 3 },
  };
  for (const order of orders) order.line = line;
  return line;
}

let rows = 0;
/** As much of an order as has to do with its line: told to the run, unless it says something else. */
function order(
  role: 'entry' | 'exit' | 'protective',
  state: OrderState,
  filled = 0,
  more: Partial<DeskOrder> = {},
): DeskOrder {
  rows += 1;
  const made: Partial<DeskOrder> = {
    ...{ tag: `t${rows}`, rowId: rows, role, side: role === 'entry' ? 'buy' : 'sell' },
    shape: { kind: role === 'protective' ? 'stop_limit' : 'limit', quantity: 100, pricePaise: 600_00 },
    progress: { state, filledQuantity: filled, filledValuePaise: filled * 600_00 },
    ...{ toldQuantity: filled, settled: false, settledQuantity: 0, asking: undefined, line: undefined },
  };
  return { ...made, ...more } as DeskOrder;
}
const entry = (filled = 100) => order('entry', 'filled', filled);
const exit = (filled = 100) => order('exit', 'filled', filled);

describe('orders of a position that is closed', () => {
  test('are settled and say nothing about the next one: its stop, its refusals and its alarms begin anew', () => {
    const line = lineWith(entry(), exit(60), order('exit', 'cancelled', 40), order('protective', 'cancelled'));
    line.oversold = true;
    const ended = [...line.orders];
    const effects = noEffects();
    prune(line, effects);
    expect(ended.map(({ settled, settledQuantity }) => [settled, settledQuantity])).toEqual([
      ...[
        [true, 100],
        [true, 60],
        [true, 40],
        [true, 0],
      ],
    ]);
    expect([...effects.changed]).toEqual(ended);
    expect(line).toMatchObject({
      ...{ orders: [], heldSinceWall: 0, stopPaise: undefined, flatten: false, oversold: false, coverRejections: 0 },
    });
  });

  test('leave what is still under way in its line', () => {
    const stop = order('protective', 'cancel_pending');
    const line = lineWith(entry(), exit(), stop);
    prune(line, noEffects());
    expect(line.orders).toEqual([stop]);
    expect(stop.settled).toBe(false);
  });

  test.each<[string, Line]>([
    ['something is held', lineWith(entry(), exit(99))],
    [
      'an entry is wanted',
      { ...lineWith(entry(), exit()), entry: { intentId: 1, quantity: 1, sinceWall: 0, sinceAt: 0, withdrawn: false } },
    ],
    ['its run was not told of all', lineWith(entry(), { ...exit(), toldQuantity: 99 })],
    ['what ended does not come to nothing without what has not', lineWith(entry(), order('exit', 'open', 100))],
  ])('stay while %s', (_, line) => {
    const before = [...line.orders];
    const effects = noEffects();
    prune(line, effects);
    expect(line.orders).toEqual(before);
    expect([effects.changed.size, line.stopPaise, line.flatten]).toEqual([0, 590_00, true]);
  });
});

describe('a wish to be out', () => {
  const exitWish = {
    intentId: 2,
    tradeOrderId: 3,
    quantity: 100,
    rule: 'exit',
    sinceWall: 0,
    toldQuantity: 0,
  } as const;
  const wishing = (changes: Partial<Line>, ...orders: DeskOrder[]): Line =>
    Object.assign(lineWith(...orders), { exit: { ...exitWish } }, changes);

  test('ends where nothing is left that it could close, and not before', () => {
    const done = wishing({});
    endExit(done);
    expect(done.exit).toBeUndefined();
    const entryWish = { intentId: 1, quantity: 1, sinceWall: 0, sinceAt: 0, withdrawn: false };
    for (const line of [wishing({ runHeld: 1 }), wishing({ entry: entryWish }), wishing({}, entry())]) {
      endExit(line);
      expect(line.exit).toEqual(exitWish);
    }
  });
});

describe('more was closed than was held', () => {
  test('and its owner hears of it once, with how many, and the run is halted', () => {
    const line = lineWith(entry(), exit(), exit(40));
    const effects = noEffects();
    noteOversold(line, effects);
    noteOversold(line, effects);
    expect(effects.alarms).toMatchObject([{ severity: 'urgent', title: '40 SBIN too many were closed' }]);
    expect(effects.news).toMatchObject([
      { line, news: { kind: 'halt', reason: expect.stringContaining('40 SBIN too many') } },
    ]);
    expect(line.oversold).toBe(true);
  });

  test('by a single unit as well; what is held or flat is not too much', () => {
    const effects = noEffects();
    for (const line of [lineWith(), lineWith(entry()), lineWith(entry(), exit())]) noteOversold(line, effects);
    expect(effects).toEqual(noEffects());
    noteOversold(lineWith(exit(1)), effects);
    expect(effects.alarms).toHaveLength(1);
  });
});

describe('a position that its owner takes over', () => {
  const kept = (): [string, DeskOrder][] => [
    ['a stop that rests', order('protective', 'trigger_pending')],
    ['a stop on its way to the exchange', order('protective', 'pending')],
    ['a stop that may be at the broker', order('protective', 'sent')],
    ['a stop of unclear fate', order('protective', 'unknown')],
  ];
  const left = (): [string, DeskOrder][] => [
    ['a stop that was triggered', order('protective', 'open')],
    ['a stop that is partly filled', order('protective', 'partially_filled', 10)],
    [
      'a stop that is being turned into an exit',
      order('protective', 'trigger_pending', 0, {
        asking: { verb: 'modify', wants: { kind: 'limit', quantity: 100, pricePaise: 1 }, sinceWall: 0 },
      }),
    ],
    ['a stop that was never sent', order('protective', 'intended')],
    ['a stop that has ended', order('protective', 'cancelled')],
    ['an exit', order('exit', 'open')],
    ['an entry that rests', order('entry', 'open')],
    [
      'an entry that waits for its price',
      order('entry', 'trigger_pending', 0, {
        shape: { kind: 'stop_limit', quantity: 100, pricePaise: 600_00 },
      }),
    ],
  ];

  test.each(kept())('keeps %s as its owner’s own order', (_, stop) => {
    const line = lineWith(entry(), stop);
    expect(idsToDetach(line).keepIds).toEqual([stop.rowId]);
    detach(line, noEffects());
    expect(stop).toMatchObject({ role: 'own', line: undefined });
    expect(line.orders).toEqual([]);
  });

  test.each(left())('leaves %s to be taken back, or settled', (_, other) => {
    const { role } = other;
    const line = lineWith(entry(), other);
    expect(idsToDetach(line).keepIds).toEqual([]);
    detach(line, noEffects());
    expect(other.role).toBe(role);
    const isOver = other.progress.state === 'cancelled';
    expect(line.orders).toEqual(isOver ? [] : [other]);
  });

  test('is the run’s no more: nothing is wanted, held or counted as told for it', () => {
    const exiting = order('exit', 'partially_filled', 30);
    const wish = { intentId: 2, tradeOrderId: 3, quantity: 100, rule: 'exit', sinceWall: 0, toldQuantity: 30 } as const;
    const line = Object.assign(lineWith(entry(), exiting), { runHeld: 70, oversold: true, exit: { ...wish } });
    const effects = noEffects();
    detach(line, effects);
    expect(line).toMatchObject({
      ...{ entry: undefined, exit: undefined, stopPaise: undefined, runHeld: 0, heldSinceWall: 0 },
      ...{ flatten: false, oversold: false, orders: [exiting] },
    });
    // What it sells from now on is too much, and will be taken back.
    expect(heldOf(line)).toBe(0);
    expect(effects.changed.size).toBe(2);
  });

  test('names the rows of its orders, each once; one that is not stored yet has none', () => {
    const orders = [...kept(), ...left()].map(([, one]) => one);
    const line = lineWith(...orders, order('exit', 'intended', 0, { rowId: 0 }));
    const { keepIds, otherIds } = idsToDetach(line);
    expect([...keepIds, ...otherIds]).toEqual(orders.map(({ rowId }) => rowId));
    expect(keepIds).toHaveLength(kept().length);
  });
});
