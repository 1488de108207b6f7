import { expect } from 'vitest';
import type { RunnerState } from '../runner/held-run.ts';
import { expectTradeLogOf } from './trade-log.ts';
import type { World } from './world.ts';

/** Everything that is stored of one deployment. */
export async function readBooks({ testDb }: World, deploymentId: number) {
  const db = testDb.db.kysely;
  const own = <T extends { where: (column: 'deployment_id', op: '=', value: number) => T }>(query: T): T =>
    query.where('deployment_id', '=', deploymentId);
  const [decisions, orders, positions, days, runs, deployment] = await Promise.all([
    own(db.selectFrom('decision').selectAll()).orderBy('run_number').orderBy('sequence').execute(),
    own(db.selectFrom('trade_order').selectAll()).orderBy('id').execute(),
    own(db.selectFrom('position').selectAll()).orderBy('id').execute(),
    own(db.selectFrom('daily_result').selectAll()).orderBy('day').execute(),
    own(db.selectFrom('deployment_run').selectAll()).orderBy('run_number').execute(),
    db.selectFrom('deployment').selectAll().where('id', '=', deploymentId).executeTakeFirstOrThrow(),
  ]);
  const events = await db
    .selectFrom('order_event')
    .innerJoin('trade_order', 'trade_order.id', 'order_event.order_id')
    .select(['order_event.order_id', 'order_event.state'])
    .where('trade_order.deployment_id', '=', deploymentId)
    .orderBy('order_event.id')
    .execute();
  return { decisions, orders, positions, days, runs, deployment, events };
}

export type Books = Awaited<ReturnType<typeof readBooks>>;

/** Nothing lost, nothing doubled: what is stored of a deployment fits together to the paisa. */
export async function expectSoundBooks(world: World, deploymentId: number): Promise<Books> {
  const books = await readBooks(world, deploymentId);
  expectOrdersFollowDecisions(books);
  expectPositionsFollowOrders(books);
  expectDaysAddUp(books);
  expectStateMatches(books);
  await expectTradeLogOf(world, books);
  return books;
}

function expectOrdersFollowDecisions({ decisions, orders, runs, events }: Books): void {
  for (const { run_number: run } of runs) {
    const own = decisions.filter((row) => row.run_number === run);
    expect(own.map((row) => row.sequence)).toEqual(own.map((_, i) => i + 1));
    const acted = own.filter((row) => row.action !== 'veto').map((row) => row.sequence);
    const intents = orders.filter((row) => row.run_number === run).map((row) => row.intent_id);
    expect(intents.toSorted((a, b) => a - b)).toEqual(acted);
  }
  for (const order of orders) {
    const states = events.filter((event) => event.order_id === order.id).map((event) => event.state);
    const isOpen = order.state === 'intended' || order.state === 'partially_filled';
    const whole = states.filter((state) => state !== 'partially_filled');
    expect(whole).toEqual(isOpen ? ['intended'] : ['intended', order.state]);
    expect(states.at(-1)).toBe(order.state);
    expect(['intended', 'partially_filled', 'filled', 'cancelled']).toContain(order.state);
    expect(order.average_paise !== null).toBe(order.state === 'filled' || order.state === 'partially_filled');
  }
}

function expectPositionsFollowOrders({ orders, positions, events }: Books): void {
  const filled = orders.filter((order) => order.state === 'filled');
  const entries = filled.filter((order) => order.purpose === 'entry').map((order) => order.id);
  const exits = filled.filter((order) => order.purpose === 'exit').map((order) => order.id);
  expect(positions.map((row) => row.entry_order_id).toSorted((a, b) => a - b)).toEqual(entries);
  const left = positions.flatMap((row) => (row.exit_order_id === null ? [] : [row.exit_order_id]));
  expect(left.toSorted((a, b) => a - b)).toEqual(exits);
  for (const position of positions) {
    const entry = filled.find((order) => order.id === position.entry_order_id);
    expect(position.entry_charges_paise).toBe(entry?.charges_paise);
    if (position.exit_paise === null) continue;
    expect(filled.find((order) => order.id === position.exit_order_id)?.average_paise).toBe(position.exit_paise);
    const sign = position.direction === 'long' ? 1 : -1;
    const ofAverages = BigInt(sign * (position.exit_paise - position.entry_paise) * position.quantity);
    const isInParts = events.some(
      (event) => event.order_id === position.exit_order_id && event.state.startsWith('part'),
    );
    // The average of parts is rounded to the paisa for a unit, the money is not.
    const gross = isInParts ? (position.gross_paise ?? 0n) : ofAverages;
    expect(Math.abs(Number(gross - ofAverages))).toBeLessThan(position.quantity);
    const own = filled.filter((order) => order.id === position.entry_order_id || order.id === position.exit_order_id);
    expect(position.gross_paise).toBe(gross);
    expect(position.charges_paise).toBe(own.reduce((sum, order) => sum + order.charges_paise, 0n));
    expect(position.net_paise).toBe(gross - position.charges_paise);
  }
}

function expectDaysAddUp({ positions, days }: Books): void {
  const closed = positions.filter((row) => row.status === 'closed');
  for (const day of days) {
    const own = closed.filter((row) => row.exit_day === day.day);
    expect(day.trades).toBe(own.length);
    expect(day.wins).toBe(own.filter((row) => (row.net_paise ?? 0n) > 0n).length);
    expect(day.net_paise).toBe(own.reduce((sum, row) => sum + (row.net_paise ?? 0n), 0n));
    expect(day.charges_paise).toBe(own.reduce((sum, row) => sum + row.charges_paise, 0n));
  }
  expect(days.reduce((sum, day) => sum + day.trades, 0)).toBe(closed.length);
}

function expectStateMatches({ runs, orders, positions }: Books): void {
  const run = runs.at(-1);
  if (!run?.state) return;
  const { bases } = (run.state as RunnerState).run;
  const held = bases.flatMap(({ position }) => (position ? [`${position.symbol} ${position.quantity}`] : []));
  const open = positions.filter((row) => row.status === 'open').map((row) => `${row.symbol} ${row.quantity}`);
  expect(open.toSorted()).toEqual(held.toSorted());
  const pending = bases.flatMap((base) => base.pending.map((intent) => intent.id));
  const isWaiting = (state: string): boolean => state === 'intended' || state === 'partially_filled';
  const waiting = orders.filter((row) => isWaiting(row.state) && row.run_number === run.run_number);
  expect(waiting.map((row) => row.intent_id).toSorted()).toEqual(pending.toSorted());
}
