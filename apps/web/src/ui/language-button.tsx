import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../lib/language.ts';
import { Button } from './button.tsx';
import { switchLanguage } from './choose-language.ts';

/** The other language, by the name that its readers know. */
export function LanguageButton() {
  const { t, i18n } = useTranslation();
  const other = LANGUAGES.find((language) => language !== i18n.language) ?? LANGUAGES[0];
  return (
    <Button look="quiet" small onClick={() => void switchLanguage(other)}>
      <span lang={other}>{t(`shell.languages.${other}`)}</span>
    </Button>
  );
}
