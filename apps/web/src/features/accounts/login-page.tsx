import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { safeNext } from '../../lib/safe-next.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { queryOf } from '../../ui/table/list-state.ts';
import { signIn } from './api.ts';
import { GuestPage } from './guest-page.tsx';
import { loginProblems } from './login-input.ts';

export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const query = useRouterState({ select: (state) => queryOf(state.location.search), structuralSharing: true });
  const form = useForm({
    initial: { email: '', password: '' },
    check: (values) => textsOf(loginProblems(values), (problem) => t(`accounts.problems.${problem}`)),
    submit: async (values) => {
      await signIn(values);
      router.history.push(safeNext(query['next']));
    },
  });
  // From the page itself, as it was when it was opened: nothing is asked for before the form stands.
  const demo = document.querySelector<HTMLMetaElement>('meta[name=demo-progress]')?.content.split('/');
  const registerPath = query['next'] ? `/register?next=${encodeURIComponent(query['next'])}` : '/register';
  return (
    <GuestPage
      title={t('accounts.loginTitle')}
      lead={demo ? t('accounts.demoHistory', { done: demo[0], total: demo[1] }) : t('accounts.welcome')}
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
      </FormBox>
    </GuestPage>
  );
}
