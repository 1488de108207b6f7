import { readFileSync } from 'node:fs';

interface Texts {
  readonly [key: string]: string | Texts;
}

const texts: Texts = JSON.parse(
  readFileSync(new URL('../../apps/web/public/assets/locales/en.json', import.meta.url), 'utf8'),
);

/** A text of the screens by its key, for finding things; words that the specification fixes are written out in tests. */
export function text(key: string): string {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') throw new Error(`en.json has no text ${key}`);
  return found;
}
