import { type Bar, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExplainer } from '../decision/explain.ts';
import type { StrategyDefinition } from '../definition/index.ts';
import { createRun } from '../run/run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import type { ClosedTrade, Decision, RunEvent } from '../run/types.ts';
import { runBacktest } from './backtest.ts';

/** A Monday and the day after; the Monday's prices end long before square-off. */
const [FIRST, SECOND] = ['2026-06-01', '2026-06-02'] as const;
const BARS = [
  ...candles(
    [
      [100, 101, 99, 100.5],
      [100.5, 102, 100, 101],
      [101, 103, 100, 102],
    ],
    700,
    FIRST,
  ),
  ...candles(
    [
      [150, 151, 149, 150],
      [150, 151, 149, 150],
    ],
    555,
    SECOND,
  ),
];
const SESSION_END = indiaMoment(FIRST, 930);

const buysAt = (time: string, changes: Record<string, unknown> = {}): StrategyDefinition =>
  definitionOf({ entry: { long: `time == ${time}` }, ...changes });

interface Told {
  readonly decisions: readonly Decision[];
  readonly trades: readonly ClosedTrade[];
}

function told(events: readonly RunEvent[]): Told {
  return {
    decisions: events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : [])),
    trades: events.flatMap((event) => (event.kind === 'trade' ? [event.trade] : [])),
  };
}

type Feeding = (definition: StrategyDefinition, bars: readonly Bar[]) => Told;

function backtest(watch: boolean): Feeding {
  return (definition, bars) => {
    const config = configOf(definition, { costs: 'angelone' });
    const series = config.bases.map(() => bars);
    const looksOn = watch ? { watch: () => undefined } : {};
    return told(runBacktest({ ...config, series, interval: '1m', ...looksOn }).events);
  };
}

const asTicks: Feeding = (definition, bars) => {
  const run = createRun(configOf(definition, { costs: 'angelone' }));
  const events = feedAsTicks(run, bars);
  return told([...events, ...run.finish((bars.at(-1)?.openAt ?? 0) + MINUTE_MS)]);
};

const WALKS = { 'over blocks': backtest(false), 'bar after bar': backtest(true), 'as ticks': asTicks };

describe.each(Object.entries(WALKS))('%s', (_walk, feed) => {
  test('a position whose day has no price at square-off ends at the last price of its own day, and says so', () => {
    const definition = buysAt('11:41');
    const { decisions, trades } = feed(definition, BARS);
    expect(trades).toHaveLength(1);
    expect(trades[0]).toMatchObject({
      entryPaise: 100_50,
      exitPaise: 102_00,
      exitAt: SESSION_END,
      exitRule: 'square_off',
    });
    expect(decisions.at(-1)).toMatchObject({ at: SESSION_END, rule: 'square_off', pricePaise: 102_00 });
    expect(decisions.map(createExplainer(definition)).at(-1)).toBe(
      'Sold 10 SBIN at 102.00: intraday positions end at this time; no price came at square-off, so the last one of the day counts.',
    );
  });

  test('an exit that found no price on its day is filled at the last one of that day', () => {
    const { trades } = feed(buysAt('11:41', { exit: { long: 'time == 11:43' } }), BARS);
    expect(trades).toMatchObject([{ exitPaise: 102_00, exitAt: SESSION_END, exitRule: 'exit' }]);
  });

  test('an entry that found no price on its day is not filled on the next', () => {
    const { decisions, trades } = feed(buysAt('11:43'), BARS);
    expect(trades).toEqual([]);
    expect(decisions).toMatchObject([{ action: 'enter' }, { action: 'veto', veto: 'outside_session' }]);
  });

  test('for delivery a position is held over night', () => {
    const session = { entryFrom: '09:15', entryTo: '15:00', weekdays: [1, 2, 3, 4, 5] };
    const delivery = { product: 'DELIVERY', session, exit: { long: 'close > 1000' } };
    expect(feed(buysAt('11:41', delivery), BARS).trades).toMatchObject([
      { exitRule: 'end_of_data', exitPaise: 150_00 },
    ]);
  });
});

test('the day that it ended on is the day that it counts for', () => {
  const config = configOf(buysAt('11:41'));
  const { equity } = runBacktest({ ...config, series: [BARS], interval: '1m' });
  expect(equity.map(({ date, equityPaise }) => [date, equityPaise])).toEqual([
    [FIRST, 1_000_000_00 + 10 * 1_50],
    [SECOND, 1_000_000_00 + 10 * 1_50],
  ]);
});

test('on an ex-date it has ended before prices change their unit', () => {
  const action = { kind: 'split', exDate: SECOND, oldUnits: 1, newUnits: 2 } as const;
  const config = configOf(buysAt('11:41'));
  const bases = config.bases.map((base) => ({ ...base, actions: [action] }));
  for (const watch of [undefined, () => undefined]) {
    const looksOn = watch ? { watch } : {};
    const { trades } = runBacktest({ ...config, bases, series: [BARS], interval: '1m', ...looksOn });
    expect(trades).toMatchObject([{ quantity: 10, exitPaise: 102_00, exitAt: SESSION_END }]);
  }
});

/** Days of which some end early, each in another minute; several shares that do not trade on the same days. */
function shortDays(seed: number, lengths: readonly number[]): Bar[] {
  const bars = randomBars({ seed, days: lengths.length, missing: 0.1 });
  const dates = [...new Set(bars.map(({ openAt }) => indiaDateOf(openAt)))];
  return bars.filter(({ openAt }) => {
    const date = indiaDateOf(openAt);
    return openAt < indiaMoment(date, 555 + (lengths[dates.indexOf(date)] ?? 0));
  });
}

const anyLengths = fc.array(fc.constantFrom(0, 3, 40, 200, 344, 350, 375), { minLength: 4, maxLength: 4 });
const anySeed = fc.integer();
const lengthsOfBoth = fc.tuple(anyLengths, anyLengths);

test('no intraday position sees another day, in either walk the same, and later bars change nothing of it', () => {
  const symbols = ['SBIN', 'INFY'];
  const definition = definitionOf({
    instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
    entry: { long: 'close > open' },
    exit: { long: 'close < close[5]' },
    risk: { stopLoss: { kind: 'percent', percent: 2 } },
    sizing: { method: 'capital_share', percent: 40 },
  });
  const config = configOf(definition, { costs: 'angelone', slippageBps: 2 });
  let ended = 0;
  fc.assert(
    fc.property(anySeed, lengthsOfBoth, (seed, lengths) => {
      const series = lengths.map((each, i) => shortDays(seed + i, each));
      const input = { ...config, series, interval: '1m', closeAtEnd: false } as const;
      const { events, trades } = runBacktest(input);
      expect(runBacktest({ ...input, watch: () => undefined }).events).toEqual(events);
      for (const { entryAt, exitAt } of trades) expect(indiaDateOf(exitAt)).toBe(indiaDateOf(entryAt));
      ended += trades.filter(
        ({ exitAt }) => exitAt % MINUTE_MS === 0 && exitAt === indiaMoment(indiaDateOf(exitAt), 930),
      ).length;
      const moments = series.flatMap((bars) => bars.map(({ openAt }) => openAt)).sort((a, b) => a - b);
      const cut = moments[Math.floor(moments.length / 2)] ?? 0;
      const early = runBacktest({ ...input, series: series.map((bars) => bars.filter(({ openAt }) => openAt < cut)) });
      expect(events.slice(0, early.events.length)).toEqual(early.events);
    }),
    chosenThenRandom([anySeed, lengthsOfBoth], { chosen: 15, random: scaledCount('short days in both walks', 6) }),
  );
  expect(ended).toBeGreaterThan(20);
});

test('short days replayed as ticks give the bytes of their back-test', () => {
  const definition = definitionOf({ entry: { long: 'close > open' }, exit: { long: 'close < close[5]' } });
  fc.assert(
    fc.property(anySeed, anyLengths, (seed, lengths) => {
      const bars = shortDays(seed, lengths);
      if (bars.length === 0) return;
      expect(JSON.stringify(asTicks(definition, bars))).toBe(JSON.stringify(WALKS['over blocks'](definition, bars)));
    }),
    { numRuns: scaledCount('short days as ticks', 6) },
  );
});
