import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_KEY, LANGUAGES } from '../../lib/language.ts';
import { send, session } from '../../lib/send.ts';
import { keyOf } from '../../lib/use-call.ts';
import { keepPreference, readPreference } from '../../ui/theme/skin.ts';

/** What this device has passed on last, and for whom. */
const PASSED_ON_KEY = 'languageOfMails';

/**
 * Mails and messages follow the language that somebody chooses for the screens. A device passes each choice on once: of
 * two in different languages neither takes back what was chosen on the other, or on the page of preferences.
 */
export function useLanguageOfMails(): void {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  useEffect(() => {
    const passOn = async (chosen: string | undefined): Promise<void> => {
      const language = LANGUAGES.find((each) => each === chosen);
      const passed = `${session.user()?.userId} ${language}`;
      if (language === undefined || readPreference(PASSED_ON_KEY) === passed) return;
      await send('notificationpreferences', { language }, { quiet: true });
      keepPreference(PASSED_ON_KEY, passed);
      await client.invalidateQueries({ queryKey: keyOf('notificationpreferences') });
    };
    // What could not be passed on is with the next page that is opened.
    const choose = (chosen: string | undefined): void => void passOn(chosen).catch(console.warn);
    choose(readPreference(LANGUAGE_KEY));
    i18n.on('languageChanged', choose);
    return () => i18n.off('languageChanged', choose);
  }, [client, i18n]);
}
