import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '../../public/assets/locales/en.json';

/** The language that is used by default, and for a text that another language lacks. */
export const FALLBACK_LANGUAGE = 'en';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'translation';
    readonly resources: { readonly translation: typeof en };
  }
}

async function loadTexts(language: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/assets/locales/${language}.json`);
  if (!response.ok) throw new Error(`the texts of ${language} answered ${response.status}`);
  return await response.json();
}

/** Loads the texts before the first render, so that no key is ever seen. */
export async function startTexts(language = FALLBACK_LANGUAGE): Promise<void> {
  const languages = [...new Set([language, FALLBACK_LANGUAGE])];
  const texts = await Promise.all(languages.map(loadTexts));
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: FALLBACK_LANGUAGE,
    resources: Object.fromEntries(languages.map((each, i) => [each, { translation: texts[i] ?? {} }])),
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

export { i18next as texts };
