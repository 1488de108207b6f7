import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, REAL_PACE, startProduct } from './product.ts';

/** Script that a page loads before it is whole, in KiB of brotli: the chunks of its name, and all that they import. */
const BUDGETS = [
  { page: '/login', chunks: ['login-page'], mostKib: 110 },
  { page: '/', chunks: ['shell', 'home-page', 'equity-canvas'], mostKib: 250 },
] as const;
const BUILT = fileURLToPath(new URL('../../apps/web/dist/app', import.meta.url));
const KIB = 1_024;
const SMALLEST = 256;

let product: Product;
let scripts: readonly string[];
beforeAll(async () => {
  product = await startProduct({ hasDemo: false, settings: REAL_PACE });
  scripts = readdirSync(BUILT).filter((file) => file.endsWith('.js'));
});
afterAll(() => product?.stop());

/** A file as it goes over the wire to a browser. */
function onTheWire(path: string): Promise<{ readonly bytes: Buffer; readonly encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(`${product.url}${path}`, { headers: { 'accept-encoding': 'br', accept: 'text/html, */*' } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', reject);
      reply.on('end', () => {
        if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`));
        else resolve({ bytes: Buffer.concat(parts), encoding: reply.headers['content-encoding'] });
      });
    }).on('error', reject);
  });
}

function named(name: string): string {
  const file = scripts.find((script) => script.replace(/-[\w-]{8}\.js$/, '') === name);
  if (file === undefined) throw new Error(`the build has no chunk named ${name}`);
  return file;
}

async function entry(): Promise<string> {
  const { bytes, encoding } = await onTheWire('/login');
  const html = encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
  const file = /src="\/app\/([^"]+\.js)"/.exec(html.toString())?.[1];
  if (file === undefined) throw new Error('the page starts no script');
  return file;
}

/** Bytes of each file, and of everything that it imports before it can run. */
async function withImports(roots: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    const { bytes, encoding } = await onTheWire(`/app/${file}`);
    // The smallest would only grow.
    if (bytes.length >= SMALLEST) expect(encoding, file).toBe('br');
    found.set(file, bytes.length);
    const code = (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      if (imported) await visit(imported);
  };
  for (const root of roots) await visit(root);
  return found;
}

test.each(BUDGETS)('$page loads at most $mostKib KiB of script', async ({ page, chunks, mostKib }) => {
  const loaded = await withImports([await entry(), ...chunks.map(named)]);
  const kib = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / KIB;
  console.log(`${page}: ${kib.toFixed(1)} KiB of script in ${loaded.size} files, at most ${mostKib}`);
  // A page of few files would be one whose imports were not seen.
  expect(loaded.size).toBeGreaterThan(chunks.length + 1);
  expect(kib).toBeLessThanOrEqual(mostKib);
});
