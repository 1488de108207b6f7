import { setImmediate as letOthers } from 'node:timers/promises';
import type { ReplayDay } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { type Bar, type IndiaDate, indiaDateOf, indiaMoment, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { adjustedBars, compileStrategy, createRun, PiecedBars, type Signal } from '@trickdesk/engine';
import {
  type DoneBacktest,
  loadBars,
  reasonsOf,
  sourceSeries,
  type TradeRow,
  tradesOfDay,
} from '../backtests/index.ts';
import { type MarketDataService, unpackBars } from '../market-data/index.ts';

/** Bars between two breaths: others are answered meanwhile. */
const BARS_AT_ONCE = 4_000;

interface DayOfBacktest {
  readonly backtest: DoneBacktest;
  readonly date: IndiaDate;
  readonly symbol: string;
}

/**
 * What a back-test saw of one instrument on a day: its rules over the stored bars from the very bar on which its
 * indicators began, so that each value is its own, bit for bit.
 */
export async function signalsOfBacktest(
  marketData: MarketDataService,
  { backtest, date, symbol }: DayOfBacktest,
): Promise<Signal[]> {
  const { definition, values, fromDate, dataset, capitalPaise } = backtest;
  // What else it trades changes nothing of what it sees.
  const alone = { ...definition, instruments: definition.instruments.filter((one) => one.symbol === symbol) };
  const strategy = compileStrategy(alone, values);
  const place = { id: backtest.id, fromDate, toDate: date, dataset };
  const { bases, interval, packed, sources } = await loadBars(marketData, [strategy], place);
  const signals: Signal[] = [];
  const from = indiaMoment(date);
  const run = createRun({
    strategy,
    bases,
    calendar: marketData.calendar,
    settings: { capitalPaise, quantityMultiplier: 1 },
    ...{ costs: 'none', slippageBps: 0 },
    // The day is the last that was read.
    watch: ({ openAt }, read) => {
      if (openAt >= from) signals.push(read());
    },
  });
  for (const [source, { bars, actions }] of sourceSeries(sources).entries()) {
    const read = adjustedBars(PiecedBars.from(bars), actions);
    await feedInTurns(read, (bar) => run.onSourceBar(source, bar, interval));
  }
  for (const [base, series] of unpackBars(packed).entries()) {
    const own = adjustedBars(series, bases[base]?.actions);
    await feedInTurns(own, (bar) => void run.onBar(base, bar, interval, 'warmup'));
  }
  return signals;
}

async function feedInTurns(bars: PiecedBars, feed: (bar: Bar) => void): Promise<void> {
  let fed = 0;
  for (const bar of bars.bars()) {
    feed(bar);
    fed += 1;
    if (fed % BARS_AT_ONCE === 0) await letOthers();
  }
}

/** What a back-test did with one instrument on a day, oldest first. */
export async function deedsOfBacktest(
  db: Queryable,
  { backtest, date, symbol }: DayOfBacktest,
): Promise<Pick<ReplayDay, 'decisions' | 'markers'>> {
  const trades = await tradesOfDay(db, backtest, { symbol, day: date });
  const markers = trades
    .flatMap((trade) => sidesOf(trade))
    .filter(({ atMs }) => indiaDateOf(atMs) === date)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, ...marker }) => ({ at: toIndiaIso(atMs), ...marker }));
  const decisions = markers.map(({ at, purpose, reason }) => {
    return { at, action: purpose === 'entry' ? ('enter' as const) : ('exit' as const), sentence: reason };
  });
  return { decisions, markers };
}

/** Both fills of a trade. */
function sidesOf(trade: TradeRow) {
  const [symbol, direction, quantity, entryAt, entryPaise, exitAt, exitPaise] = trade;
  const [opens, closes] = direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const { entry, exit } = reasonsOf(trade);
  const part = { symbol, quantity };
  return [
    { ...part, atMs: entryAt, side: opens, purpose: 'entry' as const, price: paiseToRupees(entryPaise), reason: entry },
    { ...part, atMs: exitAt, side: closes, purpose: 'exit' as const, price: paiseToRupees(exitPaise), reason: exit },
  ];
}
