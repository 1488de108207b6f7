export { deploymentHandlers } from './calls.ts';
export { clonedStrategies } from './clone-store.ts';
export { listDailyResults, listRecentDecisions } from './history-store.ts';
export { equityOf } from './read-details.ts';
export { readMyTricks, readTotals } from './read-my-tricks.ts';
export { createDeploymentsReader, type DeploymentsReader } from './reader.ts';
export { replayStored } from './runner/replay-stored.ts';
export { Runner, type RunnerParts } from './runner/runner.ts';
export { createDeploymentsService, type DeploymentsService } from './service.ts';
