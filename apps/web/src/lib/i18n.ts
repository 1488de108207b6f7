import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '../../public/assets/locales/en.json';
import { FIRST_TEXTS, OTHER_TEXTS } from './first-texts.ts';
import { type ServerTeller, tellServerTexts } from './server-texts.ts';

/** The language that is used by default, and for a text that another language lacks. */
export const FALLBACK_LANGUAGE = 'en';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'translation';
    readonly resources: { readonly translation: typeof en };
  }
}

async function loadTexts(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the texts of ${path} answered ${response.status}`);
  return await response.json();
}

let others: Promise<void> | undefined;

/**
 * What the first pages do not say. Every other page waits for it, so that no key is ever seen.
 *
 * @throws where it cannot be loaded; the next page asks again
 */
export function otherTexts(): Promise<void> {
  others ??= loadTexts(OTHER_TEXTS).then(
    (texts) => void i18next.addResourceBundle(FALLBACK_LANGUAGE, 'translation', texts),
    (failure: unknown) => {
      others = undefined;
      throw failure;
    },
  );
  return others;
}

/**
 * Shows the whole page in a language, at once: its texts, its days, and what the server says in English.
 *
 * @param language one of `LANGUAGES`; what only another one than English needs is loaded here, its letters too
 * @throws where that cannot be loaded; the page then stays as it is
 */
export async function chooseLanguage(language: string): Promise<void> {
  let teller: ServerTeller | undefined;
  if (language !== FALLBACK_LANGUAGE) {
    const { serverTeller } = await import('./other-language.ts');
    const texts = await loadTexts(`/assets/locales/${language}.json`);
    i18next.addResourceBundle(language, 'translation', texts);
    teller = serverTeller(texts);
  }
  tellServerTexts(teller);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/**
 * Loads the texts of the first pages before the first render. Those of another language that cannot be had leave the page
 * in English.
 *
 * @param stored the choice that this device keeps
 */
export async function startTexts(stored = FALLBACK_LANGUAGE): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: FALLBACK_LANGUAGE,
    fallbackLng: FALLBACK_LANGUAGE,
    resources: { [FALLBACK_LANGUAGE]: { translation: await loadTexts(FIRST_TEXTS) } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  if (stored !== FALLBACK_LANGUAGE) await chooseLanguage(stored).catch(console.warn);
}

export { i18next as texts };
