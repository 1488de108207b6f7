import { createDatabase, type Database, type DatabaseOptions } from '@trickdesk/db';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Ids, randomIds } from '../platform/ids.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';

/**
 * What every role stands on. The database is migrated before any role starts. Nothing here reaches a broker or a
 * secret: a role that needs one opens it by itself (`broker-access.ts`), so that the runner of test mode has neither.
 */
export interface Foundation {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly database: Database;
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
    database: openDatabase({ settings, log }, { maxConnections: settings.databaseConnections }),
  };
}

/** For connections beside those that everything shares. */
export function openDatabase(
  { settings, log }: Pick<Foundation, 'settings' | 'log'>,
  connections: Pick<DatabaseOptions, 'name' | 'maxConnections' | 'keepConnections'>,
): Database {
  return createDatabase({
    ...connections,
    target: settings.databaseUrl,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: (error) => log.warn({ error }, 'an idle connection to PostgreSQL broke'),
  });
}
