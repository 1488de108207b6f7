import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { rehearse, rehearseSweeps } from './rehearse.ts';

const calendar = createCalendar(NSE_CALENDAR);

/** Asked for the next back-test each time: so many are run. */
function overAfter(count: number): () => boolean {
  // Once more before the first of them.
  let left = count + 1;
  return () => {
    left -= 1;
    return left < 0;
  };
}

test('a rehearsal trades often, so that all is done that a back-test does', async () => {
  // Four rounds: sets in each of them, whole back-tests in the first.
  const { runs, trades, wholeTrades, kept } = await rehearse(calendar, overAfter(15));
  expect(runs).toBe(15);
  expect(wholeTrades).toHaveLength(4);
  for (const each of wholeTrades) expect(each).toBeGreaterThan(30);
  expect(wholeTrades[0]).toBeGreaterThan(100);
  for (const each of trades) expect(each).toBeGreaterThan(10);
  expect(kept).toHaveLength(trades.length);
});

test('who helps with sweeps rehearses those alone', async () => {
  const { runs, trades, wholeTrades, kept } = await rehearseSweeps(calendar, overAfter(6));
  expect(runs).toBe(6);
  expect(wholeTrades).toEqual([]);
  for (const each of trades) expect(each).toBeGreaterThan(10);
  expect(kept).toHaveLength(4);
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
