import type { Role } from '../platform/settings.ts';
import { startApi } from './api.ts';
import { startFeed } from './feed.ts';
import type { StartRole } from './foundation.ts';
import { startJobsRole } from './jobs.ts';
import { startTestRunner } from './runner.ts';

/** What starts each role. A role joins here with its `start<Role>`. */
export const STARTERS: Readonly<Partial<Record<Role, StartRole>>> = {
  api: startApi,
  feed: startFeed,
  jobs: startJobsRole,
  'runner-test': startTestRunner,
};
