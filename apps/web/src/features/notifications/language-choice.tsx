import type { NotificationPreferences } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../lib/language.ts';
import { useAction } from '../../lib/use-call.ts';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import css from './alert-settings.module.css';

/** In which language mails and messages come; the screens have their own choice, which this one follows at first. */
export function LanguageChoice({ language }: { readonly language: NotificationPreferences['language'] }) {
  const { t } = useTranslation();
  const save = useAction('notificationpreferences', { refreshes: ['notificationpreferences'] });
  const shown = save.isPending ? (save.variables.language ?? language) : language;
  return (
    <Section title={t('notifications.language.title')} note={t('notifications.language.note')}>
      <div className={css.push}>
        <Segments
          label={t('notifications.language.title')}
          value={shown}
          options={LANGUAGES.map((value) => ({ value, label: t(`shell.languages.${value}`) }))}
          onChange={(chosen) => save.mutate({ language: chosen })}
        />
        <p className={css.quiet}>{t('notifications.language.explained')}</p>
      </div>
    </Section>
  );
}
