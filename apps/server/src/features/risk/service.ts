import type { Caller } from '../../platform/caller.ts';
import { changeLimits, lockAccountRisk } from './change-settings.ts';
import { countVetoes, listVetoes, type VetoRecord, type VetoSort } from './change-store.ts';
import { type KillReport, type KillRequest, liftKillSwitch, throwKillSwitch } from './kill-switch.ts';
import type { LimitChange } from './limits.ts';
import type { RiskParts } from './parts.ts';
import { type RiskReading, readSettings } from './read-settings.ts';

export interface VetoPage {
  readonly rows: readonly VetoRecord[];
  readonly total: number;
}

export interface RiskService {
  /** Whether live figures are of the simulated broker. */
  readonly simulated: boolean;
  readonly read: (accountId: number) => Promise<RiskReading>;
  readonly change: (caller: Caller, wanted: LimitChange['wanted']) => Promise<RiskReading>;
  readonly lock: (caller: Caller, lock: { readonly until: number; readonly reason: string }) => Promise<RiskReading>;
  readonly kill: (caller: Caller, request: KillRequest) => Promise<KillReport>;
  readonly lift: (caller: Caller, password: string) => Promise<RiskReading>;
  readonly vetoes: (
    accountId: number,
    page: {
      readonly pageNumber: number;
      readonly pageSize: number;
      readonly Search?: string | undefined;
      readonly sort: VetoSort;
    },
  ) => Promise<VetoPage>;
}

/** What owners do about the risk of their account as a whole. */
export function createRiskService(parts: RiskParts): RiskService {
  const { database } = parts;
  const read = (accountId: number): Promise<RiskReading> => readSettings(parts, accountId);
  return {
    simulated: parts.marketData.simulated,
    read,
    change: async (caller, wanted) => {
      await changeLimits(parts, caller, wanted);
      return read(caller.accountId);
    },
    lock: async (caller, lock) => {
      await lockAccountRisk(parts, caller, lock);
      return read(caller.accountId);
    },
    kill: (caller, request) => throwKillSwitch(parts, caller, request),
    lift: async (caller, password) => {
      await liftKillSwitch(parts, caller, password);
      return read(caller.accountId);
    },
    vetoes: async (accountId, { pageNumber, pageSize, Search, sort }) => {
      const filter = { accountId, search: Search };
      const window = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
      const [rows, total] = await Promise.all([
        listVetoes(database.kysely, filter, window),
        countVetoes(database.kysely, filter),
      ]);
      return { rows, total };
    },
  };
}
