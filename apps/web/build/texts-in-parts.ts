import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FIRST_TEXTS, OTHER_TEXTS, partTexts } from '../src/lib/first-texts.ts';

/** Cuts the English texts into what the first pages say and the rest; the whole file stays where it is. */
export function textsInParts(): Plugin {
  let folder = '';
  const parts = (): Readonly<Record<string, string>> => {
    const whole = JSON.parse(readFileSync(join(folder, 'assets/locales/en.json'), 'utf8')) as Record<string, unknown>;
    const { first, rest } = partTexts(whole);
    return { [FIRST_TEXTS]: JSON.stringify(first), [OTHER_TEXTS]: JSON.stringify(rest) };
  };
  return {
    name: 'texts-in-parts',
    configResolved: (config) => {
      folder = config.publicDir;
    },
    generateBundle() {
      for (const [path, source] of Object.entries(parts())) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source });
      }
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const text = parts()[request.url ?? ''];
        if (text === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(text);
      });
    },
  };
}
