import { addDays, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createRun } from './run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import type { ClosedTrade, Decision, RunConfig, RunEvent } from './types.ts';

type Row = readonly [number, number, number, number];

/** A rising bar is the entry signal; it fills at the next bar's opening. */
const SIGNAL: Row = [100, 101, 100, 101];
const QUIET: Row = [101, 101, 101, 101];

function play(
  changes: Record<string, unknown>,
  rows: readonly Row[],
  config: Partial<RunConfig> = {},
  startMinute = 555,
) {
  const run = createRun(configOf(definitionOf(changes), config));
  const events = feedAsTicks(run, candles(rows, startMinute));
  return { run, events, trades: tradesOf(events), decisions: decisionsOf(events) };
}

function tradesOf(events: readonly RunEvent[]): ClosedTrade[] {
  return events.flatMap((event) => (event.kind === 'trade' ? [event.trade] : []));
}

function decisionsOf(events: readonly RunEvent[]): Decision[] {
  return events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
}

function told(trade: ClosedTrade | undefined): unknown[] {
  return trade ? [trade.entryPaise, trade.exitPaise, trade.exitRule] : [];
}

test('an entry decided on a bar fills at the next opening, and the exit condition likewise', () => {
  const { trades } = play({ exit: { long: 'close < open' } }, [
    SIGNAL,
    [102, 103, 102, 102],
    [102, 102, 100, 100],
    [99, 99, 98, 98],
  ]);
  expect(trades.map(told)).toEqual([[10_200, 9_900, 'exit']]);
});

test('a stop inside a bar fills at its level', () => {
  const { trades } = play({ risk: { stopLoss: { kind: 'points', points: 2 } } }, [SIGNAL, QUIET, [101, 101, 98, 98.5]]);
  expect(trades.map(told)).toEqual([[10_100, 9_900, 'stop']]);
});

test('a stop acts in the entry bar, on the part of the path after the fill', () => {
  const { trades } = play({ risk: { stopLoss: { kind: 'points', points: 2 } } }, [SIGNAL, [101, 102, 98, 100]]);
  expect(trades.map(told)).toEqual([[10_100, 9_900, 'stop']]);
});

test('with stops from the next bar the entry bar passes the level unharmed', () => {
  const rows: Row[] = [SIGNAL, [101, 102, 98, 100], [100, 100, 100, 100], [100, 100, 98, 98]];
  const { trades } = play({ risk: { stopLoss: { kind: 'points', points: 2 } } }, rows, { stopFrom: 'next_bar' });
  expect(trades.map(told)).toEqual([[10_100, 9_900, 'stop']]);
  expect(trades[0]?.exitAt).toBe((candles(rows)[3]?.openAt ?? 0) + 30_000);
});

test('a gap through the stop fills at the opening, worse than the level', () => {
  const { trades } = play({ risk: { stopLoss: { kind: 'points', points: 2 } } }, [SIGNAL, QUIET, [97, 97, 96, 96]]);
  expect(trades.map(told)).toEqual([[10_100, 9_700, 'stop']]);
});

test('a target fills at its level, and at the opening when the price jumps over it', () => {
  const risk = { target: { kind: 'percent', percent: 2 } };
  expect(play({ risk }, [SIGNAL, [100, 100, 100, 100], [100, 103, 100, 100]]).trades.map(told)).toEqual([
    [10_000, 10_200, 'target'],
  ]);
  expect(play({ risk }, [SIGNAL, [100, 100, 100, 100], [104, 104, 103, 103]]).trades.map(told)).toEqual([
    [10_000, 10_400, 'target'],
  ]);
});

test('when both levels lie in one bar the extreme nearer to the opening decides', () => {
  const risk = { stopLoss: { kind: 'points', points: 2 }, target: { kind: 'points', points: 2 } };
  const upFirst = play({ risk }, [SIGNAL, [101, 104, 97, 101]]);
  const downFirst = play({ risk }, [SIGNAL, [101, 105, 98, 101]]);
  expect(upFirst.trades.map(told)).toEqual([[10_100, 10_300, 'target']]);
  expect(downFirst.trades.map(told)).toEqual([[10_100, 9_900, 'stop']]);
});

test('a trailing stop follows the highest price of the path and fills at its level', () => {
  const { trades, events } = play({ risk: { trailing: { kind: 'points', points: 2 } } }, [
    SIGNAL,
    QUIET,
    [101, 105, 101, 105],
    [105, 106, 103, 103],
  ]);
  expect(trades.map(told)).toEqual([[10_100, 10_400, 'trailing']]);
  const levels = events.flatMap((event) => (event.kind === 'levels' ? [event.levels.stopPaise] : []));
  expect(levels).toEqual([9_900, 10_300]);
});

test('a short position mirrors the rules: stop above, target below', () => {
  const short = {
    direction: 'short',
    entry: { short: 'close > open' },
    risk: { stopLoss: { kind: 'points', points: 2 }, target: { kind: 'points', points: 2 } },
  };
  expect(play(short, [SIGNAL, QUIET, [101, 104, 101, 104]]).trades.map(told)).toEqual([[10_100, 10_300, 'stop']]);
  const won = play(short, [SIGNAL, QUIET, [101, 101, 98, 98]]).trades[0];
  expect(told(won)).toEqual([10_100, 9_900, 'target']);
  expect(won?.grossPaise).toBe(2_000);
});

test('slippage is against the trader on both sides and lands on the tick grid', () => {
  const { trades } = play({ exit: { long: 'close < open' } }, [SIGNAL, [101, 101, 100, 100], [100, 100, 100, 100]], {
    slippageBps: 7,
  });
  // 101 × 1.0007 = 101.0707 → 101.10; 100 × 0.9993 = 99.93 → 99.90
  expect(trades.map(told)).toEqual([[10_110, 9_990, 'exit']]);
});

test('an intraday position ends at the first price at square-off', () => {
  // 15:03 signal, filled 15:04 opening, squared off at 15:05.
  const { trades } = play(
    { session: { entryFrom: '09:15', entryTo: '15:05', squareOff: '15:05', weekdays: [1] } },
    [SIGNAL, QUIET, [102, 103, 101, 102]],
    {},
    903,
  );
  expect(trades.map(told)).toEqual([[10_100, 10_200, 'square_off']]);
});

test('an entry whose first price comes at square-off is withdrawn and says so', () => {
  const { trades, decisions, run } = play({}, [SIGNAL], {}, 898);
  expect(decisions.map((decision) => decision.action)).toEqual(['enter']);
  const late = run.onPrice(0, (candles([SIGNAL], 905)[0]?.openAt ?? 0) + 1, 10_100);
  expect(decisionsOf(late).map((decision) => decision.veto)).toEqual(['outside_session']);
  expect(trades).toEqual([]);
});

test('after an exit the cooldown keeps signals away for as many bars', () => {
  const changes = { exit: { long: 'position.bars >= 1' }, risk: { cooldownBars: 2 } };
  const { decisions } = play(changes, [SIGNAL, [101, 101, 101, 101], SIGNAL, SIGNAL, SIGNAL]);
  // Filled in bar 2, exit decided at its close, filled at the opening of bar 3: closes of bars 3 and 4 are too early.
  expect(decisions.map(({ action, veto }) => veto ?? action)).toEqual(['enter', 'exit', 'cooldown', 'enter']);
});

const RISES: Row = [100, 101, 100, 101];
const FALLS: Row = [101, 101, 100, 100];
const MIRRORED = {
  direction: 'both',
  entry: { long: 'close > open', short: 'close < open' },
  exit: { long: 'close < open', short: 'close > open' },
};

test.for<[string, number, readonly Row[], readonly string[]]>([
  [
    'turns at once without one',
    0,
    [RISES, FALLS, RISES],
    ['enter long', 'exit long', 'enter short', 'exit short', 'enter long'],
  ],
  // The bar on which it leaves is no bar after the exit: the exit is filled at the next opening, and waits from there.
  [
    'keeps a reversal away',
    2,
    [RISES, FALLS, FALLS, FALLS, FALLS],
    ['enter long', 'exit long', 'cooldown short', 'enter short'],
  ],
  [
    'counts from the exit, not from the reversal',
    5,
    [RISES, FALLS, ...Array<Row>(5).fill(QUIET), FALLS],
    ['enter long', 'exit long', 'cooldown short', 'enter short'],
  ],
  [
    'keeps it away on the last bar too',
    5,
    [RISES, FALLS, ...Array<Row>(4).fill(QUIET), FALLS, FALLS],
    ['enter long', 'exit long', 'cooldown short', 'cooldown short', 'enter short'],
  ],
])('a cooldown of a strategy of both directions %s', ([, cooldownBars, rows, expected]) => {
  const { decisions } = play({ ...MIRRORED, ...(cooldownBars === 0 ? {} : { risk: { cooldownBars } }) }, rows);
  expect(decisions.map(({ action, veto, direction }) => `${veto ?? action} ${direction}`)).toEqual(expected);
});

test('a stop that was filled inside the bar makes the other direction wait, like other exits', () => {
  const risk = { cooldownBars: 1, stopLoss: { kind: 'points', points: 2 } };
  const { decisions } = play({ ...MIRRORED, risk }, [RISES, [101, 101, 98, 98], [98, 98, 97, 97]]);
  expect(decisions.map(({ action, veto, rule }) => veto ?? `${action} ${rule}`)).toEqual([
    ...['enter entry', 'exit stop', 'cooldown', 'enter entry'],
  ]);
});

test('the longest holding ends a position at the opening after its last bar', () => {
  const { trades } = play({ risk: { maxHoldBars: 2 } }, [SIGNAL, QUIET, QUIET, [102, 102, 102, 102]]);
  expect(trades.map(told)).toEqual([[10_100, 10_200, 'max_hold']]);
});

test('the day takes no more trades than allowed', () => {
  const changes = { exit: { long: 'close < open' }, risk: { maxTradesPerDay: 1 } };
  const { decisions } = play(changes, [SIGNAL, [101, 101, 100, 100], QUIET, SIGNAL]);
  expect(decisions.map(({ action, veto }) => veto ?? action)).toEqual(['enter', 'exit', 'max_trades_per_day']);
});

test('a day that lost the limit after charges takes no further entry', () => {
  const changes = { exit: { long: 'close < open' }, risk: { maxLossPerDayPaise: 1_000 } };
  const rows: Row[] = [SIGNAL, [101, 101, 100, 100], [100, 100, 100, 100], SIGNAL];
  // Gross loss exactly 10 × ₹1: the limit.
  expect(play(changes, rows).decisions.at(-1)?.veto).toBe('max_loss_per_day');
  const wider = { ...changes, risk: { maxLossPerDayPaise: 1_001 } };
  expect(play(wider, rows).decisions.at(-1)?.action).toBe('enter');
  expect(play(wider, rows, { costs: 'angelone' }).decisions.at(-1)?.veto).toBe('max_loss_per_day');
});

test.for([
  ['on daily bars', '1d'],
  ['of the day’s last bar', '15m'],
] as const)(
  'what is filled at the next opening is a trade of that day, and none after a day that has lost its limit: %s',
  ([, interval]) => {
    const session = { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] };
    const changes = {
      interval,
      product: 'DELIVERY',
      session,
      entry: { long: 'close > open or time >= 15:30' },
      exit: { long: 'close < open' },
    };
    const bars = candles([SIGNAL, ...Array(14).fill(QUIET)], 915);
    const date = indiaDateOf(bars[0]?.openAt ?? 0);
    const lost = { date, trades: 1, realisedPaise: -1_000 };
    const told = (risk: Record<string, unknown>): (string | undefined)[] => {
      const run = createRun(configOf(definitionOf({ ...changes, risk }), { dayBefore: lost }));
      const events = bars.flatMap((bar) => run.onBar(0, bar, '1m', 'live'));
      events.push(...run.onPrice(0, indiaMoment(addDays(date, 1), 555), 10_100));
      const trades = events.filter(({ kind }) => kind === 'fill').length;
      expect(run.state().day).toMatchObject({ date: addDays(date, 1), trades, realisedPaise: 0 });
      return decisionsOf(events).map(({ action, veto }) => veto ?? action);
    };
    expect(told({ maxTradesPerDay: 1 })).toEqual(['enter']);
    expect(told({ maxLossPerDayPaise: 1_001 })).toEqual(['enter']);
    expect(told({ maxLossPerDayPaise: 1_000 })).toEqual(['max_loss_per_day']);
  },
);

test('what another run of the day has done counts on that day, and on no other', () => {
  const date = indiaDateOf(candles([SIGNAL])[0]?.openAt ?? 0);
  const after = (day: RunConfig['dayBefore'] & object, risk: Record<string, unknown>) =>
    play({ risk }, [SIGNAL, QUIET], { dayBefore: day }).decisions.map(({ action, veto }) => veto ?? action);
  expect(after({ date, trades: 2, realisedPaise: 0 }, { maxTradesPerDay: 2 })).toEqual(['max_trades_per_day']);
  expect(after({ date, trades: 1, realisedPaise: 0 }, { maxTradesPerDay: 2 })).toEqual(['enter']);
  const lost = { trades: 1, realisedPaise: -1_000 };
  expect(after({ date, ...lost }, { maxLossPerDayPaise: 1_000 })).toEqual(['max_loss_per_day']);
  expect(after({ date: addDays(date, -1), ...lost }, { maxLossPerDayPaise: 1_000 })).toEqual(['enter']);
});

test('a signal that stays on while a position is open is refused once', () => {
  const { decisions } = play({}, [SIGNAL, SIGNAL, SIGNAL, SIGNAL]);
  expect(decisions.map(({ action, veto }) => veto ?? action)).toEqual(['enter', 'already_in_position']);
});

test('an opposite signal on the bar of the exit turns the position round on the next price', () => {
  const changes = {
    direction: 'both',
    entry: { long: 'close crosses above 100', short: 'close crosses below 100' },
    exit: { long: 'close crosses below 100', short: 'close crosses above 100' },
  };
  const { events, run } = play(changes, [
    [99, 99, 99, 99],
    [99, 101, 99, 101],
    [101, 101, 98, 98],
    [97, 97, 97, 97],
  ]);
  const fills = events.flatMap((event) =>
    event.kind === 'fill' ? [[event.fill.side, event.fill.purpose, event.fill.pricePaise]] : [],
  );
  expect(fills).toEqual([
    ['buy', 'entry', 10_100],
    ['sell', 'exit', 9_700],
    ['sell', 'entry', 9_700],
  ]);
  expect(run.state().bases[0]?.position?.direction).toBe('short');
});

test('delivery pays the whole value, intraday a fifth', () => {
  const settings = { capitalPaise: 1_000_00, quantityMultiplier: 1 };
  const delivery = {
    product: 'DELIVERY',
    session: { entryFrom: '09:15', entryTo: '15:00', weekdays: [1] },
    risk: { maxHoldBars: 5 },
  };
  const eleven = { sizing: { method: 'fixed_quantity', quantity: 11 } };
  expect(
    play({ ...delivery, ...eleven }, [SIGNAL, QUIET], { settings }).decisions.map((decision) => decision.veto),
  ).toEqual(['not_enough_cash']);
  expect(play(eleven, [SIGNAL, QUIET], { settings }).decisions.map((decision) => decision.action)).toEqual(['enter']);
  const fifty = { sizing: { method: 'fixed_quantity', quantity: 50 } };
  expect(play(fifty, [SIGNAL, QUIET], { settings }).decisions.map((decision) => decision.veto)).toEqual([
    'not_enough_cash',
  ]);
});

test('a missed bar feeds stops and exits but opens nothing', () => {
  const definition = definitionOf({ risk: { stopLoss: { kind: 'points', points: 2 } } });
  const run = createRun(configOf(definition));
  const [first, second, third] = candles([SIGNAL, SIGNAL, [101, 101, 98, 98]]);
  if (!first || !second || !third) throw new Error('three bars');
  expect(decisionsOf(run.onBar(0, first, '1m', 'missed')).map((decision) => decision.veto)).toEqual(['missed_bar']);
  expect(decisionsOf(run.onBar(0, second, '1m', 'live')).map((decision) => decision.action)).toEqual(['enter']);
  const missed = run.onBar(0, third, '1m', 'missed');
  expect(tradesOf(missed).map(told)).toEqual([[10_100, 9_900, 'stop']]);
});

test('a stop price above the market refuses a purchase instead of selling at once', () => {
  const risk = { stopLoss: { kind: 'price', price: 'high + 1' } };
  expect(play({ risk }, [SIGNAL, QUIET]).decisions.map((decision) => decision.veto)).toEqual(['level_beyond_price']);
  const below = { stopLoss: { kind: 'price', price: 'low - 1' } };
  expect(play({ risk: below }, [SIGNAL, QUIET, [101, 101, 98, 98]]).trades.map(told)).toEqual([
    [10_100, 9_900, 'stop'],
  ]);
});

test('a stop that is not warm yet refuses the entry, which is told once', () => {
  const risk = { stopLoss: { kind: 'atr', multiple: 1, length: 3 } };
  const { decisions } = play({ risk }, [SIGNAL, SIGNAL, SIGNAL, SIGNAL]);
  // The true range needs a bar before it: an average of three is there on the fourth bar.
  const closeOf = (bar: number): number => (candles([SIGNAL])[0]?.openAt ?? 0) + bar * 60_000;
  expect(decisions.map(({ action, veto, at }) => [action, veto, at])).toEqual([
    ['veto', 'level_unknown', closeOf(1)],
    ['enter', undefined, closeOf(4)],
  ]);
});

test('a bar whose last minutes had no trade is decided on when that is told, once, and on its own day', () => {
  const definition = definitionOf({
    interval: '1d',
    product: 'DELIVERY',
    session: { entryFrom: '09:15', entryTo: '15:00', weekdays: [1, 2, 3, 4, 5] },
    exit: { long: 'close < open' },
  });
  const run = createRun(configOf(definition));
  const minutes = candles([SIGNAL, [102, 104, 102, 104]], 915);
  for (const bar of minutes) run.onBar(0, bar, '1m', 'live');
  const close = (minutes[0]?.openAt ?? 0) + 15 * 60_000;
  expect(run.onQuiet(0, close - 1, 'live')).toEqual([]);
  const decisions = decisionsOf(run.onQuiet(0, close, 'live'));
  expect(decisions.map(({ at, action, pricePaise }) => [at, action, pricePaise])).toEqual([[close, 'enter', 10_400]]);
  expect(run.state().day.date).toBe('2026-06-01');
  expect(run.onQuiet(0, close + 60_000, 'live')).toEqual([]);
  // A minute that comes after all changes nothing of what was decided.
  const late = candles([[200, 200, 200, 200]], 929);
  for (const bar of late) expect(run.onBar(0, bar, '1m', 'live')).toEqual([]);
});

test('a bar that nobody saw end may lead to an exit and opens nothing', () => {
  const run = createRun(configOf(definitionOf({ interval: '5m' })));
  for (const bar of candles([SIGNAL, QUIET])) run.onBar(0, bar, '1m', 'live');
  const opening = candles([SIGNAL])[0]?.openAt ?? 0;
  const decisions = decisionsOf(run.onQuiet(0, opening + 5 * 60_000, 'missed'));
  expect(decisions.map(({ action, veto }) => [action, veto])).toEqual([['veto', 'missed_bar']]);
});

test('a bar that was seen to end opens something, also where all that was traded in it was missed', () => {
  const told = (until: number): (string | undefined)[] => {
    const run = createRun(configOf(definitionOf({ interval: '5m' })));
    const bars = candles([SIGNAL, QUIET]);
    for (const bar of bars) run.onBar(0, bar, '1m', 'missed');
    // Minutes without a trade, as they pass.
    return decisionsOf(run.onQuiet(0, (bars[0]?.openAt ?? 0) + until * 60_000, 'live')).map(
      ({ veto, rule }) => veto ?? rule,
    );
  };
  expect([told(4), told(5)]).toEqual([[], ['entry']]);
  // Word of a later minute says nothing of who saw it end.
  expect(told(6)).toEqual(['missed_bar']);
});
