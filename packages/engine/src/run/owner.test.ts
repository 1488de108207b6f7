import { addDays, type Bar, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { barPath } from './path.ts';
import { createRun } from './run.ts';
import type { StrategyRun } from './strategy-run.ts';
import { baseFacts, CALENDAR, candles, configOf, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import { randomBars } from './testing/random-series.ts';
import { FAMILIES } from './testing/strategies.ts';
import type { RunConfig, RunEvent } from './types.ts';

const SIGNAL = [100, 101, 100, 101] as const;
const QUIET = [101, 101, 101, 101] as const;

function opened(
  changes: Record<string, unknown> = {},
  config: Partial<RunConfig> = {},
): { run: StrategyRun; next: number } {
  const run = createRun(configOf(definitionOf(changes), config));
  const bars = candles([SIGNAL, QUIET]);
  feedAsTicks(run, bars);
  return { run, next: (bars.at(-1)?.openAt ?? 0) + 60_000 };
}

function kinds(events: readonly RunEvent[]): string[] {
  return events.map((event) =>
    event.kind === 'decision' ? `${event.decision.action}:${event.decision.veto ?? event.decision.rule}` : event.kind,
  );
}

test('when the owner exits, the position is sold at the next price', () => {
  const { run, next } = opened();
  expect(kinds(run.exitAll(next))).toEqual(['decision'].map(() => 'exit:owner_exit').concat('intent'));
  expect(kinds(run.exitAll(next))).toEqual([]);
  expect(kinds(run.onPrice(0, next + 1, 10_050))).toEqual(['fill', 'trade']);
  expect(run.state().bases[0]?.position).toBeUndefined();
});

test('what the owner exits is not sold at prices of before, which candles of a lost line tell of late', () => {
  const { run, next } = opened();
  const at = next + 150_000;
  run.exitAll(at);
  const late = candles([QUIET, QUIET, [101, 101, 99, 99]], 557);
  expect(late[0]?.openAt).toBe(next);
  const told = late.flatMap((bar) => run.onBar(0, bar, '1m', 'missed').map((event) => [bar.openAt, event] as const));
  expect(told.map(([openAt, { kind }]) => [openAt, kind])).toEqual([
    [next + 120_000, 'fill'],
    [next + 120_000, 'trade'],
  ]);
  expect(told.at(-1)?.[1]).toMatchObject({ trade: { exitAt: at, exitPaise: 99_00 } });
});

test('what the owner exits after the close ends on its own day all the same, at the last price of it', () => {
  const { run, next } = opened();
  const evening = indiaMoment(indiaDateOf(next), 18 * 60);
  run.exitAll(evening);
  const events = run.onPrice(0, indiaMoment(addDays(indiaDateOf(next), 1), 555), 150_00);
  expect(events.at(-1)).toMatchObject({ kind: 'trade', trade: { exitAt: evening, exitPaise: 101_00 } });
});

test('an entry that still waits is withdrawn when the owner exits', () => {
  const run = createRun(configOf(definitionOf()));
  const bars = candles([SIGNAL]);
  feedAsTicks(run, bars);
  const next = (bars[0]?.openAt ?? 0) + 60_000;
  expect(kinds(run.exitAll(next))).toEqual(['veto:stopped']);
  expect(kinds(run.onPrice(0, next, 10_100))).toEqual([]);
});

test.each(['simulated', 'external'] as const)(
  'what waits is taken back when entries are stopped or its instrument is switched off, before a price comes: %s',
  (execution) => {
    const waiting = (): { run: StrategyRun; next: number } => {
      const run = createRun(configOf(definitionOf(), { execution }));
      const bars = candles([SIGNAL]);
      for (const bar of bars) run.onBar(0, bar, '1m', 'live');
      expect(run.withdrawUnwanted(bars[0]?.openAt ?? 0)).toEqual([]);
      return { run, next: (bars[0]?.openAt ?? 0) + 60_000 };
    };
    const withdrawn = execution === 'external' ? ['withdrawn'] : [];
    const { run: stopped, next } = waiting();
    stopped.stopEntries();
    expect(kinds(stopped.withdrawUnwanted(next))).toEqual(['veto:stopped', ...withdrawn]);
    expect(kinds(stopped.withdrawUnwanted(next))).toEqual([]);
    expect(kinds(stopped.onPrice(0, next, 10_100))).toEqual([]);
    const { run: off } = waiting();
    off.enableBase(0, false);
    expect(kinds(off.withdrawUnwanted(next))).toEqual(['veto:base_disabled', ...withdrawn]);
  },
);

test('with entries stopped or the instrument switched off signals are refused and exits go on', () => {
  const { run, next } = opened({ exit: { long: 'close < open' } });
  run.stopEntries();
  run.enableBase(0, false);
  const falling = candles([[101, 101, 99, 99], SIGNAL, SIGNAL], 557);
  expect(falling[0]?.openAt).toBe(next);
  expect(kinds(feedAsTicks(run, falling))).toEqual(['exit:exit', 'intent', 'fill', 'trade', 'veto:stopped']);
  run.resumeEntries();
  expect(kinds(feedAsTicks(run, candles([SIGNAL], 560)))).toEqual(['veto:base_disabled']);
  run.enableBase(0, true);
  expect(kinds(feedAsTicks(run, candles([SIGNAL], 561)))).toEqual(['enter:entry', 'intent']);
});

test('a stop that the owner moves over the price sells at that price, not at the level', () => {
  const { run, next } = opened();
  run.onPrice(0, next, 10_100);
  const [told] = run.setLevels(0, { stopPaise: 10_300, targetPaise: 11_000 });
  expect(told).toEqual({
    kind: 'levels',
    levels: { base: 0, stopPaise: 10_300, targetPaise: 11_000, trailing: false },
  });
  const events = run.onPrice(0, next + 1, 10_095);
  expect(events.flatMap((event) => (event.kind === 'fill' ? [event.fill.pricePaise] : []))).toEqual([10_095]);
});

test('a stop that follows the price stays where it is once its owner switches that off, and follows again', () => {
  const { run, next } = opened({ risk: { trailing: { kind: 'points', points: 2 } } });
  run.onPrice(0, next, 10_400);
  expect(run.setLevels(0, { trailing: false })).toMatchObject([{ levels: { stopPaise: 10_200, trailing: false } }]);
  run.onPrice(0, next + 1, 10_600);
  expect(run.state().bases[0]?.position).toMatchObject({ stopPaise: 10_200, isTrailingOff: true });
  expect(run.setLevels(0, { trailing: true })).toMatchObject([{ levels: { stopPaise: 10_400, trailing: true } }]);
  const events = run.onPrice(0, next + 2, 10_390);
  expect(events.flatMap((event) => (event.kind === 'decision' ? [event.decision.rule] : []))).toEqual(['trailing']);
});

test('between two ticks of one minute a level is filled at the level, after a jump over it at the price', () => {
  const { run, next } = opened({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  const fills = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.kind === 'fill' ? [event.fill.pricePaise] : []));
  run.onPrice(0, next, 10_030);
  expect(fills(run.onPrice(0, next + 500, 9_990))).toEqual([10_000]);
  const other = opened({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  expect(fills(other.run.onPrice(0, other.next, 9_990))).toEqual([9_990]);
});

test('each order pays its charges: intraday 26.96 and 38.26, delivery 82.96 and 100.11 on 100 shares from 500 to 510', () => {
  // Worked by hand, line by line: brokerage 20, exchange 1.53 and 1.57, SEBI 0.05, stamp 1.50 or 7.50 on the purchase,
  // STT 12.75 on the sale or 50 and 51 on both, depository 20 on the delivery sale, GST 18 % of what is taxed.
  const rows = [
    [499, 500, 499, 500],
    [500, 511, 500, 510.5],
    [510.5, 510.5, 510, 510],
    [510, 510, 510, 510],
  ] as const;
  const rules = { exit: { long: 'close < open' }, sizing: { method: 'fixed_quantity', quantity: 100 } };
  const delivery = { product: 'DELIVERY', session: { entryFrom: '09:15', entryTo: '15:00', weekdays: [1] } };
  const net = (changes: Record<string, unknown>): unknown => {
    const run = createRun(configOf(definitionOf({ ...rules, ...changes }), { costs: 'angelone' }));
    const trades = feedAsTicks(run, candles(rows)).flatMap((event) => (event.kind === 'trade' ? [event.trade] : []));
    const state = run.state();
    // Money is conserved: what the account gained is what the trade says.
    expect(state.cashPaise - 1_000_000_00).toBe(trades[0]?.netPaise);
    expect(state.totals.realisedPaise).toBe(trades[0]?.netPaise);
    return trades.map((trade) => [trade.grossPaise, trade.chargesPaise, trade.netPaise]);
  };
  expect(net({})).toEqual([[100_000, 2_696 + 3_826, 93_478]]);
  expect(net(delivery)).toEqual([[100_000, 8_296 + 10_011, 81_693]]);
});

test('bars that closed while nothing ran end positions as ticks would have, and open none', () => {
  const definition = FAMILIES['mean reversion'] ?? definitionOf();
  let compared = 0;
  for (let seed = 1; seed <= 30; seed += 1) {
    const bars = randomBars({ seed, days: 1 });
    const cut = untilPosition(definition, bars);
    if (cut === undefined) continue;
    const config = configOf(definition);
    const [watched, absent] = [createRun(config), createRun(config)];
    feedAsTicks(watched, bars.slice(0, cut));
    feedAsTicks(absent, bars.slice(0, cut));
    watched.stopEntries();
    const seen = feedAsTicks(watched, bars.slice(cut));
    const missed = bars.slice(cut).flatMap((bar) => absent.onBar(0, bar, '1m', 'missed'));
    const trades = (events: readonly RunEvent[]) =>
      events.flatMap((event) => (event.kind === 'trade' ? [event.trade.exitPaise] : []));
    expect(trades(missed)).toEqual(trades(seen));
    compared += trades(missed).length;
  }
  expect(compared).toBeGreaterThan(10);
});

function untilPosition(definition: Parameters<typeof configOf>[0], bars: readonly Bar[]): number | undefined {
  const run = createRun(configOf(definition));
  for (const [i, bar] of bars.entries()) {
    feedAsTicks(run, [bar]);
    if (run.state().bases[0]?.position) return i + 1;
  }
  return undefined;
}

test('a run stopped between two ticks goes on from its state', () => {
  const definition = FAMILIES['opening range'] ?? definitionOf();
  let cuts = 0;
  for (let seed = 1; seed <= 8; seed += 1) {
    const bars = randomBars({ seed, days: 1 });
    const at = untilPosition(definition, bars);
    const bar = at === undefined ? undefined : bars[at];
    if (at === undefined || !bar) continue;
    const config = configOf(definition, { costs: 'angelone' });
    const uncut = createRun(config);
    feedAsTicks(uncut, bars.slice(0, at));
    const path = barPath(bar, '1m');
    for (const point of path.slice(0, 2)) uncut.onPrice(0, point.at, point.pricePaise);
    const restarted = createRun(config, JSON.parse(JSON.stringify(uncut.state())));
    for (const earlier of bars.slice(0, at)) restarted.onBar(0, earlier, '1m', 'warmup');
    const rest = (run: StrategyRun): string => {
      const events = path.slice(2).flatMap((point) => run.onPrice(0, point.at, point.pricePaise));
      return JSON.stringify([...events, ...run.onBar(0, bar, '1m', 'live'), ...feedAsTicks(run, bars.slice(at + 1))]);
    };
    expect(rest(restarted)).toBe(rest(uncut));
    cuts += 1;
  }
  expect(cuts).toBeGreaterThan(4);
});

test('cash promised to one instrument on a bar is not promised to the next', () => {
  const definition = definitionOf({
    instruments: ['SBIN', 'INFY'].map((symbol) => ({ exchange: 'NSE', symbol })),
    product: 'DELIVERY',
    session: { entryFrom: '09:15', entryTo: '15:00', weekdays: [1] },
    risk: { maxHoldBars: 9 },
    sizing: { method: 'capital_share', percent: 80 },
  });
  const run = createRun(configOf(definition, { settings: { capitalPaise: 10_000_00, quantityMultiplier: 1 } }));
  const [bar] = candles([SIGNAL]);
  if (!bar) throw new Error('one bar');
  expect(kinds(run.onBar(0, bar, '1m', 'live'))).toEqual(['enter:entry', 'intent']);
  expect(kinds(run.onBar(1, bar, '1m', 'live'))).toEqual(['veto:not_enough_cash']);
});

test("a new day starts its counts of trades and losses at nothing, yesterday's are over", () => {
  const run = createRun(configOf(definitionOf({ exit: { long: 'close < open' }, risk: { maxTradesPerDay: 1 } })));
  const losing = [SIGNAL, [101, 101, 100, 100], [100, 100, 100, 100], SIGNAL] as const;
  expect(kinds(feedAsTicks(run, candles(losing))).at(-1)).toBe('veto:max_trades_per_day');
  expect(run.state().day).toEqual({ date: '2026-06-01', trades: 1, realisedPaise: -1_000 });
  expect(kinds(feedAsTicks(run, candles([SIGNAL], 555, '2026-06-02')))).toEqual(['enter:entry', 'intent']);
  expect(run.state().day).toEqual({ date: '2026-06-02', trades: 0, realisedPaise: 0 });
});

test('a state of other instruments is refused', () => {
  const one = createRun(configOf(definitionOf()));
  const two = { ...configOf(definitionOf()), bases: [baseFacts('SBIN'), baseFacts('INFY')], calendar: CALENDAR };
  expect(() => createRun(two, one.state())).toThrow('the stored state has 1 instruments');
});
