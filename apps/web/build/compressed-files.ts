import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT_FILES = /\.(js|css|html|svg|json)$/;
/** Below this a compressed file saves nothing worth a second file. */
const WORTH_BYTES = 256;

/**
 * Writes `.br` and `.gz` beside each text file once, at the best level, so that the server compresses nothing.
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
      for (const path of paths) {
        if (!TEXT_FILES.test(path) || statSync(path).size < WORTH_BYTES) continue;
        const content = readFileSync(path);
        const quality = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
