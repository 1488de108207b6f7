import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { rehearse, rehearseSweeps } from './rehearse.ts';

const calendar = createCalendar(NSE_CALENDAR);

test('a rehearsal trades often, so that all is done that a back-test does', async () => {
  const { runs, trades, wholeTrades, kept } = await rehearse(calendar, () => false);
  expect(runs).toBe(3 * (96 + 24));
  expect(wholeTrades).toHaveLength(3);
  for (const each of wholeTrades) expect(each).toBeGreaterThan(30);
  expect(wholeTrades[0]).toBeGreaterThan(100);
  for (const each of trades) expect(each).toBeGreaterThan(10);
  expect(kept).toHaveLength(trades.length);
});

test('who helps with sweeps rehearses those alone', async () => {
  const { runs, trades, wholeTrades, kept } = await rehearseSweeps(calendar, () => false);
  expect(runs).toBe(3 * 96);
  expect(wholeTrades).toEqual([]);
  for (const each of trades) expect(each).toBeGreaterThan(10);
  expect(kept).toHaveLength(3);
});

test('it gives way between two back-tests', async () => {
  const answers = [false, false, false, true];
  expect((await rehearse(calendar, () => answers.shift() ?? true)).runs).toBe(2);
  expect((await rehearse(calendar, () => true)).runs).toBe(0);
});

test('it is left out where the calendar knows no session', async () => {
  const empty = { ...calendar, nextSession: () => undefined };
  expect(await rehearse(empty, () => false)).toEqual({ runs: 0, trades: [], wholeTrades: [], kept: [] });
});
