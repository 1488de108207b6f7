import type { ParityCause } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Part, totalOf } from './causes.ts';
import type { DoneTrade, ExpectedTrade, ParityFacts } from './facts.ts';
import { legParts, marketPaiseOf } from './legs.ts';
import { compareDay } from './rules.ts';

const price = fc.integer({ min: 100, max: 5_000 }).map((ticks) => ticks * 5);
const at = fc.integer({ min: 0, max: 375 }).map((minute) => minute * 60_000);
const barOpenAt = fc.option(at, { nil: undefined });
const rule = fc.constantFrom('exit', 'stop', 'target', 'trailing', 'square_off', 'owner_exit', 'risk', 'broker');
const anyLeg = fc.record({ at, pricePaise: price, rule, referencePaise: price, barOpenAt });
const slippagePaise = fc.integer({ min: 0, max: 50 });
const minute = fc.option(
  fc.tuple(price, price, price).map((prices) => {
    const [lowPaise = 0, openPaise = 0, highPaise = 0] = prices.toSorted((a, b) => a - b);
    return { lowPaise, openPaise, highPaise };
  }),
  { nil: undefined },
);
const sides = {
  key: fc.constantFrom('A@1', 'A@2', 'B@1', 'B@2', 'C@carried'),
  symbol: fc.constantFrom('A', 'B', 'C'),
  direction: fc.constantFrom('long' as const, 'short' as const),
  quantity: fc.integer({ min: 1, max: 500 }),
  chargesPaise: fc.integer({ min: 0, max: 50_000 }),
};
const modelledLeg = fc.tuple(anyLeg, slippagePaise).map(([leg, slip]) => ({ ...leg, slippagePaise: slip }));
const crossing = fc.option(
  fc.record({
    spreadPaise: fc.integer({ min: -5_000, max: 50_000 }),
    unshownQuantity: fc.integer({ min: 0, max: 300 }),
  }),
  { nil: undefined },
);
const shown = fc.option(
  fc
    .tuple(fc.integer({ min: -5_000, max: 50_000 }), price, price, fc.constantFrom(0, 0, 7))
    .map(([spreadPaise, one, other, unquotedQuantity]) => ({
      spreadPaise,
      lowestPaise: Math.min(one, other),
      highestPaise: Math.max(one, other),
      unquotedQuantity,
    })),
  { nil: undefined },
);
const madeLeg = fc
  .tuple(anyLeg, minute, crossing, shown)
  .map(([leg, prices, crossed, quoted]) => ({ ...leg, minute: prices, crossing: crossed, shown: quoted }));
const leftLeg = fc.tuple(madeLeg, fc.boolean()).map(([leg, closedAtBroker]) => ({ ...leg, closedAtBroker }));
const anyExpected: fc.Arbitrary<ExpectedTrade> = fc.record({
  ...sides,
  entry: modelledLeg,
  exit: fc.option(modelledLeg, { nil: undefined }),
});
const anyDone: fc.Arbitrary<DoneTrade> = fc.record({
  ...sides,
  wantedQuantity: fc.integer({ min: 1, max: 500 }),
  entry: madeLeg,
  exit: fc.option(leftLeg, { nil: undefined }),
  grossPaise: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }), { nil: undefined }),
  left: fc.option(
    fc.record({
      quantity: fc.integer({ min: 1, max: 500 }),
      valuePaise: fc.nat(1_000_000),
      closedAtBroker: fc.boolean(),
    }),
    { nil: undefined },
  ),
  disturbance: fc.constantFrom<(ParityCause | undefined)[]>(undefined, 'rejection', 'partial_fill', 'order_unclear'),
});
const byKey = { selector: ({ key }: { readonly key: string }) => key, maxLength: 5 };
const anyFacts: fc.Arbitrary<ParityFacts> = fc.record({
  mode: fc.constantFrom('paper' as const, 'live' as const),
  expected: fc.uniqueArray(anyExpected, byKey),
  done: fc.uniqueArray(anyDone, byKey),
  refusals: fc.constantFrom<ReadonlyMap<string, ParityCause>[]>(new Map(), new Map([['A@1', 'veto' as const]])),
  ownerFrom: fc.option(at, { nil: undefined }),
  haltedFrom: fc.option(at, { nil: undefined }),
  levelMoves: fc.array(fc.record({ symbol: sides.symbol, at }), { maxLength: 2 }),
  marks: fc.constantFrom(new Map<string, number>(), new Map([['A', 60_000]])),
  ticks: fc.constant(
    new Map([
      ['A', 5],
      ['B', 5],
      ['C', 5],
    ]),
  ),
});

test('whatever happened, the parts of a trade add up to its difference, and those of the day to the day’s', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const day = compareDay(facts);
      for (const trade of day.trades) {
        expect(totalOf(trade.parts) - trade.differencePaise).toBe(0);
        expect(trade.doneNetPaise - trade.expectedNetPaise - trade.differencePaise).toBe(0);
      }
      expect(totalOf(day.parts) - (day.doneNetPaise - day.expectedNetPaise)).toBe(0);
    }),
    { numRuns: 1_000 },
  );
});

test('the parts of each side of a live trade add up to what its price differs by, to the paisa', () => {
  const mode = 'live' as const;
  const anySide = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 500 }),
    expected: modelledLeg,
    done: madeLeg.map((made) => ({ ...made, crossing: undefined })),
    levelMovedBy: fc.constantFrom<(ParityCause | undefined)[]>(undefined, 'data', 'carried'),
  });
  fc.assert(
    fc.property(anySide, (side) => {
      const parts = legParts({ ...side, mode, hasWaited: false, tickPaise: 5 });
      const sign = side.side === 'buy' ? -1 : 1;
      const difference = sign * (side.done.pricePaise - side.expected.pricePaise) * side.quantity;
      expect(totalOf(parts) - difference).toBe(0);
      const { shown: quoted } = side.done;
      const spread = parts.filter(({ cause }: Part) => cause === 'spread').map(({ paise }) => paise);
      expect(spread).toEqual(quoted ? [-quoted.spreadPaise] : []);
    }),
    { numRuns: 1_000 },
  );
});

const OPEN = { openPaise: 60_000, lowPaise: 59_900, highPaise: 60_200 };
const leg = (pricePaise: number, minuteOfDay: number, barOpenAt?: number) =>
  ({ at: minuteOfDay * 60_000, pricePaise, rule: 'entry', referencePaise: pricePaise, barOpenAt }) as const;
const expected: ExpectedTrade = {
  key: 'A@1',
  symbol: 'A',
  direction: 'long',
  quantity: 10,
  chargesPaise: 500,
  entry: { ...leg(60_000, 2, 60_000), slippagePaise: 0 },
  exit: { ...leg(60_500, 9, 480_000), rule: 'exit', slippagePaise: 0 },
};
const done: DoneTrade = {
  ...expected,
  wantedQuantity: 10,
  entry: { ...expected.entry, minute: OPEN },
  exit: {
    ...leg(60_500, 9, 480_000),
    rule: 'exit',
    minute: { openPaise: 60_500, lowPaise: 60_450, highPaise: 60_600 },
  },
  grossPaise: 5_000,
  disturbance: undefined,
};
const factsOf = (changes: Partial<ParityFacts>): ParityFacts => ({
  mode: 'live',
  expected: [expected],
  done: [done],
  refusals: new Map(),
  ownerFrom: undefined,
  haltedFrom: undefined,
  marks: new Map(),
  ticks: new Map([['A', 5]]),
  ...changes,
});
const partsOf = (changes: Partial<ParityFacts>) =>
  Object.fromEntries(compareDay(factsOf(changes)).parts.map(({ cause, paise }) => [cause, paise]));

test('a day that went as expected has no difference and no part', () => {
  expect(compareDay(factsOf({}))).toMatchObject({ differencePaise: 0, parts: [], unexplained: 0 });
});

/** The market when an order to buy ten left: 20 paise from the last price to the ask, and a limit of 603.00. */
const SHOWN = { spreadPaise: 200, lowestPaise: 59_990, highestPaise: 60_300, unquotedQuantity: 0 };

test('a dearer fill in the expected minute is the spread that was shown when its order left, and slippage', () => {
  const entry = { ...done.entry, pricePaise: 60_030, shown: SHOWN };
  const quoted = factsOf({ done: [{ ...done, entry, grossPaise: 4_700 }] });
  expect(compareDay(quoted)).toMatchObject({
    parts: [
      { cause: 'spread', paise: -200 },
      { cause: 'slippage', paise: -100 },
    ],
    unquoted: 0,
    unexplained: 0,
  });
});

test('where no quote was known, none is made up: all of it is slippage, and the trade says so', () => {
  const entry = { ...done.entry, pricePaise: 60_030 };
  const day = compareDay(factsOf({ done: [{ ...done, entry, grossPaise: 4_700 }] }));
  expect(day.parts).toEqual([{ cause: 'slippage', paise: -300 }]);
  expect([day.unquoted, day.trades[0]?.unquoted]).toEqual([1, ['entry']]);
  const half = { ...SHOWN, unquotedQuantity: 4 };
  const partly = { ...done, entry: { ...entry, shown: half }, grossPaise: 4_700 };
  expect(compareDay(factsOf({ done: [partly] })).trades[0]?.unquoted).toEqual(['entry']);
  expect(compareDay(factsOf({})).unquoted).toBe(0);
});

test('a fill a minute late pays the market’s move as latency, and the spread beside it', () => {
  const minute = { ...OPEN, openPaise: 60_040 };
  const entry = { ...done.entry, at: 180_000, pricePaise: 60_045, minute };
  expect(partsOf({ done: [{ ...done, entry, grossPaise: 4_550 }] })).toEqual({ latency: -400, slippage: -50 });
  const quoted = { ...entry, shown: { ...SHOWN, spreadPaise: 50 } };
  expect(partsOf({ done: [{ ...done, entry: quoted, grossPaise: 4_550 }] })).toEqual({ latency: -400, spread: -50 });
});

test('a fill above all that was traded in its minute is explained by the book that it was sent into, up to its limit', () => {
  // 109 units, five paise beyond the minute and the tick that is allowed.
  const units = { quantity: 109, wantedQuantity: 109 };
  const entry = { ...done.entry, pricePaise: 60_210 };
  const sums = { ...done, ...units, grossPaise: 109 * 290 };
  const wide = { ...SHOWN, spreadPaise: 109 * 10 };
  const facts = (changes: Partial<DoneTrade>) =>
    factsOf({ expected: [{ ...expected, quantity: 109 }], done: [{ ...sums, ...changes }] });
  expect(compareDay(facts({ entry })).unexplained).toBe(1);
  const explained = compareDay(facts({ entry: { ...entry, shown: wide } }));
  expect(explained).toMatchObject({
    unexplained: 0,
    parts: [
      { cause: 'spread', paise: -1_090 },
      { cause: 'slippage', paise: -21_800 },
    ],
  });
  const beyond = { ...entry, pricePaise: 60_310, shown: wide };
  expect(compareDay(facts({ entry: beyond, grossPaise: 109 * 190 })).parts).toContainEqual({
    cause: 'unexplained',
    paise: -1_090,
  });
});

test('a partly filled order costs the part of the result that it missed', () => {
  expect(partsOf({ done: [{ ...done, quantity: 4, grossPaise: 2_000 }] })).toEqual({ partial_fill: -3_000 });
});

test('a price at which nobody traded in that minute stays unexplained', () => {
  const entry = { ...done.entry, pricePaise: 61_000 };
  expect(partsOf({ done: [{ ...done, entry, grossPaise: -5_000 }] })['unexplained']).toBe(-7_950);
});

test('what was closed at the broker, and not by the trick, is no latency and no act of its owner here', () => {
  // Decided at the same moment on both sides; the broker closed it a quarter of an hour later, nine rupees a unit below.
  const minute = { openPaise: 59_600, lowPaise: 59_500, highPaise: 59_700 };
  const late = { ...leg(59_600, 24, 480_000), rule: 'exit', minute, closedAtBroker: true } as const;
  const closed = (exit: DoneTrade['exit']) => factsOf({ done: [{ ...done, exit, grossPaise: -4_000 }] });
  expect(compareDay(closed(late))).toMatchObject({
    parts: [{ cause: 'closed_at_broker', paise: -9_000 }],
    unquoted: 0,
    unexplained: 0,
  });
  // Also where the trick had not wanted out.
  const unasked = { ...late, rule: 'broker', barOpenAt: undefined } as const;
  expect(compareDay(closed(unasked)).parts).toEqual([{ cause: 'closed_at_broker', paise: -9_000 }]);
  const own = { ...late, closedAtBroker: false };
  expect(compareDay(closed(own)).parts).toEqual([{ cause: 'latency', paise: -9_000 }]);
});

test('a trade that was refused is missing with the cause that refused it; one without a cause is unexplained', () => {
  expect(partsOf({ done: [], refusals: new Map([['A@1', 'rejection']]) })).toEqual({ rejection: -4_500 });
  expect(partsOf({ done: [] })).toEqual({ unexplained: -4_500 });
  expect(compareDay(factsOf({ expected: [] })).unexplained).toBe(1);
});

test('other charges are named as such to the paisa', () => {
  expect(partsOf({ done: [{ ...done, chargesPaise: 733 }] })).toEqual({ charges: -233 });
});

test('in test mode, what a fill against a quote cost is the spread, and no slippage beside it', () => {
  const modelled = { ...expected, entry: { ...expected.entry, slippagePaise: 15 } };
  const entry = { ...done.entry, pricePaise: 60_013, crossing: { spreadPaise: 130, unshownQuantity: 0 } };
  const crossed = { ...done, entry, grossPaise: 4_870 };
  expect(partsOf({ mode: 'paper', expected: [modelled], done: [crossed] })).toEqual({ spread: -130 });
});

test('in test mode, an entry that the depth cut misses the result of the rest as a partial fill', () => {
  const entry = { ...done.entry, pricePaise: 60_010, crossing: { spreadPaise: 40, unshownQuantity: 6 } };
  const cut = { ...done, quantity: 4, entry, grossPaise: 1_960 };
  expect(partsOf({ mode: 'paper', done: [cut] })).toEqual({ spread: -40, partial_fill: -3_000 });
});

test('in test mode, an exit that waited for depth pays its spread, and the market’s move meanwhile as a partial fill', () => {
  const exit = { ...leg(60_300, 12, 480_000), rule: 'exit', minute: undefined } as const;
  // 2,000 less than expected: 70 for crossing in parts, the rest for waiting.
  const waited = { ...done, exit: { ...exit, crossing: { spreadPaise: 70, unshownQuantity: 7 } }, grossPaise: 3_003 };
  expect(partsOf({ mode: 'paper', done: [waited] })).toEqual({ spread: -70, partial_fill: -1_930, rounding: 3 });
});

/** A long of 109 with a target: expected to be met at 1,875.30, and met at 1,875.50 six minutes later, its entry having been dearer. */
function laterTarget() {
  const level = { rule: 'target', barOpenAt: undefined } as const;
  return legParts({
    ...{ mode: 'live', side: 'sell', hasWaited: false, quantity: 109, tickPaise: 10, levelMovedBy: 'carried' },
    expected: { ...level, at: 600_000, pricePaise: 187_530, referencePaise: 187_530, slippagePaise: 0 },
    done: {
      ...{ ...level, at: 960_000, pricePaise: 187_490, referencePaise: 187_550 },
      minute: { openPaise: 187_380, lowPaise: 187_300, highPaise: 187_590 },
      // The last price was 1,875.50 and the best bid 1,874.90.
      shown: { spreadPaise: 60 * 109, lowestPaise: 186_610, highestPaise: 187_550, unquotedQuantity: 0 },
    },
  }).filter(({ paise }) => paise !== 0);
}

test('another level that the market meets later is no latency: it was sold when it was met', () => {
  expect(laterTarget()).toEqual([
    { cause: 'carried', paise: 20 * 109 },
    { cause: 'spread', paise: -60 * 109 },
  ]);
});

test('a book that closed in between the quote and the fill gives slippage that is a gain', () => {
  // 89 bought: shown were 1,006.75 as last and 1,007.05 as best ask, filled were all at 1,006.95.
  const parts = legParts({
    ...{ mode: 'live', side: 'buy', hasWaited: false, quantity: 89, tickPaise: 5, levelMovedBy: undefined },
    expected: { ...leg(100_675, 1, 60_000), slippagePaise: 0 },
    done: {
      ...{ ...leg(100_695, 1, 60_000), minute: { openPaise: 100_675, lowPaise: 100_625, highPaise: 100_685 } },
      shown: { spreadPaise: 30 * 89, lowestPaise: 100_675, highestPaise: 100_980, unquotedQuantity: 0 },
    },
  }).filter(({ paise }) => paise !== 0);
  expect(parts).toEqual([
    { cause: 'spread', paise: -2_670 },
    { cause: 'slippage', paise: 890 },
  ]);
});

test('the price before the paper matcher made it worse is found again', () => {
  expect(marketPaiseOf('buy', 60_030, { slippageBps: 5, tickPaise: 5 })).toBe(60_000);
  expect(marketPaiseOf('sell', 60_000, { slippageBps: 0, tickPaise: 5 })).toBe(60_000);
});
