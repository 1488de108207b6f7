import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FIRST_TEXTS, OTHER_TEXTS } from '../src/lib/first-texts.ts';
import { type Bundle, filesOf } from './chunks.ts';

export const WORKER = 'service-worker';
/** What the shell needs to open: the sign-in, the first page, and what opens over a page. The rest is kept as it is opened. */
const SHELL_CHUNKS = [
  'index',
  'desk',
  'home-page',
  'person-menu',
  'palette',
  'keys-help',
  'login-page',
  'start-connection',
] as const;
/** Files of the shell that keep their name: those that the build takes over as they are, and texts, which it cuts. */
const TAKEN_OVER = ['/early.js', '/loading.css', '/favicon.svg', '/manifest.webmanifest', '/icons/192.png'] as const;
const CUT_FROM = '/assets/locales/en.json';
const NAMED_FILES = [FIRST_TEXTS, OTHER_TEXTS, ...TAKEN_OVER];
const FONT = /(inter-latin-wght-normal|inter-hyphen|inter-rupee)-[\w-]+\.woff2$/;

/** Writes into the worker which files the shell is, and a version that is another one whenever anything of the app is. */
export function shellOfWorker(): Plugin {
  let root = '';
  return {
    name: 'shell-of-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: (_options, bundle) => {
      const worker = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === WORKER);
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
      // A classic worker: it cannot load another file of the app.
      if (worker.imports.length > 0) throw new Error(`the service worker imports ${worker.imports.join(', ')}`);
      const hash = createHash('sha256').update(worker.code);
      for (const name of Object.keys(bundle).toSorted()) hash.update(name);
      for (const file of ['index.html', ...[CUT_FROM, ...TAKEN_OVER].map((name) => `public${name}`)]) {
        hash.update(readFileSync(join(root, file)));
      }
      const shell = { version: hash.digest('hex').slice(0, 16), files: [...NAMED_FILES, ...shellFiles(bundle)] };
      worker.code = `self.TRICKDESK_SHELL=${JSON.stringify(shell)};\n${worker.code}`;
    },
  };
}

/** The named chunks with all that they need, and the letters. */
function shellFiles(bundle: Bundle): string[] {
  const found = new Set(filesOf(bundle, SHELL_CHUNKS));
  for (const { fileName } of Object.values(bundle)) if (FONT.test(fileName)) found.add(fileName);
  return [...found].toSorted().map((file) => `/${file}`);
}
