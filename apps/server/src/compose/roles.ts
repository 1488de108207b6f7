import type { Role } from '../platform/settings.ts';
import type { StartRole } from './foundation.ts';

/**
 * What starts each role; a role joins here with its `start<Role>`. Each is loaded when it is asked for: the process of
 * the test runner never loads a module that can reach a broker.
 */
export const STARTERS: Readonly<Record<Role, () => Promise<StartRole>>> = {
  api: async () => (await import('./api.ts')).startApi,
  feed: async () => (await import('./feed.ts')).startFeed,
  jobs: async () => (await import('./jobs.ts')).startJobsRole,
  'runner-test': async () => (await import('./runner.ts')).startTestRunner,
  'runner-live': async () => (await import('./live-runner.ts')).startLiveRunner,
};
