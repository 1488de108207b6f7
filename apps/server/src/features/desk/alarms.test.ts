import { expect, test } from 'vitest';
import { orphanOf, rejectionOf } from './alarms.ts';
import type { DeskOrder } from './model.ts';
import { DeskWorld } from './testing/desk-world.ts';

/** A position's entry and the stop that rests for it. */
function ordersOf(world = new DeskWorld()): { entry: DeskOrder; stop: DeskOrder } {
  world.enter(40);
  world.run(1_000);
  const [entry, stop] = world.core.orders.values();
  if (!entry || !stop) throw new Error('a position has two orders');
  return { entry, stop };
}

test('a stop that comes back sells nothing and halts nobody, and its alert does not say so', () => {
  const { entry, stop } = ordersOf();
  const alarm = orphanOf(stop);
  expect(alarm.title).toBe('An order came back: Sell 40 SBIN');
  expect(alarm.body).not.toMatch(/sold|halted/);
  expect([alarm.severity, orphanOf(entry).severity]).toEqual(['warning', 'urgent']);
  expect(orphanOf(entry).body).toContain('what was filled of it is sold at once, and the trick is halted then');
  expect(orphanOf({ ...entry, role: 'own', line: undefined }).body).not.toMatch(/sold|halted/);
});

test('only an exit that the broker has refused is called refused', () => {
  const world = new DeskWorld();
  const { stop } = ordersOf(world);
  const { line } = stop;
  if (!line) throw new Error('a stop has a line');
  line.flatten = true;
  stop.rejectText = 'RMS: refused.';
  expect(rejectionOf(stop, line).title).toBe('The broker refused an exit: Sell 40 SBIN');
  Object.assign(stop, { released: true, rejectText: 'The broker never received it.' });
  expect(rejectionOf(stop, line).title).toBe('An exit did not reach the broker: Sell 40 SBIN');
});

test('a stop that is lost and comes back makes one alert, and the log says that it came back', () => {
  const world = new DeskWorld();
  world.faultAt = { verb: 'place stop', fault: 'late' };
  world.enter(40);
  world.run(15_000);
  expect(world.alarms).toMatchObject([
    {
      ...{ severity: 'warning', title: 'No stop rests at the broker for SBIN' },
      body: 'The broker never received it: Sell 40 SBIN. Should the broker have it after all, what is too much is taken back. It is tried again by itself. Look at your position at the broker if this goes on.',
    },
  ]);
  expect(world.lines.map(({ sentence }) => sentence)).toEqual([
    'The broker never received the stop to sell 40 SBIN that protects a position. Nothing was filled.',
    'The broker had the stop to sell 40 SBIN that protects a position after all. What is too much is taken back.',
  ]);
  expect(world.broker.orders.filter(({ state }) => state === 'trigger_pending')).toHaveLength(1);
});

test('a lost stop that closes what another has closed makes one urgent alert, which tells of the halt too', () => {
  const world = new DeskWorld();
  world.faultAt = { verb: 'place stop', fault: 'late' };
  world.enter(40);
  world.run(3_000);
  const late = world.alarms.length;
  world.broker.socket.isMuted = true;
  for (let ms = 0; ms < 10_000 && world.broker.orders.length < 3; ms += 10) world.run(10);
  world.lastPaise = 593_90;
  world.run(8_000);
  expect(world.alarms.slice(late)).toMatchObject([
    {
      ...{ severity: 'urgent', title: '40 SBIN too many were closed', haltsTrick: true },
      body: 'An order that seemed lost was executed late: Sell 40 SBIN. What is too much is taken back at once, and the trick is halted.',
    },
  ]);
  expect(world.news.flatMap(({ news }) => (news.kind === 'halt' ? [news.isTold] : []))).toEqual([true]);
});

test('an entry that comes back filled makes one urgent alert, which tells of the halt too', () => {
  const world = new DeskWorld();
  world.faultAt = { verb: 'place entry', fault: 'lost_before' };
  world.enter(40);
  world.run(12_000);
  const [entry] = world.core.orders.values();
  const late = world.alarms.length;
  const shape = { kind: 'limit', quantity: 40, pricePaise: 610_00 } as const;
  world.broker.orders.push({ id: 'b9', tag: entry?.tag, side: 'buy', shape, state: 'open', filled: 0, valuePaise: 0 });
  world.run(6_000);
  expect(world.alarms.slice(late)).toMatchObject([
    {
      ...{ severity: 'urgent', title: 'An order came back: Buy 40 SBIN', haltsTrick: true },
      body: 'The broker had it after all, long after it should have answered. What was filled of it is sold at once, and the trick is halted.',
    },
  ]);
  expect(world.news.flatMap(({ news }) => (news.kind === 'halt' ? [news.isTold] : []))).toEqual([true]);
});
