import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** What the built app is made of, from the checkout's root. */
const SOURCES = [
  'apps/web',
  'packages/contract',
  'packages/domain',
  'packages/engine',
  'package-lock.json',
  'tsconfig.base.json',
];
const IGNORED = new Set(['node_modules', 'dist', '.vite']);
const HASH_FILE = '.source-hash';

/** One hash of the names and contents of all sources; tests do not count. */
export function hashSources(root: string, sources: readonly string[] = SOURCES): string {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (IGNORED.has(entry.name) || entry.name.startsWith('dist.') || /\.test\.tsx?$/.test(entry.name)) continue;
      const inner = join(path, entry.name);
      if (entry.isDirectory()) visit(inner);
      else add(inner);
    }
  };
  const add = (file: string): void => {
    hash.update(`${relative(root, file)}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  };
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    if (source.includes('.')) add(path);
    else visit(path);
  }
  return hash.digest('hex');
}

/**
 * Builds the web app when its sources differ from those of the last build.
 *
 * @returns whether it was built
 * @throws Error with the end of the builder's output
 */
export async function buildWebApp(root: string): Promise<boolean> {
  const web = join(root, 'apps', 'web');
  const dist = join(web, 'dist');
  const wanted = hashSources(root);
  if (readIfThere(join(dist, HASH_FILE)) === wanted) return false;
  const building = join(web, `dist.building-${process.pid}`);
  await runVite(web, ['build', '--outDir', building, '--emptyOutDir', '--logLevel', 'warn']);
  writeFileSync(join(building, HASH_FILE), wanted);
  // Renamed when whole: a build that was cut short is never served.
  rmSync(dist, { recursive: true, force: true });
  renameSync(building, dist);
  return true;
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The script of the builder, for a process of its own. */
export function viteScript(web: string): string {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  return join(dirname(manifest), 'bin', 'vite.js');
}

function runVite(web: string, flags: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [viteScript(web), ...flags], { cwd: web, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the web app could not be built:\n${output}`));
    });
  });
}
