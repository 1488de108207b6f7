import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './repository/source-tree.ts';
import { failuresOf, lastLine, type Tally, tallyOf } from './repository/tally.ts';

/**
 * Every test of the project, with nothing to start first. Stores run on the embedded PostgreSQL, and once more on
 * TEST_DATABASE_URL where that is given. The last line of the output is the sum.
 */
interface Run {
  readonly name: string;
  readonly project: 'unit' | 'store' | 'slow';
  /** These alone. */
  readonly files?: readonly string[];
  readonly databaseUrl?: string;
}

/** It waits for the demo's history, at the pace of the simulated broker's limits. */
const LONGEST_JOURNEY = 'e2e/src/live-journey.slow.test.ts';

const slow = globSync('{apps,packages,e2e}/**/*.slow.test.ts', {
  cwd: repositoryRoot,
  exclude: ['**/node_modules/**'],
}).toSorted();
/** They hold the product to seconds, which says nothing beside tests that take its cores away. */
const TIMED = ['e2e/src/kill.slow.test.ts', 'e2e/src/demo-history.slow.test.ts'];
const untimed = slow.filter((file) => !TIMED.includes(file));
const journeys = untimed.filter((file) => file.startsWith('e2e/') && file !== LONGEST_JOURNEY);

const given = process.env['TEST_DATABASE_URL'];
/** One after the other; what stands together runs side by side, since it waits more than it works. */
const stages: readonly (readonly Run[])[] = [
  [{ name: 'unit tests', project: 'unit' }],
  [{ name: 'store tests, embedded PostgreSQL', project: 'store' }],
  ...(given ? [[{ name: 'store tests, TEST_DATABASE_URL', project: 'store', databaseUrl: given } as const]] : []),
  [
    { name: 'journeys through the whole product', project: 'slow', files: journeys },
    { name: 'the other slow tests', project: 'slow', files: untimed.filter((file) => !journeys.includes(file)) },
  ],
  [{ name: 'slow tests that hold to seconds', project: 'slow', files: TIMED }],
];

/**
 * Vitest leaves a core free for an editor, which is half of a machine with two. Tests that start processes run one file
 * after the other.
 */
const WORKERS: Readonly<Record<Run['project'], readonly string[]>> = {
  unit: ['--maxWorkers=100%'],
  store: ['--maxWorkers=100%'],
  slow: [],
};

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-tests-'));
const tallies: Tally[] = [];
const failures: string[] = [];
try {
  for (const stage of stages) tallies.push(...(await Promise.all(stage.map((run, i) => runStage(run, i === 0)))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// Named at the end as well: the middle of so long a log is cut off where it is shown.
process.stdout.write(`\n${[...failures, lastLine(tallies)].join('\n')}\n`);
process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0;

async function runStage(run: Run, isShown: boolean): Promise<Tally> {
  const title = `\n== ${run.name} (TEST_SCALE ${process.env['TEST_SCALE'] ?? '1'})\n`;
  const report = join(folder, `${run.name}.json`);
  if (isShown) process.stdout.write(title);
  const { code, output } = await runVitest(run, { report, isShown });
  // What ran beside another is told when it has ended, in one piece.
  if (!isShown) process.stdout.write(title + output);
  const read = readReport(report);
  const tally = tallyOf(read, code);
  const named = failuresOf(read).map((failure) => `failed: ${failure.replace(`${repositoryRoot}/`, '')}`);
  failures.push(...named);
  if (tally.failed > named.length) failures.push(`failed: ${run.name}, outside its tests (exit code ${code})`);
  return tally;
}

interface Ended {
  readonly code: number | null;
  /** Empty where it was shown as it came. */
  readonly output: string;
}

function runVitest(
  { project, files = [], databaseUrl }: Run,
  { report, isShown }: { readonly report: string; readonly isShown: boolean },
): Promise<Ended> {
  const { TEST_DATABASE_URL: _embedded, ...environment } = process.env;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const flags = ['run', '--project', project, ...WORKERS[project], ...reporters, ...files];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs'), ...flags], {
      cwd: repositoryRoot,
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
      env: { ...environment, ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}) },
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
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
