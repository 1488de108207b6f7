import { migrate } from '@trickdesk/db';
import { openFoundation, type Running } from './compose/foundation.ts';
import { STARTERS } from './compose/roles.ts';
import { readSettings, SettingsError } from './platform/settings.ts';
import { spareHeap } from './platform/spare-heap.ts';

/** What has not stopped by then is cut off. */
const STOP_DEADLINE_MS = 9_500;
const EXIT_AFTER_FAILURE_MS = 2_000;
/** `EX_CONFIG` of sysexits: whoever started us need not try again before the settings are mended. */
const WRONG_SETTINGS_EXIT_CODE = 78;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const foundation = openFoundation(settings);
  const { log, database } = foundation;
  const report = await migrate(settings.databaseUrl);
  if (report.applied.length > 0) log.info({ applied: report.applied }, 'the database was migrated');

  const running: Running[] = [];
  let stopping = false;
  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    const deadline = setTimeout(() => {
      log.error({}, 'stopping took too long; what was in flight is cut off');
      process.exit(1);
    }, STOP_DEADLINE_MS);
    const results = await Promise.allSettled(running.map((role) => role.stop()));
    for (const result of results) {
      if (result.status === 'rejected') log.error({ error: result.reason }, 'a role did not stop cleanly');
    }
    await database.close();
    clearTimeout(deadline);
    process.exitCode = results.some((result) => result.status === 'rejected') ? 1 : exitCode;
    log.info({}, 'stopped');
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  // Nobody waits for this promise, so nothing knows whether the work was done: start again from the database.
  process.on('unhandledRejection', (error) => {
    log.error({ error }, 'a rejection was handled by nobody');
    void stop('unhandled rejection', 1);
  });

  try {
    for (const role of settings.roles) {
      const start = await STARTERS[role]();
      running.push(await start(foundation));
      log.info({ role }, 'the role runs');
    }
    // `jobs` runs back-tests.
    spareHeap({ goesOn: settings.roles.includes('jobs') });
  } catch (error) {
    await stop('a role did not start', 1);
    throw error;
  }
}

async function mainOrExit(): Promise<void> {
  try {
    await main();
  } catch (error) {
    const wrongSettings = error instanceof SettingsError;
    if (wrongSettings) process.stderr.write(`${error.message}\n`);
    else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = wrongSettings ? WRONG_SETTINGS_EXIT_CODE : 1;
    // What a half-started role left open must not keep alive a process that serves nobody.
    setTimeout(() => process.exit(), EXIT_AFTER_FAILURE_MS).unref();
  }
}

// Also loaded without being started: to be compiled ahead.
if (import.meta.main) await mainOrExit();
