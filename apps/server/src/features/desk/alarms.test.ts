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
