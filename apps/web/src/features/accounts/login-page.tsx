import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { queryOf } from '../../lib/query-of.ts';
import { safeNext } from '../../lib/safe-next.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { type Form, textsOf, useForm } from '../../ui/form/use-form.ts';
import { signIn } from './api.ts';
import css from './guest-page.module.css';
import { GuestPage } from './guest-page.tsx';
import { type LoginValues, loginInput, loginProblems } from './login-input.ts';

export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const query = useRouterState({ select: (state) => queryOf(state.location.search), structuralSharing: true });
  /** The password was right, and a code is asked for. */
  const [isSecondStep, setSecondStep] = useState(false);
  const form = useForm({
    initial: { email: '', password: '', totp: '' },
    check: (values) => textsOf(loginProblems(values, isSecondStep), (problem) => t(`accounts.problems.${problem}`)),
    submit: async (values) => {
      try {
        await signIn(loginInput(values));
      } catch (failure) {
        if (!(failure instanceof CallFailure && failure.is('TOTP_REQUIRED')) || isSecondStep) throw failure;
        return setSecondStep(true);
      }
      router.history.push(safeNext(query['next']));
    },
  });
  const { ref } = form;
  useEffect(() => {
    if (isSecondStep) ref.current?.querySelector<HTMLInputElement>('input[name=totp]')?.focus();
  }, [isSecondStep, ref]);
  const startOver = (): void => {
    setSecondStep(false);
    form.set({ password: '', totp: '' });
  };
  // From the page itself, as it was when it was opened: nothing is asked for before the form stands.
  const demo = document.querySelector<HTMLMetaElement>('meta[name=demo-progress]')?.content.split('/');
  const registerPath = query['next'] ? `/register?next=${encodeURIComponent(query['next'])}` : '/register';
  const lead = demo ? t('accounts.demoHistory', { done: demo[0], total: demo[1] }) : t('accounts.welcome');
  if (isSecondStep) return <SecondStep form={form} onBack={startOver} />;
  return (
    <GuestPage
      title={t('accounts.loginTitle')}
      lead={query['done'] === 'erased' ? t('accounts.erased') : lead}
      other={
        <>
          {t('accounts.noAccount')} <AppLink to={registerPath}>{t('accounts.createAccount')}</AppLink>
        </>
      }
    >
      <FormBox form={form} verb={t('accounts.signIn')} fullWidth>
        <TextField
          {...form.field('email')}
          label={t('accounts.emailOrUsername')}
          autoComplete="username"
          maxLength={254}
        />
        <PasswordField
          {...form.field('password')}
          label={t('accounts.password')}
          autoComplete="current-password"
          maxLength={128}
        />
        <p className={css.forgot}>
          <AppLink to="/forgot-password">{t('accounts.forgot.link')}</AppLink>
        </p>
      </FormBox>
    </GuestPage>
  );
}

interface SecondStepProps {
  readonly form: Form<LoginValues>;
  readonly onBack: () => void;
}

/** A wrong code leaves everything as it was typed; another account begins anew. */
function SecondStep({ form, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  return (
    <GuestPage
      title={t('accounts.secondStep.title')}
      lead={t('accounts.secondStep.lead')}
      other={
        <Button look="quiet" small onClick={onBack}>
          {t('accounts.secondStep.back')}
        </Button>
      }
    >
      <FormBox form={form} verb={t('accounts.secondStep.verb')} fullWidth>
        <CodeField {...form.field('totp')} help={t('accounts.secondStep.lost')} />
      </FormBox>
    </GuestPage>
  );
}
