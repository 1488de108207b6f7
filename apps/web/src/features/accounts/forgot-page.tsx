import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import { askForLink } from './api.ts';
import css from './guest-page.module.css';
import { GuestPage } from './guest-page.tsx';
import { forgotProblems } from './reset-input.ts';

/** Asks for a link; the answer is the same whether the account exists or not. */
export function ForgotPage() {
  const { t } = useTranslation();
  const [sent, setSent] = useState<{ readonly localOutbox: boolean }>();
  const form = useForm({
    initial: { email: '' },
    check: (values) => textsOf(forgotProblems(values), (problem) => t(`accounts.problems.${problem}`)),
    submit: async ({ email }) => setSent(await askForLink(email.trim())),
  });
  const back = <AppLink to="/login">{t('accounts.forgot.back')}</AppLink>;
  if (sent) {
    return (
      <GuestPage title={t('accounts.forgot.sentTitle')} lead={t('accounts.forgot.sentLead')} other={back}>
        <div className={css.parts}>
          {sent.localOutbox ? (
            <p>
              {t('accounts.forgot.outbox')}{' '}
              <a href="/dev/outbox" target="_blank" rel="noreferrer">
                {t('accounts.forgot.openOutbox')}
              </a>
            </p>
          ) : null}
          <p className={texts.quiet}>{t('accounts.forgot.nothing')}</p>
          <div>
            <Button look="quiet" onClick={() => setSent(undefined)}>
              {t('accounts.forgot.again')}
            </Button>
          </div>
        </div>
      </GuestPage>
    );
  }
  return (
    <GuestPage title={t('accounts.forgot.title')} lead={t('accounts.forgot.lead')} other={back}>
      <FormBox form={form} verb={t('accounts.forgot.send')} fullWidth>
        <TextField
          {...form.field('email')}
          label={t('accounts.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
        />
      </FormBox>
    </GuestPage>
  );
}
