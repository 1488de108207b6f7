import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { compareMap } from './architecture/compare-map.ts';
import { checkImports } from './import-rules/check-imports.ts';
import { readSourceTree, repositoryRoot } from './repository/source-tree.ts';
import { printViolation, type Violation } from './repository/violation.ts';
import { checkTidiness } from './tidy/check-tidiness.ts';

const tree = readSourceTree();

/** The fast gate: everything that needs no database and no browser. Prints how long each step took. */
interface Step {
  readonly name: string;
  /** Resolves to what is wrong, empty when nothing is. */
  readonly run: () => Promise<string>;
}

function violations(check: () => Violation[]): () => Promise<string> {
  return async () => check().map(printViolation).join('\n');
}

/** A program from `node_modules/.bin`. */
function program(name: string, ...flags: string[]): () => Promise<string> {
  return started(join(repositoryRoot, 'node_modules', '.bin', name), ...flags);
}

function started(command: string, ...flags: string[]): () => Promise<string> {
  const name = basename(command);
  return () =>
    new Promise((resolve) => {
      const child = spawn(command, flags, {
        cwd: repositoryRoot,
        env: { ...process.env, FORCE_COLOR: '0' },
      });
      let output = '';
      const keep = (chunk: Buffer): void => {
        output += chunk.toString();
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      child.on('error', (error) => resolve(`${name} could not be run: ${error.message}`));
      child.on('close', (code) => resolve(code === 0 ? '' : output.trim() || `${name} ended with code ${code}`));
    });
}

/**
 * Each project on its own and by one checker, two at a time: the machines that check have two cores. What has not changed
 * since the last check is not checked again; `npm ci` forgets it.
 */
function types(): () => Promise<string> {
  const projects = tree.files.filter((file) => /(^|\/)tsconfig(\.tests)?\.json$/.test(file));
  return async () => {
    // The wider a project, the nearer to the root: the longest do not begin last.
    const waiting = projects.toSorted((a, b) => a.length - b.length);
    const outputs: string[] = [];
    const work = async (): Promise<void> => {
      for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
        const known = join(repositoryRoot, 'node_modules/.cache/types', `${project.replaceAll('/', '.')}.tsbuildinfo`);
        const flags = ['--pretty', 'false', '--checkers', '1', '--incremental', '--tsBuildInfoFile', known];
        const output = await program('tsc', '-p', project, ...flags)();
        if (output) outputs.push(`${project}\n${output}`);
      }
    };
    await Promise.all([work(), work()]);
    return outputs.join('\n');
  };
}

/** Vitest leaves a core free for an editor; and some tests wait for a timer or a socket more than they work. */
const WORKERS = `--maxWorkers=${Math.ceil(availableParallelism() * 1.5)}`;

/** One after the other; what stands together runs side by side, programs beside what this process does itself. */
const stages: readonly (readonly Step[])[] = [
  [{ name: 'format and lint', run: program('biome', 'ci', '.', '--colors=off') }],
  [{ name: 'types', run: types() }],
  [
    { name: 'dead code', run: program('knip', '--no-progress', '--cache') },
    { name: 'generated files', run: started(process.execPath, 'tools/generate.ts', '--check') },
    { name: 'imports', run: violations(() => checkImports(tree)) },
    { name: 'tidy', run: violations(() => checkTidiness(tree)) },
    { name: 'map', run: violations(() => compareMap(tree)) },
  ],
  [{ name: 'unit tests', run: program('vitest', 'run', '--project', 'unit', '--reporter=dot', '--silent', WORKERS) }],
];

const startedAt = performance.now();
let failed = 0;
for (const stage of stages) await Promise.all(stage.map(carryOut));
const total = ((performance.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(
  `${failed === 0 ? 'all steps passed' : `${failed} of ${stages.flat().length} steps failed`} in ${total} s\n`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function carryOut({ name, run }: Step): Promise<void> {
  const stepStartedAt = performance.now();
  const wrong = await run();
  if (wrong !== '') failed += 1;
  const seconds = ((performance.now() - stepStartedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `${wrong === '' ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds} s\n${wrong ? `${wrong}\n` : ''}`,
  );
}
