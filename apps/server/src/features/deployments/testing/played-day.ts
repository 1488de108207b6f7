import { type Bar, type EpochMs, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { compileStrategy, parseDefinition, runBacktest, type StrategyDefinitionInput } from '@trickdesk/engine';
import { publishMarket } from '../../market-data/index.ts';
import { baseFactsOf } from '../../strategies/index.ts';
import { QUIET_MS } from '../runner/news-order.ts';
import { type News, newsOf } from './news.ts';
import { CALENDAR, randomMinutes, sessionsBefore } from './random-market.ts';
import { tell, type World } from './world.ts';

const END = indiaMoment('2026-09-30');
const WARM_SESSIONS = 6;

/**
 * Trades often, both ways, with every kind of level, over two instruments that share cash.
 *
 * @param filter what else must hold before anything is bought
 */
function busyDefinition(symbols: readonly string[], filter = ''): StrategyDefinitionInput {
  return {
    format: 1,
    instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
    interval: '1m',
    product: 'INTRADAY',
    direction: 'both',
    session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: {
      long: `ema(close, 3) crosses above ema(close, 8)${filter}`,
      short: 'ema(close, 3) crosses below ema(close, 8)',
    },
    exit: {
      long: 'ema(close, 3) crosses below ema(close, 8)',
      short: 'ema(close, 3) crosses above ema(close, 8)',
    },
    risk: {
      stopLoss: { kind: 'percent', percent: 0.4 },
      target: { kind: 'percent', percent: 0.7 },
      trailing: { kind: 'percent', percent: 0.5 },
    },
    sizing: { method: 'capital_share', percent: 60 },
  };
}

export interface PlayedDay {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly definition: StrategyDefinitionInput;
  readonly symbols: readonly string[];
  readonly startAt: EpochMs;
  readonly news: readonly News[];
  /** The instrument that is only read. */
  readonly indexId: number | undefined;
  /** What the back-test of the day decides. */
  readonly expected: readonly string[];
}

interface DayShape {
  readonly seed: number;
  readonly bases?: number;
  /** Has the rules read an index as well: what of it must hold, by its symbol. */
  readonly index?: (symbol: string) => string;
}

let days = 0;

/** A day of prices of its own, and a deployment that was started a minute before it opened. */
export async function prepareDay(world: World, { seed, bases = 2, index }: DayShape): Promise<PlayedDay> {
  days += 1;
  const symbols = Array.from({ length: bases }, (_, i) => `D${days}B${i}`);
  const read = index ? [`D${days}X`] : [];
  const definition = busyDefinition(symbols, read.map((symbol) => ` and ${index?.(symbol)}`).join(''));
  const sessions = sessionsBefore(END, WARM_SESSIONS + 1);
  const startAt = (sessions.at(-1)?.openAt ?? 0) - 60_000;
  const series: { instrumentId: number; bars: Bar[] }[] = [];
  for (const [i, symbol] of [...symbols, ...read].entries()) {
    const instrumentId = await world.instrument(symbol, symbols.includes(symbol) ? 'equity' : 'index');
    const bars = randomMinutes(sessions, { seed: seed * 10 + i });
    await world.store(instrumentId, bars);
    series.push({ instrumentId, bars });
  }
  const accountId = await world.account(`owner${days}`);
  await world.setClock(startAt);
  const { id } = await world.deployments.clone(accountId, await world.strategy(`day-${days}`, definition), undefined);
  await world.deployments.start({ accountId, deploymentId: id }, 'start');
  const today = series.map(({ instrumentId, bars }) => ({
    instrumentId,
    bars: bars.filter((bar) => bar.openAt >= startAt),
  }));
  const all = series.map(({ bars }) => bars);
  const expected = backtest(definition, {
    ...{ symbols, startAt },
    series: all.slice(0, bases),
    sources: all.slice(bases),
  });
  const indexId = series[bases]?.instrumentId;
  return { accountId, deploymentId: id, definition, symbols, startAt, news: newsOf(today), indexId, expected };
}

function backtest(
  input: StrategyDefinitionInput,
  day: {
    readonly symbols: readonly string[];
    readonly series: readonly (readonly Bar[])[];
    readonly sources: readonly (readonly Bar[])[];
    readonly startAt: EpochMs;
  },
): string[] {
  const parsed = parseDefinition(input);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  const result = runBacktest({
    strategy: compileStrategy(parsed.definition),
    bases: day.symbols.map((symbol) => baseFactsOf({ symbol, tickPaise: 5, lotSize: 1, kind: 'equity' }, true)),
    series: day.series,
    sources: day.sources.map((bars) => ({ bars })),
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    tradeFrom: day.startAt,
    until: END,
    closeAtEnd: false,
  });
  return result.decisions.map((decision) => JSON.stringify(decision));
}

/** Where in the day's news so many thousandths of it lie. */
export function placesOf({ news }: PlayedDay, cuts: readonly number[]): number[] {
  return cuts.toSorted((a, b) => a - b).map((cut) => Math.floor((cut * news.length) / 1_000));
}

/**
 * The same, inside a minute and late enough in it that the one before is decided on, whoever had no bar in it: a bar that
 * closes between two runners is another matter.
 */
export function placesInMinutes(day: PlayedDay, cuts: readonly number[]): number[] {
  const isInside = ({ kind, at }: News): boolean => kind === 'tick' && at % MINUTE_MS > QUIET_MS;
  return placesOf(day, cuts).map((place) => day.news.findLastIndex((item, i) => i < place && isInside(item)) + 1);
}

/** Tells the news from one place to another, then what the clock shows there. */
export function tellUntil(world: World, { news }: PlayedDay, [from, place]: readonly [number, number]): void {
  tell(world, news.slice(from, place));
  const last = news[place - 1];
  if (last) publishMarket(world.bus).clock(last.at, 'open');
}

export function momentAt({ news, startAt }: PlayedDay, place: number): EpochMs {
  return news[Math.max(0, place - 1)]?.at ?? startAt;
}
