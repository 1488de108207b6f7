import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import { createRun, type RunEvent, type RunState } from '@trickdesk/engine';
import type { MarketDataService, StoredInstrument } from '../../market-data/index.ts';
import { HeldRun, type RunnerState } from './held-run.ts';
import { compileRecord, findInstruments, findSources, runConfigOf } from './run-config.ts';
import type { RunnableRecord } from './store.ts';
import { warmFromStored } from './stored-bars.ts';

/** A run whose day is gone through again. */
export interface RunOfDay {
  /** `state` is where the run stood before the first bar that is gone through; null where it had not begun. */
  readonly record: RunnableRecord;
  readonly slippageBps: number;
  /** Bars that open at or after this moment are left out. */
  readonly until: EpochMs;
}

export interface ExpectedDay {
  readonly events: readonly RunEvent[];
  readonly instruments: readonly StoredInstrument[];
}

/**
 * What the back-test of a run expects: the same engine, warmed as the runner warms it, over the stored bars, with the
 * run's own settings and from where it stood, as if nobody had disturbed it. Nothing is written.
 */
export async function expectedDay(marketData: MarketDataService, day: RunOfDay): Promise<ExpectedDay> {
  const { record, slippageBps, until } = day;
  const strategy = compileRecord(record);
  const instruments = await findInstruments(marketData, strategy);
  const sources = await findSources(marketData, strategy);
  const { calendar } = marketData;
  const stored = record.state as RunnerState | null;
  const events: RunEvent[] = [];
  const config = { record, strategy, instruments, calendar, slippageBps, execution: 'simulated' } as const;
  const held = new HeldRun({
    run: createRun(runConfigOf(config), stored ? undisturbed(stored.run) : undefined),
    instrumentIds: instruments.map(({ id }) => id),
    sourceIds: sources.map(({ id }) => id),
    fedUntil: stored?.fedUntil ?? instruments.map(() => 0),
    ...(stored?.exDates ? { exDates: stored.exDates } : {}),
    isOnPaper: true,
    onBatch: (batch) => events.push(...batch.events),
  });
  const { interval } = strategy.definition;
  const today = indiaDateOf(until - 1);
  const bars = await warmFromStored(marketData, { record, interval, instruments, sources, held, today });
  held.catchUp(
    bars.filter(({ bar }) => bar.openAt < until),
    () => 'live',
    until,
  );
  held.passQuiet(until, 'live');
  return { events, instruments };
}

/** The state as the back-test's own: entries are free, and nobody else executes its orders. */
function undisturbed({ bases, entriesBlocked: _blocked, ...state }: RunState): RunState {
  return {
    ...state,
    entriesStopped: false,
    bases: bases.map(({ progress: _progress, position, ...base }) => {
      if (!position) return base;
      const { amounts: _amounts, ...whole } = position;
      return { ...base, position: whole };
    }),
  };
}
