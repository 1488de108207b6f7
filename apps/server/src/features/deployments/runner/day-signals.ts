import { setImmediate as letOthers } from 'node:timers/promises';
import { type EpochMs, type IndiaDate, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import { compileStrategy, createRun, type Signal, type StrategyDefinition } from '@trickdesk/engine';
import type { MarketDataService } from '../../market-data/index.ts';
import { readDefinition } from '../read-details.ts';
import { findInstruments, findSources, runConfigOf } from './run-config.ts';
import type { RunnableRecord } from './store.ts';
import { feedSource, historyOf, storedBarsOf } from './stored-bars.ts';

export interface SignalsAsked {
  readonly record: RunnableRecord;
  /** One of the strategy's. */
  readonly symbol: string;
  readonly day: IndiaDate;
  /** Bars that open at or after this moment are left out. */
  readonly until: EpochMs;
}

export interface DaySignals {
  readonly definition: StrategyDefinition;
  /** One for each bar of the strategy's interval that opened on the day and has closed; `base` is 0. */
  readonly signals: readonly Signal[];
}

/** Minutes that ended less than this before may not be stored yet. */
const ON_THEIR_WAY_MS = MINUTE_MS;
/** Bars between two breaths: others are answered meanwhile. */
const BARS_AT_ONCE = 4_000;

/**
 * What a run saw and thought of one instrument on a day: its own version of the rules over the stored bars, from the very
 * bar on which the run's indicators began, so that each value is the run's own, bit for bit. Nothing is decided or written.
 *
 * @throws Error when the strategy does not trade the symbol
 */
export async function signalsOfDay(marketData: MarketDataService, asked: SignalsAsked): Promise<DaySignals> {
  const { record, symbol, day, until } = asked;
  const definition = readDefinition(record.definition);
  // What else it trades changes nothing of what it sees.
  const alone = { ...definition, instruments: definition.instruments.filter((one) => one.symbol === symbol) };
  const strategy = compileStrategy(alone, {}, `v${record.version}`);
  const [instrument] = await findInstruments(marketData, strategy);
  if (!instrument) throw new Error(`the strategy of deployment ${record.id} does not trade ${symbol}`);
  const { calendar } = marketData;
  const facts = { record, strategy, instruments: [instrument], calendar, slippageBps: 0 } as const;
  const signals: Signal[] = [];
  const run = createRun({
    ...runConfigOf({ ...facts, execution: 'simulated' }),
    watch: ({ openAt }, read) => {
      if (indiaDateOf(openAt) === day) signals.push(read());
    },
  });
  const { interval } = definition;
  const stored = await storedBarsOf(marketData, { record, interval, instrument }, until);
  for (const [source, read] of (await findSources(marketData, strategy)).entries()) {
    const bars = await storedBarsOf(marketData, { record, interval, instrument: read }, until);
    feedSource(bars, {
      ...{ today: day, restart: (units) => run.restartSource(source, units) },
      feed: (bar, length) => run.onSourceBar(source, bar, length),
    });
  }
  let fed = 0;
  for (const { bars, interval: length } of historyOf(stored, day)) {
    for (const bar of bars) {
      run.onBar(0, bar, length, 'warmup');
      fed += 1;
      if (fed % BARS_AT_ONCE === 0) await letOthers();
    }
  }
  const { now = 0 } = await marketData.marketState();
  run.onQuiet(0, Math.min(until, now - ON_THEIR_WAY_MS), 'warmup');
  return { definition, signals };
}
