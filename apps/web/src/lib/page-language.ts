import { LANGUAGES, type Language } from './language.ts';

/** The language of the page now, for what is written outside of components: days, months of a chart's axis. */
export function pageLanguage(): Language {
  const told = globalThis.document?.documentElement.lang;
  return LANGUAGES.find((language) => language === told) ?? LANGUAGES[0];
}
