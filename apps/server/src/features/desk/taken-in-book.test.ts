import { describe, expect, test } from 'vitest';
import { newOrder } from './make-order.ts';
import { type DeskOrder, type Line, opposite } from './model.ts';
import { newLine } from './restore-desk.ts';
import { type AccountUnits, missingIn, type OutsideReport, takenInBook } from './taken-away.ts';
import { DeskWorld, SBIN } from './testing/desk-world.ts';

const now = new DeskWorld().moment();
let tags = 0;

function filled(line: Line, role: 'entry' | 'exit', quantity: number, settled = 0, day = now.today): DeskOrder {
  tags += 1;
  const side = role === 'entry' ? line.entrySide : opposite(line.entrySide);
  const shape = { kind: 'limit', quantity, pricePaise: 600_00 } as const;
  const order = newOrder(line, { role, side, shape, tag: `t${tags}`, now: { ...now, today: day } });
  order.progress = { state: 'filled', filledQuantity: quantity, filledValuePaise: quantity * 600_00 };
  Object.assign(order, { settledQuantity: settled, settled: settled > 0 });
  if (settled === 0) line.orders.push(order);
  return order;
}

function lineOf(deploymentId: number, held: number, more: Partial<Line> = {}): Line {
  const place = { deploymentId, runNumber: 1, base: 0, accountId: 1, instrument: SBIN, product: 'intraday' } as const;
  const line = Object.assign(newLine({ ...place, algo: undefined }), more);
  if (held > 0) filled(line, 'entry', held);
  return line;
}

const SOLD: OutsideReport = {
  ...{ exchange: 'NSE', tradingSymbol: SBIN.tradingSymbol, product: 'intraday', side: 'sell' },
  ...{ filledQuantity: 40, averagePaise: 601_00, text: '', isOwn: false },
};
const outside = (...reports: readonly Partial<OutsideReport>[]): OutsideReport[] =>
  reports.map((report) => ({ ...SOLD, ...report }));

/** By trick: how many it lost. */
function taken(lines: readonly Line[], reports: readonly OutsideReport[], more: readonly DeskOrder[] = []) {
  const orders = [...lines.flatMap((line) => line.orders), ...more];
  const gone = takenInBook({ lines, orders }, reports, now);
  return Object.fromEntries(gone.map(({ line, quantity }) => [line.deploymentId, quantity]));
}

describe('units of a trick are gone', () => {
  test('where more of its share was closed outside than was opened there, whichever side it is on', () => {
    expect(taken([lineOf(1, 100)], outside({}))).toEqual({ 1: 40 });
    expect(taken([lineOf(1, 100)], outside({}, { side: 'buy', filledQuantity: 30 }))).toEqual({ 1: 10 });
    expect(taken([lineOf(1, 100)], outside({}, { side: 'buy' }))).toEqual({});
    expect(taken([lineOf(1, 100)], outside({ side: 'buy' }))).toEqual({});
    const short = lineOf(1, 100, { entrySide: 'sell' });
    expect(taken([short], outside({ side: 'buy' }))).toEqual({ 1: 40 });
    expect(taken([short], outside({}))).toEqual({});
  });

  test.each<[string, Partial<OutsideReport>]>([
    ['share', { tradingSymbol: 'TCS-EQ' }],
    ['product', { product: 'delivery' }],
    ['exchange', { exchange: 'BSE' }],
  ])('not by what was sold of another %s', (_, report) => {
    expect(taken([lineOf(1, 100)], outside(report))).toEqual({});
  });

  test('only intraday: shares of delivery may be of an earlier day', () => {
    expect(taken([lineOf(1, 100, { product: 'delivery' })], outside({ product: 'delivery' }))).toEqual({});
  });

  test('never more than it holds, the newest position first', () => {
    const older = lineOf(1, 100, { heldSinceWall: 5 });
    const newer = lineOf(2, 30, { heldSinceWall: 9 });
    expect(taken([older, newer], outside({}))).toEqual({ 2: 30, 1: 10 });
    expect(taken([older, newer], outside({ filledQuantity: 500 }))).toEqual({ 2: 30, 1: 100 });
    expect(taken([older, newer], outside({ filledQuantity: 30 }))).toEqual({ 2: 30 });
  });
});

describe('what a trick has handed over is its owner’s to sell', () => {
  test('and no other trick’s until they sell more than that', () => {
    const [gave, holds] = [lineOf(1, 0), lineOf(2, 100)];
    const handed = filled(gave, 'entry', 40, 40);
    expect(taken([gave, holds], outside({}), [handed])).toEqual({});
    expect(taken([gave, holds], outside({ filledQuantity: 55 }), [handed])).toEqual({ 2: 15 });
    // Of another share, or of yesterday, nothing is theirs here.
    expect(taken([holds], outside({}), [{ ...handed, instrument: { ...SBIN, tradingSymbol: 'TCS-EQ' } }])).toEqual({
      2: 40,
    });
    expect(taken([holds], outside({}), [{ ...handed, day: '2000-01-03' }])).toEqual({ 2: 40 });
  });

  test('but nothing of a position that the trick has closed, and the rest of one that it closed in part', () => {
    const [gave, holds] = [lineOf(1, 0), lineOf(2, 100)];
    const entry = filled(gave, 'entry', 40, 40);
    expect(taken([gave, holds], outside({}), [entry, filled(gave, 'exit', 40, 40)])).toEqual({ 2: 40 });
    expect(taken([gave, holds], outside({}), [entry, filled(gave, 'exit', 10, 10)])).toEqual({ 2: 10 });
    // Of one that was opened before today its end alone is here.
    expect(taken([gave, holds], outside({}), [filled(gave, 'exit', 40, 40)])).toEqual({ 2: 40 });
  });

  test('and takes nothing from a trick on the other side: it stands beside what that one holds', () => {
    const short = lineOf(1, 0, { entrySide: 'sell' });
    const [long, handed] = [lineOf(2, 100), filled(short, 'entry', 40, 40)];
    expect(taken([short, long], [], [handed])).toEqual({});
    // Bought back is theirs; sold further is the trick's; bought beyond it would be a short trick's.
    expect(taken([short, long], outside({ side: 'buy' }), [handed])).toEqual({});
    expect(taken([short, long], outside({ filledQuantity: 15 }), [handed])).toEqual({ 2: 15 });
    const other = lineOf(3, 100, { entrySide: 'sell' });
    expect(taken([short, other], outside({ side: 'buy', filledQuantity: 55 }), [handed])).toEqual({ 3: 15 });
    // Of one handed over on each side either may be closed.
    const both = [handed, filled(lineOf(4, 0), 'entry', 40, 40)];
    expect(taken([short, long], outside({}), both)).toEqual({});
    expect(taken([short, long], outside({ filledQuantity: 41 }), both)).toEqual({ 2: 1 });
  });

  test('what was counted as taken is not taken again', () => {
    const line = lineOf(1, 100);
    const gone = Object.assign(filled(line, 'exit', 40), { elsewhere: true });
    expect(taken([line], outside({}))).toEqual({});
    expect(gone.elsewhere).toBe(true);
    expect(taken([line], outside({ filledQuantity: 45 }))).toEqual({ 1: 5 });
  });
});

describe('what is told of it', () => {
  const told = (...reports: readonly Partial<OutsideReport>[]) => {
    const line = lineOf(1, 100);
    const [gone] = takenInBook({ lines: [line], orders: line.orders }, outside(...reports), now);
    return gone && [gone.quantity, gone.pricePaise, gone.byHand, gone.brokersWords];
  };

  test('is the average of what was sold, and not of what was bought', () => {
    expect(told({}, { filledQuantity: 10, averagePaise: 611_00 })).toEqual([50, 603_00, false, '']);
    expect(told({}, { side: 'buy', filledQuantity: 10, averagePaise: 900_00 })).toEqual([30, 601_00, false, '']);
  });

  test('is what the trick paid while the broker tells no price, and never nothing', () => {
    expect(told({ averagePaise: 0 })).toEqual([40, 600_00, false, '']);
    expect(told({ averagePaise: 0 }, {})).toEqual([80, 601_00, false, '']);
  });

  test('is by hand only where orders placed here did it, and what the broker wrote only where they did not', () => {
    expect(told({ isOwn: true, text: 'ours' })).toEqual([40, 601_00, true, '']);
    expect(told({ text: 'margin' })).toEqual([40, 601_00, false, 'margin']);
    expect(told({ text: '' }, { text: 'margin' })).toEqual([80, 601_00, false, 'margin']);
    expect(told({ isOwn: true }, { side: 'buy', filledQuantity: 10, text: 'bought' })).toEqual([30, 601_00, true, '']);
  });
});

describe('an account that has less than its tricks hold', () => {
  const units = (quantity: number, more: Partial<AccountUnits> = {}): AccountUnits => ({
    ...{ tradingSymbol: SBIN.tradingSymbol, product: 'intraday', quantity },
    ...more,
  });
  const missing = (lines: readonly Line[], ...rows: readonly AccountUnits[]) =>
    missingIn({ lines, orders: lines.flatMap((line) => line.orders) }, rows, now).map(({ line, quantity }) => [
      line.deploymentId,
      quantity,
    ]);

  test('lacks what is not there, of that share and product, on that side', () => {
    const line = lineOf(1, 100);
    expect([missing([line], units(100)), missing([line], units(140))]).toEqual([[], []]);
    expect(missing([line], units(70))).toEqual([[1, 30]]);
    expect(missing([line], units(70), units(20))).toEqual([[1, 10]]);
    expect(missing([line])).toEqual([[1, 100]]);
    expect(missing([line], units(-100))).toEqual([[1, 100]]);
    expect(missing([line], units(100, { product: 'delivery' }), units(100, { tradingSymbol: 'TCS-EQ' }))).toEqual([
      [1, 100],
    ]);
    const short = lineOf(1, 100, { entrySide: 'sell' });
    expect([missing([short], units(-100)), missing([short], units(-60)), missing([short], units(60))]).toEqual([
      ...[[], [[1, 40]], [[1, 100]]],
    ]);
  });

  test('counts tricks on either side against each other', () => {
    const [long, short] = [lineOf(1, 100), lineOf(2, 40, { entrySide: 'sell' })];
    expect([missing([long, short], units(60)), missing([long, short], units(50))]).toEqual([[], [[1, 10]]]);
    expect(missing([lineOf(1, 40), short], units(0))).toEqual([]);
  });

  test('lacks nothing where its owner took over as much on the other side, until that is closed', () => {
    const gave = lineOf(1, 0, { entrySide: 'sell' });
    const line = lineOf(2, 100);
    const handed = filled(gave, 'entry', 40, 40);
    const bought = (quantity: number) => Object.assign(filled(lineOf(3, 0), 'entry', quantity), { role: 'own' });
    const of = (quantity: number, ...orders: readonly DeskOrder[]) =>
      missingIn({ lines: [gave, line], orders: [...line.orders, handed, ...orders] }, [units(quantity)], now);
    expect(of(60)).toEqual([]);
    expect(of(50)).toMatchObject([{ line, quantity: 10 }]);
    expect(of(85, bought(25))).toEqual([]);
    expect(of(100, bought(40))).toEqual([]);
    expect(of(60, bought(40))).toMatchObject([{ line, quantity: 40 }]);
  });
});
