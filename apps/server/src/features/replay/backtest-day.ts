import { setImmediate as letOthers } from 'node:timers/promises';
import type { ReplayDay } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { type Bar, type IndiaDate, indiaDateOf, indiaMoment, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import {
  adjustedBars,
  barsPerDay,
  compileStrategy,
  createRun,
  PiecedBars,
  prepareBacktest,
  type Signal,
} from '@trickdesk/engine';
import {
  type DoneBacktest,
  loadBars,
  reasonsOf,
  sourceSeries,
  type TradeRow,
  tradesOfDay,
} from '../backtests/index.ts';
import { type MarketDataService, unpackBars } from '../market-data/index.ts';
import { deedsOf } from './day-alone.ts';

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
  marketData: MarketDataService,
  asked: DayOfBacktest,
): Promise<Pick<ReplayDay, 'decisions' | 'markers' | 'fromTrades'>> {
  const { backtest, date, symbol } = asked;
  const trades = await tradesOfDay(db, backtest, { symbol, day: date });
  const fills = trades
    .flatMap((trade) => sidesOf(trade))
    .filter(({ atMs }) => indiaDateOf(atMs) === date)
    .toSorted((a, b) => a.atMs - b.atMs);
  const markers = fills.map(({ atMs, ...marker }) => ({ at: toIndiaIso(atMs), ...marker }));
  const decided = await decisionsAgain(marketData, asked);
  // What was stored is what the report counts: a run over bars that have changed since is another one.
  if (decided && isSame(decided.fills, fills)) return { decisions: decided.decisions, markers };
  const decisions = markers.map(({ at, purpose, reason }) => {
    return { at, action: purpose === 'entry' ? ('enter' as const) : ('exit' as const), sentence: reason };
  });
  return { decisions, markers, fromTrades: true };
}

/**
 * Bars whose run is made again for a day: ten years of minutes of five instruments. Bars that are built into longer ones are
 * fed one by one, which takes ten times as long.
 */
const MOST_BARS = 5_000_000;
const MOST_FED_BARS = 1_500_000;

/** The moments at which something was executed, and the prices. */
type Fills = readonly { readonly atMs: number; readonly price: number }[];

/**
 * The decisions of the day, refusals among them, and earlier ones that were carried out on it: the run again from its first day on, since what it could buy hung on all
 * that it had done. It ends with the day after, so that what the day's end brings is there.
 *
 * @returns `undefined` where that is too much for one who looks at a day
 */
async function decisionsAgain(
  marketData: MarketDataService,
  { backtest, date, symbol }: DayOfBacktest,
): Promise<{ readonly decisions: ReplayDay['decisions']; readonly fills: Fills } | undefined> {
  const { id, definition, values, fromDate, dataset, days } = backtest;
  const { interval, instruments } = definition;
  const place = days.indexOf(date);
  const bars = (place + 2) * instruments.length * barsPerDay(interval === '1d' ? '1d' : '1m');
  if (bars > (interval === '1d' || interval === '1m' ? MOST_BARS : MOST_FED_BARS)) return undefined;
  const strategy = compileStrategy(definition, values);
  const range = { id, fromDate, toDate: days[place + 1] ?? date, dataset };
  const { packed, sources, ...stored } = await loadBars(marketData, [strategy], range);
  const run = prepareBacktest({
    ...{ strategy, ...stored },
    series: unpackBars(packed),
    sources: sourceSeries(sources),
    calendar: marketData.calendar,
    ...ranAs(backtest),
    tradeFrom: indiaMoment(fromDate),
    tells: 'reasons',
  });
  while (run.goOn()) await letOthers();
  const { decisions, trades } = run.run();
  const isOn = (at: number): boolean => indiaDateOf(at) === date;
  const own = trades.filter((trade) => trade.symbol === symbol);
  const fills = own
    .flatMap(({ entryAt, entryPaise, exitAt, exitPaise }) => [
      { atMs: entryAt, price: paiseToRupees(entryPaise) },
      { atMs: exitAt, price: paiseToRupees(exitPaise) },
    ])
    .filter(({ atMs }) => isOn(atMs))
    .toSorted((a, b) => a.atMs - b.atMs);
  // What is executed on a day may have been decided at the close before: it is told with its own moment.
  const carriedOut = new Set(
    own.flatMap(({ entryAt, entrySequence, exitAt, exitSequence }) => [
      ...(isOn(entryAt) ? [entrySequence] : []),
      ...(isOn(exitAt) ? [exitSequence] : []),
    ]),
  );
  const ofDay = decisions.filter((one) => one.symbol === symbol && (isOn(one.at) || carriedOut.has(one.sequence)));
  return { decisions: ofDay.map(deedsOf(strategy)), fills };
}

function isSame(again: Fills, stored: Fills): boolean {
  const told = (fills: Fills): string => fills.map(({ atMs, price }) => `${atMs} ${price}`).join();
  return told(again) === told(stored);
}

/** Money, costs and prices as they were asked for. */
export function ranAs({ dataset, capitalPaise, costs, slippageBps }: DoneBacktest) {
  const settings = { capitalPaise, quantityMultiplier: 1 };
  return { dataset, settings, costs: costs ? ('angelone' as const) : ('none' as const), slippageBps };
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
