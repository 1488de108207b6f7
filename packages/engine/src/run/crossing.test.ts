import { MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPath } from './path.ts';
import { createRun } from './run.ts';
import type { StrategyRun } from './strategy-run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import type { ClosedTrade, Fill, Quote, RunConfig, RunEvent } from './types.ts';

type Row = readonly [number, number, number, number];
type QuoteAt = (at: number, pricePaise: number) => Quote | undefined;

/** A rising bar is the entry signal; a falling one the exit's. */
const SIGNAL: Row = [100, 101, 100, 101];
const QUIET: Row = [101, 101, 101, 101];
const FALL: Row = [101, 101, 100, 100];
const EXIT = { exit: { long: 'close < open' } };
const SLIPPING = { slippageBps: 20 } as const;

/** Ten paise to either side of the price, so many units on each level. */
const around =
  (...units: readonly number[]): QuoteAt =>
  (at, pricePaise) => ({
    at,
    bids: units.flatMap((shown, i) => [pricePaise - 10 - 5 * i, shown]),
    asks: units.flatMap((shown, i) => [pricePaise + 10 + 5 * i, shown]),
  });

function feed(run: StrategyRun, rows: readonly Row[], quoteAt: QuoteAt, startMinute = 555): RunEvent[] {
  return candles(rows, startMinute).flatMap((bar) => [
    ...barPath(bar, '1m').flatMap(({ at, pricePaise }) => run.onPrice(0, at, pricePaise, quoteAt(at, pricePaise))),
    ...run.onBar(0, bar, '1m', 'live'),
  ]);
}

function play(
  changes: Record<string, unknown>,
  rows: readonly Row[],
  quoteAt: QuoteAt,
  config: Partial<RunConfig> = {},
) {
  const run = createRun(configOf(definitionOf(changes), config));
  const events = feed(run, rows, quoteAt);
  return { run, events, fills: fillsOf(events), trades: tradesOf(events) };
}

function fillsOf(events: readonly RunEvent[]): Fill[] {
  return events.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []));
}

function tradesOf(events: readonly RunEvent[]): ClosedTrade[] {
  return events.flatMap((event) => (event.kind === 'trade' ? [event.trade] : []));
}

test('with a quote an entry pays the ask and an exit gets the bid, without slippage on top, and says what that cost', () => {
  const { fills } = play(EXIT, [SIGNAL, QUIET, FALL, QUIET], around(500), SLIPPING);
  expect(fills).toMatchObject([
    { side: 'buy', quantity: 10, pricePaise: 10_110, spreadPaise: 100 },
    { side: 'sell', quantity: 10, pricePaise: 10_090, spreadPaise: 100 },
  ]);
  expect(fills.every((fill) => fill.unshownQuantity === undefined && fill.filledQuantity === undefined)).toBe(true);
});

const unusable: readonly (readonly [string, QuoteAt])[] = [
  ['none', () => undefined],
  ['stale', (at, price) => ({ at: at - 3_001, bids: [price - 10, 1], asks: [price + 10, 1] })],
  ['one-sided', (at, price) => ({ at, bids: [], asks: [price + 10, 1] })],
  ['without a spread', (at, price) => ({ at, bids: [price, 1], asks: [price, 1] })],
];

test.each(unusable)(
  'where the quote is %s, a run decides and fills byte for byte as a run without quotes',
  (_, quoteAt) => {
    const risk = { risk: { stopLoss: { kind: 'points', points: 2 }, trailing: { kind: 'points', points: 1 } } };
    const rows: Row[] = [SIGNAL, QUIET, [101, 104, 101, 104], [104, 104, 101, 102], QUIET, SIGNAL, FALL, QUIET];
    const changes = { ...EXIT, ...risk };
    const plain = feedAsTicks(createRun(configOf(definitionOf(changes), SLIPPING)), candles(rows));
    expect(plain.length).toBeGreaterThan(8);
    expect(JSON.stringify(play(changes, rows, quoteAt, SLIPPING).events)).toBe(JSON.stringify(plain));
  },
);

test('a stop, a target and a trailing stop inside a bar sell at the bid of the price that met them', () => {
  const met: readonly (readonly [object, Row, string])[] = [
    [{ stopLoss: { kind: 'points', points: 2 } }, [101, 101, 98, 98.5], 'stop'],
    [{ target: { kind: 'points', points: 2 } }, [101, 104, 101, 104], 'target'],
    [{ trailing: { kind: 'points', points: 2 } }, [101, 101, 98, 98.5], 'trailing'],
  ];
  for (const [risk, row, rule] of met) {
    const { fills, trades } = play({ risk }, [SIGNAL, QUIET, row], around(500));
    const at = rule === 'target' ? 10_400 : 9_800;
    expect(trades).toMatchObject([{ exitRule: rule, exitPaise: at - 10 }]);
    // Against the level that the price passed: what the matcher takes without a quote.
    const level = rule === 'target' ? 10_310 : rule === 'stop' ? 9_910 : 9_900;
    expect(fills[1]?.spreadPaise).toBe((level - (at - 10)) * 10);
  }
});

test('an entry is cut to what five levels show, at their average', () => {
  const { fills, run } = play({}, [SIGNAL, QUIET], around(2, 1, 1));
  // 2 at 101.10, 1 at 101.15, 1 at 101.20: 101.1375.
  expect(fills).toMatchObject([{ quantity: 4, pricePaise: 10_114, unshownQuantity: 6, spreadPaise: 56 }]);
  expect(run.state().bases[0]).toMatchObject({ pending: [], position: { quantity: 4, entryPaise: 10_114 } });
});

test('an exit takes what is shown and the rest goes on with the next quotes, to one trade with exact money', () => {
  const asks = around(500);
  const bids = around(3);
  const quoteAt: QuoteAt = (at, price) => {
    const [deep, thin] = [asks(at, price), bids(at, price)];
    return deep && thin && { at, asks: deep.asks, bids: thin.bids };
  };
  const { fills, trades, run } = play(EXIT, [SIGNAL, QUIET, FALL, [100, 100.5, 99, 99.5]], quoteAt);
  const exits = fills.slice(1);
  expect(
    exits.map(({ quantity, pricePaise, filledQuantity, isComplete }) => [
      quantity,
      pricePaise,
      filledQuantity,
      isComplete,
    ]),
  ).toEqual([
    [3, 9_990, 3, false],
    [3, 10_040, 6, false],
    [3, 9_890, 9, false],
    [1, 9_940, 10, true],
  ]);
  expect(exits.map((fill) => fill.unshownQuantity)).toEqual([7, undefined, undefined, undefined]);
  expect(exits.map((fill) => fill.orderValuePaise)).toEqual([29_970, 60_090, 89_760, 99_700]);
  const grossPaise = 99_700 - 101_100;
  expect(trades).toMatchObject([{ quantity: 10, grossPaise, exitPaise: 9_970 }]);
  expect(run.state().bases[0]).toMatchObject({ pending: [] });
  expect(run.state().bases[0]).not.toHaveProperty('progress');
});

test('one quote shows its units once, however many prices come with it and whoever of the run asks', () => {
  const { bids } = around(4)(0, 10_000) ?? { bids: [] };
  const run = createRun(configOf(definitionOf(EXIT)));
  feed(run, [SIGNAL, QUIET, FALL], around(500));
  const at = (candles([SIGNAL])[0]?.openAt ?? 0) + 3 * MINUTE_MS;
  const quote = { at, bids, asks: [10_100, 4] };
  const sold = [0, 500, 1_000].map((later) => fillsOf(run.onPrice(0, at + later, 10_000, quote))[0]?.quantity);
  expect(sold).toEqual([4, undefined, undefined]);
  // Nobody shows anything any more: the rest goes as without quotes.
  expect(fillsOf(run.onPrice(0, at + 4_000, 9_900, quote))).toMatchObject([{ quantity: 6, pricePaise: 9_900 }]);
});

test('a run restored in the middle of an exit sells the rest once, to the same trade', () => {
  const config = configOf(definitionOf(EXIT), { costs: 'angelone' });
  const rest: Row[] = [[100, 100, 99, 99], QUIET];
  const begin = () => {
    const run = createRun(config);
    feed(run, [SIGNAL, QUIET, FALL], around(500));
    const at = (candles([SIGNAL])[0]?.openAt ?? 0) + 3 * MINUTE_MS;
    expect(fillsOf(run.onPrice(0, at, 10_000, { at, bids: [9_990, 4], asks: [10_010, 9] }))).toHaveLength(1);
    return run;
  };
  const [going, dying] = [begin(), begin()];
  const restored = createRun(config, JSON.parse(JSON.stringify(dying.state())));
  for (const bar of candles([SIGNAL, QUIET, FALL])) restored.onBar(0, bar, '1m', 'warmup');
  const [one, other] = [going, restored].map((run) => feed(run, rest, () => undefined, 558));
  expect(tradesOf(other ?? [])).toMatchObject([{ quantity: 10, exitPaise: 9_996 }]);
  expect(JSON.stringify(other)).toBe(JSON.stringify(one));
  expect(restored.state().cashPaise).toBe(going.state().cashPaise);
});

test('the rest of an exit is not sold at a price of before its first part, when a minute is walked again', () => {
  const run = createRun(configOf(definitionOf({ risk: { stopLoss: { kind: 'points', points: 2 } } })));
  feed(run, [SIGNAL, QUIET], around(500));
  const at = (candles([SIGNAL])[0]?.openAt ?? 0) + 2 * MINUTE_MS;
  run.onPrice(0, at, 10_100);
  expect(
    fillsOf(run.onPrice(0, at + 30_000, 9_800, { at: at + 30_000, bids: [9_790, 4], asks: [9_810, 4] })),
  ).toHaveLength(1);
  const again = barPath(
    candles([[101, 101, 97, 98]], 557)[0] ?? { openAt: 0, open: 0, high: 0, low: 0, close: 0 },
    '1m',
  );
  const fills = again.map(({ at: moment, pricePaise }) => fillsOf(run.onPrice(0, moment, pricePaise)));
  expect(fills.map((own) => own.map(({ quantity, pricePaise }) => [quantity, pricePaise]))).toEqual([
    [],
    [],
    [[6, 9_700]],
    [],
  ]);
});

const TURNING = {
  direction: 'both',
  entry: { long: 'close > open', short: 'close < open' },
  exit: { long: 'close < open', short: 'close > open' },
};

test('a turn shares what the quote shows, and its entry waits until the position is gone', () => {
  const run = createRun(configOf(definitionOf(TURNING)));
  feed(run, [SIGNAL, QUIET, FALL], around(500));
  const at = (candles([SIGNAL])[0]?.openAt ?? 0) + 3 * MINUTE_MS;
  const price = (later: number, units: number) =>
    fillsOf(run.onPrice(0, at + later, 10_000, { at: at + later, bids: [9_990, units], asks: [10_010, 9] }));
  expect(price(0, 6).map(({ purpose, quantity }) => [purpose, quantity])).toEqual([['exit', 6]]);
  // Ten shown: four for the rest of the exit, six for the entry.
  expect(price(1_000, 10).map(({ purpose, quantity }) => [purpose, quantity])).toEqual([
    ['exit', 4],
    ['entry', 6],
  ]);
  expect(run.state().bases[0]).toMatchObject({ position: { direction: 'short', quantity: 6 } });
});

test('an entry that finds everything taken waits for the next quote, and says that all of it waited', () => {
  const run = createRun(configOf(definitionOf(TURNING)));
  feed(run, [SIGNAL, QUIET, FALL], around(500));
  const at = (candles([SIGNAL])[0]?.openAt ?? 0) + 3 * MINUTE_MS;
  const price = (later: number, units: number) =>
    fillsOf(run.onPrice(0, at + later, 10_000, { at: at + later, bids: [9_990, units], asks: [10_010, 9] }));
  expect(price(0, 10).map(({ purpose }) => purpose)).toEqual(['exit']);
  expect(run.state().bases[0]).toMatchObject({ pending: [{ purpose: 'entry' }], progress: [{ filledQuantity: 0 }] });
  expect(price(1_000, 30)).toMatchObject([{ purpose: 'entry', quantity: 10, unshownQuantity: 10 }]);
  expect(run.state().bases[0]).not.toHaveProperty('progress');
});

test('an entry that waits behind an exit for a whole bar is given up', () => {
  const run = createRun(configOf(definitionOf(TURNING)));
  feed(run, [SIGNAL, QUIET, FALL], around(500));
  const thin: QuoteAt = (at) => ({ at, bids: [9_990, 1], asks: [10_010, 9] });
  const events = feed(run, [QUIET], thin, 558);
  expect(events.flatMap((event) => (event.kind === 'decision' ? [event.decision.veto] : []))).toEqual([
    'already_in_position',
  ]);
  expect(run.state().bases[0]).toMatchObject({ pending: [{ purpose: 'exit' }], position: { quantity: 6 } });
});

test('whatever quotes come, money is kept exactly and no fill takes more than its quote shows', () => {
  const move = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(move, move, move, move), { minLength: 5, maxLength: 40 }), (minutes) => {
      const run = createRun(configOf(definitionOf({ ...TURNING, risk: { stopLoss: { kind: 'points', points: 1 } } })));
      const events: RunEvent[] = [];
      let price = 100_000;
      const firstAt = candles([SIGNAL])[0]?.openAt ?? 0;
      minutes.forEach((moves, minute) => {
        const openAt = firstAt + minute * MINUTE_MS;
        const prices = moves.map(([by, units], i) => {
          price += by * 5;
          const at = openAt + i * 15_000;
          const quote = around(...units)(at, price);
          const fills = fillsOf([...run.onPrice(0, at, price, quote)]);
          for (const way of ['buy', 'sell'] as const) {
            const taken = fills.filter((fill) => fill.side === way).reduce((sum, fill) => sum + fill.quantity, 0);
            if (units.length > 0) expect(taken).toBeLessThanOrEqual(units.reduce((sum, one) => sum + one, 0));
          }
          events.push(...fills.map((fill) => ({ kind: 'fill', fill }) as const));
          return price;
        });
        const [open = 0, close = 0] = [prices[0], prices.at(-1)];
        const bar = { openAt, open, high: Math.max(...prices), low: Math.min(...prices), close, volume: 1 };
        events.push(...run.onBar(0, bar, '1m', 'live'));
      });
      const flow = fillsOf(events).map(
        ({ side, quantity, pricePaise }) => (side === 'buy' ? -1 : 1) * quantity * pricePaise,
      );
      const { position } = run.state().bases[0] ?? {};
      const held = position ? position.quantity * (position.direction === 'long' ? 1 : -1) : 0;
      const units = fillsOf(events).reduce(
        (sum, { side, quantity }) => sum + (side === 'buy' ? quantity : -quantity),
        0,
      );
      expect(units).toBe(held);
      // What came in and went out is the result of what was sold, and what is held at what it cost.
      const cost = position
        ? position.amounts
          ? position.amounts.enteredPaise - position.amounts.releasedPaise
          : position.quantity * position.entryPaise
        : 0;
      const gained = flow.reduce((sum, one) => sum + one, 0) + Math.sign(held) * cost;
      expect(run.state().cashPaise - 1_000_000_00).toBe(gained);
    }),
    { numRuns: 200 },
  );
});
