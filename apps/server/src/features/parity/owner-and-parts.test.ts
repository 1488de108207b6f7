import { expect, test } from 'vitest';
import { totalOf } from './causes.ts';
import type { DoneTrade, ExpectedTrade, ParityFacts } from './facts.ts';
import { compareDay, joinRuns } from './rules.ts';

const minute = { openPaise: 60_000, lowPaise: 55_000, highPaise: 65_000 };
const leg = (pricePaise: number, minuteOfDay: number, barOpenAt?: number) =>
  ({ at: minuteOfDay * 60_000, pricePaise, rule: 'entry', referencePaise: pricePaise, barOpenAt }) as const;
const stopAt = (pricePaise: number, minuteOfDay: number) => ({
  ...leg(pricePaise, minuteOfDay),
  rule: 'stop' as const,
});

/** A long of ten from 600.00 that a stop at 590.00 ends half an hour later. */
const expected: ExpectedTrade = {
  ...{ key: 'A@1', symbol: 'A', direction: 'long', quantity: 10, chargesPaise: 500 },
  entry: { ...leg(60_000, 2, 60_000), slippagePaise: 0 },
  exit: { ...stopAt(59_000, 32), slippagePaise: 0 },
};
/** Entered five paise dearer. Its owner had moved the stop to 599.00, which was met sooner. */
const done: DoneTrade = {
  ...{ key: 'A@1', symbol: 'A', direction: 'long', quantity: 10, wantedQuantity: 10, chargesPaise: 500 },
  entry: { ...leg(60_005, 2, 60_000), minute },
  exit: { ...stopAt(59_900, 12), minute },
  grossPaise: -1_050,
  disturbance: undefined,
};
const factsOf = (changes: Partial<ParityFacts>): ParityFacts => ({
  ...{ mode: 'live', expected: [expected], done: [done], refusals: new Map() },
  ...{ ownerFrom: undefined, haltedFrom: undefined, marks: new Map([['A', 60_300]]), ticks: new Map([['A', 5]]) },
  ...changes,
});
const partsOf = (changes: Partial<ParityFacts>) =>
  Object.fromEntries(compareDay(factsOf(changes)).parts.map(({ cause, paise }) => [cause, paise]));

test('a stop that its owner moved while it was held is his doing, whatever else differed', () => {
  const levelMoves = [{ symbol: 'A', at: 6 * 60_000 }];
  expect(partsOf({ levelMoves })).toEqual({ slippage: -50, owner: 9_000 });
  // Nobody moved it: it follows from the entry.
  expect(partsOf({})).toEqual({ slippage: -50, carried: 9_000 });
  // The stop of another share, or of a position before this one.
  expect(partsOf({ levelMoves: [{ symbol: 'B', at: 6 * 60_000 }] })).toEqual({ slippage: -50, carried: 9_000 });
  expect(partsOf({ levelMoves: [{ symbol: 'A', at: 60_000 }] })).toEqual({ slippage: -50, carried: 9_000 });
});

test('a stop that its owner moved is why a position was left that its rules would have kept, or was kept that they left', () => {
  const levelMoves = [{ symbol: 'A', at: 6 * 60_000 }];
  const kept = { ...expected, exit: undefined };
  expect(partsOf({ expected: [kept], levelMoves })).toEqual({ slippage: -50, owner: -4_000 });
  const open = { ...done, exit: undefined, grossPaise: undefined };
  expect(partsOf({ done: [open], levelMoves })).toEqual({ slippage: -50, owner: 13_000 });
});

test('units that left while the others stayed count at what they brought, and the rest at the day’s last price', () => {
  const left = { quantity: 4, valuePaise: 4 * 60_100, closedAtBroker: true };
  const open = { ...done, exit: undefined, grossPaise: undefined, left };
  const day = compareDay(factsOf({ expected: [{ ...expected, exit: undefined }], done: [open] }));
  // Four at 601.00 and six at 603.00, from 600.05, less charges.
  expect(day.doneNetPaise).toBe(4 * 95 + 6 * 295 - 500);
  expect(day.parts).toEqual([
    { cause: 'slippage', paise: -50 },
    { cause: 'closed_at_broker', paise: -800 },
  ]);
  expect(totalOf(day.parts)).toBe(day.differencePaise);
});

test('what is entered after its owner changed what it may do is his doing', () => {
  expect(partsOf({ expected: [], ownerFrom: 60_000 })).toEqual({ owner: -1_550 });
  expect(partsOf({ expected: [], ownerFrom: 180_000 })).toEqual({ unexplained: -1_550 });
});

test('a day of two runs is the sum of both, part by part', () => {
  const [one, other] = [compareDay(factsOf({})), compareDay(factsOf({ done: [] }))];
  const day = joinRuns([one, other]);
  expect(day.trades).toHaveLength(2);
  expect(day.differencePaise).toBe(one.differencePaise + other.differencePaise);
  expect(day.doneNetPaise - day.expectedNetPaise).toBe(day.differencePaise);
  expect(totalOf(day.parts)).toBe(day.differencePaise);
  expect([day.unexplained, day.unquoted]).toEqual([one.unexplained + other.unexplained, one.unquoted + other.unquoted]);
});
