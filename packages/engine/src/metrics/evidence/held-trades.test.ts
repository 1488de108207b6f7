import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { closedTrade } from '../testing/closed-trade.ts';
import { heldTrade, tradableBars } from './held-trades.ts';
import { randomEntries } from './random-entries.ts';

/** Three sessions of bars of five minutes from 09:15 to 15:30. */
const TIME = ['2026-09-14', '2026-09-15', '2026-09-16'].flatMap((date) =>
  Array.from({ length: 75 }, (_, i) => indiaMoment(date, 555 + 5 * i)),
);
const OPEN = TIME.map((_, i) => 100_00 + i);

function trade(from: readonly [string, number], to: readonly [string, number]) {
  return closedTrade({ entryAt: indiaMoment(...from), exitAt: indiaMoment(...to) });
}

test('a trade is held for the bars between those of its entry and its exit', () => {
  // 09:21 lies in the bar of 09:20, 10:00 opens one: eight bars on.
  const held = heldTrade(trade(['2026-09-15', 561], ['2026-09-15', 600]), TIME);
  expect(held).toMatchObject({ holdingBars: 8, overnight: false, quantity: 10, netPaise: 10_00 });
  expect(heldTrade(trade(['2026-09-15', 561], ['2026-09-15', 564]), TIME)?.holdingBars).toBe(1);
});

test('a trade that is entered and left in the first or the last bar of a session is held for that bar', () => {
  expect(heldTrade(trade(['2026-09-15', 555], ['2026-09-15', 558]), TIME)?.holdingBars).toBe(1);
  expect(heldTrade(trade(['2026-09-15', 925], ['2026-09-15', 929]), TIME)?.holdingBars).toBe(1);
  // The first bar of all is one of them.
  expect(heldTrade(trade(['2026-09-14', 555], ['2026-09-14', 570]), TIME)?.holdingBars).toBe(3);
});

test('a trade over night counts the bars of both sessions, and no closed hours', () => {
  // From 15:25, the last bar of the 14th, to 09:15 of the 15th.
  const held = heldTrade(trade(['2026-09-14', 925], ['2026-09-15', 555]), TIME);
  expect(held).toMatchObject({ holdingBars: 1, overnight: true });
});

test('a trade from before the first bar cannot be placed', () => {
  expect(heldTrade(trade(['2026-09-11', 600], ['2026-09-14', 600]), TIME)).toBeUndefined();
  expect(heldTrade(closedTrade(), [])).toBeUndefined();
});

test('a trade that took a whole session has its doubles in each session', () => {
  const whole = heldTrade(trade(['2026-09-15', 555], ['2026-09-15', 929]), TIME);
  expect(whole?.holdingBars).toBe(74);
  const found = randomEntries({
    trades: whole ? [whole] : [],
    barsOf: () => tradableBars(TIME, { openPaise: OPEN, closePaise: OPEN }),
    costPaise: () => 0,
    seed: 1,
    samples: 100,
  });
  // 10 units at each first bar (₹100, ₹100.75, ₹101.50) gain 74 paise a unit.
  expect(found).toMatchObject({ lowPaise: 7_40, highPaise: 7_40 });
});

test('a trade of a day has its doubles at the times at which its strategy may trade', () => {
  const hours = { entryFromMinute: 555, entryToMinute: 570, waitMinutes: 5, squareOffMinute: 600, weekdays: [1, 3] };
  const { use = [] } = tradableBars(TIME, { openPaise: OPEN, closePaise: OPEN }, hours);
  // 09:15 can only be held in: no bar of the day has closed. Then entries up to 09:30, and bars to be held in up to 10:00.
  const day = [1, 2, 2, 2, 1, 1, 1, 1, 1, 1, ...new Array<number>(65).fill(0)];
  const closed = day.map((own) => Math.min(own, 1));
  expect([...Array.from(use)]).toEqual([...day, ...closed, ...day]);
  const steps = TIME.map((_, i) => 100_00 + (i % 75) ** 2);
  const held = heldTrade(trade(['2026-09-14', 565], ['2026-09-14', 595]), TIME);
  const found = randomEntries({
    trades: held ? [held] : [],
    barsOf: () => tradableBars(TIME, { openPaise: steps, closePaise: steps }, hours),
    costPaise: () => 0,
    seed: 1,
    samples: 300,
  });
  // Six bars on from the second to the fourth: (7² − 1²), (8² − 2²) or (9² − 3²) paise for each of 10 units.
  expect(found).toMatchObject({ lowPaise: 4_80, middlePaise: 6_00, highPaise: 7_20 });
});

test('a daily trade whose stop was met on its first day is held from the opening to the close of any day', () => {
  const days = Array.from({ length: 40 }, (_, i) => indiaMoment('2026-07-01', 555) + i * 86_400_000);
  const openPaise = days.map(() => 100_00);
  const closePaise = days.map((_, i) => 100_00 + (i % 2 === 0 ? 3_00 : 1_00));
  const within = closedTrade({ entryAt: days[5] ?? 0, exitAt: (days[5] ?? 0) + 3_600_000, netPaise: -80_00 });
  const over = closedTrade({ entryAt: days[8] ?? 0, exitAt: days[20] ?? 0, netPaise: 0 });
  const trades = [within, over].flatMap((each) => heldTrade(each, days) ?? []);
  expect(trades.map(({ holdingBars, overnight }) => [holdingBars, overnight])).toEqual([
    [0, false],
    [12, true],
  ]);
  const found = randomEntries({
    ...{ trades, seed: 1, samples: 200 },
    barsOf: () => tradableBars(days, { openPaise, closePaise }),
    costPaise: () => 0,
  });
  // 10 units gain ₹1 or ₹3 between the opening and the close of a day; from opening to opening nothing moves.
  expect(found).toMatchObject({ trades: 2, lowPaise: 10_00, highPaise: 30_00, realPaise: -80_00 });
});

test('a daily trade that ended on a day without a bar was held for a bar', () => {
  const days = [0, 1, 4].map((day) => indiaMoment('2026-07-01', 555) + day * 86_400_000);
  const held = heldTrade(closedTrade({ entryAt: days[1] ?? 0, exitAt: (days[1] ?? 0) + 86_400_000 }), days);
  expect(held).toMatchObject({ holdingBars: 1, overnight: true });
});
