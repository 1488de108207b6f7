import type { BrokerOrder } from '@trickdesk/brokers';
import type { OrderState } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { applyReport, shapeOf } from './apply-report.ts';
import { noEffects } from './effects.ts';
import { newOrder } from './make-order.ts';
import type { DeskOrder, OrderShape } from './model.ts';
import { DeskWorld } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';

const now = { ...new DeskWorld().moment(), wall: 100_000 };
const LIMIT: OrderShape = { kind: 'limit', quantity: 100, pricePaise: 600_00 };

const WISH = { intentId: 1, quantity: 100, sinceWall: 0, sinceAt: 0, withdrawn: false };

let tags = 0;
function order(role: DeskOrder['role'], state: OrderState, more: Partial<DeskOrder> = {}, line = lineOf()): DeskOrder {
  tags += 1;
  const side = role === 'entry' ? 'buy' : 'sell';
  const made = newOrder(line, { role, side, shape: LIMIT, tag: `t${tags}`, now });
  line.orders.push(made);
  return Object.assign(made, { progress: { ...made.progress, state }, brokerOrderId: 'b1' }, more);
}

function report(state: OrderState, filledQuantity = 0, more: Partial<BrokerOrder> = {}): BrokerOrder {
  const made: Partial<BrokerOrder> = {
    ...{ brokerOrderId: 'b1', uniqueOrderId: 'u1', state, filledQuantity, averagePaise: 600_12.5 },
    ...{ kind: 'limit', quantity: 100, pricePaise: 600_00, triggerPaise: undefined, statusText: state, text: '' },
    ...more,
  };
  return made as BrokerOrder;
}

function told(to: DeskOrder, ...reports: readonly BrokerOrder[]) {
  const effects = noEffects();
  for (const one of reports) applyReport(to, one, now, effects);
  return effects;
}

describe('a report of an order', () => {
  test('that the broker had not answered about gives it its number and ends its doubt', () => {
    const sent = order('entry', 'sent', { brokerOrderId: undefined, doubtful: true });
    sent.asking = { verb: 'place', sinceWall: 0 };
    told(sent, report('open'));
    expect(sent).toMatchObject({
      ...{ brokerOrderId: 'b1', uniqueOrderId: 'u1', acknowledgedAtWall: 100_000, doubtful: false, asking: undefined },
      progress: { state: 'open', filledQuantity: 0 },
    });
    expect([sent.firstFillAtWall, sent.line?.heldSinceWall]).toEqual([undefined, 0]);
    // A change that is under way is answered by itself.
    const changing = order('entry', 'open', { asking: { verb: 'cancel', sinceWall: 0 } });
    told(changing, report('open'));
    expect(changing.asking?.verb).toBe('cancel');
  });

  test('says what was filled and what it came to in whole paise, once', () => {
    const line = Object.assign(lineOf(), { entry: { ...WISH } });
    const open = order('entry', 'open', { intentId: 1, uniqueOrderId: 'u0' }, line);
    const effects = told(open, report('open', 3), report('open', 3));
    expect(open.uniqueOrderId).toBe('u0');
    expect(open.progress).toEqual({ state: 'partially_filled', filledQuantity: 3, filledValuePaise: 1_800_38 });
    expect(effects.timeline).toHaveLength(1);
    expect([open.firstFillAtWall, line.heldSinceWall, line.runHeld]).toEqual([100_000, 100_000, 3]);
    const fill = { kind: 'fill', intentId: 1, at: now.at, quantity: 3, valuePaise: 1_800_38 };
    expect(effects.news.map(({ news }) => news)).toEqual([fill]);
    const further = order('entry', 'partially_filled', { firstFillAtWall: 90_000 });
    expect(told(further, report('open', 5)).changed.has(further)).toBe(true);
    expect(further.firstFillAtWall).toBe(90_000);
  });

  test('begins what its line holds with the first fill of an entry, and with that alone', () => {
    const since = (role: DeskOrder['role'], heldSinceWall: number): number | undefined => {
      const filled = order(role, 'open', {}, Object.assign(lineOf(), { heldSinceWall }));
      told(filled, report('open', 3));
      return filled.line?.heldSinceWall;
    };
    expect([since('entry', 0), since('entry', 90_000), since('exit', 0)]).toEqual([100_000, 90_000, 0]);
  });

  test('of the last part of an entry ends it once, which is kept with each of its parts', () => {
    const line = Object.assign(lineOf(), { entry: { ...WISH } });
    const [first, last] = [
      order('entry', 'open', { intentId: 1 }, line),
      order('entry', 'open', { intentId: 1 }, line),
    ];
    expect(told(first, report('cancelled')).news).toEqual([]);
    const effects = told(last, report('cancelled'));
    expect(effects.news).toMatchObject([{ news: { kind: 'ended', intentId: 1 } }]);
    expect([...effects.changed]).toEqual([last, first]);
    expect([first.intentEnded, last.intentEnded]).toEqual([true, true]);
  });

  test.each([
    ['buy', 'bought'],
    ['sell', 'sold'],
  ] as const)('of an entry that ends half done says how much of it was done: %s', (side, done) => {
    const line = Object.assign(lineOf(), { entry: { ...WISH }, entrySide: side });
    const entry = order('entry', 'open', { intentId: 1, side }, line);
    told(entry, report('open', 40));
    expect(told(entry, report('cancelled', 40)).news).toMatchObject([
      { news: { kind: 'ended', note: `40 of 100 were ${done} in time` } },
    ]);
  });

  test('of a fill that its run no longer waits for closes it again, and halts the run', () => {
    const line = Object.assign(lineOf(), { entry: { ...WISH, intentId: 2 } });
    const late = order('entry', 'open', { intentId: 1 }, line);
    expect(told(late, report('open', 3)).news).toMatchObject([{ news: { kind: 'halt' } }]);
    expect([line.flatten, line.runHeld]).toEqual([true, 0]);
  });

  test('of more fills than it was for proves a change that has no answer: it is that large, and the book says what else', () => {
    const changed = order('entry', 'open');
    told(changed, report('open', 120, { quantity: 150 }));
    expect(changed).toMatchObject({
      ...{ shape: { quantity: 150, pricePaise: 600_00 }, shapeUnclear: true },
      progress: { state: 'partially_filled', filledQuantity: 120 },
    });
    const whole = order('entry', 'open');
    told(whole, report('open', 100, { quantity: 150 }));
    // All of what it was, and not of what it has become.
    expect(whole).toMatchObject({ shape: LIMIT, shapeUnclear: false, progress: { state: 'partially_filled' } });
  });

  test('of fills beyond what an order by hand was made smaller to, and nothing has shown, ends it', () => {
    const ends = (quantity: number, inForce: OrderShape | undefined, filled: number): boolean => {
      const own = order('own', 'open', { line: undefined, inForce, shape: { ...LIMIT, quantity } });
      told(own, report('open', filled));
      return own.cancelWanted;
    };
    expect([ends(50, LIMIT, 60), ends(50, LIMIT, 50), ends(50, LIMIT, 40)]).toEqual([true, true, false]);
    // It was made larger, or dearer, or has shown itself: what is filled is no more than what is wanted.
    expect([ends(150, LIMIT, 60), ends(100, LIMIT, 100), ends(50, undefined, 60)]).toEqual([false, false, false]);
  });

  test('that it has ended tells by how much it was for where a change has no proof, and nowhere else', () => {
    const ended = (inForce: OrderShape | undefined, quantity: number, state: OrderState = 'filled') => {
      const own = order('own', 'open', { line: undefined, inForce, shape: { ...LIMIT, quantity: 150 } });
      told(own, report(state, quantity, { quantity }));
      return own.progress.state;
    };
    expect([ended(LIMIT, 100), ended(LIMIT, 150), ended(undefined, 150)]).toEqual(['filled', 'filled', 'filled']);
    // Complete for a part of what was asked for: the rest does not come.
    expect(ended(undefined, 100)).toBe('cancelled');
    expect(ended(LIMIT, 100, 'open')).toBe('partially_filled');
  });

  test('keeps the broker’s word for how it stands, and text of a refusal alone as one', () => {
    const open = order('entry', 'pending');
    told(open, report('open', 0, { text: 'Taken.', statusText: 'open' }));
    expect(open).toMatchObject({ statusText: 'open', rejectText: '' });
  });

  test('that it was refused keeps the words, and one that says nothing new changes nothing', () => {
    const refused = order('entry', 'open');
    told(refused, report('rejected', 0, { text: 'Margin.' }));
    expect(refused).toMatchObject({ rejectText: 'Margin.', progress: { state: 'rejected' } });
    const before = { ...refused };
    expect(told(refused, report('open', 0, { text: 'old' })).timeline).toEqual([]);
    expect(refused).toEqual(before);
  });

  test('brings back one that was given up, where it stands now', () => {
    const lost = order('exit', 'rejected', { released: true, brokerOrderId: undefined });
    told(lost, report('open'));
    expect(lost.progress.state).toBe('open');
    const gone = order('exit', 'rejected', { released: true, brokerOrderId: undefined });
    // The broker's number of it is kept, also where nothing else has changed.
    expect(told(gone, report('cancelled')).changed.has(gone)).toBe(true);
    expect(gone).toMatchObject({ brokerOrderId: 'b1', progress: { state: 'rejected' } });
  });

  test('of one that its owner placed settles it with its end', () => {
    const own = order('own', 'open', { line: undefined });
    told(own, report('open', 3));
    expect(own.settled).toBe(false);
    told(own, report('cancelled', 3));
    expect(own.settled).toBe(true);
  });
});

describe('a cover that the broker refuses', () => {
  test('is tried again after 0.4 seconds, doubled to 1.6, and after eight refusals every ten', () => {
    const line = lineOf();
    const waits = Array.from({ length: 10 }, () => {
      line.coverRetryAtWall = 0;
      told(order('protective', 'open', {}, line), report('rejected'));
      return line.coverRetryAtWall - now.wall;
    });
    expect(waits).toEqual([400, 800, ...Array(6).fill(1_600), 10_000, 10_000]);
    expect([line.coverRejections, line.rejectedKind]).toEqual([10, 'limit']);
  });

  test('is one refusal with others of its kind while it waits, and its owner hears the first, second, fourth …', () => {
    const line = lineOf();
    const alarms = () => told(order('protective', 'open', {}, line), report('rejected')).alarms.length;
    expect([alarms(), alarms(), line.coverRejections]).toEqual([1, 0, 1]);
    const stop = { kind: 'stop_limit', quantity: 100, pricePaise: 1, triggerPaise: 1 } as const;
    told(order('protective', 'open', { shape: stop }, line), report('rejected'));
    expect(line.coverRejections).toBe(2);
    line.coverRetryAtWall = 0;
    expect([alarms(), line.coverRejections]).toEqual([0, 3]);
    line.coverRetryAtWall = 0;
    expect([alarms(), line.coverRejections]).toEqual([1, 4]);
  });

  test('is none where it was an entry', () => {
    const entry = order('entry', 'open');
    told(entry, report('rejected'));
    expect([entry.line?.coverRejections, entry.line?.coverRetryAtWall]).toEqual([0, 0]);
  });
});

test('a row of the book shows a shape where it is of a kind that the desk places', () => {
  expect(shapeOf(report('open'))).toEqual(LIMIT);
  const stop = { kind: 'stop_limit', pricePaise: 584_00, triggerPaise: 590_00 } as const;
  expect(shapeOf(report('open', 0, stop))).toEqual({ ...stop, quantity: 100 });
  expect(shapeOf(report('open', 0, { ...stop, triggerPaise: undefined }))).toEqual({ ...LIMIT, pricePaise: 584_00 });
  // What its trigger was is no trigger of a limit.
  expect(shapeOf(report('open', 0, { triggerPaise: 590_00 }))).toEqual(LIMIT);
  expect(shapeOf(report('open', 0, { kind: 'market' }))).toBeUndefined();
});
