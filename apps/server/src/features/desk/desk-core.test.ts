import { expect, test } from 'vitest';
import { lineKey } from './model.ts';
import { DeskWorld } from './testing/desk-world.ts';
import type { ModelOrder } from './testing/model-broker.ts';
import { Referee } from './testing/referee.ts';

const kinds = (world: DeskWorld): string[] => world.news.map(({ news }) => news.kind);
const net = ({ broker }: DeskWorld): number =>
  broker.all.reduce((sum, { side, filled }) => sum + (side === 'buy' ? filled : -filled), 0);
const working = ({ broker }: DeskWorld, side: 'buy' | 'sell'): ModelOrder[] =>
  broker.orders.filter(
    (order) => order.side === side && !['filled', 'cancelled', 'rejected', 'expired'].includes(order.state),
  );

function holding(quantity = 40, sides: readonly ('buy' | 'sell')[] = ['buy']): DeskWorld {
  const world = new DeskWorld({ sides });
  world.enter(quantity);
  world.run(500);
  return world;
}

test('an entry is sent once, filled, told, and a stop rests for all of it within half a second', () => {
  const world = holding();
  expect(net(world)).toBe(40);
  expect(kinds(world)).toEqual(['fill']);
  expect(working(world, 'sell')).toMatchObject([
    { state: 'trigger_pending', shape: { kind: 'stop_limit', quantity: 40, triggerPaise: 594_00 } },
  ]);
});

test('a short position is covered by a stop above it, and left by buying', () => {
  const world = holding(40, ['sell']);
  expect(net(world)).toBe(-40);
  expect(working(world, 'buy')).toMatchObject([{ state: 'trigger_pending', shape: { triggerPaise: 606_00 } }]);
  world.leave();
  world.run(500);
  expect(net(world)).toBe(0);
  expect(world.broker.all).toHaveLength(2);
});

test('leaving turns the very stop into the exit: one order closes the position', () => {
  const world = holding();
  world.leave();
  world.run(500);
  expect(net(world)).toBe(0);
  expect(world.broker.all).toHaveLength(2);
  expect(kinds(world)).toEqual(['fill', 'fill']);
});

test('the stop at the broker acts by itself, and the run is told why it is flat', () => {
  const world = holding();
  world.lastPaise = 593_50;
  world.run(500);
  expect(net(world)).toBe(0);
  expect(world.news.at(-1)?.news).toMatchObject({ kind: 'broker_exit', rule: 'stop', quantity: 40 });
});

test('an exit that was decided while the stop already acted keeps nobody from entering again', () => {
  const world = holding();
  world.lastPaise = 593_50;
  world.run(500);
  expect(net(world)).toBe(0);
  const [run] = world.runs;
  if (!run) throw new Error('a world has a run');
  // The run's batch is committed after the fill was told, on a line that the desk had forgotten by then.
  const line = world.lineOf(run);
  line.exit = { intentId: 9, tradeOrderId: 9, quantity: 40, rule: 'stop', sinceWall: world.wall, toldQuantity: 0 };
  world.core.lines.set(lineKey(line), line);
  world.core.touch(line);
  world.run(20);
  world.enter(25);
  world.run(500);
  expect(net(world)).toBe(25);
});

test('a market that jumps over the stop is followed, and its owner is told', () => {
  const world = holding();
  // Beyond the limit of the stop: it triggers and cannot be filled there.
  world.lastPaise = 560_00;
  world.run(6_000);
  expect(net(world)).toBe(0);
  expect(world.alarms.some(({ key }) => key.startsWith('jumped'))).toBe(true);
});

test('in a closing auction nothing is sent, and what is left is covered when continuous trading is on again', () => {
  const world = new DeskWorld();
  const moment = world.moment.bind(world);
  world.moment = () => ({ ...moment(), isContinuous: (symbol) => symbol !== 'SBIN' });
  world.enter(40);
  world.run(500);
  expect(world.broker.all).toEqual([]);
  world.moment = moment;
  world.run(500);
  expect(working(world, 'sell')).toMatchObject([{ shape: { kind: 'stop_limit', quantity: 40 } }]);
});

test('a moved stop is changed at the broker in place', () => {
  const world = holding();
  world.moveStop(598_00);
  world.run(200);
  expect(working(world, 'sell')).toMatchObject([{ shape: { triggerPaise: 598_00 } }]);
  expect(world.broker.all).toHaveLength(2);
});

test('a partly filled entry is covered as far as it is filled, and what is late is taken back', () => {
  const world = new DeskWorld();
  world.depth = 7;
  world.enter(1_000);
  world.run(300);
  world.depth = 0;
  world.run(200);
  const held = net(world);
  expect(held).toBeGreaterThan(0);
  expect(working(world, 'sell').reduce((sum, order) => sum + order.shape.quantity, 0)).toBe(held);
  world.run(10_000);
  expect(working(world, 'buy')).toEqual([]);
  expect(world.news.at(-1)?.news).toMatchObject({ kind: 'ended', reason: 'cancelled' });
});

test('orders above the freeze quantity go in slices, and so does their cover', () => {
  const world = new DeskWorld({ sides: ['buy'], freezeQuantity: 25 });
  world.enter(60);
  world.run(500);
  expect(world.broker.all.filter(({ side }) => side === 'buy').map(({ shape }) => shape.quantity)).toEqual([
    25, 25, 10,
  ]);
  expect(working(world, 'sell').reduce((sum, order) => sum + order.shape.quantity, 0)).toBe(60);
  expect(Math.max(...working(world, 'sell').map(({ shape }) => shape.quantity))).toBeLessThanOrEqual(25);
});

test('a stop ends with its day, and is armed again within two seconds of the next opening', () => {
  const world = holding();
  world.night(false);
  const referee = new Referee(world);
  expect(working(world, 'sell')).toEqual([]);
  world.run(5_000);
  expect(working(world, 'sell')).toHaveLength(1);
  expect(referee.violations).toEqual([]);
});

test('what is to be sold at the opening waits for its first price: yesterday’s says nothing of a gap', () => {
  const world = holding();
  const moment = world.moment.bind(world);
  world.night(true);
  world.moment = () => ({ ...moment(), awaitsPrice: () => true });
  world.leave();
  world.run(1_000);
  expect(net(world)).toBe(40);
  // Far below where an exit at yesterday's price would have waited.
  world.lastPaise = 560_00;
  world.moment = moment;
  world.run(500);
  expect(net(world)).toBe(0);
  expect(world.broker.all).toHaveLength(3);
});

test('a stop that somebody cancels at the broker is placed again', () => {
  const world = holding();
  for (const order of working(world, 'sell')) world.broker.cancelByHand(order);
  world.run(500);
  expect(working(world, 'sell')).toMatchObject([{ state: 'trigger_pending', shape: { quantity: 40 } }]);
});

test('a position that its owner takes over keeps its stop, also when another process takes the account up', () => {
  const world = holding();
  const [run] = world.runs;
  if (run) world.detach(run);
  world.restart();
  world.run(5_000);
  expect(working(world, 'sell')).toHaveLength(1);
  world.lastPaise = 593_00;
  world.run(5_000);
  expect(net(world)).toBe(0);
  expect(world.broker.all).toHaveLength(2);
  expect(kinds(world)).toEqual(['fill']);
});

test('an entry that is still open when its owner takes the position over is taken back', () => {
  const world = new DeskWorld();
  world.depth = 5;
  world.enter(40);
  world.run(30);
  world.depth = 0;
  world.run(100);
  const [run] = world.runs;
  if (run) world.detach(run);
  world.run(1_000);
  expect(working(world, 'buy')).toEqual([]);
});

test('two runs in one instrument do not disturb each other', () => {
  const world = new DeskWorld({ sides: ['buy', 'buy'] });
  for (const run of world.runs) world.enter(10 * run.deploymentId, run);
  world.run(500);
  world.leave('exit', world.runs[0]);
  world.run(500);
  expect(world.runs.map(({ held }) => held)).toEqual([0, 20]);
  expect(working(world, 'sell')).toMatchObject([{ shape: { quantity: 20 } }]);
});

test('that the answers to lost requests never came holds up nothing: the next is sent as soon as the book has shown it', () => {
  const world = holding();
  world.faults = Array.from({ length: 5 }, () => 'lost_before');
  const movedAt = world.wall;
  world.moveStop(590_00);
  // Each is given up when the book has not shown it; its caller hears so four books later, while the next is under way.
  const isMoved = (): boolean => working(world, 'sell').every(({ shape }) => shape.triggerPaise === 590_00);
  while (!isMoved() && world.wall - movedAt < 30_000) world.run(50);
  expect(world.faults).toEqual([]);
  expect(world.wall - movedAt).toBeLessThan(7 * world.settings.bookEveryMs);
});

test('while a session takes no entries, what is held has its stop and can be left, and nothing is bought', () => {
  const world = new DeskWorld();
  world.enter(40);
  world.run(1_000);
  const early = world.moment.bind(world);
  world.moment = () => ({ ...early(), takesEntries: false });
  world.broker.cancelByHand(world.broker.all.at(-1) ?? expect.fail('no stop'));
  world.run(3_000);
  expect(world.broker.all.map(({ state }) => state)).toEqual(['filled', 'cancelled', 'trigger_pending']);
  world.leave();
  world.run(3_000);
  expect(world.runs[0]?.held).toBe(0);
  const before = world.broker.all.length;
  world.enter(40);
  world.run(20_000);
  expect(world.broker.all).toHaveLength(before);
});
