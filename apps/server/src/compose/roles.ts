import type { Role } from '../platform/settings.ts';
import { startApi } from './api.ts';
import type { StartRole } from './foundation.ts';

/** What starts each role. A role joins here with its `start<Role>`. */
export const STARTERS: Readonly<Partial<Record<Role, StartRole>>> = {
  api: startApi,
};
