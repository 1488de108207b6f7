export { INTRADAY_LEVERAGE } from './account.ts';
export { barPath, type PathPoint, pathStepMs } from './path.ts';
export { createRun } from './run.ts';
export type * from './types.ts';
