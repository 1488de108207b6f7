import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the development server sends calls; the built app is served by the same process that answers them. */
const SERVER = 'http://127.0.0.1:8080';
const TEXT_FILES = /\.(js|css|html|svg|json)$/;
/** Below this a compressed file saves nothing worth a second file. */
const WORTH_BYTES = 1_024;

/** Writes `.br` and `.gz` beside each text file once, at the best level, so that the server compresses nothing. */
function compressedFiles(): Plugin {
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

/** While developing the page does not come from the server, which otherwise writes its token into it. */
function clientToken(): Plugin {
  const content = process.env['CLIENT_TOKEN'] || 'web';
  return {
    name: 'client-token',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'client-token', content }, injectTo: 'head-prepend' }],
  };
}

export default defineConfig({
  plugins: [react(), compressedFiles(), clientToken()],
  base: '/',
  build: {
    outDir: 'dist',
    // Hashed files have a folder of their own, so that they may be cached for ever and `/assets/locales` may not.
    assetsDir: 'app',
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/userapi': SERVER, '/jwt': SERVER, '/adminapi': SERVER },
  },
});
