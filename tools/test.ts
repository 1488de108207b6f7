import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterSecondLook, filesForSecondLook } from './repository/second-look.ts';
import { repositoryRoot } from './repository/source-tree.ts';
import { type Failure, failuresOf, lastLine, passedIn, type Tally, tallyOf } from './repository/tally.ts';

/**
 * Every test of the project, with nothing to start first. Stores run on the embedded PostgreSQL, and once more on
 * TEST_DATABASE_URL where that is given. What needs a server, processes or a browser and failed beside other tests is
 * run once more alone (docs/decisions/0023-a-second-look.md). The last line of the output is the sum.
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
/** What came of a run. */
interface Result {
  readonly run: Run;
  readonly tally: Tally;
  readonly report: unknown;
  readonly failures: readonly Failure[];
  /** An error was reported that belongs to no test. */
  readonly hasStrayError: boolean;
}

const results: Result[] = [];
const closing: string[] = [];
try {
  for (const stage of stages) results.push(...(await Promise.all(stage.map((run, i) => runStage(run, i === 0)))));
  const tallies: Tally[] = [];
  for (const result of results) tallies.push(await settle(result));
  process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0;
  process.stdout.write(`\n${[...closing, lastLine(tallies)].join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The sum of a run, after a second look at what failed in it. */
async function settle({ run, tally, failures, hasStrayError }: Result): Promise<Tally> {
  const isFirstFinal = run.project === 'unit' || tally.failed !== failures.length;
  const files = isFirstFinal ? [] : filesForSecondLook(failures, hasStrayError);
  const again =
    files.length === 0 ? undefined : await runStage({ ...run, name: `once more: ${run.name}`, files }, true);
  const unsteady = again && !again.hasStrayError ? passedIn(again.report, failures) : [];
  for (const failure of failures) tell(unsteady.includes(failure) ? 'passed the second time' : 'failed', failure);
  if (tally.failed > failures.length) closing.push(`failed: ${run.name}, outside its tests`);
  return afterSecondLook(tally, unsteady);
}

function tell(what: string, { file, test, reason }: Failure): void {
  closing.push(`${what}: ${relative(repositoryRoot, file)} > ${test ?? '(the file)'}: ${reason}`);
}

async function runStage(run: Run, isShown: boolean): Promise<Result> {
  const title = `\n== ${run.name} (TEST_SCALE ${process.env['TEST_SCALE'] ?? '1'})\n`;
  const report = join(folder, `${run.name}.json`);
  if (isShown) process.stdout.write(title);
  const { code, output } = await runVitest(run, { report, isShown });
  // What ran beside another is told when it has ended, in one piece.
  if (!isShown) process.stdout.write(title + output);
  const read = readReport(report);
  const hasStrayError = output.includes('Unhandled Error');
  return { run, tally: tallyOf(read, code), report: read, failures: failuresOf(read), hasStrayError };
}

interface Ended {
  readonly code: number | null;
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
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}) },
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
      if (isShown) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
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
