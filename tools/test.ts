import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
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
  /** So many files at once, where that is not the usual. */
  readonly workers?: number;
  readonly databaseUrl?: string | undefined;
  /** How much is drawn at random, where that is not the TEST_SCALE of all. */
  readonly scale?: string | undefined;
}

/** A lane of the slow stage for themselves, as long as the other: it has the walk over all screens, these wait for the market. */
const SECOND_LANE = [
  'e2e/src/billing.slow.test.ts',
  'e2e/src/broker-accounts.slow.test.ts',
  'e2e/src/builder.slow.test.ts',
  'e2e/src/demo.slow.test.ts',
  'e2e/src/figures.slow.test.ts',
  'e2e/src/live-journey.slow.test.ts',
  'e2e/src/recorded-day.slow.test.ts',
];
/** They run after the two lanes, beside the tests of the parts. */
const BESIDE_PARTS = [
  'e2e/src/backtest-kill.slow.test.ts',
  'e2e/src/baskets.slow.test.ts',
  'e2e/src/identity.slow.test.ts',
  'e2e/src/money-journey.slow.test.ts',
  'e2e/src/ops-desk.slow.test.ts',
  'e2e/src/parity.slow.test.ts',
  'e2e/src/research.slow.test.ts',
  'e2e/src/tickets.slow.test.ts',
];

const slow = testsNamed('slow');
/** They hold the product to seconds, which says nothing beside tests that take its cores away. */
const TIMED = ['e2e/src/kill.slow.test.ts', 'e2e/src/demo-history.slow.test.ts'];
const TIMED_STORE = [
  'apps/server/src/compose/backtests.db.test.ts',
  'apps/server/src/features/deployments/runner/take-over.db.test.ts',
];
/** These two wait far more than they work: together they take a third of the machine. */
const WAITING_STORE = [
  'apps/server/src/features/desk/against-simulator.db.test.ts',
  'apps/server/src/features/deployments/runner/failover.db.test.ts',
];
const untimed = without(slow, TIMED);
const untimedStore = without(testsNamed('db'), [...TIMED_STORE, ...WAITING_STORE]);
const parts = untimed.filter((file) => !file.startsWith('e2e/'));
const journeys = without(untimed, [...SECOND_LANE, ...BESIDE_PARTS, ...parts]);

const given = process.env['TEST_DATABASE_URL'];
/** One after the other; what stands together runs side by side, since it waits more than it works. */
const stages: readonly (readonly Run[])[] = [
  [{ name: 'unit tests', project: 'unit' }],
  // Each test on both servers; a larger scale, which no server changes, on the second alone. What holds
  // to seconds is measured once: the embedded server has it under the product itself, in the last stage.
  ...(given ? [[storeTests('embedded PostgreSQL', { scale: '1' })]] : storeStages('embedded PostgreSQL', {})),
  ...(given ? storeStages('TEST_DATABASE_URL', { databaseUrl: given }) : []),
  [
    { name: 'journeys through the whole product', project: 'slow', files: journeys },
    { name: 'journeys of the second lane', project: 'slow', files: SECOND_LANE },
  ],
  // Not beside two products and their browsers: they kill in the middle of work, which must have begun by then.
  [
    { name: 'slow tests of the parts', project: 'slow', files: parts },
    { name: 'journeys beside them', project: 'slow', files: BESIDE_PARTS },
  ],
  [{ name: 'slow tests that hold to seconds', project: 'slow', files: TIMED }],
];

/**
 * Vitest leaves a core free for an editor, which is half of a machine with two. And tests wait: those of stores for the
 * server half of their time, others for timers and sockets; with as many of them as cores, a third of the machine is idle.
 */
const SIDE_BY_SIDE = `--maxWorkers=${Math.ceil(availableParallelism() * 1.5)}`;
/** Tests that start processes run one file after the other. */
const WORKERS: Readonly<Record<Run['project'], readonly string[]>> = {
  unit: [SIDE_BY_SIDE],
  store: [SIDE_BY_SIDE],
  slow: [],
};

function testsNamed(kind: 'db' | 'slow'): readonly string[] {
  const found = globSync(`{apps,packages,e2e}/**/*.${kind}.test.ts`, {
    cwd: repositoryRoot,
    exclude: ['**/node_modules/**'],
  });
  return found.toSorted();
}

/** @throws Error where a name stands for no file: it would run nowhere, or not apart */
function without(files: readonly string[], apart: readonly string[]): readonly string[] {
  const gone = apart.find((file) => !files.includes(file));
  if (gone) throw new Error(`${gone} is not there: name it anew in tools/test.ts`);
  return files.filter((file) => !apart.includes(file));
}

type Where = Pick<Run, 'databaseUrl' | 'scale'>;

function storeTests(where: string, choice: Where): Run {
  return { project: 'store', ...choice, name: `store tests, ${where}`, files: untimedStore };
}

/** On one database: those that hold to seconds by themselves, as many at once as leave the machine half idle. */
function storeStages(where: string, choice: Where): (readonly Run[])[] {
  const timed = { project: 'store', ...choice } as const;
  return [
    [storeTests(where, choice)],
    [{ ...timed, name: `store tests that hold to seconds, ${where}`, files: TIMED_STORE, workers: 1 }],
    [
      {
        ...timed,
        name: `store tests that wait for seconds, ${where}`,
        files: WAITING_STORE,
        workers: WAITING_STORE.length,
      },
    ],
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-tests-'));
const tallies: Tally[] = [];
const failures: string[] = [];
const took: string[] = [];
try {
  for (const stage of stages) tallies.push(...(await Promise.all(stage.map((run, i) => runStage(run, i === 0)))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// Named at the end as well: the middle of so long a log is cut off where it is shown.
process.stdout.write(`\n${[...took, ...failures, lastLine(tallies)].join('\n')}\n`);
process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0;

async function runStage(run: Run, isShown: boolean): Promise<Tally> {
  const title = `\n== ${run.name} (TEST_SCALE ${run.scale ?? process.env['TEST_SCALE'] ?? '1'})\n`;
  const report = join(folder, `${run.name}.json`);
  const startedAt = performance.now();
  if (isShown) process.stdout.write(title);
  const { code, output } = await runVitest(run, { report, isShown });
  // What ran beside another is told when it has ended, in one piece.
  if (!isShown) process.stdout.write(title + output);
  took.push(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${run.name}`);
  const read = readReport(report);
  const tally = tallyOf(read, code);
  const named = failuresOf(read).map((failure) => `failed: ${failure.replaceAll(`${repositoryRoot}/`, '')}`);
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
  { project, files = [], workers, databaseUrl, scale }: Run,
  { report, isShown }: { readonly report: string; readonly isShown: boolean },
): Promise<Ended> {
  const { TEST_DATABASE_URL: _embedded, ...environment } = process.env;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const atOnce = workers === undefined ? WORKERS[project] : [`--maxWorkers=${workers}`];
  const flags = ['run', '--project', project, ...atOnce, ...reporters, ...files];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs'), ...flags], {
      cwd: repositoryRoot,
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
      env: {
        ...environment,
        // Threads and processes that tests begin, and kill, take what the first of them has compiled.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
        ...(scale ? { TEST_SCALE: scale } : {}),
      },
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
