import { createSmartApi, type SmartApi, type SmartApiSettings } from '@trickdesk/brokers/smartapi';
import { createDatabase, type Database } from '@trickdesk/db';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Ids, randomIds } from '../platform/ids.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createSecrets, type Secrets } from '../platform/secrets.ts';
import { loadMasterKeys } from '../platform/secrets-file.ts';
import type { Settings } from '../platform/settings.ts';

/** What every role stands on. The database is migrated before any role starts. */
export interface Foundation {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly database: Database;
  readonly secrets: Secrets;
  /** The broker, real or simulated; one for the process, since its rate limits hold for all users together. */
  readonly smartApi: SmartApi;
}

/** A role at work. */
export interface Running {
  /** Takes no more work, finishes what is in flight, gives leases back; resolves within ten seconds. */
  readonly stop: () => Promise<void>;
}

export type StartRole = (foundation: Foundation) => Promise<Running>;

/** A statement that a person waits for and that takes this long is given up. */
const STATEMENT_TIMEOUT_MS = 30_000;

export function openFoundation(settings: Settings): Foundation {
  const log = createLog(settings.logLevel);
  return {
    settings,
    log,
    clock: systemClock,
    ids: randomIds,
    database: createDatabase({
      target: settings.databaseUrl,
      maxConnections: settings.databaseConnections,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onIdleError: (error) => log.warn({ error }, 'an idle connection to PostgreSQL broke'),
    }),
    secrets: createSecrets(loadMasterKeys(settings.masterKeyFile)),
    smartApi: createSmartApi(brokerAddresses(settings), {
      log: ({ level, event, ...fields }) => log[level](fields, event),
    }),
  };
}

function brokerAddresses({ market, simulator }: Settings): SmartApiSettings {
  switch (market) {
    case 'angelone':
      return {};
    case 'simulator':
      return { baseUrl: simulator.url, feedUrl: simulator.feedUrl, masterUrl: simulator.masterUrl };
  }
}
