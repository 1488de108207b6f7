import { fileURLToPath } from 'node:url';
import { readCommand } from './commands.ts';
import { importFiles, runBackup, runBeside, type ServerCommand } from './import-files.ts';
import { createLog } from './log.ts';
import { readSettings, SettingsError } from './settings.ts';
import { settingsHelp } from './settings-help.ts';
import { type CompiledSources, startProduct } from './start-product.ts';

/** @param flags the command line after the script's name */
export function main(flags: readonly string[], compiled?: CompiledSources): Promise<void> {
  return runCommand(fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, ''), flags, compiled);
}

/** @param root the checkout whose parts run */
export async function runCommand(root: string, flags: readonly string[], compiled?: CompiledSources): Promise<void> {
  const log = createLog();
  try {
    const command = readCommand(flags);
    if (command.kind === 'help') {
      process.stdout.write(settingsHelp());
      return;
    }
    const settings = readSettings(process.env, root);
    if (command.kind === 'import') {
      process.exitCode = await importFiles({ settings, root, log, files: command.files });
      return;
    }
    if (command.kind === 'backup' || command.kind === 'restore') {
      process.exitCode = await runBackup({ settings, root, log, entry: `${command.kind}.ts`, words: command.words });
      return;
    }
    if (command.kind !== 'start') {
      const entry: ServerCommand = `${command.kind}.ts`;
      process.exitCode = await runBeside({ settings, root, log, entry, words: command.words });
      return;
    }
    let end: End | undefined;
    const onWrongSettings = (part: string): void =>
      end?.(`stopping: ${part} refuses its settings, for the reason above; mend them and start again`, 1);
    const starting = startProduct({ settings, root, log, compiled, onWrongSettings, ...command });
    // What ends it during the start waits for the start's end, so that nothing is left half started.
    end = endOnce(async () => (await starting).stop(), log.info);
    stopOnSignals(end);
    await starting;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** Wrong settings and the like are the operator's to mend: a stack would only hide the sentence. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError) return `Wrong settings:\n${error.message}`;
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : '';
  return `Trickdesk did not start: ${error.message}${cause}`;
}

/** Stops everything and ends this process with the exit code given. */
type End = (reason: string, exitCode: number) => void;

/** The first reason counts: what is asked for while it stops changes nothing. */
function endOnce(stop: () => Promise<void>, say: (text: string) => void): End {
  let ending = false;
  return (reason, exitCode) => {
    if (ending) return;
    ending = true;
    say(reason);
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
}

function stopOnSignals(end: End): void {
  const onSignal = (signal: NodeJS.Signals): void => end(`${signal}: stopping`, 0);
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
}
