import { ensureDatabase } from '@trickdesk/db';
import { type EmbeddedServer, startEmbedded } from '@trickdesk/db/embedded';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

/** The databases of this run. */
export interface Databases {
  readonly databaseUrl: string;
  readonly simDatabaseUrl: string;
  /** Empties both databases. Only the embedded server allows it. */
  readonly reset: () => Promise<void>;
  /** Ends the server that this run started or took over. */
  readonly stop: () => Promise<void>;
  /** Stops looking after the server and lets it run. */
  readonly leave: () => Promise<void>;
}

const WATCH_EVERY_MS = 1_000;

export async function openDatabases(settings: Settings, log: Log): Promise<Databases> {
  if (settings.DATABASE_URL !== undefined) return openGiven(settings, settings.DATABASE_URL);
  const options = { dataDir: settings.DATA_DIR, onNotice: log.info };
  let server = await startEmbedded(options);
  const stopWatching = watch(
    () => server.isRunning(),
    async () => {
      log.error('the embedded PostgreSQL ended; starting it again');
      server = await startEmbedded(options);
    },
    log,
  );
  return {
    databaseUrl: server.url('trickdesk'),
    simDatabaseUrl: settings.SIM_DATABASE_URL ?? server.url('simulator'),
    reset: () => resetEmbedded(server),
    stop: async () => {
      await stopWatching();
      await server.stop();
    },
    leave: stopWatching,
  };
}

async function resetEmbedded(server: EmbeddedServer): Promise<void> {
  for (const name of ['trickdesk', 'simulator']) await server.recreate(name);
}

async function openGiven(settings: Settings, databaseUrl: string): Promise<Databases> {
  return {
    databaseUrl,
    simDatabaseUrl: settings.SIM_DATABASE_URL ?? (await databaseBeside(databaseUrl)),
    reset: () => Promise.reject(new Error('DATABASE_URL is set: only the embedded database can be reset from here')),
    stop: async () => undefined,
    leave: async () => undefined,
  };
}

/** The simulator's database on a server that is not ours: `<the product's>_simulator`, made when it is missing. */
async function databaseBeside(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const name = `${decodeURIComponent(url.pathname.slice(1))}_simulator`;
  try {
    await ensureDatabase(databaseUrl, name);
  } catch (error) {
    throw new Error(`the database ${name} is missing and could not be made: make it, or set SIM_DATABASE_URL`, {
      cause: error,
    });
  }
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** @returns ends the watch; resolves when a repair that had begun is over */
function watch(isRunning: () => boolean, repair: () => Promise<void>, log: Log): () => Promise<void> {
  let repairing: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (repairing || isRunning()) return;
    repairing = repair()
      .catch((error: unknown) => log.error(`PostgreSQL: ${error instanceof Error ? error.message : error}`))
      .finally(() => {
        repairing = undefined;
      });
  }, WATCH_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await repairing;
  };
}
