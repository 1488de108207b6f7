import type { Database } from '@trickdesk/db';
import { createCalendar, type EpochMs, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import type { AccountDesk } from './account-desk.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import type { DeskParts } from './parts.ts';
import { RunSeat } from './seat.ts';
import { instrumentNamed, NOON, openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { insertIntent, insertRun, type RunRows } from './testing/sim-run-rows.ts';
import { waitsForOpening } from './waiting-entries.ts';

/** A Monday; the next morning has a session as well. */
const DAY = '2025-07-07';
const CLOSE = indiaMoment(DAY, 15 * 60 + 30);
const OPENING = indiaMoment('2025-07-08', 9 * 60 + 15);
const minutes = (count: number): number => count * 60_000;

let testDb: TestDatabase;
let accounts = 0;
const open: AccountDesk[] = [];
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});
afterAll(() => testDb.drop());

interface Trading {
  readonly run: RunRows;
  readonly broker: ScriptedBroker;
}

async function trading(): Promise<Trading> {
  accounts += 1;
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, `waits${accounts}`), `W${accounts}`);
  await sql`UPDATE deployment SET status = 'running', phase = 'running' WHERE id = ${run.deploymentId}`.execute(
    testDb.db.kysely,
  );
  return { run, broker: new ScriptedBroker() };
}

async function sit(
  { run, broker }: Trading,
  at: EpochMs,
  { onNews = () => undefined, ...changes }: Partial<DeskParts> & { readonly onNews?: () => void } = {},
) {
  const calendar = createCalendar(NSE_CALENDAR);
  const desk = await openDesk({ database: testDb.db, linkId: run.linkId, broker }, { calendar, ...changes });
  open.push(desk);
  desk.onClock(at);
  const facts = { ...run, brokerLinkId: run.linkId, runNumber: 1, product: 'delivery' } as const;
  const seat = new RunSeat(desk, { ...facts, instruments: [instrumentNamed('SBIN')] }, onNews);
  seat.resume();
  return { desk, seat };
}

/** What a daily bar leads to: an intent to buy ten SBIN, at the close. */
async function decide(seat: RunSeat, run: RunRows): Promise<void> {
  await testDb.db.transaction(async (tx) => {
    const tradeOrderId = await insertIntent(tx, run, { id: 1, purpose: 'entry', quantity: 10 });
    await sql`UPDATE trade_order SET at = ${new Date(CLOSE)} WHERE id = ${tradeOrderId}`.execute(tx);
    const place = { id: 1, decisionSequence: 1, at: CLOSE, base: 0, symbol: 'SBIN', side: 'buy' } as const;
    const intent = { ...place, purpose: 'entry', quantity: 10, rule: 'entry', referencePaise: 600_00 } as const;
    await seat.write(tx, [{ kind: 'intent', placed: { intent, tradeOrderId } }], CLOSE);
  });
  await seat.committed();
}

/** Some beats, and what they led to. */
async function beats(desk: AccountDesk): Promise<void> {
  for (let n = 0; n < 12; n += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  await desk.settled();
}

async function told({ deploymentId }: RunRows): Promise<unknown[]> {
  const { rows } = await sql<{ body: object }>`SELECT body FROM order_news WHERE deployment_id = ${deploymentId}
    ORDER BY id`.execute(testDb.db.kysely);
  return rows.map(({ body }) => body);
}

const sent = ({ broker }: Trading): unknown[] =>
  broker.placed.map(({ side, quantity, pricePaise }) => [side, quantity, pricePaise]);

async function ordersOf({ deploymentId }: RunRows): Promise<unknown[]> {
  const { rows } = await sql<{ day: string; exchange_at: Date }>`SELECT day::text, exchange_at FROM broker_order
    WHERE deployment_id = ${deploymentId}`.execute(testDb.db.kysely);
  return rows.map(({ day, exchange_at: at }) => [day, at.getTime()]);
}

test('an entry for delivery that was decided at the close goes out with the first price of the next session', async () => {
  const of = await trading();
  const { desk, seat } = await sit(of, NOON);
  desk.onPrice(1, CLOSE - 1_000, 600_00);
  desk.onClock(CLOSE);
  await decide(seat, of.run);
  desk.onPrice(1, CLOSE + 500, 600_00);
  await beats(desk);
  // A price before the opening, and the opening without one.
  desk.onPrice(1, OPENING - minutes(7), 611_00);
  desk.onClock(OPENING - 1);
  await beats(desk);
  expect([sent(of), await told(of.run)]).toEqual([[], []]);
  desk.onPrice(1, OPENING + 200, 610_00);
  await beats(desk);
  // Thirty basis points beyond the price of then.
  expect(sent(of)).toEqual([['buy', 10, 611_85]]);
  expect(await ordersOf(of.run)).toEqual([['2025-07-08', OPENING + 200]]);
  desk.onPrice(1, OPENING + 900, 610_00);
  await beats(desk);
  expect(of.broker.placed).toHaveLength(1);
});

test('so it does from the hands of who takes the run up in the night, once', async () => {
  const of = await trading();
  const first = await sit(of, CLOSE);
  await decide(first.seat, of.run);
  first.desk.abandon();
  const second = await sit(of, OPENING - minutes(60));
  second.desk.onPrice(1, OPENING + 100, 590_00);
  await beats(second.desk);
  expect(sent(of)).toEqual([['buy', 10, 591_80]]);
  second.desk.abandon();
  const third = await sit(of, OPENING + minutes(1));
  third.desk.onPrice(1, OPENING + minutes(2), 590_00);
  await beats(third.desk);
  expect(of.broker.placed).toHaveLength(1);
  expect(await ordersOf(of.run)).toHaveLength(1);
});

test('who takes the run up long after the opening buys nothing, and tells the run', async () => {
  const of = await trading();
  const first = await sit(of, CLOSE);
  await decide(first.seat, of.run);
  first.desk.abandon();
  let woken = 0;
  const onNews = (): void => {
    woken += 1;
  };
  const { desk } = await sit(of, OPENING + minutes(16), { onNews });
  desk.onPrice(1, OPENING + minutes(17), 600_00);
  await beats(desk);
  expect(of.broker.placed).toEqual([]);
  expect(await told(of.run)).toMatchObject([{ kind: 'ended', intentId: 1, reason: 'cancelled' }]);
  expect(woken).toBe(1);
});

test('nothing of a run that was left goes out by the desk that it was left with', async () => {
  const of = await trading();
  const { desk, seat } = await sit(of, CLOSE);
  await decide(seat, of.run);
  seat.leave();
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  expect([of.broker.placed, await told(of.run)]).toEqual([[], []]);
});

test('what was stored while no answer came is found when the desk has read its rows anew', async () => {
  const of = await trading();
  const { desk } = await sit(of, CLOSE);
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  await testDb.db.transaction(async (tx) => {
    const tradeOrderId = await insertIntent(tx, of.run, { id: 1, purpose: 'entry', quantity: 10 });
    await sql`UPDATE trade_order SET at = ${new Date(CLOSE)} WHERE id = ${tradeOrderId}`.execute(tx);
  });
  desk.onPrice(1, OPENING + 900, 600_00);
  await beats(desk);
  expect(of.broker.placed).toEqual([]);
  await desk.reload();
  desk.onPrice(1, OPENING + 1_900, 600_00);
  await beats(desk);
  expect(sent(of)).toEqual([['buy', 10, 601_80]]);
});

test('one that was stored although no answer came is looked for at the broker, and its run is told that it is not there', async () => {
  const of = await trading();
  let lost = 0;
  const database: Database = {
    ...testDb.db,
    kysely: testDb.db.kysely,
    transaction: async (work, options) => {
      const answer = await testDb.db.transaction(work, options);
      if (lost > 0 || (await ordersOf(of.run)).length === 0) return answer;
      lost += 1;
      throw new Error('the line was lost before the answer came');
    },
  };
  const { desk, seat } = await sit(of, CLOSE, {
    database,
    settings: { ...DESK_DEFAULTS, release: { absences: 1, afterMs: 200 } },
  });
  await decide(seat, of.run);
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  for (let n = 1; n < 20 && (await told(of.run)).length === 0; n += 1) {
    desk.onPrice(1, OPENING + 100 + n * 600, 600_00);
    await beats(desk);
  }
  expect([lost, sent(of)]).toEqual([1, []]);
  expect(await told(of.run)).toMatchObject([{ kind: 'ended', intentId: 1, note: 'The broker never received it.' }]);
  expect(await ordersOf(of.run)).toHaveLength(1);
});

test('only what is held over the night waits for it, and only of a day that the calendar knows', () => {
  const calendar = createCalendar(NSE_CALENDAR);
  const waits = (product: 'delivery' | 'intraday', at: EpochMs) => waitsForOpening(product, { calendar, at });
  expect(waits('delivery', CLOSE)).toBe(true);
  expect(waits('delivery', CLOSE - 1)).toBe(false);
  expect(waits('intraday', CLOSE)).toBe(false);
  expect(waits('delivery', indiaMoment('2040-01-02', 16 * 60))).toBe(false);
});

test('one that its run withdraws before the opening has ended, and never goes out', async () => {
  const of = await trading();
  const { desk, seat } = await sit(of, CLOSE);
  await decide(seat, of.run);
  await testDb.db.transaction((tx) => seat.write(tx, [{ kind: 'withdrawn', intentId: 1 }], CLOSE + 1));
  await seat.committed();
  expect(await told(of.run)).toMatchObject([{ kind: 'ended', intentId: 1, reason: 'cancelled' }]);
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  expect(of.broker.placed).toEqual([]);
  expect(await told(of.run)).toHaveLength(1);
});

test('its limits are asked at the opening; a word that a new price may change is asked for again', async () => {
  const of = await trading();
  const words = [{ rule: 'stale_price', sentence: 'Old.' }, undefined] as const;
  let asked = 0;
  const gate = async () => {
    asked += 1;
    return words[Math.min(asked, words.length) - 1];
  };
  const { desk, seat } = await sit(of, CLOSE, { gate });
  await decide(seat, of.run);
  expect(asked).toBe(0);
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  await beats(desk);
  expect([asked, of.broker.placed.length, await told(of.run)]).toEqual([2, 1, []]);
});

test('where a limit says no, its run is told so', async () => {
  const of = await trading();
  const { desk, seat } = await sit(of, CLOSE, { gate: async () => ({ rule: 'account_loss', sentence: 'No.' }) });
  await decide(seat, of.run);
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  expect(of.broker.placed).toEqual([]);
  expect(await told(of.run)).toMatchObject([
    { kind: 'ended', intentId: 1, reason: 'refused', veto: 'account_loss', note: 'No.' },
  ]);
});

test('nothing goes out before its run stands where the exchange does, nor for one that is halted', async () => {
  const of = await trading();
  const { desk, seat } = await sit(of, CLOSE);
  await decide(seat, of.run);
  await sql`UPDATE deployment SET status = 'halted' WHERE id = ${of.run.deploymentId}`.execute(testDb.db.kysely);
  desk.onPrice(1, OPENING + 100, 600_00);
  await beats(desk);
  expect([of.broker.placed, await told(of.run)]).toEqual([[], []]);
});
