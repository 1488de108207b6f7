import { useTranslation } from 'react-i18next';
import { count } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-call.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { PasswordField } from '../../../ui/form/fields.tsx';
import { FormBox } from '../../../ui/form/form.tsx';
import { textsOf, useForm } from '../../../ui/form/use-form.ts';
import { Section } from '../../../ui/section.tsx';
import { passwordProblems } from './password-input.ts';
import css from './security.module.css';

const EMPTY = { currentPassword: '', newPassword: '' };

/** Another password: says first what it does to the other devices. */
export function PasswordForm() {
  const { t } = useTranslation();
  const change = useAction('updateprofilepassword', { quiet: true, refreshes: ['mysessions'] });
  const form = useForm({
    initial: EMPTY,
    check: (values) => textsOf(passwordProblems(values), (problem) => t(`accounts.problems.${problem}`)),
    submit: async (values) => {
      const { endedSessions } = await change.mutateAsync(values);
      const words = { count: endedSessions, formatted: count(endedSessions) };
      showToast({ tone: 'done', text: t('accounts.security.changed', words) });
      form.reset();
    },
  });
  return (
    <Section title={t('accounts.security.password')} note={t('accounts.security.passwordNote')}>
      <div className={css.form}>
        <FormBox form={form} verb={t('accounts.security.change')}>
          <PasswordField
            {...form.field('currentPassword')}
            label={t('accounts.security.current')}
            autoComplete="current-password"
            maxLength={128}
          />
          <PasswordField
            {...form.field('newPassword')}
            label={t('accounts.security.new')}
            help={t('accounts.security.newHelp')}
            autoComplete="new-password"
            maxLength={128}
          />
        </FormBox>
      </div>
    </Section>
  );
}
