import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Where the development server sends calls; the built app is served by the same process that answers them. */
const SERVER = 'http://127.0.0.1:8080';
const TEXT_FILES = /\.(js|css|html|svg|json)$/;
/** Below this a compressed file saves nothing worth a second file. */
const WORTH_BYTES = 256;

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

const WORKER = 'service-worker';
/** What the shell needs to open: the sign-in and the first page. The rest is kept as it is opened. */
const SHELL_CHUNKS = new Set(['index', 'desk-pages', 'shell', 'home-page', 'login-page', 'start-connection']);
/** Files of the shell that the build takes over as they are. */
const NAMED_FILES = [
  '/assets/locales/en.json',
  '/skin.js',
  '/loading.css',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/icons/192.png',
];
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/** Writes into the worker which files the shell is, and a version that is another one whenever anything of the app is. */
function shellOfWorker(): Plugin {
  return {
    name: 'shell-of-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: (_options, bundle) => {
      const outputs = Object.values(bundle);
      const worker = outputs.find((output) => output.type === 'chunk' && output.name === WORKER);
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
      // A classic worker: it cannot load another file of the app.
      if (worker.imports.length > 0) throw new Error(`the service worker imports ${worker.imports.join(', ')}`);
      const hash = createHash('sha256').update(worker.code);
      for (const name of Object.keys(bundle).toSorted()) hash.update(name);
      for (const file of ['index.html', ...NAMED_FILES.map((name) => `public${name}`)]) {
        hash.update(readFileSync(join(import.meta.dirname, file)));
      }
      const shell = { version: hash.digest('hex').slice(0, 16), files: [...NAMED_FILES, ...shellFiles(outputs)] };
      worker.code = `self.TRICKDESK_SHELL=${JSON.stringify(shell)};\n${worker.code}`;
    },
  };
}

/** The named chunks and all that they import before they can run, with their styles, and the letters. */
function shellFiles(outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string[] {
  const chunks = new Map(outputs.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])));
  const found = new Set<string>();
  const visit = (file: string): void => {
    const chunk = chunks.get(file);
    if (!chunk || found.has(file)) return;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    chunk.imports.forEach(visit);
  };
  for (const chunk of chunks.values()) if (SHELL_CHUNKS.has(chunk.name)) visit(chunk.fileName);
  for (const { fileName } of outputs) if (FONT.test(fileName)) found.add(fileName);
  return [...found].toSorted().map((file) => `/${file}`);
}

/**
 * Which modules share a file. A file of a few hundred bytes costs more than it is, on the wire and on the way to the first
 * page, so what is always loaded together is one file: the libraries that draw, what every page needs, what every page of
 * a signed-in person needs. What these depend on does not come along: one sentence would bring the whole domain.
 * `page-sizes.slow.test.ts` holds the sign-in and the first page to their budgets.
 */
const TOGETHER = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'kit',
      priority: 3,
      test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
    },
    {
      name: 'base',
      priority: 2,
      test: sources(
        'lib/(server-texts|send|sender|refresh|wire|call-failure|session-store|kept|language)',
        'ui/(button|logo|theme/skin|feedback/failure-text|form/(form|fields|code-field|field-frame|use-form))',
        'features/accounts/guest-page',
      ),
    },
    {
      name: 'desk',
      priority: 1,
      test: sources(
        'lib/(use-call|stream|use-stream|live-stream|stream-core|symbol-list|event-reader|stream-events)',
        'lib/(exchange-clock|quotes|format|paise|freshness|may-read)',
        'ui/figures/(figures|mode|moment|stale-mark|figures-strip|explained|use-flash)',
        'ui/(section|state-dot|segments|feedback/(loaded|empty|skeleton|feedback))',
      ),
    },
  ],
};

/** Modules of the app by their paths below `src`, without their endings. */
function sources(...paths: readonly string[]): RegExp {
  return new RegExp(`apps/web/src/(${paths.join('|')})\\.(tsx?|module\\.css)$`);
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
  plugins: [react(), shellOfWorker(), compressedFiles(), clientToken()],
  base: '/',
  build: {
    outDir: 'dist',
    // Hashed files have a folder of their own, so that they may be cached for ever and `/assets/locales` may not.
    assetsDir: 'app',
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', [WORKER]: 'src/service-worker/service-worker.ts' },
      // The worker's name stays, and it stands at the root: it answers for what lies below it.
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'app/[name]-[hash].js'),
        codeSplitting: TOGETHER,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/userapi': SERVER, '/jwt': SERVER, '/adminapi': SERVER },
  },
});
