import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { looksFirst, mayEndUnasked } from './broker-closes.ts';
import type { DeskMoment, DeskOrder } from './model.ts';
import { DeskWorld, PROMISED_MS } from './testing/desk-world.ts';

const CLOSING = 15 * 60 + 15;

/** A position with its stop, at a time of its day. */
function held(minuteOfDay = CLOSING): DeskWorld {
  const world = new DeskWorld();
  const early = world.moment.bind(world);
  world.moment = () => ({ ...early(), at: indiaMoment(early().today, minuteOfDay) });
  world.enter(40);
  world.run(1_000);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'trigger_pending']);
  return world;
}

function takeBackStop(world: DeskWorld): void {
  const stop = world.broker.all.at(-1);
  if (stop) world.broker.cancelByHand(stop);
}

test('the broker cancels a stop and sells: no stop is placed for what is gone', () => {
  for (const pauseMs of [0, 200, 600, 1_000]) {
    const world = held();
    takeBackStop(world);
    world.run(pauseMs);
    world.broker.placeByHand('sell', 40);
    world.run(10_000);
    expect(world.broker.all.filter(({ tag }) => tag !== undefined)).toHaveLength(2);
    expect(world.runs[0]?.held).toBe(0);
  }
});

/** Milliseconds until the position that lost its stop has another. */
function bareMs(world: DeskWorld): number {
  const start = world.wall;
  takeBackStop(world);
  while (world.broker.all.at(-1)?.state !== 'trigger_pending' && world.wall - start < 5_000) world.run(10);
  return world.wall - start;
}

test('a stop that was cancelled and nothing else is placed again within two seconds, book or no book', () => {
  expect(bareMs(held(CLOSING - 1))).toBeLessThan(200);
  expect(bareMs(held())).toBeLessThan(PROMISED_MS);
  const unread = held();
  unread.core.needsBook = () => false;
  const ms = bareMs(unread);
  expect(ms).toBeLessThan(PROMISED_MS);
});

test('a sale does not wait because the stop before it was refused', () => {
  const world = new DeskWorld();
  world.faults = ['none', 'refused', 'refused'];
  world.enter(40);
  world.run(1_000);
  expect(world.broker.all).toHaveLength(1);
  world.leave('stop');
  world.run(50);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'filled']);
});

test('a sale that is refused itself waits longer each time', () => {
  const world = new DeskWorld();
  world.faults = ['none', 'refused', ...Array.from({ length: 20 }, () => 'refused' as const)];
  world.enter(40);
  world.run(1_000);
  world.leave('stop');
  world.run(4_000);
  expect(22 - world.faults.length).toBeLessThan(9);
});

/** The stop of a position that is held, and a moment of its day. */
function resting(change: Partial<Pick<DeskOrder, 'product'>> = {}): { stop: DeskOrder; moment: DeskMoment } {
  const world = held(12 * 60);
  const stop = [...world.core.orders.values()].at(-1);
  if (!stop) throw new Error('a stop rests');
  return { stop: Object.assign(stop, change), moment: world.moment() };
}

const SECOND = 1_000;
const minute = ({ today }: DeskMoment, minuteOfDay: number): number => indiaMoment(today, minuteOfDay);

test.each([
  ['intraday', 'from the broker’s own time on', undefined, CLOSING],
  ['intraday', 'a quarter of an hour before a session that ends early', 13 * 60, 13 * 60 - 15],
  [
    'delivery',
    'two minutes before the close, which the clock of the desk may not have reached',
    15 * 60 + 30,
    15 * 60 + 28,
  ],
] as const)('a stop for %s may end unasked %s', (product, _when, closeMinute, fromMinute) => {
  const { stop, moment } = resting({ product });
  const closesAt = closeMinute === undefined ? {} : { closesAt: () => minute(moment, closeMinute) };
  const at = (ms: number): boolean =>
    mayEndUnasked(stop, { ...moment, ...closesAt, at: minute(moment, fromMinute) + ms });
  expect([at(-SECOND), at(0), at(SECOND)]).toEqual([false, true, true]);
});

test('without a known close a stop for delivery ends with nobody’s day', () => {
  const { stop, moment } = resting({ product: 'delivery' });
  expect(mayEndUnasked(stop, { ...moment, at: minute(moment, 15 * 60 + 29) })).toBe(false);
});

test('what is being taken back here, is over, or is no cover does not end unasked', () => {
  const { stop, moment } = resting();
  const late = { ...moment, at: minute(moment, CLOSING) };
  expect(mayEndUnasked(stop, late)).toBe(true);
  const { progress } = stop;
  expect(mayEndUnasked({ ...stop, progress: { ...progress, state: 'cancel_pending' } }, late)).toBe(false);
  expect(mayEndUnasked({ ...stop, progress: { ...progress, state: 'cancelled' } }, late)).toBe(false);
  expect(mayEndUnasked({ ...stop, asking: { verb: 'cancel', sinceWall: 0 } }, late)).toBe(false);
  expect(mayEndUnasked({ ...stop, role: 'entry' }, late)).toBe(false);
});

test('a stop that was taken back is looked for during a second and a half', () => {
  const { moment } = resting();
  const after = (ms: number) => looksFirst({ takenBackAtWall: moment.wall - ms }, moment);
  expect([after(0), after(1_499), after(1_500)]).toEqual([true, true, false]);
  expect(looksFirst({ takenBackAtWall: undefined }, moment)).toBe(false);
});
