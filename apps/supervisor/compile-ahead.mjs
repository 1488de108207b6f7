// Plain JavaScript: what makes JavaScript of TypeScript is what must not be loaded here.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules', '.cache', 'trickdesk', 'compiled');
const STAMP = join(FOLDER, 'stamp');

const SUPERVISOR = ['apps/supervisor/src/main.ts'];
/** Everything that a part loads, the roles included that it loads later. */
const PARTS = [
  'apps/supervisor/src/parent-watch.ts',
  'apps/simulator/src/main.ts',
  'apps/server/src/main.ts',
  ...['api', 'feed', 'jobs', 'backtest-thread', 'sweep-thread', 'runner'].map(
    (role) => `apps/server/src/compose/${role}.ts`,
  ),
];

/**
 * Has short-lived processes compile our sources into Node's cache, when a source has changed since the last time. A
 * process that finds everything there needs no compiler, which takes some 20 MB of each and is never let go.
 *
 * @returns where the cache lies, and what compiles the parts. That never fails: without the cache all works as well,
 *   in more memory.
 */
export function compileAhead() {
  const wanted = newestSource();
  const isFresh = readStamp() === wanted;
  if (!isFresh) spawnSync(process.execPath, commandOf(SUPERVISOR), optionsOf());
  enableCompileCache(FOLDER);
  return { folder: FOLDER, compileParts: async (flagSets) => void (isFresh || (await compileAll(wanted, flagSets))) };
}

/** @param flagSets of V8 that the parts run with: a cache is good for the same flags only */
async function compileAll(wanted, flagSets) {
  const areDone = [];
  for (const flags of flagSets) areDone.push(await compileParts(flags));
  if (areDone.every(Boolean)) writeStamp(wanted);
}

/** Answers whether it did. */
function compileParts(flags) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, ...commandOf(PARTS)], optionsOf());
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function commandOf(files) {
  return [fileURLToPath(import.meta.url), ...files.map((file) => pathToFileURL(join(ROOT, file)).href)];
}

function optionsOf() {
  // A source that cannot be loaded is the part's own to report.
  return { env: { ...process.env, NODE_COMPILE_CACHE: FOLDER }, stdio: 'ignore' };
}

/** The newest time of change of any source, with what else makes a cache another one. */
function newestSource() {
  let newest = 0;
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(ROOT, group))) {
      const folder = join(ROOT, group, name, 'src');
      if (name === 'web') continue;
      for (const entry of readdirSync(folder, { recursive: true })) {
        if (entry.endsWith('.ts')) newest = Math.max(newest, statSync(join(folder, entry)).mtimeMs);
      }
    }
  }
  return `${process.version} ${process.arch} ${newest}`;
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    // None yet: this is the first start.
    return undefined;
  }
}

function writeStamp(text) {
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(STAMP, text);
  } catch {
    // A checkout that may not be written to: the next start tries again.
  }
}

if (import.meta.main) {
  for (const url of process.argv.slice(2)) await import(url);
  flushCompileCache();
  // What was loaded must not keep this process waiting.
  process.exit(0);
}
