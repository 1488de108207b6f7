import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Script that a page loads before it is whole, in KiB of brotli: with its name's chunks and all that they import. */
const BUDGETS = [
  { page: '/login', chunks: ['login-page'], mostKib: 110 },
  { page: '/', chunks: ['shell', 'home-page', 'equity-canvas'], mostKib: 250 },
] as const;
const FOLDER = join(import.meta.dirname, '..', 'apps', 'web', 'dist', 'app');
const KIB = 1_024;

const files = readdirSync(FOLDER);
const scripts = files.filter((file) => file.endsWith('.js'));

function named(name: string): string {
  const file = scripts.find((script) => script.replace(/-[\w-]{8}\.js$/, '') === name);
  if (file === undefined) throw new Error(`the build has no chunk named ${name}`);
  return file;
}

function entry(): string {
  const html = readFileSync(join(FOLDER, '..', 'index.html'), 'utf8');
  const file = /src="\/app\/([^"]+\.js)"/.exec(html)?.[1];
  if (file === undefined) throw new Error('index.html starts no script');
  return file;
}

/** A file and everything that it imports before it can run. */
function withImports(roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(join(FOLDER, file), 'utf8');
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) if (imported) visit(imported);
  };
  for (const root of roots) visit(root);
  return found;
}

function bytesOnTheWire(file: string): number {
  if (files.includes(`${file}.br`)) return statSync(join(FOLDER, `${file}.br`)).size;
  return brotliCompressSync(readFileSync(join(FOLDER, file))).length;
}

for (const { page, chunks, mostKib } of BUDGETS) {
  const loaded = [...withImports([entry(), ...chunks.map(named)])];
  const kib = loaded.reduce((sum, file) => sum + bytesOnTheWire(file), 0) / KIB;
  const isOver = kib > mostKib;
  console.log(
    `${page}: ${kib.toFixed(1)} KiB of script in ${loaded.length} files, at most ${mostKib}${isOver ? ': TOO MUCH' : ''}`,
  );
  if (isOver) process.exitCode = 1;
}
