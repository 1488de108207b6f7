export { deploymentHandlers } from './calls.ts';
export { BROKER_ACCOUNTS_CHANNEL, DEPLOYMENTS_CHANNEL } from './channel.ts';
export { clonedStrategies, deploymentOf } from './clone-store.ts';
export { type Halted, haltWithin } from './halt-deployment.ts';
export {
  type DecisionRecord,
  exchangeDay,
  findRun,
  isOwn,
  listDailyResults,
  listDecisionsBetween,
  listRecentDecisions,
  listRunSpans,
  listRunsBetween,
} from './history-store.ts';
export { type LiveGate, type LivePolicy, liveGates } from './live-gates-rules.ts';
export { hasBeenLive } from './live-gates-store.ts';
export { type LiveParts, SIMULATED_LIVE } from './live-parts.ts';
export { type DeploymentsFacts, wakeRunner } from './own-deployment.ts';
export { type KeptWord, type WordState, wordOf } from './owners-word.ts';
export { decisionToWire, equityOf, markerOf, readDefinition } from './read-details.ts';
export { readAccountTotals, readMyTrick, readMyTricks, readTotals } from './read-my-tricks.ts';
export { createDeploymentsReader, type DeploymentsReader } from './reader.ts';
export { type ResultStream, streamResults } from './result-stream.ts';
export { decideStart, type Phase, type Status, statusOfNumber } from './rules.ts';
export { nameHalted } from './run-activity.ts';
export { type DaySignals, signalsOfDay } from './runner/day-signals.ts';
export type { EntryGuard, GuardedEntry, RefusedEntry } from './runner/entry-guard.ts';
export { type ExpectedDay, expectedDay, type RunOfDay } from './runner/expected-day.ts';
export { haltRun } from './runner/halt-run.ts';
export type {
  DeskRequest,
  EntryPlan,
  LiveDesks,
  OrderNews,
  PlacedEntry,
  PlacedIntent,
  PlannedEntry,
  Seat,
  SeatFacts,
} from './runner/live-desk.ts';
export { accountLeaseKey, leaseKey } from './runner/mode.ts';
export { replayStored } from './runner/replay-stored.ts';
export { runSettingsOf } from './runner/run-config.ts';
export { Runner, type RunnerParts } from './runner/runner.ts';
export { RunLost, type RunnableRecord } from './runner/store.ts';
export { createDeploymentsService, type DeploymentsFor, type DeploymentsService } from './service.ts';
export { sellIfRunning, stopIfRunning } from './stop-deployment.ts';
