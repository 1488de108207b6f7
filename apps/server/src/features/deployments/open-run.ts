import type { Tx } from '@trickdesk/db';
import { addDays, type EpochMs, INTERVAL_MINUTES, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { compileStrategy, type StrategyDefinition } from '@trickdesk/engine';
import { type DeploymentsFacts, wallTime } from './own-deployment.ts';
import { readDefinition } from './read-details.ts';
import { warmupSessions } from './rules.ts';
import { insertRun } from './run-start-store.ts';
import { settingsOf } from './runner/run-config.ts';
import { hasExposure, type LockedDeployment, voidCommands } from './store.ts';

export interface RunToOpen {
  readonly deployment: LockedDeployment;
  /** The run has it for good. */
  readonly mode: 'paper' | 'live';
  readonly exchangeNow: EpochMs;
}

/**
 * A run that a fault halted with a position goes on as itself: a new run would forget what is held.
 *
 * @returns the number of the run that goes on from here
 */
export async function openRun(tx: Tx, facts: DeploymentsFacts, run: RunToOpen): Promise<number> {
  const { id, run_number: lastRun } = run.deployment;
  if (lastRun === 0 || !(await hasExposure(tx, id, lastRun))) return openNewRun(tx, facts, run);
  await voidCommands(tx, id, wallTime(facts));
  return lastRun;
}

export async function openNewRun(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, mode, exchangeNow }: RunToOpen,
): Promise<number> {
  const { id, run_number: lastRun, definition } = deployment;
  await insertRun(tx, {
    deploymentId: id,
    runNumber: lastRun + 1,
    mode,
    dataset: facts.marketData.dataset,
    exchangeNow,
    warmupFrom: warmupStart(readDefinition(definition), exchangeNow),
    settings: settingsOf(deployment),
    now: wallTime(facts),
  });
  return lastRun + 1;
}

/** Where every warm-up of a run begins. Weekends and holidays are allowed for: there are about 7 days to 4.6 sessions. */
function warmupStart(definition: StrategyDefinition, exchangeNow: EpochMs): EpochMs {
  const minutes = definition.interval === '1d' ? 'day' : INTERVAL_MINUTES[definition.interval];
  const sessions = warmupSessions(compileStrategy(definition).warmupBars, minutes);
  return indiaMoment(addDays(indiaDateOf(exchangeNow), -Math.ceil(sessions * 1.5) - 7));
}
