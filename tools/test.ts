import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './repository/source-tree.ts';
import { lastLine, type Tally, tallyOf } from './repository/tally.ts';

/**
 * Every test of the project, with nothing to start first. Stores run on the embedded PostgreSQL, and once more on
 * TEST_DATABASE_URL where that is given. The last line of the output is the sum.
 */
interface Run {
  readonly name: string;
  readonly project: 'unit' | 'store' | 'slow';
  readonly databaseUrl?: string;
}

const given = process.env['TEST_DATABASE_URL'];
const runs: readonly Run[] = [
  { name: 'unit tests', project: 'unit' },
  { name: 'store tests, embedded PostgreSQL', project: 'store' },
  ...(given ? [{ name: 'store tests, TEST_DATABASE_URL', project: 'store', databaseUrl: given } as const] : []),
  { name: 'slow tests', project: 'slow' },
];

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-tests-'));
const tallies: Tally[] = [];
try {
  for (const run of runs) {
    process.stdout.write(`\n== ${run.name} (TEST_SCALE ${process.env['TEST_SCALE'] ?? '1'})\n`);
    const report = join(folder, `${tallies.length}.json`);
    const code = await runVitest(run, report);
    tallies.push(tallyOf(readReport(report), code));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${lastLine(tallies)}\n`);
process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0;

function runVitest({ project, databaseUrl }: Run, report: string): Promise<number | null> {
  const { TEST_DATABASE_URL: _embedded, ...environment } = process.env;
  const flags = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs'), ...flags], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environment, ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}) },
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** `undefined` when the run ended before it could report. */
function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
