import { readFileSync } from 'node:fs';

interface Texts {
  readonly [key: string]: string | Texts;
}

export type Language = 'en' | 'hi';
export type TextOf = (key: string) => string;

/** The texts of the screens in a language, each by its key. */
export function textsOf(language: Language): TextOf {
  const file = new URL(`../../apps/web/public/assets/locales/${language}.json`, import.meta.url);
  const texts: Texts = JSON.parse(readFileSync(file, 'utf8'));
  return (key) => {
    let found: string | Texts | undefined = texts;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') throw new Error(`${language}.json has no text ${key}`);
    return found;
  };
}

/** A text of the screens by its key, for finding things; words that the specification fixes are written out in tests. */
export const text: TextOf = textsOf('en');
