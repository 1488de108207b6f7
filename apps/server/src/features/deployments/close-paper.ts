import type { Tx } from '@trickdesk/db';
import { type CorporateAction, type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import { createRun, type RunEvent, type RunState } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { LastPrice, StoredInstrument } from '../market-data/index.ts';
import { SIMULATED_LIVE } from './live-parts.ts';
import { type DeploymentsFacts, wallTime } from './own-deployment.ts';
import { laterOf } from './runner/ex-dates.ts';
import type { RunnerState } from './runner/held-run.ts';
import { recordNews } from './runner/record-news.ts';
import { compileRecord, runConfigOf } from './runner/run-config.ts';
import { writeBatches } from './runner/run-writer.ts';
import { findRunnable, type RunnableRecord, takeFence } from './runner/store.ts';
import { inUnitsOfDay } from './runner/units-between.ts';

export interface PaperRun {
  readonly deploymentId: number;
  readonly runNumber: number;
}

/** Instruments of a run's bases in their order, and what they cost last. */
export interface PaperMarket {
  readonly instruments: readonly StoredInstrument[];
  readonly prices: readonly LastPrice[];
  /** By base. */
  readonly actions: readonly (readonly CorporateAction[])[];
  readonly exchangeNow: EpochMs;
}

/**
 * Takes a paper run out of its runner's hands for the rest of the transaction: what the runner still wants to write is
 * void. Comes before any lock on the deployment, as in every write of a runner.
 */
export async function seizePaperRun(
  tx: Tx,
  run: PaperRun,
): Promise<{ readonly record: RunnableRecord; readonly fence: bigint } | undefined> {
  const fence = await takeFence(tx, run.deploymentId, run.runNumber);
  const record = await findRunnable(tx, { ...run, mode: 'paper' });
  return record && { record, fence };
}

/**
 * Closes what a seized run holds on paper, at the last prices, by the same engine and the same writes as its runner.
 *
 * @returns how many positions were closed
 * @throws Refusal `MARKET_DATA_UNAVAILABLE` where a price is missing
 */
export async function closePaper(
  tx: Tx,
  facts: DeploymentsFacts,
  { record, fence, market }: NonNullable<Awaited<ReturnType<typeof seizePaperRun>>> & { readonly market: PaperMarket },
): Promise<number> {
  const state = record.state as RunnerState | null;
  if (!state) return 0;
  const { instruments, prices, actions, exchangeNow } = market;
  const at = Math.max(exchangeNow, lastDeedAt(state.run));
  const strategy = compileRecord(record);
  const { slippageBps } = facts.live ?? SIMULATED_LIVE;
  const { calendar } = facts.marketData;
  const config = runConfigOf({ record, strategy, instruments, calendar, slippageBps, execution: 'simulated' });
  const run = createRun(config, state.run);
  const held = state.run.bases.filter(({ position }) => position !== undefined).length;
  const events: RunEvent[] = [...run.exitAll(at)];
  for (const [base, { pending }] of run.state().bases.entries()) {
    if (pending.length === 0) continue;
    const price = prices.find(({ instrumentId }) => instrumentId === instruments[base]?.id);
    if (!price) throw new Refusal('MARKET_DATA_UNAVAILABLE');
    // About an ex-date one of the two may be of the day before: the price until the share trades, the run while nobody runs it.
    const days = { from: price.unitsOf, to: unitsOf(state, base) };
    const paise = inUnitsOfDay(price.pricePaise, days, actions[base] ?? []);
    events.push(...run.onPrice(base, at, paise));
  }
  const { account_id: accountId, id: deploymentId, run_number: runNumber } = record;
  const written = await writeBatches(
    tx,
    {
      key: { deploymentId, runNumber, fence },
      mode: 'paper',
      accountId,
      strategyVersionId: record.strategy_version_id,
      definition: strategy.definition,
      now: wallTime(facts),
    },
    [
      {
        events,
        state: JSON.stringify({ run: run.state(), fedUntil: state.fedUntil } satisfies RunnerState),
        lastBarAt: undefined,
        pendingIntents: [],
        positions: [],
        hasExposure: false,
        at,
        commands: [],
      },
    ],
  );
  await recordNews(tx, facts.marketData, { accountId, deploymentId, written });
  return held;
}

/** An exit that goes on in parts is not filled at a moment of before: the clock that is asked may be behind the run's. */
function lastDeedAt({ bases }: RunState): EpochMs {
  const parts = bases.flatMap(({ progress }) => progress?.map(({ firstFillAt }) => firstFillAt ?? 0) ?? []);
  return Math.max(0, ...parts, ...bases.flatMap(({ pending }) => pending.map((intent) => intent.at)));
}

/** The day whose units a base's position is in: of what it was told last, or of an ex-date that it has gone over since. */
function unitsOf({ fedUntil, exDates }: RunnerState, base: number): IndiaDate {
  return laterOf(indiaDateOf(fedUntil[base] ?? 0), exDates?.[base] ?? undefined);
}
