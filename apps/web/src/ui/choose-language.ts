import { chooseLanguage, texts } from '../lib/i18n.ts';
import { LANGUAGE_KEY, type Language } from '../lib/language.ts';
import { showToast } from './feedback/toasts.ts';
import { keepPreference } from './theme/skin.ts';

/** Shows the page in a language and keeps the choice on this device; where its texts cannot be had, it says so. */
export async function switchLanguage(language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
    keepPreference(LANGUAGE_KEY, language);
  } catch (error) {
    console.warn(error);
    showToast({ tone: 'failed', text: texts.t('shell.languageFailed') });
  }
}
