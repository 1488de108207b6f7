import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { AccountCheck, accountUnits } from './account-check.ts';
import type { DeliveredOrder } from './delivered-orders.ts';
import { missingIn, type OutsideReport, takenInBook } from './taken-away.ts';
import { DeskWorld, SBIN } from './testing/desk-world.ts';
import { HandWorld } from './testing/hand-world.ts';
import type { ModelOrder } from './testing/model-broker.ts';

const ENDED = ['filled', 'cancelled', 'rejected', 'expired'];
const resting = ({ broker }: DeskWorld): ModelOrder[] => broker.orders.filter(({ state }) => !ENDED.includes(state));
const told = ({ news }: DeskWorld, kind: string) => news.map((item) => item.news).filter((item) => item.kind === kind);

function holding(sides: readonly ('buy' | 'sell')[] = ['buy'], quantity = 100): DeskWorld {
  const world = new DeskWorld({ sides });
  for (const run of world.runs) world.enter(quantity, run);
  world.run(3_000);
  return world;
}

test('what its owner sells of a trick at the broker is told, halts it, and its stop is less within two seconds', () => {
  const world = holding();
  world.broker.placeByHand('sell', 40);
  world.run(2_000);
  expect(resting(world)).toMatchObject([{ state: 'trigger_pending', shape: { quantity: 60 } }]);
  expect(world.runs[0]).toMatchObject({ held: 60, isHalted: true });
  expect(told(world, 'broker_exit')).toMatchObject([
    { rule: 'broker', quantity: 40, valuePaise: 40 * 600_00, keepsRest: true },
  ]);
  expect(told(world, 'halt')).toMatchObject([
    {
      reason:
        '40 SBIN of this trick were sold at your broker, by hand or by the broker itself, and not by the trick. It holds 60 now, and its stop at the broker is reduced to them. It enters nothing new. Start it again to go on, or detach it to keep the rest yourself.',
    },
  ]);
  // One alert for both: the trick's own halt makes none.
  expect(world.alarms).toMatchObject([{ severity: 'urgent', deploymentId: 1, haltsTrick: true }]);
  expect(told(world, 'halt')).toMatchObject([{ isTold: true }]);
});

test('what its owner sells of a trick by an order placed here is said to be sold by hand', () => {
  const world = new HandWorld({ sides: ['buy'] });
  world.enter(100);
  world.run(3_000);
  world.own('sell', 40);
  world.run(3_000);
  expect(world.runs[0]).toMatchObject({ held: 60, isHalted: true });
  expect(told(world, 'broker_exit')).toMatchObject([{ rule: 'by_hand', quantity: 40 }]);
  expect(told(world, 'halt')).toMatchObject([
    {
      reason: expect.stringMatching(/^40 SBIN of this trick were sold by hand at your broker, and not by the trick\./),
    },
  ]);
});

test('a short position that its owner took over is nothing that a long trick has lost, whichever is in the book first', () => {
  const world = holding(['sell', 'buy']);
  const [short, long] = world.runs;
  if (!short || !long) throw new Error('two runs were wanted');
  world.detach(short);
  world.run(30_000);
  expect(told(world, 'halt')).toEqual([]);
  expect(world.alarms).toEqual([]);
  expect(long).toMatchObject({ held: 100, isHalted: false });
  // The trick's stop rests, and so does that which went over.
  expect(resting(world)).toHaveLength(2);
});

const SOLD: OutsideReport = {
  ...{ exchange: 'NSE', tradingSymbol: SBIN.tradingSymbol, product: 'intraday', side: 'sell' },
  ...{ filledQuantity: 40, averagePaise: 601_00, text: '', isOwn: false },
};

test('what is gone is said to be sold by hand where orders placed here did it, whatever the time of the day', () => {
  const world = holding();
  const taken = (minute: number, ...reports: readonly Partial<OutsideReport>[]) => {
    const { lines, orders } = world.core;
    const at = indiaMoment(world.moment().today, minute);
    const known = { lines: lines.values(), orders: orders.values() };
    return takenInBook(
      known,
      reports.map((report) => ({ ...SOLD, ...report })),
      { ...world.moment(), at },
    );
  };
  // The broker may close what lacks margin at any time, and near the end of the day all that is intraday.
  for (const minute of [10 * 60, 15 * 60 + 20]) {
    expect(taken(minute, { isOwn: true })).toMatchObject([{ quantity: 40, byHand: true }]);
    expect(taken(minute, {})).toMatchObject([{ quantity: 40, byHand: false }]);
    expect(taken(minute, { isOwn: true }, {})).toMatchObject([{ quantity: 80, byHand: false }]);
    // What was bought elsewhere and sold again is not what is missing.
    expect(taken(minute, { side: 'buy' }, {}, { isOwn: true })).toMatchObject([{ quantity: 40, byHand: true }]);
  }
  const known = { lines: world.core.lines.values(), orders: world.core.orders.values() };
  const units = [{ tradingSymbol: SBIN.tradingSymbol, product: 'intraday', quantity: 60 }] as const;
  expect(missingIn(known, units, world.moment())).toMatchObject([{ quantity: 40, byHand: false }]);
});

test('what the broker wrote beside an order that closed units of a trick is told', () => {
  const world = holding();
  const { lines, orders } = world.core;
  const known = { lines: lines.values(), orders: orders.values() };
  const [taken] = takenInBook(known, [{ ...SOLD, text: 'RMS:Margin shortfall square off' }], world.moment());
  if (!taken) throw new Error('nothing was taken');
  world.core.countTaken([taken], world.moment());
  world.run(500);
  expect(told(world, 'halt')).toMatchObject([
    {
      reason: expect.stringContaining('not by the trick. Its words: RMS:Margin shortfall square off. It holds 60 now'),
    },
  ]);
});

test('when everything is sold by hand no stop is left that could open a position', () => {
  const world = holding();
  world.broker.placeByHand('sell', 100);
  world.run(2_000);
  expect(resting(world)).toEqual([]);
  world.lastPaise = 500_00;
  world.run(10_000);
  expect(world.broker.orders.reduce((sum, { side, filled }) => sum + (side === 'buy' ? filled : -filled), 0)).toBe(0);
  expect(world.runs[0]).toMatchObject({ held: 0, isHalted: true });
});

test('a short position that is bought back by hand counts the same way', () => {
  const world = holding(['sell']);
  world.broker.placeByHand('buy', 100);
  world.run(2_000);
  expect(resting(world)).toEqual([]);
  expect(told(world, 'halt')[0]).toMatchObject({
    reason: expect.stringContaining('were bought back at your broker, by hand or by the broker itself'),
  });
});

test('with a silent socket it is found with the next look, and once: not again by the next desk', () => {
  const world = holding();
  world.broker.socket.isMuted = true;
  world.broker.placeByHand('sell', 40);
  world.run(world.settings.idleBookEveryMs + 2_000);
  expect(world.runs[0]).toMatchObject({ held: 60 });
  for (let restarts = 0; restarts < 3; restarts += 1) {
    world.restart();
    world.run(6_000);
  }
  expect(world.runs[0]).toMatchObject({ held: 60 });
  expect(told(world, 'broker_exit')).toHaveLength(1);
  expect(resting(world)).toMatchObject([{ shape: { quantity: 60 } }]);
});

test('after a day that went both ways the next desk leaves what is held to its trick, and its stop where it rests', () => {
  const world = holding();
  const [run] = world.runs;
  if (!run) throw new Error('a world has a run');
  for (const side of ['sell', 'buy'] as const) {
    world.leave();
    world.run(3_000);
    expect(run).toMatchObject({ held: 0, isIdle: true });
    run.entrySide = side;
    world.enter(100);
    world.run(3_000);
  }
  for (let restarts = 0; restarts < 2; restarts += 1) {
    world.restart();
    world.run(6_000);
  }
  expect(told(world, 'broker_exit')).toEqual([]);
  expect(run).toMatchObject({ held: 100, isHalted: false });
  expect(resting(world)).toMatchObject([{ side: 'sell', state: 'trigger_pending', shape: { quantity: 100 } }]);
});

test('what its owner bought by hand may be sold by hand: no trick is touched', () => {
  const world = holding();
  world.broker.placeByHand('buy', 50);
  world.run(2_000);
  world.broker.placeByHand('sell', 50);
  world.run(7_000);
  expect(told(world, 'halt')).toEqual([]);
  expect(resting(world)).toMatchObject([{ shape: { quantity: 100 } }]);
});

test('of two tricks in one share the newer gives way, and the other goes on', () => {
  const world = new DeskWorld({ sides: ['buy', 'buy'] });
  const [first, second] = world.runs;
  if (!first || !second) throw new Error('two runs');
  world.enter(100, first);
  world.run(3_000);
  world.enter(30, second);
  world.run(3_000);
  world.broker.placeByHand('sell', 30);
  world.run(2_000);
  expect([first.held, second.held]).toEqual([100, 0]);
  expect([first.isHalted, second.isHalted]).toEqual([false, true]);
});

function deliveredLine() {
  const world = holding();
  const [run] = world.runs;
  if (!run) throw new Error('a world has a run');
  const line = { ...world.lineOf(run), product: 'delivery' as const };
  return { world, line };
}

const holdingOf = (quantity: number) => ({
  ...({ exchange: 'NSE', token: '3045', tradingSymbol: SBIN.tradingSymbol, isin: '' } as const),
  ...{ quantity, t1Quantity: 0, authorisedQuantity: 0, averagePaise: 600_00 },
});

test('shares of earlier days that are gone are believed when two readings with a book between show it', () => {
  const { world, line } = deliveredLine();
  const [check, now] = [new AccountCheck(15), world.moment()];
  const units = accountUnits([], [holdingOf(70)], []);
  const read = (askedAtWall: number, bookAskedAtWall: number) =>
    check.take({ lines: [line], orders: line.orders }, { units, askedAtWall, bookAskedAtWall }, now);
  expect(read(10, 5)).toEqual([]);
  expect(read(20, 5)).toEqual([]);
  expect(read(24, 23)).toEqual([]);
  expect(read(30, 25)).toMatchObject([{ quantity: 30, pricePaise: 600_00 }]);
});

test('more in the account than the trick holds, or an order that is just trading, is no reason', () => {
  const { world, line } = deliveredLine();
  const [check, now] = [new AccountCheck(15), world.moment()];
  const read = (quantity: number, askedAtWall: number) => {
    const units = accountUnits([], [holdingOf(quantity)], []);
    return check.take(
      { lines: [line], orders: line.orders },
      { units, askedAtWall, bookAskedAtWall: askedAtWall - 1 },
      now,
    );
  };
  expect([read(100, 10), read(140, 20)]).toEqual([[], []]);
  expect(check.isDoubtful).toBe(false);
  for (const order of line.orders)
    if (order.role === 'protective') order.progress = { ...order.progress, state: 'open' };
  expect([read(70, 30), read(70, 40), read(70, 50)]).toEqual([[], [], []]);
});

const DEALT = { exchange: 'NSE', token: '3045', tradingSymbol: SBIN.tradingSymbol, product: 'delivery' } as const;
const VALUES = { buyValuePaise: 0n, sellValuePaise: 0n };

test('what a trick buys after shares of earlier days were sold is there, though the holdings are without them', () => {
  const { world, line } = deliveredLine();
  const [check, now] = [new AccountCheck(15), world.moment()];
  // A hundred of yesterday were sold, and a hundred bought after that: the holdings show none any more.
  const positions = [{ ...DEALT, ...VALUES, netQuantity: 0, buyQuantity: 100, sellQuantity: 100 }];
  const filled = { tradingSymbol: SBIN.tradingSymbol, state: 'filled', filledQuantity: 100 } as const;
  const sold = { ...filled, side: 'sell', updatedAt: 1_000 } as const;
  const bought = { ...filled, side: 'buy', updatedAt: 2_000 } as const;
  const read = (askedAtWall: number, delivered: readonly DeliveredOrder[]) => {
    const units = accountUnits(positions, [], delivered);
    return check.take(
      { lines: [line], orders: line.orders },
      { units, askedAtWall, bookAskedAtWall: askedAtWall - 1 },
      now,
    );
  };
  expect([read(10, [sold, bought]), read(40, [bought, sold])]).toEqual([[], []]);
  expect(check.isDoubtful).toBe(false);
  // Bought first and sold after that: then they are gone.
  const gone = [
    { ...bought, updatedAt: 1_000 },
    { ...sold, updatedAt: 2_000 },
  ];
  expect(read(50, gone)).toEqual([]);
  expect(read(80, gone)).toMatchObject([{ quantity: 100 }]);
  // A sale that was ended by hand in the evening had traded before the purchase.
  const ended = { ...sold, state: 'cancelled', updatedAt: 9_000 } as const;
  expect([read(90, [ended, bought]), read(120, [ended, bought])]).toEqual([[], []]);
});
